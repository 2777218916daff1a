// The litmus programs at the head of the kernels: what each primitive waits
// for, so that its need is computed. After the first comment of its file:
//
//   // Litmus: 3 groups at most; one round: flags rise.
//   //   words flag[$N]
//   //   groups $N
//   //     flag[id] := 1
//   //     while flag[$EACH] == 0
//
// The program is for 2 groups up to so many, as ExpandGroups() reads it. After
// a semicolon is what it leaves out. "Litmus of NAME:" is for the primitive of
// that name alone, if others of the file wait for other groups. "Litmus: 4
// groups at most, as NAME." has the program of an idiom, "spin_lock", or of
// another kernel, "barriers/modulo", and no text. ", in memory as NAME" names
// the program that suite/core/memory checks, if this one has no payload.
//
// A program keeps the waits of its kernel, the order of the steps that they
// rest on, and a payload. It leaves out delays, the work-items of a group where
// they act as one, and reads of the payload that only bring it into a cache. A
// wait that gives up after some polls is here a wait; the host is outside. Each
// word is used again, or the head says why not.

#ifndef WGSYNC_SUITE_PROGRESS_KERNEL_PROGRAMS_TESTING_H_
#define WGSYNC_SUITE_PROGRESS_KERNEL_PROGRAMS_TESTING_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "suite/core/progress/progress_model.h"
#include "suite/progress/litmus_program.h"

namespace wgsync {
namespace progress {

struct KernelProgram {
  // The kernel's file without its end, "barriers/tree_2", or its folder and the
  // primitive's name.
  std::string name;
  size_t most_groups = 0;
  std::string same;  // an idiom or another program; "" if `text` is it
  std::string text;  // for ExpandGroups()
  // The program that suite/core/memory checks in its place; "" if it is this
  // one, or `same`.
  std::string memory;
};

// The programs in the text of the file `path`, "mutexes/mcs.cl".
absl::StatusOr<std::vector<KernelProgram>> ReadKernelPrograms(
    absl::string_view path, absl::string_view text);

// Those of all embedded kernels, by path. Ends the program if one is wrong.
const std::vector<KernelProgram>& KernelPrograms();
// Null if there is no program of that name.
const KernelProgram* FindKernelProgram(absl::string_view name);

// What suite/core/memory checks for the kernel.
const KernelProgram& MemoryProgramOf(const KernelProgram& kernel);

// With 2 to most_groups groups.
Program ProgramOf(const KernelProgram& kernel, size_t groups);

struct GroupsNeed {
  size_t groups = 0;
  // Empty if not even strong FAIR guarantees the program.
  std::vector<Config> weakest;
  // The least R of SLOTS(R); 0 if all groups together may hang.
  size_t slots = 0;
};
// For 2 groups up to most_groups. Errors are StateGraph::Build()'s.
absl::StatusOr<std::vector<GroupsNeed>> NeedsOf(const KernelProgram& kernel);

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROGRESS_KERNEL_PROGRAMS_TESTING_H_
