// What the runs of one case say to the gate. Private to this folder.

#ifndef WGSYNC_REPORTS_GATE_GATE_CASE_H_
#define WGSYNC_REPORTS_GATE_GATE_CASE_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "reports/diff/exact_test.h"
#include "reports/gate/gate.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

// Rates are of at least so many runs.
inline constexpr size_t kRateRuns = 10;

// What is expected now and then, and how often it came; n is 0 where nothing
// is.
Rate FlakyRate(const GateCase& c);

// By the rule if there is one, else IsAsBefore() of the baseline's result.
bool IsExpected(const GateCase& c, const Verdict& verdict);

// What came in the new run, by IsExpected().
Verdict Offending(const GateCase& c);

// The work-groups of the case's grid. Of a shape, which is launched in one
// grid after another until a launch does not end, those of the first grid; 0
// where a log does not say.
uint64_t FirstGroups(const CaseResult& r);

// The residency is measured anew in each run, and on a busy machine it may come
// out too small: then the case is another one. True where no grid is known.
bool SameGrid(const CaseResult& a, const CaseResult& b);

// Of the lone runs: those that say something, and those of them that are right,
// that are bad, that are unsafe. One on another grid says nothing, unless it is
// unsafe, and neither does infra.
struct LoneCount {
  size_t valid = 0, right = 0, bad = 0, unsafe = 0;
};
LoneCount CountLone(const GateCase& c);

// The new run or a lone run on its grid has a verdict that proves something.
bool IsProven(const GateCase& c);

// Why a case may fail. Its launches were right, late, and took less than twice
// the baseline's time. Or it is a shape that binds nothing on either side, and
// all its unexpected verdicts are hang or slow, on another grid than the
// baseline's; or it needs strong fairness, which no device is expected to give,
// and they are livelocks or finished late, so that no group was kept from
// running; or it waits for a value that does not stay, and hung since it missed
// it, or for no known cause. "" for any other failure, and where a rule expects
// something.
std::string WhyNotPromised(const GateCase& c);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_GATE_GATE_CASE_H_
