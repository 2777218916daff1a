// Reads and checks the verdicts that a device is expected to give:
// devices/expect/NAME.expect.
//
// One rule a line; lines that begin with # and empty ones say nothing:
//
//   REASON [TAGS] GLOB = VERDICT[(CAUSE)][|VERDICT[(CAUSE)]...] [NAME=VALUE...]
//
//   "a third group never starts" barrier.*/groups=res_plus1 = hang(not started)
//   vendor-1234 [vendor=NVIDIA driver=580..589.1] handoff.*/poll=plain/* = hang
//   cuts-loops  mutex.back_off/* = flaky(broken) rate=0.2 seen=2/10
//   until=2027-01-31
//   "wedges the GPU" [driver=580] mutex.bakery/* = skip
//
//   REASON    a word, or words in double quotes. Never missing.
//   TAGS      vendor=, device=, os=: a part of the text (case does not count;
//             in double quotes where it has blanks); driver=V or driver=A..B:
//             versions from A to B, each end may be open, 3.1 means all 3.1.x.
//             A rule is for a run that all of its tags fit.
//   GLOB      * and ?; * crosses slashes.
//   VERDICT   a name as in a log, with a cause where it too is to match.
//             flaky(VERDICT) is for what comes now and then: pass is expected
//             as well, and only so may pass be expected next to a failure.
//             It needs rate= and seen=K/N of N runs: in K of them the case
//             (of several the one that fails most often) gave the verdict.
//             The fewer runs, the less a gate notices.
//             skip, in place of verdicts: the case is never launched, since it
//             takes the machine down, say; its verdict is not-run. Such a rule
//             is asked before the device is opened: of its tags it has device=
//             and driver= alone.
//   until=    the last day on which the rule holds, YYYY-MM-DD.
//
// A case has at most one rule; without any it is expected to pass.
//
// A rule of another kind says what a family of a tier must find on this device
// while the machine is idle: so many counted cases that ran and are proven, and
// of each case the verdict that its rule says, or pass. A test target of the
// family fails where that is lost (reports/gate/known.h):
//
//   "on an idle machine" [driver=3.1] smoke/barrier = counted least=43

#ifndef WGSYNC_REPORTS_GATE_EXPECTATION_H_
#define WGSYNC_REPORTS_GATE_EXPECTATION_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "reports/diff/exact_test.h"
#include "suite/core/plan/choice.h"
#include "suite/core/record/run_log.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

struct ExpectedVerdict {
  Verdict verdict;
  bool any_cause = true;
  bool flaky = false;
};

// A run as far as tags look at it.
struct TagFacts {
  std::string vendor, device, driver, os;
};
TagFacts TagFactsOf(const Run& run);

struct ExpectationRule {
  int line = 0;  // in the file, from 1
  std::string reason;
  TagFacts tags;  // "": any
  std::string glob;
  std::vector<ExpectedVerdict> verdicts;  // at least one
  bool skip = false;                      // not-run is its verdict
  Rate seen;                              // n is 0 where nothing is flaky
  std::string until;                      // "" for ever
  bool flaky() const { return seen.n > 0; }
};

// What a family of a tier must find.
struct PowerRule {
  int line = 0;
  TagFacts tags;
  std::string cases;  // "smoke/barrier"
  size_t least = 0;   // counted cases
};

struct Expectations {
  std::string path;
  std::vector<std::string> lines;
  std::vector<ExpectationRule> rules;
  std::vector<PowerRule> powers;
};

// The text of a file. Every line that is wrong adds one to `errors`, with
// file, line and mend, and is left out. `today` is YYYY-MM-DD.
Expectations ParseExpectations(absl::string_view text, const std::string& path,
                               absl::string_view today,
                               std::vector<std::string>* errors);

// The current day in UTC, "2026-11-21".
std::string Today();

// The text of a file; an error where it cannot be read.
absl::StatusOr<std::string> ReadExpectationText(const std::string& path);

// Reads and parses; all errors in one, the first of them whole.
absl::StatusOr<Expectations> ReadExpectations(const std::string& path,
                                              absl::string_view today);

// What is wrong with the rules taken together: two for one case (of `ids`),
// whose tags fit `facts`, or could fit the same run where `facts` is null;
// where `full` also a rule that fits and matches no id. Of a rule the first
// that it overlaps with is named, and of a case the first 64 rules are
// compared.
std::vector<std::string> CheckRules(const Expectations& expectations,
                                    const std::vector<std::string>& ids,
                                    const TagFacts* facts, bool full);

// The rule for a case of such a run, or null.
const ExpectationRule* RuleFor(const Expectations& expectations,
                               const std::string& id, const TagFacts& facts);

// The cases that a run on this device is not to launch.
std::vector<SkipRule> SkipsOf(const Expectations& expectations,
                              const std::string& device,
                              const std::string& driver);

// Whether the rule expects this verdict; in kind, and in cause where it names
// one. A flaky rule expects pass too.
bool Expects(const ExpectationRule& rule, const Verdict& verdict);

bool TagsFit(const TagFacts& tags, const TagFacts& facts);

// "hang (not started)" or "hang(not started)"; false where it is no verdict.
bool ParseVerdictText(absl::string_view text, ExpectedVerdict* verdict);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_GATE_EXPECTATION_H_
