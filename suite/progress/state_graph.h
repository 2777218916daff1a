// All states that a program can reach, explicitly, with an edge per step.

#ifndef WGSYNC_SUITE_PROGRESS_STATE_GRAPH_H_
#define WGSYNC_SUITE_PROGRESS_STATE_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "suite/progress/litmus_program.h"

namespace wgsync {
namespace progress {

inline constexpr size_t kMostStates = 1000000;
// Of the graph; a check of it takes as much again.
inline constexpr size_t kMostBytes = size_t{1} << 28;

struct Edge {
  uint32_t to;
  uint32_t group;  // that makes the step
};

// The groups that may step in a state. It depends on nothing but these, and has
// a group as long as one has not ended.
using MayStep = absl::FunctionRef<GroupSet(GroupSet unfinished, GroupSet ever)>;

// Immutable after Build(). States are numbered in the order of their distance
// from the first, 0.
class StateGraph {
 public:
  // `with_history`: states that differ only in the groups that have ever made a
  // step are two. Without it Ever() is empty. Errors, which name the program's
  // file and line if it has them, and the limit or the group: more than
  // `most_states`, or kMostBytes of them; an index that its array does not
  // have; a value of more than 16 bits.
  static absl::StatusOr<StateGraph> Build(const Program& program,
                                          MayStep may_step, bool with_history,
                                          size_t most_states = kMostStates);
  // Any group that has not ended may step, as all models allow.
  static absl::StatusOr<StateGraph> Build(const Program& program,
                                          size_t most_states = kMostStates);

  size_t size() const { return first_edge_.size() - 1; }
  size_t groups() const { return first_register_.size() - 1; }
  absl::Span<const Edge> EdgesFrom(size_t state) const {
    return absl::MakeConstSpan(edges_).subspan(
        first_edge_[state], first_edge_[state + 1] - first_edge_[state]);
  }
  GroupSet Unfinished(size_t state) const { return unfinished_[state]; }
  GroupSet Ever(size_t state) const { return ever_[state]; }
  // The next instruction of the group.
  int Counter(size_t state, size_t group) const {
    return cells_[state * stride_ + group];
  }
  // What the group's registers hold.
  absl::Span<const int16_t> Registers(size_t state, size_t group) const {
    return absl::MakeConstSpan(cells_).subspan(
        state * stride_ + first_register_[group],
        first_register_[group + 1] - first_register_[group]);
  }
  // The state before this one on a shortest way from the first, and the group
  // that makes the step. Not of state 0.
  Edge CameFrom(size_t state) const { return came_from_[state]; }
  // Whether the memory of both is the same.
  bool SameMemory(size_t a, size_t b) const;

 private:
  class Builder;

  size_t stride_ = 0;        // cells of a state
  size_t memory_begin_ = 0;  // of its cells those of the memory, to its end
  std::vector<size_t> first_register_;  // of a group, as a cell; then the end
  std::vector<int16_t> cells_;
  std::vector<GroupSet> unfinished_, ever_;
  std::vector<uint32_t> first_edge_;
  std::vector<Edge> edges_, came_from_;
};

// The strongly connected components.
struct Components {
  std::vector<uint32_t> of;      // state -> component
  std::vector<uint32_t> first;   // component -> its state with the least number
  std::vector<GroupSet> inside;  // groups with an edge that stays inside
};
// Tarjan's algorithm, without recursion. Edges that `follow` refuses are not
// there.
Components ComponentsOf(
    const StateGraph& graph,
    absl::FunctionRef<bool(size_t state, const Edge& edge)> follow);
Components ComponentsOf(const StateGraph& graph);

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROGRESS_STATE_GRAPH_H_
