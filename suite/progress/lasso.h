// A run that never ends although a model is kept: a way to a cycle, and the
// cycle.

#ifndef WGSYNC_SUITE_PROGRESS_LASSO_H_
#define WGSYNC_SUITE_PROGRESS_LASSO_H_

#include <cstddef>
#include <vector>

#include "absl/types/optional.h"
#include "suite/core/progress/progress_model.h"
#include "suite/progress/litmus_program.h"
#include "suite/progress/state_graph.h"

namespace wgsync {
namespace progress {

struct Move {
  size_t group;
  size_t at;  // its instruction
};

struct Lasso {
  std::vector<Move> stem;   // a shortest one, from the start
  std::vector<Move> cycle;  // at least one
  GroupSet promised = 0;    // F on the cycle; all its groups move
  GroupSet never_started = 0;
  GroupSet stopped = 0;  // started and not ended, but not on the cycle
  GroupSet polling = 0;  // each stays at one instruction
  GroupSet looping = 0;  // the other groups on the cycle
  bool memory_changes = false;
  // Of each group, as the cycle begins. A group that polls keeps them.
  std::vector<std::vector<int>> registers;
};

// None if the model guarantees that the program ends. `graph` has history. Of a
// strong model the cycle has each step that the model promises, if these are
// few.
absl::optional<Lasso> FindLasso(const StateGraph& graph, Config config);

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROGRESS_LASSO_H_
