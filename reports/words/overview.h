// The first screen of a run: a row for each device, what may be used there, and
// the failures by their reason. Pure.

#ifndef WGSYNC_REPORTS_WORDS_OVERVIEW_H_
#define WGSYNC_REPORTS_WORDS_OVERVIEW_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// A device's run, and those of its verdicts that fail.
struct DeviceOverview {
  const Run* run = nullptr;              // not owned
  std::vector<const CaseResult*> fresh;  // no file of expectations has them
  std::vector<const CaseResult*> known;  // one has
  bool has_file = false;                 // there is such a file for the device
};

// "barrier up to 2 work-groups of 64, lock yes, look-back no": the kinds of
// `wgsync can`, those with the same answer together.
std::string AnswersLine(const Run& run);

// No line is longer than `width` (of at least 80). Failures beyond the first
// three reasons are counted, so that two devices take about 20 lines at most.
std::string OverviewText(absl::Span<const DeviceOverview> devices,
                         size_t width);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_WORDS_OVERVIEW_H_
