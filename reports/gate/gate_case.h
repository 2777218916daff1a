// What the runs of one case say to the gate. Private to this folder.

#ifndef WGSYNC_REPORTS_GATE_GATE_CASE_H_
#define WGSYNC_REPORTS_GATE_GATE_CASE_H_

#include <cstddef>
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

// Of the lone runs: those that say something, and those of them that are right,
// that are bad, that are unsafe. One on another grid says nothing, unless it is
// unsafe, and neither does infra.
struct LoneCount {
  size_t valid = 0, right = 0, bad = 0, unsafe = 0;
};
LoneCount CountLone(const GateCase& c);

// The new run or a lone run on its grid has a verdict that proves something.
bool IsProven(const GateCase& c);

// The like of two runs and the lone ones; "" where a rule expects something.
std::string WhyNotPromised(const GateCase& c);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_GATE_GATE_CASE_H_
