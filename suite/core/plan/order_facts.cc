#include "suite/core/plan/order_facts.h"

#include "absl/algorithm/container.h"
#include "suite/core/catalog/needs.h"

namespace wgsync {
namespace {

// 0 if the access is not an atomic of OpenCL C 2.0.
template <typename Row>
size_t LevelOf(const Row& row) {
  return row.form == AccessForm::kAtomic20 ? 1 + static_cast<size_t>(row.order)
                                           : 0;
}

}  // namespace

size_t OrderCell(const Access& access) {
  const size_t fenced = RowOf(access.fence).reach == FenceReach::kDevice;
  const size_t atomic = RowOf(access.payload).is_atomic;
  return ((atomic * 2 + fenced) * 4 + LevelOf(RowOf(access.poll))) * 4 +
         LevelOf(RowOf(access.signal));
}

OrderFailure OrderFacts::At(const Access& access) const {
  const char cell = cells[OrderCell(access)];
  if (cell == 'g') return {Ordering::kGuaranteed, ""};
  if (cell == 'c') return {Ordering::kCustomary, ""};
  return failures[cell - '0'];
}

bool OrderFacts::HoldsWithout(unsigned orders, const Access& access) const {
  return ((spare[OrderCell(access)] - '0') >> (orders - 1) & 1) != 0;
}

const OrderFacts& OrderFactsOf(const Primitive& p) {
  const progress::ProgramFacts* own = ProgramFactsOf(p);
  const absl::string_view name =
      own == nullptr ? absl::string_view(p.order_as) : own->name;
  const absl::Span<const OrderFacts> table = OrderTable();
  return *absl::c_find_if(
      table, [name](const OrderFacts& row) { return row.program == name; });
}

}  // namespace wgsync
