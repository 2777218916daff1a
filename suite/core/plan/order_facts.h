// The answer of OpenCL's memory model for each primitive and access, as a
// table, so that a start of wgsync computes nothing. The checker is
// suite/core/memory; the programs are at the heads of the kernels. To write it:
//
//   bazel run //suite/proof/programs:order_table_test -- --update

#ifndef WGSYNC_SUITE_CORE_PLAN_ORDER_FACTS_H_
#define WGSYNC_SUITE_CORE_PLAN_ORDER_FACTS_H_

#include <cstddef>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"

namespace wgsync {

enum class Ordering {
  kGuaranteed,
  kCustomary,  // if volatile accesses and atomics of OpenCL 1.2 are atomics of
               // device scope, as users read it
  kUnordered,  // no data race; the atomic payload may be old
  kHangs,      // the same, and a group may wait for ever on a right device
  kRacy,
};

// An execution that fails, as the end of a sentence.
struct OrderFailure {
  Ordering ordering;
  absl::string_view execution;
};

// Sets of the orders that a weakened twin lacks.
inline constexpr unsigned kReleases = 1, kAcquires = 2;

struct OrderFacts {
  absl::string_view program;  // as progress::ProgramFacts has it
  // By OrderCell(): 'g' guaranteed, 'c' customary, or which failure: '0' ...
  absl::string_view cells;
  absl::Span<const OrderFailure> failures;
  // By OrderCell(): a digit with the bit ORDERS - 1 for each set of orders
  // without which the program holds, read leniently.
  absl::string_view spare;

  OrderFailure At(const Access& access) const;
  // Whether it holds without these orders and the fences next to them.
  bool HoldsWithout(unsigned orders, const Access& access) const;
};

// The place of an access without plain words, vendor's fence and narrow scope.
size_t OrderCell(const Access& access);

absl::Span<const OrderFacts> OrderTable();

// The primitive's row. A primitive of another project has that of its
// `order_as`.
const OrderFacts& OrderFactsOf(const Primitive& p);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_PLAN_ORDER_FACTS_H_
