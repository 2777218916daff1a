// May a kernel synchronize its work-groups on this device, and how? Answers
// from the verdicts of one run. Pure.

#ifndef WGSYNC_REPORTS_ADVICE_CAN_H_
#define WGSYNC_REPORTS_ADVICE_CAN_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "nlohmann/json_fwd.hpp"
#include "reports/advice/common_names.h"
#include "reports/advice/idiom_needs.h"
#include "suite/core/record/bench_data.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// The largest grid on which a form was right.
struct Reach {
  uint64_t groups = 0;
  uint32_t group_size = 0;
  uint32_t residency = 0;  // measured; 0: not known, or more may be resident
};

// A form of access (see FormOf()) and what the verdicts of the run say about
// it.
struct FormVerdicts {
  std::string form, primitive;
  absl::optional<Soundness> soundness;
  std::string soundness_why;
  absl::optional<ProgressNeed> need;
  // Cases that passed with at least two groups and unbounded waits, and
  // reproducibly so; the launches and the checked reads that they rest on; the
  // first of them.
  uint64_t passes = 0;
  uint64_t launches = 0;
  uint64_t reads = 0;
  std::string id;
  // One for each work-group size, the smallest first.
  std::vector<Reach> reach;
  // A fault on a grid that is resident, or a wrong payload on any grid; one
  // that is counted, if there is one.
  const CaseResult* fault = nullptr;
  // A hang on a grid of more groups than are resident.
  const CaseResult* beyond = nullptr;
  // A barrier that hung with no more groups than the form was right with, since
  // a host that polls the event lends no thread to them (Intel's CPU runtime).
  // nullptr also if not all of its groups must be resident.
  const CaseResult* polled = nullptr;
  // All of its passes are of waits that give up: of another program.
  bool bounded_only = false;
  // In concurrent dispatches: the groups that the driver promises, if it keeps
  // that; otherwise 0.
  uint32_t promised = 0;
  // Cases that are neither right nor wrong: unproven, infra, not run.
  std::vector<const CaseResult*> open;

  // Of `reach`, which is not empty, the one of most groups.
  const Reach& Largest() const;
};

// What fails in one way, and in how many cases.
struct WhatFails {
  const CaseResult* example = nullptr;  // its verdict has the reason
  size_t cases = 0;
  // How the access differs from that of the recommended form ("poll=plain"), or
  // the primitive, or "more groups than are resident"; none twice.
  std::vector<std::string> what;
  bool counted = false;  // one of them
};

enum class Answer {
  kYes,       // of forms, also on a grid of more groups than are resident
  kYesUpTo,   // on resident grids, and a larger one is not to be expected
  kYesTried,  // on the largest grid that was tried, which is not a limit
  kNo,
  kUnknown,
};
absl::string_view AnswerName(Answer answer);  // "yes", "yes, up to", ...

// What can decide, in the order of precedence; reports/README.md has it in
// words. A failure is counted if it binds, or showed in one of several runs.
enum class Basis {
  // Of a host check, and more than a wrong value: a command ran too early, a
  // completion did not show, a call failed or did not return.
  kViolation,
  kMostlyCrashes,  // the driver dies of more than half of the sound forms
  kWaitCut,        // the device ends loops by itself, and ended a sound wait so
  kAllFailed,      // one failure at least is counted
  kCutShort,       // a planned case has no verdict
  kProven,         // a form, or each host check; see CommonName for "named"
  kBounded,        // right with waits that give up
  kNotProven,      // cases ran, and say neither
  kNotCounted,     // all failed, and nothing is counted
  kNotRun,
};
struct AnswerRow {
  Basis basis;
  absl::string_view name;  // in JSON
  Answer answer;           // kYes: of forms the grids tell which of the three
  absl::string_view says;  // of kUnknown
};
// Of the table, the first row that holds; kNotRun if none does.
const AnswerRow& RowFor(const std::set<Basis>& holds);

struct CanAnswer {
  std::string name;  // as asked: "ticket lock"
  Answer answer = Answer::kUnknown;
  Basis basis = Basis::kNotRun;
  // Cases that were asked for and can run here; of them unproven, or not
  // judged; of these on a busy machine. Named host checks that are not right.
  size_t cases = 0, unproven = 0, inconclusive = 0;
  const CaseResult* doubt = nullptr;  // the first of those that are unproven
  std::vector<std::string> lacks;
  bool asked = true;     // the run has planned cases of it
  bool lacked = false;   // a sound form of it cannot run here
  bool in_turn = false;  // its cases ran one work-group at a time,
  bool polled = false;   // and in each the host polled (HostWait::kPoll)
  bool access = false;   // asked for a way of access (CommonName)
  bool barrier = false;
  bool host = false;               // of host checks: those that are right,
  std::vector<std::string> right;  // by name
  size_t checks = 0;               // of so many
  // Of a check, a case that fails where OpenCL leaves that open.
  std::map<std::string, std::string> left_open;
  // Of a yes: the form to write. It has a pass and no fault, needs
  // no more than resident groups, and is not racy. See CommonName for which is
  // chosen.
  FormVerdicts best;
  const CaseResult* why = nullptr;  // of kNo: the case that decides
  std::vector<WhatFails> fails;  // one for each verdict, the most cases first
  // What the idioms of this name need of the device's progress, next to what
  // the run shows of it; empty if it shows nothing. And, if the class refutes
  // all that would do, by what.
  std::vector<IdiomNeed> progress;
  std::string refuted;
  // Times of `best`, from the bench.
  std::vector<const BenchLine*> times;
};

// `run` and `bench` (nullptr: none) must outlive the answer.
CanAnswer MakeAnswer(const Run& run, const Bench* bench, const Meant& asked);

// The device and the run that the answers are from, that it was cut short if
// so, and each answer, in lines of `width` columns. `all`: every form that
// fails, not only the most frequent.
std::string CanText(const Run& run, absl::Span<const CanAnswer> answers,
                    size_t width, bool all = false);

// The answer alone: its lines without the device and the run.
std::string AnswerText(const Run& run, const CanAnswer& answer, size_t width);

// Of an answer that is not known: "5 of 5 cases unproven: the machine was
// busy".
std::string WhyNotKnown(const CanAnswer& answer);

// {"run":{...},"cut_short","answers":[{"name","answer",...}]}: one of "devices"
// in {"kind":"can","schema":1,"devices":[...]}. "cut_short" is the sentence, or
// "".
nlohmann::json CanJson(const Run& run, absl::Span<const CanAnswer> answers);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_ADVICE_CAN_H_
