#include "suite/core/memory/explore.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "suite/core/litmus/program_text.h"
#include "suite/core/memory/graph.h"

namespace wgsync {
namespace memory {
namespace {

struct State {
  Graph graph;
  std::vector<Cursor> cursors;
  std::vector<int> meetings;  // barriers that each work-group has passed
  bool consistent = true;     // not only with the stable happens-before
};

class Explorer {
 public:
  Explorer(const Program& program, const Rules& rules, const Limits& limits,
           const Demand& demand)
      : program_(program), rules_(rules), limits_(limits), demand_(demand) {}

  Answer Run() {
    if (program_.Words() >= limit_events_) {
      Exceed("words and accesses", limit_events_);
    } else {
      State start{
          Graph(program_, rules_), {}, std::vector<int>(program_.groups), true};
      for (size_t t = 0; t < program_.threads.size(); ++t)
        start.cursors.emplace_back(program_, t);
      Search(std::move(start));
    }
    if (answer_.verdict == Verdict::kHolds && !limit_.empty()) {
      answer_.verdict = Verdict::kExceeded;
      answer_.why = std::move(limit_);
    }
    return std::move(answer_);
  }

 private:
  void Exceed(absl::string_view what, size_t most) {
    limit_ = absl::StrCat("more than ", most, " ", what, "\n");
  }

  // Judges the graph. Whether larger graphs can be consistent and are of
  // interest.
  bool Goes(State* state) {
    Graph& graph = state->graph;
    graph.Relate(/*stable=*/false);
    state->consistent = graph.IsConsistent();
    if (state->consistent) {
      const auto race = graph.Race();
      if (!race) return true;
      answer_.verdict = Verdict::kRacy;
      answer_.why =
          absl::StrCat(graph.Text(), "a data race: nothing orders\n",
                       graph.TextOf(race->first), graph.TextOf(race->second));
      return false;
    }
    if (!graph.has_unstable()) return false;
    graph.Relate(/*stable=*/true);
    return graph.IsConsistent();
  }

  bool IsFull(const State& state) {
    const bool is_full =
        state.graph.events().size() + 2 * program_.threads.size() >
        limit_events_;
    if (is_full) Exceed("events in an execution", limit_events_);
    return is_full;
  }

  // Steps that read no atomic word come first: later events change nothing
  // in it. Then the barriers, and then each atomic read in turn.
  void Search(State state) {
    if (answer_.verdict == Verdict::kRacy || IsFull(state)) return;
    for (size_t t = 0; t < program_.threads.size(); ++t) {
      const Instruction* now = state.cursors[t].Next();
      if (now == nullptr || state.cursors[t].IsBack()) continue;
      if (now->access == Access::kWrite) return Write(state, t, *now);
      if (now->access == Access::kRead && !IsAtomic(*now))
        return Read(state, t, *now);
      if (now->access != Access::kFence) continue;
      if (now->order != Order::kRelaxed) state.graph.AddFence(t, *now);
      state.cursors[t].Finish(0);
      return Search(std::move(state));
    }
    for (size_t group = 0; group < program_.groups; ++group) {
      if (Meet(&state, group)) return Search(std::move(state));
    }
    ReadAtomics(state);
  }

  // Lets all work-items of the group pass their barrier, if all are there.
  bool Meet(State* state, size_t group) {
    std::vector<size_t> items;
    for (size_t t = 0; t < program_.threads.size(); ++t) {
      if (program_.threads[t].group != group) continue;
      const Instruction* now = state->cursors[t].Next();
      if (now == nullptr || now->access != Access::kBarrier) return false;
      items.push_back(t);
    }
    const int meeting = state->meetings[group]++;
    for (const bool exit : {false, true}) {
      for (size_t t : items) {
        state->graph.AddBarrier(t, *state->cursors[t].Next(), meeting, exit);
      }
    }
    for (size_t t : items) state->cursors[t].Finish(0);
    return true;
  }

  void Write(const State& state, size_t thread, const Instruction& now) {
    const size_t word = state.cursors[thread].Word();
    if (word == program_.Words()) return Exceed("words in the array", word);
    const int written = *state.cursors[thread].Written(0);
    const std::vector<size_t>& order = state.graph.OrderOf(word);
    const size_t places = order.size();
    for (size_t place = IsAtomic(now) ? 1 : places; place <= places; ++place) {
      // Nothing comes between a read-modify-write and the value that it reads.
      if (place < places && state.graph.events()[order[place]].reads) continue;
      Step(state, thread, now, word, 0, &written, place);
    }
  }

  void Read(const State& state, size_t thread, const Instruction& now) {
    const Cursor& cursor = state.cursors[thread];
    const size_t word = cursor.Word();
    if (word == program_.Words()) return Exceed("words in the array", word);
    const std::vector<size_t>& order = state.graph.OrderOf(word);
    for (size_t from = 0; from < order.size(); ++from) {
      const int read = state.graph.events()[order[from]].written;
      if (!cursor.MayRead(read)) continue;
      const absl::optional<int> written = cursor.Written(read);
      if (!written.has_value()) {
        Step(state, thread, now, word, order[from], nullptr, 0);
      } else if (from + 1 == order.size() ||
                 !state.graph.events()[order[from + 1]].reads) {
        Step(state, thread, now, word, order[from], &*written, from + 1);
      }
    }
  }

  bool IsAtomic(const Instruction& now) const {
    return program_.arrays[now.array].atomic;
  }

  void Step(const State& state, size_t thread, const Instruction& now,
            size_t word, size_t from, const int* written, size_t place) {
    if (answer_.verdict == Verdict::kRacy) return;
    State next = state;
    next.graph.AddAccess(thread, now, word, from, written, place);
    next.cursors[thread].Finish(next.graph.events().back().read);
    if (Goes(&next)) Search(std::move(next));
  }

  void ReadAtomics(State& state) {
    if (!Enter(state.graph)) return;
    bool ended = true, hangs = true;
    for (size_t t = 0; t < program_.threads.size(); ++t) {
      const Instruction* now = state.cursors[t].Next();
      if (state.cursors[t].IsWrong() && state.consistent)
        return Fail(state.graph);
      if (now == nullptr) continue;
      ended = false;
      if (now->access == Access::kNone || now->access == Access::kBarrier)
        continue;
      if (EndsByLatest(state, t)) hangs = false;
      if (!state.cursors[t].IsBack()) Read(state, t, *now);
    }
    if (!state.consistent) return;
    if (ended) {
      End(state);
    } else if (hangs) {
      if (!answer_.can_hang) answer_.hang = state.graph.Text() + WaitsOf(state);
      answer_.can_hang = true;
    }
  }

  // A line for each work-item that has not ended.
  std::string WaitsOf(const State& state) const {
    std::string text;
    for (size_t t = 0; t < program_.threads.size(); ++t) {
      Cursor cursor = state.cursors[t];
      const Instruction* now = cursor.Next();
      if (now == nullptr) continue;
      const Thread& thread = program_.threads[t];
      const auto& code = program_.roles[thread.role].code;
      absl::StrAppend(
          &text, "group ", thread.group, ", line ", now->line, ": ",
          litmus::InstructionText(program_, thread.role, now - code.data()),
          "    for ever\n");
    }
    return text;
  }

  // Whether the work-item goes on, if each word keeps its latest value.
  bool EndsByLatest(const State& state, size_t thread) const {
    Cursor cursor = state.cursors[thread];
    cursor.ForgetReturns();
    for (size_t reads = 0; reads < limit_events_; ++reads) {
      const Instruction* now = cursor.Next();
      if (now == nullptr || now->access == Access::kBarrier) return true;
      if (now->access == Access::kNone || cursor.IsBack()) return false;
      if (now->access == Access::kFence) {
        cursor.Finish(0);
        continue;
      }
      const size_t word = cursor.Word();
      if (word == program_.Words()) return true;
      const size_t latest = state.graph.OrderOf(word).back();
      const int read = state.graph.events()[latest].written;
      if (!cursor.MayRead(read)) return false;
      if (cursor.Written(read).has_value()) return true;
      cursor.Finish(read);
    }
    return true;
  }

  // Whether the graph is new and within the limits.
  bool Enter(const Graph& graph) {
    if (answer_.states == limits_.states) Exceed("states", limits_.states);
    if (answer_.bytes >= limits_.bytes) Exceed("bytes", limits_.bytes);
    if (answer_.states == limits_.states || answer_.bytes >= limits_.bytes)
      return false;
    std::string key = graph.Key();
    const size_t bytes = key.size() + sizeof(std::string);
    if (!seen_.insert(std::move(key)).second) return false;
    ++answer_.states;
    answer_.bytes += bytes;
    return true;
  }

  void End(const State& state) {
    Outcome outcome;
    for (const Cursor& cursor : state.cursors) {
      outcome.insert(outcome.end(), cursor.registers().begin(),
                     cursor.registers().end());
    }
    for (size_t word = 0; word < program_.Words(); ++word) {
      outcome.push_back(
          state.graph.events()[state.graph.OrderOf(word).back()].written);
    }
    if (demand_ && !demand_(outcome)) Fail(state.graph);
    answer_.outcomes.insert(std::move(outcome));
  }

  void Fail(const Graph& graph) {
    if (answer_.verdict == Verdict::kHolds) answer_.why = graph.Text();
    answer_.verdict = Verdict::kFails;
  }

  const Program& program_;
  const Rules& rules_;
  const Limits& limits_;
  const Demand& demand_;
  const size_t limit_events_ = std::min(limits_.events, kMostEvents - 1);
  std::string limit_;  // that was met
  std::unordered_set<std::string> seen_;
  Answer answer_;
};

}  // namespace

Answer Explore(const Program& program, const Rules& rules, const Limits& limits,
               const Demand& demand) {
  return Explorer(program, rules, limits, demand).Run();
}

}  // namespace memory
}  // namespace wgsync
