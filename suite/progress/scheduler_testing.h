// Concrete schedulers: devices that run groups in one known way, and what
// becomes of a grid on them: for tests of what programs need.

#ifndef WGSYNC_SUITE_PROGRESS_SCHEDULER_TESTING_H_
#define WGSYNC_SUITE_PROGRESS_SCHEDULER_TESTING_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "suite/core/progress/mapping.h"
#include "suite/progress/litmus_program.h"
#include "suite/progress/state_graph.h"

namespace wgsync {
namespace progress {

// Those that may run do so fairly, in any order.
enum class SchedulerKind {
  // SLOTS(R): R groups are resident, the lowest ids first. A slot that is free
  // is filled at once, and no resident group is sent away. With one slot each
  // group runs to its end before the next one.
  kSlots,
  kSlotsDescending,  // the same, the highest ids first
  // DEALT(W,b): each of W workers takes the next b groups, the lowest ids
  // first, and runs them one after the other to their ends.
  kDealt,
  // Each group makes its first step; from then on only the lowest id runs.
  kLowestOnly,
};

struct Scheduler {
  SchedulerKind kind = SchedulerKind::kSlots;
  size_t width = 1;  // slots, or workers
  size_t batch = 1;  // groups that a worker takes at a time
};
// "SLOTS(3)", "DEALT(2,2)".
std::string SchedulerName(const Scheduler& scheduler);

// The groups that may step.
GroupSet MayRun(const Scheduler& scheduler, GroupSet unfinished, GroupSet ever);

enum class Outcome {
  kEnds,
  kMayHang,     // some runs end, others never
  kHangsSurely  // no run ends
};

// `grid` is a whole launch: see CopiesOf(). Errors are StateGraph::Build()'s.
absl::StatusOr<Outcome> RunOn(const Scheduler& scheduler, const Program& grid,
                              size_t most_states = kMostStates);

// `program`, of one copy, `copies` times in a grid; plain: once. The grid may
// have kMostGroups groups at most.
Program CopiesOf(const Program& program, size_t copies, Mapping mapping,
                 uint64_t seed = 0);

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROGRESS_SCHEDULER_TESTING_H_
