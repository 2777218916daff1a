// The one run that a command is about.

#ifndef WGSYNC_TOOLS_RUN_ONE_RUN_H_
#define WGSYNC_TOOLS_RUN_ONE_RUN_H_

#include <string>

#include "absl/status/statusor.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// The run in `folder`, or the only one below it. Errors are ReadRuns's, and
// that there are several, with their folders.
absl::StatusOr<Run> ReadOneRun(const std::string& folder);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_ONE_RUN_H_
