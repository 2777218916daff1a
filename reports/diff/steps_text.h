// What changed from each run of a timeline to the next one, as a page and the
// files next to it have it.

#ifndef WGSYNC_REPORTS_DIFF_STEPS_TEXT_H_
#define WGSYNC_REPORTS_DIFF_STEPS_TEXT_H_

#include <string>

#include "absl/types/span.h"
#include "nlohmann/json_fwd.hpp"
#include "reports/diff/diff.h"

namespace wgsync {

// Each step as
//   {"from","to","same_driver","facts":[line],"residency":[line],"time":line,
//    "progress":[line],"counts":{"kind":3},
//    "changes":[{"id","change","direction","before","after","other_kernel"}]}
// in the order of Listed().
nlohmann::ordered_json StepsJson(absl::Span<const RunDiff> steps);

// The same changes as CSV, and as GitHub's Markdown.
std::string StepsCsv(const Timeline& timeline, absl::Span<const RunDiff> steps);
std::string StepsMarkdown(const Timeline& timeline,
                          absl::Span<const RunDiff> steps);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_DIFF_STEPS_TEXT_H_
