// The verdicts of a tried kernel, as a run's log has them. Pure.

#ifndef WGSYNC_SUITE_CORE_TRIED_TRY_RESULTS_H_
#define WGSYNC_SUITE_CORE_TRIED_TRY_RESULTS_H_

#include <string>
#include <vector>

#include "suite/core/record/result.h"
#include "suite/core/tried/try_report.h"

namespace wgsync {

// The launches of one grid, as the file is or in one form of it, and what they
// show: "tried.scan/groups=res", "tried.scan/form=late/groups=res".
struct TriedCase {
  CaseResult result;  // without findings and times of day
  TryRow row;
};

// "tried.scan" for "kernels/Scan.cl"; characters that no id has become _.
std::string TriedPrimitive(const std::string& file);

// One for each grid and each form that can make the file fail. A grid that
// needs more groups at once than the residency holds does not count if it does
// not end. `program` is a digest of all that the launches were made of.
std::vector<TriedCase> TriedCases(const TryReport& report,
                                  const std::string& program);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_TRIED_TRY_RESULTS_H_
