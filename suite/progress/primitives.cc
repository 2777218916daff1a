#include "suite/progress/primitives.h"

#include "suite/progress/check.h"
#include "suite/progress/idioms.h"
#include "suite/progress/program_text.h"
#include "suite/progress/scheduler.h"

namespace wgsync {
namespace progress {

std::vector<PrimitiveRow> PrimitiveRows() {
  std::vector<PrimitiveRow> all;
  for (const auto& rows : {BarrierRows(), LockRows(), HandoffRows()}) {
    all.insert(all.end(), rows.begin(), rows.end());
  }
  return all;
}

const PrimitiveRow* FindPrimitiveRow(absl::string_view name) {
  for (const auto& rows : {BarrierRows(), LockRows(), HandoffRows()}) {
    for (const PrimitiveRow& row : rows) {
      if (row.name == name) return &row;
    }
  }
  return nullptr;
}

Program PrimitiveProgram(const PrimitiveRow& row, size_t groups) {
  if (row.same.empty()) {
    return ParseProgram(row.name, ExpandGroups(row.text, groups)).value();
  }
  const PrimitiveRow* other = FindPrimitiveRow(row.same);
  if (other != nullptr) return PrimitiveProgram(*other, groups);
  return IdiomProgram(*FindIdiom(row.same), groups);
}

absl::StatusOr<std::vector<GroupsNeed>> NeedsOf(const PrimitiveRow& row) {
  std::vector<GroupsNeed> needs;
  for (size_t groups = 2; groups <= row.most_groups; ++groups) {
    const Program program = PrimitiveProgram(row, groups);
    const absl::StatusOr<Verdicts> verdicts = Check(program);
    if (!verdicts.ok()) return verdicts.status();
    const absl::StatusOr<size_t> slots = SlotsNeeded(program);
    if (!slots.ok()) return slots.status();
    needs.push_back({groups, WeakestModels(*verdicts), *slots});
  }
  return needs;
}

}  // namespace progress
}  // namespace wgsync
