#include "suite/core/memory/explore.h"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "suite/core/memory/graph.h"

namespace wgsync {
namespace memory {
namespace {

struct State {
  Graph graph;
  std::vector<Cursor> cursors;
  // Of each work-item that loops: its places since its last write.
  std::vector<std::vector<Cursor>> been;
  std::vector<bool> stays;    // it would only go round its loop of data
  std::vector<int> meetings;  // barriers that each work-group has passed
  bool consistent = true;     // not only with the stable happens-before
  // The work-item of each atomic read; after how many of these each work-item
  // came to where it is, and each event into the graph.
  std::vector<size_t> readers;
  std::vector<size_t> came;
  std::vector<size_t> added;

  void Finish(size_t thread, int read) {
    cursors[thread].Finish(read);
    came[thread] = readers.size();
    added.resize(graph.events().size(), readers.size());
  }
};

class Explorer {
 public:
  Explorer(const Program& program, const Rules& rules, const Limits& limits)
      : program_(program), rules_(rules), limits_(limits) {}

  Answer Run() {
    if (program_.Words() >= limit_events_) {
      Exceed("words and accesses; take smaller arrays", limit_events_);
    } else {
      State start{Graph(program_, rules_), {}, {}, {}, {}, true, {}, {}, {}};
      start.added.resize(start.graph.events().size());
      start.meetings.resize(program_.groups);
      start.came.resize(program_.threads.size());
      start.been.resize(program_.threads.size());
      start.stays.resize(program_.threads.size());
      answer_.passed.resize(program_.threads.size());
      for (size_t t = 0; t < program_.threads.size(); ++t) {
        start.cursors.emplace_back(program_, t);
      }
      Search(std::move(start));
    }
    return Closed(std::move(answer_), limit_);
  }

 private:
  void Exceed(absl::string_view what, size_t most) {
    limit_ = absl::StrCat("more than ", most, " ", what);
  }

  // Judges the graph. Whether larger graphs can be consistent and are of
  // interest.
  bool Goes(State* state) {
    Graph& graph = state->graph;
    answer_.comparisons += graph.Comparisons();
    spent_ = spent_ || limits_.spent_comparisons + answer_.comparisons >
                           limits_.comparisons;
    if (spent_)
      Exceed("comparisons of accesses; take fewer groups or rounds",
             limits_.comparisons);
    graph.Relate(/*stable=*/false);
    state->consistent = graph.IsConsistent();
    if (state->consistent) {
      const auto race = graph.Race();
      if (!race) return true;
      answer_.verdict = Verdict::kRacy;
      answer_.what = graph.RaceText(*race);
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
    if (is_full)
      Exceed("events in an execution; take fewer rounds of its loops",
             limit_events_);
    return is_full;
  }

  // Steps that make no atomic read come first: a later event changes nothing
  // in them, or races. Then the barriers, and then each atomic read in turn.
  void Search(State state) {
    if (Ends() || IsFull(state)) return;
    for (size_t t = 0; t < program_.threads.size(); ++t) {
      const Instruction* now = state.cursors[t].Next();
      if (now == nullptr || state.stays[t] ||
          FaultOf(program_, t, &state.cursors[t]))
        continue;
      if (now->access == Access::kWrite) return Write(state, t, *now);
      if (now->access == Access::kRead && now->plain)
        return Read(state, t, *now);
      if (now->access != Access::kFence) continue;
      if (now->order != Order::kRelaxed) state.graph.AddFence(t, *now);
      state.Finish(t, 0);
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
      for (size_t t : items)
        state->graph.AddBarrier(t, *state->cursors[t].Next(), meeting, exit);
    }
    for (size_t t : items) state->Finish(t, 0);
    return true;
  }

  void Write(const State& state, size_t thread, const Instruction& now) {
    const size_t word = state.cursors[thread].Word();
    const int written = *state.cursors[thread].Written(0);
    const std::vector<size_t>& order = state.graph.OrderOf(word);
    const size_t places = order.size();
    const bool of_word = program_.arrays[now.array].atomic;
    for (size_t place = of_word ? 1 : places; place <= places; ++place) {
      // Nothing comes between a read-modify-write and the value that it reads.
      if (place < places && state.graph.events()[order[place]].reads) continue;
      Step(state, thread, now, word, 0, &written, place);
    }
  }

  // After how many atomic reads a write comes from which the work-item may read
  // next: each execution is made in one order, in which the first work-item
  // that can go on does. 0 if it is its turn.
  static size_t LeastAdded(const State& state, size_t thread) {
    size_t least = state.readers.size();
    while (least > state.came[thread] && state.readers[least - 1] < thread)
      --least;
    return least > state.came[thread] ? least : 0;
  }

  void Read(const State& state, size_t thread, const Instruction& now) {
    const Cursor& cursor = state.cursors[thread];
    const size_t least = now.plain ? 0 : LeastAdded(state, thread);
    const size_t word = cursor.Word();
    const std::vector<size_t>& order = state.graph.OrderOf(word);
    for (size_t from = 0; from < order.size(); ++from) {
      const int read = state.graph.events()[order[from]].written;
      if (!cursor.MayRead(read) || state.added[order[from]] < least) continue;
      const absl::optional<int> written = cursor.Written(read);
      if (!written.has_value()) {
        Step(state, thread, now, word, order[from], nullptr, 0);
      } else if (from + 1 == order.size() ||
                 !state.graph.events()[order[from + 1]].reads) {
        Step(state, thread, now, word, order[from], &*written, from + 1);
      }
    }
  }

  void Step(const State& state, size_t thread, const Instruction& now,
            size_t word, size_t from, const int* written, size_t place) {
    if (Ends()) return;
    State next = state;
    next.graph.AddAccess(thread, now, word, from, written, place);
    if (now.access != Access::kWrite && !now.plain)
      next.readers.push_back(thread);
    const int read = next.graph.events().back().read;
    next.Finish(thread, read);
    const bool is_vain = now.access != Access::kWrite &&
                         (written == nullptr || *written == read);
    if (!is_vain) next.been[thread].clear();
    if (is_vain && IsBackAgain(thread, &next)) {
      if (now.IsAtomic()) return PassRound(thread, &next);
      // Others go on: what they write may race with what it has read.
      next.stays[thread] = true;
    }
    if (Goes(&next)) Search(std::move(next));
  }

  // A round that is left out is possible all the same.
  void PassRound(size_t thread, State* state) {
    Passed passed = answer_.passed[thread];
    if (AddPassed(state->cursors[thread].passed(), &passed) && Goes(state) &&
        state->consistent)
      answer_.passed[thread] = std::move(passed);
  }

  // Whether the work-item is where it was before, and has changed nothing
  // since. Without that round of its loop the execution is as possible as with
  // it.
  static bool IsBackAgain(size_t thread, State* state) {
    Cursor& now = state->cursors[thread];
    now.Next();
    std::vector<Cursor>& been = state->been[thread];
    if (std::find(been.begin(), been.end(), now) != been.end()) return true;
    been.push_back(now);
    return false;
  }

  void ReadAtomics(State& state) {
    if (!Enter(state.graph)) return;
    bool ended = true, hangs = true;
    const std::vector<int> latest = state.graph.Latest();
    for (size_t t = 0; t < program_.threads.size(); ++t) {
      const Instruction* now = state.cursors[t].Next();
      const auto fault = FaultOf(program_, t, &state.cursors[t]);
      if (state.consistent)
        AddPassed(state.cursors[t].passed(), &answer_.passed[t]);
      if (fault && state.consistent)
        Fail(state.graph, fault->what, fault->step);
      ended = ended && now == nullptr && !fault;
      hangs = hangs && !fault;
      if (fault || now == nullptr || !now->UsesWord()) continue;
      if (EndsByLatest(program_, state.cursors[t], latest)) hangs = false;
      if (!state.stays[t]) Read(state, t, *now);
    }
    if (!state.consistent) return;
    if (ended) {
      End(state);
    } else if (hangs && !answer_.can_hang) {
      Hang(state);
    }
  }

  // Names each work-item that has not ended.
  void Hang(State& state) {
    answer_.can_hang = true;
    answer_.hang_why = state.graph.Text();
    std::string places;
    for (size_t t = 0; t < program_.threads.size(); ++t) {
      const Instruction* now = state.cursors[t].Next();
      if (now == nullptr) continue;
      for (size_t o = 0; o < program_.threads.size(); ++o) {
        answer_.barrier_unmet |=
            now->access == Access::kBarrier &&
            program_.threads[o].group == program_.threads[t].group &&
            state.cursors[o].Next() == nullptr;
      }
      absl::StrAppend(&places, places.empty() ? "" : " and ",
                      PlaceOf(program_.threads[t], *now));
      absl::StrAppend(&answer_.hang_why, StepText(program_, t, *now),
                      "    for ever\n");
    }
    answer_.hang_what = absl::StrCat("a wait that nothing ends: ", places);
  }

  bool Ends() const { return answer_.verdict == Verdict::kRacy || spent_; }

  // Whether the graph is new and within the limits.
  bool Enter(const Graph& graph) {
    const bool by_states =
        limits_.spent_states + answer_.states >= limits_.states;
    if (by_states)
      Exceed("states; take fewer groups or rounds", limits_.states);
    if (answer_.bytes >= limits_.bytes)
      Exceed("bytes; take fewer groups or rounds", limits_.bytes);
    spent_ = spent_ || by_states || answer_.bytes >= limits_.bytes;
    if (spent_) return false;
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
    for (int value : state.graph.Latest()) outcome.push_back(value);
    for (const litmus::Claim& claim : program_.claims) {
      if (claim.Holds(outcome)) continue;
      Fail(state.graph, absl::StrCat("the end breaks line ", claim.line));
    }
    const size_t bytes = outcome.size() * sizeof(int) + sizeof(Outcome);
    if (answer_.outcomes.insert(std::move(outcome)).second)
      answer_.bytes += bytes;
  }

  // The first finding of this kind; `step` is one at fault after the graph's.
  void Fail(const Graph& graph, std::string what, absl::string_view step = "") {
    if (answer_.verdict == Verdict::kFails) return;
    answer_.verdict = Verdict::kFails;
    answer_.what = std::move(what);
    answer_.why = absl::StrCat(graph.Text(), step);
  }

  const Program& program_;
  const Rules& rules_;
  const Limits& limits_;
  const size_t limit_events_ = std::min(limits_.events, kMostEvents - 1);
  std::string limit_;   // that was met
  bool spent_ = false;  // all but events
  std::unordered_set<std::string> seen_;
  Answer answer_;
};

}  // namespace

bool AddPassed(const Passed& more, Passed* passed) {
  const Passed before = *passed;
  passed->resize(std::max(passed->size(), more.size()));
  for (size_t at = 0; at < more.size(); ++at) (*passed)[at] |= more[at];
  return *passed != before;
}

Answer Closed(Answer answer, absl::string_view limit) {
  if (answer.verdict == Verdict::kRacy || !limit.empty()) answer.passed.clear();
  if (answer.verdict == Verdict::kHolds && !limit.empty()) {
    answer.verdict = Verdict::kExceeded;
    answer.what = std::string(limit);
    answer.why = absl::StrCat(limit, "\n");
  }
  return answer;
}

bool PromisesS(const Program& program) {
  bool device = true, svm = true;
  for (const litmus::Role& role : program.roles) {
    for (const Instruction& at : role.code) {
      if (at.order != Order::kSeqCst && at.failure != Order::kSeqCst) continue;
      const bool fence = at.access == Access::kFence;
      device = device && at.scope == Scope::kDevice &&
               (fence || !program.arrays[at.array].svm);
      svm = svm && at.scope == Scope::kAllSvmDevices &&
            (fence || program.arrays[at.array].svm);
    }
  }
  return device || svm;
}

Answer Explore(const Program& program, const Rules& rules,
               const Limits& limits) {
  return Explorer(program, rules, limits).Run();
}

}  // namespace memory
}  // namespace wgsync
