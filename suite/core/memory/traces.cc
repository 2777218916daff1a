#include "suite/core/memory/traces.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"

namespace wgsync {
namespace memory {
namespace {

// Steps are those of all traces together, some 100 bytes each.
constexpr size_t kMostValues = 64, kMostSteps = 1'000'000;

// A value of a word.
using Value = std::pair<size_t, int>;

class Follower {
 public:
  Follower(const Program& program, bool coherent, size_t most, size_t steps,
           std::string* limit)
      : program_(program),
        coherent_(coherent),
        most_(most),
        most_steps_(std::min(steps, kMostSteps)),
        written_(program.threads.size()),
        added_(program.threads.size()),
        limit_(limit) {
    grows_.assign(program.arrays.size(), coherent);
    for (const litmus::Role& role : program.roles) {
      for (const Instruction& at : role.code) {
        if (at.UsesWord() && !Grows(at)) grows_[at.array] = false;
      }
    }
  }

  std::vector<std::vector<Trace>> Run() {
    // Each round adds the writes that read what those of the round before have
    // written. No execution has more of these than writes.
    std::vector<std::map<Value, int>> known;
    std::vector<std::map<size_t, int>> added;
    size_t most_writes = 1;
    size_t round = 0;
    do {
      known = written_;
      added = added_;
      SetValues();
      most_writes = 1;
      traces_.assign(program_.threads.size(), {});
      for (size_t t = 0; t < traces_.size(); ++t) {
        most_of_one_ = 0;
        known_ = {};
        for (size_t other = 0; other < known.size(); ++other) {
          if (other == t) continue;
          for (const auto& [value, times] : known[other])
            known_[value] += times;
        }
        Follow(Cursor(program_, t), t, {}, {});
        most_writes += most_of_one_;
      }
    } while (++round < most_writes && limit_->empty() &&
             (known != written_ || added != added_));
    return std::move(traces_);
  }

 private:
  // Whether the access leaves its word as it is, or adds to it.
  static bool Grows(const Instruction& at) {
    return at.access == Access::kRead ||
           (at.access == Access::kAdd && at.value.reg < 0 &&
            at.value.constant > 0) ||
           (at.access == Access::kCas && at.value.reg == at.check.reg &&
            at.value.constant > at.check.constant);
  }

  void SetValues() {
    values_.assign(program_.Words(), {});
    for (size_t word = 0; word < values_.size(); ++word)
      values_[word].insert(program_.ArrayOf(word).initial);
    for (const auto& of_thread : written_) {
      for (const auto& [value, times] : of_thread)
        values_[value.first].insert(value.second);
    }
    for (size_t word = 0; word < values_.size(); ++word) {
      std::set<int>& each = values_[word];
      int end = program_.ArrayOf(word).initial;
      for (const auto& of_thread : added_) {
        const auto most = of_thread.find(word);
        if (most != of_thread.end()) end += most->second;
      }
      if (end != program_.ArrayOf(word).initial)
        each.erase(each.upper_bound(end), each.end());
      if (each.size() > kMostValues)
        *limit_ = "too many values of a word; bound what counts up";
    }
  }

  // Whether the others may have written the value often enough. A work-item
  // that has seen a later value does not see the same write again, so that each
  // time it is another one.
  bool MayCome(const Trace& trace, const Action& action, int value) const {
    const size_t word = action.word;
    if (!coherent_) return true;
    int last = program_.ArrayOf(word).initial, times = 0;
    for (const Action& a : trace.actions) {
      if (a.IsFence() || a.word != word) continue;
      if (a.reads && a.read == value && last != value) ++times;
      last = a.writes ? a.written : a.read;
    }
    if (last == value) return true;
    if (grows_[action.at->array] && value < last) return false;
    const auto by_others = known_.find({word, value});
    return by_others != known_.end() && times < by_others->second;
  }

  void Keep(size_t thread, Trace trace) {
    steps_ += trace.actions.size();
    for (const Action& a : trace.actions) {
      trace.read |= a.reads ? BitOf(a.word, a.read) : 0;
      trace.written |= a.writes ? BitOf(a.word, a.written) : 0;
    }
    traces_[thread].push_back(std::move(trace));
  }

  // Adds the traces of the work-item that begin with `trace`; it has been at
  // these places since its last write.
  void Follow(Cursor cursor, size_t thread, Trace trace,
              const std::vector<Cursor>& been) {
    if (trace.actions.size() > most_) {
      *limit_ = absl::StrCat("group ", program_.threads[thread].group,
                             " may make more than ", most_,
                             " accesses; take fewer rounds of its loops");
    }
    if (++steps_ > most_steps_)
      *limit_ = "too many steps of the groups; take fewer groups or rounds";
    if (!limit_->empty()) return;
    const Instruction* now = cursor.Next();
    trace.registers = cursor.registers();
    trace.passed = cursor.passed();
    trace.ended = now == nullptr;
    trace.fault = FaultOf(program_, thread, &cursor);
    trace.stop = now;
    if (now == nullptr || now->access == Access::kNone || trace.fault)
      return Keep(thread, std::move(trace));
    Action action;
    action.thread = static_cast<int>(thread);
    action.at = now;
    if (now->access == Access::kFence || now->access == Access::kBarrier) {
      if (now->access == Access::kBarrier) {
        Keep(thread, trace);
        action.meeting = trace.meetings++;
        trace.actions.push_back(action);
        action.exit = true;
      }
      trace.actions.push_back(action);
      cursor.Finish(0);
      return Follow(cursor, thread, std::move(trace), been);
    }
    action.word = cursor.Word();
    action.reads = now->access != Access::kWrite;
    bool loops = action.reads && cursor.IsAwait();
    for (int value : action.reads ? values_[action.word] : std::set<int>{0}) {
      if (action.reads &&
          !(cursor.MayRead(value) && MayCome(trace, action, value)))
        continue;
      Trace longer = trace;
      action.read = value;
      const auto written = cursor.Written(value);
      action.writes = written.has_value();
      action.written = written.value_or(0);
      longer.actions.push_back(action);
      if (action.writes) {
        most_of_one_ = std::max(most_of_one_, ++longer.writes);
        const Value is(action.word, action.written);
        int& most = written_[thread][is];
        most = std::max(most, ++longer.times[is]);
        if (grows_[now->array]) {
          int& added = longer.added[action.word];
          added += action.written - value;
          int& most_added = added_[thread][action.word];
          most_added = std::max(most_added, added);
        }
      }
      Cursor next = cursor;
      next.Finish(value);
      next.Next();
      // Without that round of its loop the execution is as possible.
      std::vector<Cursor> places;
      if (action.reads && (!action.writes || action.written == value)) {
        if (absl::c_linear_search(been, next)) {
          loops = true;
          continue;
        }
        places = been;
        places.push_back(next);
      }
      Follow(next, thread, std::move(longer), places);
    }
    if (!loops) return;
    trace.loops = cursor;
    Keep(thread, std::move(trace));
  }

  const Program& program_;
  const bool coherent_;
  const size_t most_, most_steps_;
  std::vector<std::vector<Trace>> traces_;
  size_t steps_ = 0;  // that were made, and kept
  // How often at most a trace of the work-item writes the value.
  std::vector<std::map<Value, int>> written_;
  std::vector<std::map<size_t, int>> added_;  // the same, to words that grow
  std::map<Value, int> known_;                // the others' of the round before
  std::vector<std::set<int>> values_;         // of the words, by then
  size_t most_of_one_ = 0;  // writes of the work-item's traces
  std::string* limit_;
  std::vector<bool> grows_;  // by array
};

}  // namespace

bool Justify(const Program& program, const std::vector<const Trace*>& chosen,
             const std::vector<std::set<const Trace*>>& occurs, Mask* late) {
  std::vector<std::set<Value>> left(chosen.size());
  std::set<Value> values;
  Value last;  // that was justified
  for (size_t word = 0; word < program.Words(); ++word)
    values.emplace(word, program.ArrayOf(word).initial);
  for (const Trace* trace : chosen) {
    for (const Action& a : trace->actions) {
      if (a.writes) left[a.thread].emplace(a.word, a.written);
    }
  }
  // Whether one more store is justified.
  const auto follow = [&](const Trace* trace) {
    std::set<Value> seen = values;
    for (const Action& a : trace->actions) {
      if (a.reads && seen.count({a.word, a.read}) == 0) return false;
      if (!a.writes) continue;
      seen.emplace(a.word, a.written);
      if (left[a.thread].erase({a.word, a.written}) == 0) continue;
      values.insert(last = {a.word, a.written});
      return true;
    }
    return false;
  };
  *late = 0;
  for (bool grows = true; grows;) {
    grows = absl::c_any_of(chosen, follow);
    size_t first = program.Words();
    for (size_t t = 0; t < chosen.size() && !grows; ++t) {
      grows = absl::c_any_of(occurs[t], follow);
      for (size_t i = 0; i < chosen[t]->actions.size() && grows; ++i) {
        const Action& a = chosen[t]->actions[i];
        if (a.reads && values.count({a.word, a.read}) == 0)
          *late |= Bit(first + i);
        if (a.writes && Value(a.word, a.written) == last) break;
      }
      first += chosen[t]->actions.size();
    }
  }
  return absl::c_all_of(left, [](const auto& set) { return set.empty(); });
}

std::string Stuck(const Program& program,
                  const std::vector<const Trace*>& traces,
                  const std::vector<int>& latest) {
  std::string stuck;
  for (size_t t = 0; t < traces.size(); ++t) {
    const Trace& trace = *traces[t];
    if (trace.ended) continue;
    if (trace.loops.has_value()) {
      if (EndsByLatest(program, *trace.loops, latest)) return "";
    } else if (trace.stop->access == Access::kBarrier) {
      bool all_wait = true;
      for (size_t other = 0; other < traces.size(); ++other) {
        const Instruction* stop = traces[other]->stop;
        if (program.threads[other].group == program.threads[t].group)
          all_wait = all_wait && !traces[other]->ended &&
                     stop->access == Access::kBarrier;
      }
      if (all_wait) return "";
    }
    absl::StrAppend(&stuck,
                    stuck.empty() ? "a wait that nothing ends: " : " and ",
                    PlaceOf(program.threads[t], *trace.stop));
  }
  return stuck;
}

std::string PlaceOf(const Program& program, const Action& action) {
  return action.thread < 0
             ? "the start"
             : PlaceOf(program.threads[action.thread], *action.at);
}

std::vector<std::vector<Trace>> TracesOf(const Program& program, bool coherent,
                                         size_t most, size_t steps,
                                         std::string* limit) {
  return Follower(program, coherent, most, steps, limit).Run();
}

}  // namespace memory
}  // namespace wgsync
