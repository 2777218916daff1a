#include "suite/progress/lasso.h"

#include <cstdint>
#include <functional>
#include <set>
#include <unordered_map>
#include <utility>

#include "absl/algorithm/container.h"
#include "suite/progress/check.h"

namespace wgsync {
namespace progress {
namespace {

using Step = std::pair<uint32_t, Edge>;  // from a state
using StepTest = std::function<bool(size_t state, const Edge& edge)>;

// A cycle that must take all of many steps would be too long to read.
constexpr size_t kMostSteps = 64;

// A walk that stays inside a component.
class Walk {
 public:
  Walk(const StateGraph& graph, StepTest inside, uint32_t begin)
      : graph_(graph), inside_(std::move(inside)), at_(begin) {}

  // Goes a shortest way whose last step is wanted; there is one.
  void GoTo(const StepTest& wanted) {
    std::unordered_map<uint32_t, Step> came_by;
    std::vector<uint32_t> todo = {at_};
    for (size_t i = 0; i < todo.size(); ++i) {
      for (const Edge& edge : graph_.EdgesFrom(todo[i])) {
        if (!inside_(todo[i], edge)) continue;
        if (wanted(todo[i], edge)) return Append(came_by, {todo[i], edge});
        if (edge.to == at_ ||
            !came_by.emplace(edge.to, Step(todo[i], edge)).second) {
          continue;
        }
        todo.push_back(edge.to);
      }
    }
  }

  uint32_t at() const { return at_; }
  const std::vector<Step>& steps() const { return steps_; }

 private:
  void Append(const std::unordered_map<uint32_t, Step>& came_by, Step last) {
    std::vector<Step> way = {last};
    while (way.back().first != at_) way.push_back(came_by.at(way.back().first));
    steps_.insert(steps_.end(), way.rbegin(), way.rend());
    at_ = last.second.to;
  }

  const StateGraph& graph_;
  const StepTest inside_;
  uint32_t at_;
  std::vector<Step> steps_;
};

// A closed walk from `begin` by steps `inside`: all of them if there are few,
// and at least one by each group of `promised`.
std::vector<Step> Cycle(const StateGraph& graph, const StepTest& inside,
                        uint32_t begin, GroupSet promised, bool all) {
  Walk walk(graph, inside, begin);
  walk.GoTo([&](size_t, const Edge& edge) {
    return promised == 0 || Contains(promised, edge.group);
  });
  std::set<std::pair<size_t, size_t>> steps;  // state and group
  for (size_t state = begin; all && state < graph.size(); ++state) {
    for (const Edge& edge : graph.EdgesFrom(state)) {
      if (inside(state, edge)) steps.emplace(state, edge.group);
    }
  }
  all = all && steps.size() <= kMostSteps;
  const auto left = [&] {
    GroupSet groups = promised;
    for (const auto& [from, edge] : walk.steps()) {
      groups &= ~SetOf(edge.group);
      steps.erase({from, edge.group});
    }
    return groups;
  };
  for (GroupSet groups = left(); groups != 0 || (all && !steps.empty());
       groups = left()) {
    walk.GoTo([&](size_t state, const Edge& edge) {
      return Contains(groups, edge.group) ||
             (all && steps.count({state, edge.group}) != 0);
    });
  }
  if (walk.at() != begin) {
    walk.GoTo([&](size_t, const Edge& edge) { return edge.to == begin; });
  }
  return walk.steps();
}

Lasso Describe(const StateGraph& graph, const std::vector<Step>& cycle,
               GroupSet promised) {
  Lasso lasso;
  lasso.promised = promised;
  const auto move = [&](size_t state, size_t group) {
    return Move{group, static_cast<size_t>(graph.Counter(state, group))};
  };
  const uint32_t begin = cycle.front().first;
  for (uint32_t state = begin; state != 0;) {
    const Edge from = graph.CameFrom(state);
    lasso.stem.push_back(move(from.to, from.group));
    state = from.to;
  }
  absl::c_reverse(lasso.stem);
  for (const auto& [state, edge] : cycle) {
    lasso.cycle.push_back(move(state, edge.group));
    const bool stays =
        graph.Counter(state, edge.group) == graph.Counter(edge.to, edge.group);
    (stays ? lasso.polling : lasso.looping) |= SetOf(edge.group);
    lasso.memory_changes =
        lasso.memory_changes || !graph.SameMemory(state, edge.to);
  }
  lasso.polling &= ~lasso.looping;
  const GroupSet still =
      graph.Unfinished(begin) & ~lasso.polling & ~lasso.looping;
  lasso.never_started = still & ~graph.Ever(begin);
  lasso.stopped = still & graph.Ever(begin);
  for (size_t g = 0; g < graph.groups(); ++g) {
    const auto registers = graph.Registers(begin, g);
    lasso.registers.emplace_back(registers.begin(), registers.end());
  }
  return lasso;
}

absl::optional<Lasso> WeakLasso(const StateGraph& graph, Model model) {
  const Components components = ComponentsOf(graph);
  size_t chosen = components.first.size();
  for (size_t c = 0; c < components.first.size(); ++c) {
    if (!MayStay(graph, components, c, model)) continue;
    if (chosen == components.first.size() ||
        components.first[c] < components.first[chosen]) {
      chosen = c;
    }
  }
  if (chosen == components.first.size()) return absl::nullopt;
  const uint32_t begin = components.first[chosen];
  const GroupSet promised =
      Promised(model, graph.Unfinished(begin), graph.Ever(begin));
  const auto inside = [&](size_t state, const Edge& edge) {
    return components.of[state] == chosen && components.of[edge.to] == chosen;
  };
  return Describe(graph, Cycle(graph, inside, begin, promised, /*all=*/false),
                  promised);
}

// Where no promised step leads to the end, it leads to such a state again. So
// there is a set of states that the promised steps never leave.
absl::optional<Lasso> StrongLasso(const StateGraph& graph, Model model) {
  const std::vector<bool> ends = EndsByPromise(graph, model);
  const auto promised = [&](size_t state) {
    return Promised(model, graph.Unfinished(state), graph.Ever(state));
  };
  const auto follow = [&](size_t state, const Edge& edge) {
    return !ends[state] && Contains(promised(state), edge.group);
  };
  const Components components = ComponentsOf(graph, follow);
  std::vector<bool> left(components.first.size(), false);
  for (size_t state = 0; state < graph.size(); ++state) {
    for (const Edge& edge : graph.EdgesFrom(state)) {
      if (follow(state, edge) &&
          components.of[edge.to] != components.of[state]) {
        left[components.of[state]] = true;
      }
    }
  }
  for (uint32_t state = 0; state < graph.size(); ++state) {
    const uint32_t c = components.of[state];
    if (ends[state] || left[c]) continue;
    const auto inside = [&](size_t s, const Edge& edge) {
      return components.of[s] == c && follow(s, edge);
    };
    return Describe(graph,
                    Cycle(graph, inside, state, promised(state), /*all=*/true),
                    promised(state));
  }
  return absl::nullopt;
}

}  // namespace

absl::optional<Lasso> FindLasso(const StateGraph& graph, Config config) {
  const bool weak =
      config.fairness == Fairness::kWeak || config.model == Model::kUnfair;
  return weak ? WeakLasso(graph, config.model)
              : StrongLasso(graph, config.model);
}

}  // namespace progress
}  // namespace wgsync
