// Whether a driver's run is as good as a baseline: the gate's judgement.
//
// Pure: runs and expectations in, an outcome for each case out. Cases that
// changed are run again, alone and in fresh workers, by the caller, who asks
// WantsLoneRun(), puts what came out into `lone`, and lets Conclude() speak.
//
// The rules, and why they are as they are: README.md, "The gate".

#ifndef WGSYNC_REPORTS_GATE_GATE_H_
#define WGSYNC_REPORTS_GATE_GATE_H_

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "reports/diff/diff.h"
#include "reports/gate/expectation.h"
#include "reports/gate/gate_times.h"
#include "reports/gate/known.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

enum class Outcome {
  // Fail.
  kRegression,    // confirmed
  kRare,          // unsafe, and not seen again
  kIntermittent,  // in some lone runs
  kRateGrown,     // of what is expected now and then
  // Fail, unless infrastructure may have made them.
  kUnconfirmed,  // could not be run again
  kOutOfDate,    // an expectation that no longer holds
  // The suite, not the driver.
  kInfra,
  // Reported.
  kKnown,        // it would fail, and a file of known failures expects it
  kNotPromised,  // it would fail, and no promise is broken: WhyNotPromised()
  kUnexpectedPass,
  kOtherCause,
  kNoise,        // in none of the lone runs
  kWeaker,       // unproven now, or without a grid: says nothing
  kOtherKernel,  // another program than the baseline's: not compared
  kChanged,      // the same, of another wgsync; or not there in one of them
  kNoBaseline,   // the baseline says nothing of it
  kNotPlanned,   // the new run does not have it
  kAsExpected,
};
// "new, rare": as it is printed.
absl::Span<const absl::string_view> NamesOf(Outcome);
bool FailsGate(Outcome outcome);
// The verdicts of the two sides were compared, with whatever result.
bool Compares(Outcome outcome);

// Why a case is to be run again, alone.
// kProof: a pass fell to unproven.
enum class Confirm { kNothing, kUnsafe, kOther, kPass, kRate, kProof };

struct GateCase {
  std::string id;
  const CaseResult* before = nullptr;  // null where the baseline has none
  const CaseResult* after = nullptr;   // null where the new run has none
  const ExpectationRule* rule = nullptr;
  Confirm confirm = Confirm::kNothing;
  // In the order in which they were run; with `words`, since other logs have
  // their launches.
  std::vector<CaseResult> lone;
  std::string lone_folder;    // of the last one; "" if there is none
  std::string not_run_again;  // why not; "" where it can be
  Outcome outcome = Outcome::kAsExpected;
  std::string why;
};

struct GateOptions {
  // Compares although device, kernel driver, environment or suite differ, or a
  // run is of a model, and also cases of different kernels.
  bool across = false;
  // The most lone runs of a case that is unsafe; others have 3 at most, and
  // rates 10 at least. 0: none. Passes that fell to unproven have one each,
  // until so many of these proved nothing either.
  size_t confirm = 10;
  // Percent of the baseline's counted cases that must be compared.
  double min_compared = 90;
  // The driver must be another one than the baseline's.
  bool new_driver = false;
  // The new run need not have every case of the baseline run.
  bool subset = false;
  // Only these cases are compared, of both sides.
  absl::optional<std::set<std::string>> chosen;
  Part part;  // the shard that they are of
  // The command that resumes the new run, which --max-minutes stopped; or "".
  std::string resume;
};

// Of the counted cases that the baseline run has proven, those of which the new
// run or a lone run has proven a verdict, too. Those that are `changed` in
// wgsync are not in `counted`.
struct Coverage {
  size_t compared = 0, counted = 0, changed = 0;

  // Most are not to be compared, since wgsync was updated.
  bool MostChanged() const { return changed > counted; }
};

struct Gate {
  const Run* baseline = nullptr;               // either of these two,
  const Expectations* expectations = nullptr;  // or both: then rules win
  const Run* after = nullptr;
  GateOptions options;
  RunDiff diff;         // empty without a baseline run
  bool barred = false;  // what differs forbids to compare; no case is judged
  bool old_driver = false;  // barred, since options.new_driver asks for another
  std::vector<std::string> notes;
  std::vector<GateCase> cases;      // the worst first, once concluded
  absl::optional<GateTimes> times;  // where they are judged, too
  size_t Count(Outcome outcome) const;
  // Cases that have a verdict on both sides, and say something.
  size_t Compared() const;
  // The runs are of two programs of wgsync, and --across is not given.
  bool OfTwoSuites() const;
  // Nothing of a gate without a baseline run. Cases that options.subset allows
  // to leave out are not counted.
  Coverage Covered() const;
  bool CoversTooLittle() const;
  // Cases of the baseline run that have a verdict there and are not in the plan
  // of the new run.
  size_t Missing() const;
  // The baseline run held a weak model of progress that the new one refutes: a
  // regression by itself, next to those of cases.
  bool ClassShrinks() const;
  // 0 as expected, 1 fails, 3 infrastructure and no proven failure, 4 nothing
  // ran, nothing binds, too little was compared, the driver is not a new one,
  // cases are missing and options.subset does not allow it, or the run was
  // stopped.
  int ExitCode() const;
};

// What is to be judged, before anything was run again. What the pointers name
// must outlive the gate.
Gate OpenGate(const Run* baseline, const Expectations* expectations,
              const Run& after, const GateOptions& options);

bool WantsLoneRun(const Gate& gate, const GateCase& c);

// Judges every case by what is known now. Failures that a file of `known`
// expects of the new run do not fail.
void Conclude(Gate* gate, absl::Span<const DeviceExpectations> known = {});

// "2 counted cases of the baseline are unproven: ..."; "" if none is.
std::string UnprovenText(const Run& baseline);

// "2 of 3 lone runs: hang (not started)"; "" where there was none.
std::string LoneText(const GateCase& c);
// What was expected: the rule's verdicts, or the baseline's.
std::string ExpectedText(const GateCase& c);
// "pass -> crash (2 of 2)": in so many runs of it, lone ones too.
std::string ChangeText(const GateCase& c);
// The change, the outcome and why, for a line of a CI.
std::string MessageText(const GateCase& c);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_GATE_GATE_H_
