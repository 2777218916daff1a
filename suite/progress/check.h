// Decides under which models of forward progress a program is guaranteed to
// end.

#ifndef WGSYNC_SUITE_PROGRESS_CHECK_H_
#define WGSYNC_SUITE_PROGRESS_CHECK_H_

#include <cstddef>
#include <vector>

#include "absl/status/statusor.h"
#include "suite/core/progress/progress_model.h"
#include "suite/progress/litmus_program.h"
#include "suite/progress/state_graph.h"

namespace wgsync {
namespace progress {

struct Verdicts {
  bool guaranteed[2][6] = {};  // by Fairness and Model
  size_t states = 0;
  bool has_cycle = false;       // some run does not end
  bool can_always_end = false;  // from each state that can be reached

  bool Guaranteed(Config config) const {
    return guaranteed[static_cast<size_t>(config.fairness)]
                     [static_cast<size_t>(config.model)];
  }
  // A program that tells something about a device: it has a run that does not
  // end, and is never lost.
  bool IsLitmus() const { return has_cycle && can_always_end; }
};

// Errors are those of StateGraph::Build().
absl::StatusOr<Verdicts> Check(const Program& program,
                               size_t most_states = kMostStates);
Verdicts Judge(const StateGraph& graph);

// The weakest that guarantee the program; there may be two, such as HSA and
// OBE. Empty if even strong FAIR does not.
std::vector<Config> WeakestModels(const Verdicts& verdicts);

// The least R so that the grid, a whole launch, ends with R slots and with each
// larger number of them; 0 if it may hang even if all its groups are resident.
// A slot has one group until that ends, then the next one, the lowest ids
// first. That is what "the groups must be resident together" means for a
// program. Errors are StateGraph::Build()'s.
absl::StatusOr<size_t> SlotsNeeded(const Program& grid,
                                   size_t most_states = kMostStates);

// ---- What a verdict rests on ----

// F. `ever`: the groups that have made a step at any time, also those that have
// ended and those that went back to their first instruction.
GroupSet Promised(Model model, GroupSet unfinished, GroupSet ever);

// Whether a run may stay in the component for ever although the model is weakly
// kept: each group in F has an edge inside.
bool MayStay(const StateGraph& graph, const Components& components,
             size_t component, Model model);

// The states from which steps of groups in F lead to a state where all have
// ended or F is empty. The model, strongly kept, guarantees the program if
// these are all.
std::vector<bool> EndsByPromise(const StateGraph& graph, Model model);

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROGRESS_CHECK_H_
