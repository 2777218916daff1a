// The axes of a kernel case: what an id has after the primitive's name, one row
// each. The parser and the printer of ids, their validation, hang classes and
// the running order read this table.
//
// To add an axis: CONTRIBUTING.md, "Add an axis".

#ifndef WGSYNC_SUITE_CORE_PLAN_AXES_H_
#define WGSYNC_SUITE_CORE_PLAN_AXES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"

namespace wgsync {

enum class AxisPart {
  kAccess,
  kWorkload,
  kGrid,   // how many groups of how many work-items
  kShape,  // what else a group is: another program, another residency
};

// A value of an axis: the number of its name in the row and, where that name is
// empty, a number in its place.
struct Symbol {
  uint32_t value = 0;
  uint32_t number = 0;
};

inline constexpr int kNoUsual = -1;

struct AxisRow {
  absl::string_view key;  // "ballast"
  AxisPart part;
  absl::string_view says;  // what it varies, for a reader
  // By Symbol::value. "": the id has a number there.
  std::vector<absl::string_view> names;
  std::vector<absl::string_view> meanings;  // of the names, in parallel
  // The value that an id leaves out; kNoUsual: every id has the axis. Those
  // that may be left out follow those that may not.
  int usual = kNoUsual;
  // Cases that differ in this axis wait differently: it is part of the hang
  // class and of the running order.
  bool waits = false;
  Symbol (*get)(const KernelCase& c) = nullptr;
  void (*set)(const Symbol& symbol, KernelCase* c) = nullptr;

  // Numbers, from 1 to most_number: "32k" has the unit "k". number_text says in
  // errors how they are written.
  absl::string_view number_text;
  absl::string_view unit;
  uint32_t most_number = UINT32_MAX;

  // Whether the case's primitive allows its value, and the names of those that
  // it allows; null: all.
  bool (*allows)(const KernelCase& c) = nullptr;
  std::vector<absl::string_view> (*allowed)(const Primitive& p) = nullptr;
  // Why a primitive takes the usual value alone; "", and null: it takes others.
  absl::string_view (*why_not)(const Primitive& p) = nullptr;
  // The name of an entry of the catalog, which a test may have replaced by one
  // that `names` does not have; null: `get` says all.
  const std::string& (*entry)(const KernelCase& c) = nullptr;
};

// In the order of an id.
absl::Span<const AxisRow> Axes();
// nullptr if no axis has that key.
const AxisRow* FindAxis(absl::string_view key);

// "32k", "res_plus1".
std::string ValueText(const AxisRow& axis, const KernelCase& c);
// "/ballast=32k"; "" for a usual value.
std::string PartText(const AxisRow& axis, const KernelCase& c);

// Reads one value. The error says what it may be.
absl::Status ReadValue(const AxisRow& axis, absl::string_view text,
                       KernelCase* c);

// Whether the value is one of the axis, and the primitive allows it. The error
// names the part of the id.
absl::Status ValidateValue(const AxisRow& axis, const KernelCase& c);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_PLAN_AXES_H_
