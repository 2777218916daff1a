#include "suite/progress/state_graph.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "suite/core/base/status_macros.h"

namespace wgsync {
namespace progress {

// A state is a row of cells: counters, registers, and memory. What it ever ran
// is kept next to the rows, and is a part of the state.
class StateGraph::Builder {
 public:
  Builder(const Program& program, bool with_history)
      : program_(program), with_history_(with_history) {
    size_t cells = program.groups.size();
    for (const Group& group : program.groups) {
      graph_.first_register_.push_back(cells);
      cells += program.roles[group.role].registers.size();
    }
    graph_.first_register_.push_back(cells);
    graph_.memory_begin_ = cells;
    for (const Array& array : program.arrays) {
      array_begin_.push_back(cells);
      cells += program.WordsOf(array);
    }
    graph_.stride_ = cells;
    next_.resize(graph_.stride_);
    for (size_t a = 0; a < program.arrays.size(); ++a) {
      std::fill_n(next_.begin() + array_begin_[a],
                  program.WordsOf(program.arrays[a]),
                  program.arrays[a].initial);
    }
    slots_.resize(64, kFree);
  }

  absl::StatusOr<StateGraph> Build(MayStep may_step, size_t most_states) {
    GroupSet all = 0;
    for (size_t g = 0; g < program_.groups.size(); ++g) {
      if (!program_.RoleOf(g).code.empty()) all |= SetOf(g);
    }
    Number(all, 0, Edge());
    for (size_t state = 0; state < graph_.unfinished_.size(); ++state) {
      graph_.first_edge_.push_back(graph_.edges_.size());
      const GroupSet unfinished = graph_.unfinished_[state];
      const GroupSet may = may_step(unfinished, graph_.ever_[state]);
      for (size_t g = 0; g < program_.groups.size(); ++g) {
        if (!Contains(may, g)) continue;
        const int16_t* now = &graph_.cells_[state * graph_.stride_];
        std::copy(now, now + graph_.stride_, next_.begin());
        RETURN_IF_ERROR(Step(g));
        const bool ends =
            next_[g] == static_cast<int>(program_.RoleOf(g).code.size());
        const uint32_t to =
            Number(ends ? unfinished & ~SetOf(g) : unfinished,
                   with_history_ ? graph_.ever_[state] | SetOf(g) : 0,
                   {static_cast<uint32_t>(state), static_cast<uint32_t>(g)});
        graph_.edges_.push_back({to, static_cast<uint32_t>(g)});
      }
      if (graph_.unfinished_.size() > most_states || Bytes() > kMostBytes) {
        return absl::ResourceExhaustedError(absl::StrCat(
            Place(0), "it reaches more than ",
            Bytes() > kMostBytes ? absl::StrCat(kMostBytes >> 20, " MB of")
                                 : absl::StrCat(most_states),
            " states; take fewer groups, or bound what counts up"));
      }
    }
    graph_.first_edge_.push_back(graph_.edges_.size());
    return std::move(graph_);
  }

 private:
  static constexpr uint32_t kFree = std::numeric_limits<uint32_t>::max();

  // "FILE:3: ", as far as it is known.
  std::string Place(size_t line) const {
    if (program_.name.empty()) return "";
    return line == 0 ? absl::StrCat(program_.name, ": ")
                     : absl::StrCat(program_.name, ":", line, ": ");
  }

  // One step of `group`, in next_.
  absl::Status Step(size_t g) {
    const Role& role = program_.RoleOf(g);
    const auto size = static_cast<int16_t>(role.code.size());
    do {
      RETURN_IF_ERROR(Execute(g, role.code[next_[g]]));
      next_[g] = std::min(next_[g], size);  // `goto wrong`
    } while (next_[g] < size && program_.IsSilent(role.code[next_[g]]));
    // Registers of a group that has ended would only make more states.
    if (next_[g] == size) {
      std::fill_n(next_.begin() + graph_.first_register_[g],
                  role.registers.size(), int16_t{0});
    }
    return absl::OkStatus();
  }

  absl::Status Execute(size_t g, const Instruction& now) {
    int16_t* const registers = next_.data() + graph_.first_register_[g];
    const int value = litmus::ValueOf(now.value, registers);
    const int check = litmus::ValueOf(now.check, registers);
    int16_t* word = nullptr;
    int old = value;
    if (now.UsesWord()) {
      const int index = litmus::ValueOf(now.index, registers);
      const Array& array = program_.arrays[now.array];
      if (index < 0 || static_cast<size_t>(index) >= array.size) {
        return BadInput(Place(now.line), "group ", g, " uses ", array.name, "[",
                        index, "], and ", array.name, " has ", array.size,
                        " words");
      }
      word = next_.data() + array_begin_[now.array] + index +
             (array.memory == litmus::Memory::kLocal ? g * array.size : 0);
      old = *word;
    }
    const int written = now.Written(old, value, check).value_or(old);
    if (written != static_cast<int16_t>(written)) {
      return BadInput(Place(now.line), "group ", g, " writes ", written,
                      ", and a word has 16 bits; bound what counts up");
    }
    if (word != nullptr) *word = static_cast<int16_t>(written);
    if (now.result >= 0) {
      registers[now.result] = static_cast<int16_t>(now.Kept(old));
    }
    next_[g] =
        static_cast<int16_t>(now.Goes(old, check) ? now.target : next_[g] + 1);
    return absl::OkStatus();
  }

  size_t Bytes() const {
    return graph_.cells_.size() * sizeof(int16_t) +
           (graph_.edges_.size() + graph_.came_from_.size()) * sizeof(Edge) +
           graph_.unfinished_.size() * 2 * sizeof(GroupSet) +
           slots_.size() * sizeof(uint32_t);
  }

  size_t Hash(const int16_t* cells, GroupSet ever) const {
    uint64_t hash = 0x9e3779b97f4a7c15u ^ ever;
    for (size_t i = 0; i < graph_.stride_; ++i) {
      hash = (hash ^ static_cast<uint16_t>(cells[i])) * 0x100000001b3u;
      hash ^= hash >> 29;
    }
    return hash;
  }

  // The number of the state in next_, which is added if it is new.
  uint32_t Number(GroupSet unfinished, GroupSet ever, Edge from) {
    size_t at = Hash(next_.data(), ever) % slots_.size();
    for (; slots_[at] != kFree; at = (at + 1) % slots_.size()) {
      const uint32_t other = slots_[at];
      if (graph_.ever_[other] == ever &&
          std::equal(next_.begin(), next_.end(),
                     graph_.cells_.begin() + other * graph_.stride_)) {
        return other;
      }
    }
    const auto number = static_cast<uint32_t>(graph_.ever_.size());
    slots_[at] = number;
    graph_.cells_.insert(graph_.cells_.end(), next_.begin(), next_.end());
    graph_.unfinished_.push_back(unfinished);
    graph_.ever_.push_back(ever);
    graph_.came_from_.push_back(from);
    if (2 * graph_.ever_.size() > slots_.size()) Grow();
    return number;
  }

  void Grow() {
    slots_.assign(4 * slots_.size(), kFree);
    for (uint32_t state = 0; state < graph_.ever_.size(); ++state) {
      size_t at =
          Hash(&graph_.cells_[state * graph_.stride_], graph_.ever_[state]) %
          slots_.size();
      while (slots_[at] != kFree) at = (at + 1) % slots_.size();
      slots_[at] = state;
    }
  }

  const Program& program_;
  const bool with_history_;
  std::vector<size_t> array_begin_;  // as a cell
  std::vector<int16_t> next_;
  std::vector<uint32_t> slots_;  // a hash table of states; kFree if free
  StateGraph graph_;
};

absl::StatusOr<StateGraph> StateGraph::Build(const Program& program,
                                             MayStep may_step,
                                             bool with_history,
                                             size_t most_states) {
  return Builder(program, with_history).Build(may_step, most_states);
}

absl::StatusOr<StateGraph> StateGraph::Build(const Program& program,
                                             size_t most_states) {
  return Build(
      program, [](GroupSet unfinished, GroupSet) { return unfinished; },
      /*with_history=*/true, most_states);
}

bool StateGraph::SameMemory(size_t a, size_t b) const {
  const auto begin = cells_.begin() + memory_begin_;
  return std::equal(begin + a * stride_,
                    begin + (a * stride_ + stride_ - memory_begin_),
                    begin + b * stride_);
}

Components ComponentsOf(
    const StateGraph& graph,
    absl::FunctionRef<bool(size_t state, const Edge& edge)> follow) {
  constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
  Components found;
  found.of.assign(graph.size(), kNone);
  std::vector<uint32_t> index(graph.size(), kNone), low(graph.size());
  std::vector<uint32_t> open;  // in no component yet
  struct Visit {
    uint32_t state;
    size_t edge;  // the next one to look at
  };
  std::vector<Visit> visits;
  uint32_t count = 0;
  const auto enter = [&](uint32_t state) {
    index[state] = low[state] = count++;
    open.push_back(state);
    visits.push_back({state, 0});
  };
  for (uint32_t root = 0; root < graph.size(); ++root) {
    if (index[root] == kNone) enter(root);
    while (!visits.empty()) {
      const uint32_t state = visits.back().state;
      const absl::Span<const Edge> edges = graph.EdgesFrom(state);
      if (visits.back().edge < edges.size()) {
        const Edge& edge = edges[visits.back().edge++];
        if (!follow(state, edge)) continue;
        if (index[edge.to] == kNone) {
          enter(edge.to);
        } else if (found.of[edge.to] == kNone) {
          low[state] = std::min(low[state], index[edge.to]);
        }
        continue;
      }
      visits.pop_back();
      if (!visits.empty()) {
        uint32_t& parent = low[visits.back().state];
        parent = std::min(parent, low[state]);
      }
      if (low[state] != index[state]) continue;
      const auto component = static_cast<uint32_t>(found.first.size());
      found.first.push_back(state);
      uint32_t member;
      do {
        member = open.back();
        open.pop_back();
        found.of[member] = component;
        found.first.back() = std::min(found.first.back(), member);
      } while (member != state);
    }
  }
  found.inside.assign(found.first.size(), 0);
  for (uint32_t state = 0; state < graph.size(); ++state) {
    for (const Edge& edge : graph.EdgesFrom(state)) {
      if (found.of[edge.to] == found.of[state] && follow(state, edge)) {
        found.inside[found.of[state]] |= SetOf(edge.group);
      }
    }
  }
  return found;
}

Components ComponentsOf(const StateGraph& graph) {
  return ComponentsOf(graph, [](size_t, const Edge&) { return true; });
}

}  // namespace progress
}  // namespace wgsync
