#include "suite/core/memory/traces.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "suite/core/litmus/program_text.h"
#include "suite/core/memory/graph.h"

namespace wgsync {
namespace memory {
namespace {

// Steps are those of all traces together, some 100 bytes each.
constexpr size_t kMostValues = 64, kMostSteps = 1'000'000;

class Follower {
 public:
  Follower(const Program& program, size_t most, size_t steps)
      : program_(program),
        most_(most),
        most_steps_(std::min(steps, kMostSteps)) {}

  std::optional<std::vector<std::vector<Trace>>> Run() {
    // Each round adds the values of one more write that reads another's. No
    // execution has more of these than writes.
    std::vector<std::set<int>> values(program_.Words()), known;
    for (size_t word = 0; word < values.size(); ++word)
      values[word] = {program_.ArrayOf(word).initial};
    size_t most_writes = 1;
    for (size_t round = 0; round < most_writes && known != values && !exceeded_;
         ++round) {
      known = values;
      most_writes = 1;
      traces_.assign(program_.threads.size(), {});
      for (size_t t = 0; t < traces_.size(); ++t) {
        Follow(Cursor(program_, t), t, known, {}, {});
        most_writes += AddWritten(traces_[t], &values);
      }
      for (const std::set<int>& each : values)
        exceeded_ = exceeded_ || each.size() > kMostValues;
    }
    if (exceeded_) return std::nullopt;
    return std::move(traces_);
  }

 private:
  // Adds the values that the traces write. Returns how many one of them has.
  static size_t AddWritten(const std::vector<Trace>& traces,
                           std::vector<std::set<int>>* values) {
    size_t most = 0;
    for (const Trace& trace : traces) {
      size_t writes = 0;
      for (const Action& action : trace.actions) {
        if (!action.writes) continue;
        ++writes;
        (*values)[action.word].insert(action.written);
      }
      most = std::max(most, writes);
    }
    return most;
  }

  void Keep(size_t thread, Trace trace) {
    steps_ += trace.actions.size();
    traces_[thread].push_back(std::move(trace));
  }

  // Adds the traces of the work-item that begin with `trace`; it has been at
  // these places since its last write.
  void Follow(Cursor cursor, size_t thread,
              const std::vector<std::set<int>>& values, Trace trace,
              const std::vector<Cursor>& been) {
    if (trace.actions.size() > most_ || ++steps_ > most_steps_)
      exceeded_ = true;
    if (exceeded_) return;
    const Instruction* now = cursor.Next();
    trace.registers = cursor.registers();
    trace.ended = now == nullptr;
    trace.wrong = cursor.IsWrong();
    trace.stop = now;
    if (now == nullptr || now->access == Access::kNone) {
      return Keep(thread, std::move(trace));
    }
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
      return Follow(cursor, thread, values, std::move(trace), been);
    }
    action.word = cursor.Word();
    if (action.word == program_.Words()) {
      trace.leaves_array = true;
      return Keep(thread, std::move(trace));
    }
    action.reads = now->access != Access::kWrite;
    if (action.reads && cursor.IsAwait()) {
      trace.awaits = cursor;
      Keep(thread, trace);
      trace.awaits.reset();
    }
    for (int value : action.reads ? values[action.word] : std::set<int>{0}) {
      if (action.reads && !cursor.MayRead(value)) continue;
      Trace longer = trace;
      action.read = value;
      const auto written = cursor.Written(value);
      action.writes = written.has_value();
      action.written = written.value_or(0);
      longer.actions.push_back(action);
      Cursor next = cursor;
      next.Finish(value);
      next.Next();
      // Without that round of its loop the execution is as possible.
      std::vector<Cursor> places;
      if (action.reads && (!action.writes || action.written == value)) {
        if (absl::c_linear_search(been, next)) continue;
        places = been;
        places.push_back(next);
      }
      Follow(next, thread, values, std::move(longer), places);
    }
  }

  const Program& program_;
  const size_t most_, most_steps_;
  std::vector<std::vector<Trace>> traces_;
  size_t steps_ = 0;  // that were made, and kept
  bool exceeded_ = false;
};

}  // namespace

bool ReadsAreWritten(const Program& program,
                     const std::vector<const Trace*>& traces) {
  const auto is_written = [&](size_t word, int value) {
    return program.ArrayOf(word).initial == value ||
           absl::c_any_of(traces, [=](const Trace* trace) {
             return absl::c_any_of(trace->actions, [=](const Action& a) {
               return a.writes && a.word == word && a.written == value;
             });
           });
  };
  return absl::c_all_of(traces, [&](const Trace* trace) {
    return absl::c_all_of(trace->actions, [&](const Action& a) {
      return !a.reads || is_written(a.word, a.read);
    });
  });
}

std::string Stuck(const Program& program,
                  const std::vector<const Trace*>& traces,
                  const std::vector<int>& latest) {
  std::string stuck;
  for (size_t t = 0; t < traces.size(); ++t) {
    const Trace& trace = *traces[t];
    if (trace.ended) continue;
    if (trace.awaits.has_value()) {
      if (trace.awaits->MayRead(latest[trace.awaits->Word()])) return "";
    } else if (trace.stop->access == Access::kBarrier) {
      bool all_wait = true;
      for (size_t other = 0; other < traces.size(); ++other) {
        const Instruction* stop = traces[other]->stop;
        if (program.threads[other].group == program.threads[t].group) {
          all_wait = all_wait && !traces[other]->ended &&
                     stop->access == Access::kBarrier;
        }
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

std::string TextOf(const Program& program, const Action& action,
                   const Action* from) {
  const size_t role = program.threads[action.thread].role;
  const auto& code = program.roles[role].code;
  return absl::StrCat(
      PlaceOf(program, action), ": ",
      litmus::InstructionText(program, role, action.at - code.data()),
      from == nullptr ? ""
                      : absl::StrCat("    reads ", action.read, " of ",
                                     PlaceOf(program, *from)),
      "\n");
}

std::optional<std::vector<std::vector<Trace>>> TracesOf(const Program& program,
                                                        size_t most,
                                                        size_t steps) {
  return Follower(program, most, steps).Run();
}

}  // namespace memory
}  // namespace wgsync
