// What the primitives of the catalog wait for, as litmus programs, so that
// their needs are computed and not declared.
//
// A program keeps the waits of its kernel and the order of the steps that they
// rest on. It leaves out payload, delays, the work-items of a group where they
// act as one, and the order of memory: each word is sequentially consistent. A
// wait that gives up after some polls is here a wait; the host is outside.

#ifndef WGSYNC_SUITE_PROGRESS_PRIMITIVES_H_
#define WGSYNC_SUITE_PROGRESS_PRIMITIVES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/progress/progress_model.h"
#include "suite/progress/litmus_program.h"

namespace wgsync {
namespace progress {

struct PrimitiveRow {
  // The kernel's file without its end, "barriers/tree_2"; more words where
  // primitives of one file wait for different groups.
  absl::string_view name;
  // An idiom or a row of this table with the same program; "" if `text` is it.
  absl::string_view same;
  // For ExpandGroups().
  absl::string_view text;
  // The program is for 2 groups up to so many.
  size_t most_groups;
  // What the program leaves out or does otherwise; "" if nothing.
  absl::string_view remark;
};

std::vector<PrimitiveRow> PrimitiveRows();
// Null if there is none of that name.
const PrimitiveRow* FindPrimitiveRow(absl::string_view name);

// With 2 to most_groups groups.
Program PrimitiveProgram(const PrimitiveRow& row, size_t groups);

struct GroupsNeed {
  size_t groups = 0;
  // Empty if not even strong FAIR guarantees the program.
  std::vector<Config> weakest;
  // The least R of SLOTS(R); 0 if all groups together may hang.
  size_t slots = 0;
};
// For 2 groups up to most_groups. Errors are StateGraph::Build()'s.
absl::StatusOr<std::vector<GroupsNeed>> NeedsOf(const PrimitiveRow& row);

// ---- For the files that have the rows ----
absl::Span<const PrimitiveRow> BarrierRows();
absl::Span<const PrimitiveRow> LockRows();
absl::Span<const PrimitiveRow> HandoffRows();

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROGRESS_PRIMITIVES_H_
