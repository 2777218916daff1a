#include "suite/progress/check.h"

#include <cstdint>

#include "absl/algorithm/container.h"
#include "absl/functional/function_ref.h"
#include "suite/core/base/status_macros.h"

namespace wgsync {
namespace progress {
namespace {

GroupSet PromisedIn(const StateGraph& graph, size_t state, Model model) {
  return Promised(model, graph.Unfinished(state), graph.Ever(state));
}

// The states from which a way of edges that `follow` allows leads to one of
// `reached`.
std::vector<bool> Backward(
    const StateGraph& graph, std::vector<bool> reached,
    absl::FunctionRef<bool(size_t state, const Edge& edge)> follow) {
  // The edges by their ends: those to s are from[begin[s]] to from[begin[s+1]].
  std::vector<uint32_t> begin(graph.size() + 2, 0);
  for (size_t state = 0; state < graph.size(); ++state) {
    for (const Edge& edge : graph.EdgesFrom(state)) {
      if (follow(state, edge)) ++begin[edge.to + 2];
    }
  }
  for (size_t s = 2; s < begin.size(); ++s) begin[s] += begin[s - 1];
  std::vector<uint32_t> from(begin.back());
  std::vector<uint32_t> todo;
  for (size_t state = 0; state < graph.size(); ++state) {
    if (reached[state]) todo.push_back(state);
    for (const Edge& edge : graph.EdgesFrom(state)) {
      if (follow(state, edge)) from[begin[edge.to + 1]++] = state;
    }
  }
  while (!todo.empty()) {
    const uint32_t state = todo.back();
    todo.pop_back();
    for (uint32_t i = begin[state]; i < begin[state + 1]; ++i) {
      if (reached[from[i]]) continue;
      reached[from[i]] = true;
      todo.push_back(from[i]);
    }
  }
  return reached;
}

bool All(const std::vector<bool>& values) {
  return absl::c_find(values, false) == values.end();
}

// Residents stay until their end: they are the first that have not ended.
GroupSet FirstOf(GroupSet set, size_t count) {
  GroupSet first = 0;
  for (; count > 0 && set != 0; --count) {
    first |= set & ~(set - 1);
    set &= set - 1;
  }
  return first;
}

}  // namespace

GroupSet Promised(Model model, GroupSet unfinished, GroupSet ever) {
  const ModelRow& row = Models()[static_cast<size_t>(model)];
  GroupSet promised = 0;
  if (row.lowest) promised |= unfinished & ~(unfinished - 1);
  if (row.started) promised |= ever;
  if (row.below_started) {
    GroupSet below = ever;
    for (size_t shift = 1; shift < kMostGroups; shift *= 2) {
      below |= below >> shift;
    }
    promised |= below;
  }
  if (row.all) promised = unfinished;
  return promised & unfinished;
}

// F is the same in all states of a component, since no group ends or starts on
// a cycle.
bool MayStay(const StateGraph& graph, const Components& components,
             size_t component, Model model) {
  const GroupSet inside = components.inside[component];
  const GroupSet promised =
      PromisedIn(graph, components.first[component], model);
  return inside != 0 && (promised & ~inside) == 0;
}

std::vector<bool> EndsByPromise(const StateGraph& graph, Model model) {
  std::vector<bool> ends(graph.size());
  for (size_t state = 0; state < graph.size(); ++state) {
    ends[state] = PromisedIn(graph, state, model) == 0;
  }
  return Backward(graph, std::move(ends), [&](size_t state, const Edge& edge) {
    return Contains(PromisedIn(graph, state, model), edge.group);
  });
}

Verdicts Judge(const StateGraph& graph) {
  Verdicts verdicts;
  verdicts.states = graph.size();
  const Components components = ComponentsOf(graph);
  verdicts.has_cycle = absl::c_any_of(
      components.inside, [](GroupSet inside) { return inside != 0; });
  std::vector<bool> ended(graph.size());
  for (size_t state = 0; state < graph.size(); ++state) {
    ended[state] = graph.Unfinished(state) == 0;
  }
  verdicts.can_always_end = All(Backward(
      graph, std::move(ended), [](size_t, const Edge&) { return true; }));
  for (const ModelRow& row : Models()) {
    bool weak = true;
    for (size_t c = 0; c < components.first.size(); ++c) {
      weak = weak && !MayStay(graph, components, c, row.model);
    }
    const auto column = static_cast<size_t>(row.model);
    verdicts.guaranteed[0][column] = weak;
    // UNFAIR promises nothing, weakly or strongly.
    verdicts.guaranteed[1][column] = row.model == Model::kUnfair
                                         ? weak
                                         : All(EndsByPromise(graph, row.model));
  }
  return verdicts;
}

absl::StatusOr<Verdicts> Check(const Program& program, size_t most_states) {
  ASSIGN_OR_RETURN(const StateGraph graph,
                   StateGraph::Build(program, most_states));
  return Judge(graph);
}

std::vector<Config> WeakestModels(const Verdicts& verdicts) {
  std::vector<Config> weakest;
  for (const Config config : Configs()) {
    if (!verdicts.Guaranteed(config)) continue;
    const bool implied =
        absl::c_any_of(weakest, [&](Config w) { return IsAtMost(w, config); });
    if (!implied) weakest.push_back(config);
  }
  return weakest;
}

absl::StatusOr<size_t> SlotsNeeded(const Program& grid, size_t most_states) {
  size_t needed = 0;
  for (size_t slots = grid.groups.size(); slots > 0; --slots) {
    const auto residents = [slots](GroupSet unfinished, GroupSet) {
      return FirstOf(unfinished, slots);
    };
    ASSIGN_OR_RETURN(const StateGraph graph,
                     StateGraph::Build(grid, residents, /*with_history=*/false,
                                       most_states));
    const Components components = ComponentsOf(graph);
    for (size_t c = 0; c < components.first.size(); ++c) {
      const GroupSet all =
          FirstOf(graph.Unfinished(components.first[c]), slots);
      if (all != 0 && components.inside[c] == all) return needed;
    }
    needed = slots;
  }
  return needed;
}

}  // namespace progress
}  // namespace wgsync
