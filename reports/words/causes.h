// The verdicts of a run by their reason, so that one cause is said once. Pure.

#ifndef WGSYNC_REPORTS_WORDS_CAUSES_H_
#define WGSYNC_REPORTS_WORDS_CAUSES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "suite/core/record/run_log.h"

namespace wgsync {

// Verdicts of one kind, cause and rule.
struct CauseGroup {
  Verdict verdict;
  std::vector<const CaseResult*> results;  // in the order of the log
  size_t fails = 0;                        // of them, those that fail
};

// All verdicts but passes: groups with failures first, then in the order of
// kinds and causes. `run` must outlive them.
std::vector<CauseGroup> CausesOf(const Run& run);

// Facts about the driver that explain many verdicts at once, one sentence
// each: "this driver ends loops after about 65k turns: 33 cases are of that".
// The run's opening measured it, and the evidence of each of these cases shows
// it. None if it explains no case.
std::vector<std::string> DriverFacts(const Run& run);

// One paragraph for each group: count, reason, and ids with what there is to
// add. `full`: all ids; otherwise the first of them.
std::string CausesText(const Run& run, size_t width, bool color, bool full);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_WORDS_CAUSES_H_
