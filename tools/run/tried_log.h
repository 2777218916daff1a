// The log of a run of tried kernels: a run folder that the reports read.

#ifndef WGSYNC_TOOLS_RUN_TRIED_LOG_H_
#define WGSYNC_TOOLS_RUN_TRIED_LOG_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "suite/core/record/device_profile.h"
#include "suite/core/record/run_log.h"
#include "suite/core/tried/try_report.h"
#include "suite/core/tried/try_spec.h"

namespace wgsync {

// A log without a plan: what a file shows decides its cases, and each file's
// cases are in the log before the next file is tried.
class TriedLog {
 public:
  // In `folder`, which is made by Open(). "": every call does nothing.
  explicit TriedLog(const std::string& folder) : folder_(folder) {}

  // Before a file is tried, once the device is open. The first call makes the
  // log; it is an error where one is there.
  absl::Status Open(const DeviceProfile& profile);
  // Its source, and a verdict of each grid and form.
  absl::Status Add(const TrySpec& spec, const TryReport& report);
  // The file was refused: its grids are build-failed with the compiler's log;
  // without one a note says why.
  absl::Status AddRefused(const TrySpec& spec, const std::string& why,
                          const std::string& log);
  absl::Status Finish(int exit_code);

 private:
  absl::Status Append(CaseResult result);

  const std::string folder_;
  std::unique_ptr<RunLogWriter> log_;
  int64_t begun_ = 0;
};

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_TRIED_LOG_H_
