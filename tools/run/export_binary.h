// What a driver makes of a launch's program.

#ifndef WGSYNC_TOOLS_RUN_EXPORT_BINARY_H_
#define WGSYNC_TOOLS_RUN_EXPORT_BINARY_H_

#include <string>

#include "absl/status/statusor.h"
#include "reports/export/decisive.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// Builds the program in a worker and returns its binary. Nothing is launched.
// An error, one line, where the run's device is not here with the driver of the
// run, where another wgsync holds it for longer than `lock_seconds`, and where
// the driver has no binary. A wait for the device is said on stderr.
absl::StatusOr<std::string> MakeBinary(const Run& run,
                                       const DecisiveLaunch& launch,
                                       double lock_seconds);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_EXPORT_BINARY_H_
