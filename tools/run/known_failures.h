// Failures that a file of expectations knows.

#ifndef WGSYNC_TOOLS_RUN_KNOWN_FAILURES_H_
#define WGSYNC_TOOLS_RUN_KNOWN_FAILURES_H_

#include <vector>

#include "absl/types/span.h"
#include "reports/gate/known.h"
#include "reports/words/overview.h"
#include "suite/core/record/run_log.h"
#include "suite/engine/run_options.h"

namespace wgsync {

// The verdicts of the run that fail, by whether a rule of a file for its device
// expects them.
DeviceOverview FailuresOf(const Run& run, const BindMask& bind,
                          absl::Span<const DeviceExpectations> files);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_KNOWN_FAILURES_H_
