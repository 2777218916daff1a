// What a driver makes of a program. Nothing is launched.

#ifndef WGSYNC_TOOLS_RUN_DRIVER_COMPILER_H_
#define WGSYNC_TOOLS_RUN_DRIVER_COMPILER_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "reports/export/decisive.h"
#include "suite/core/record/device_info.h"
#include "suite/core/record/run_log.h"
#include "suite/engine/device_lease.h"
#include "suite/worker/commands.h"
#include "suite/worker/scratch_folder.h"
#include "suite/worker/worker_process.h"

namespace wgsync {

// A worker on one device, which it holds. Not thread-safe.
class DriverCompiler {
 public:
  // kUnavailable where another wgsync has the device for longer than
  // `lock_seconds`, with what helps then; a wait for it is said on stderr.
  static absl::StatusOr<std::unique_ptr<DriverCompiler>> Open(
      const DeviceInfo& device, double lock_seconds, absl::string_view if_held);

  // The program's binary. An error, one line, where the driver has none.
  absl::StatusOr<std::string> Binary(const ProgramText& text);

 private:
  DriverCompiler(const DeviceInfo& device, double lock_seconds);

  const DeviceInfo device_;
  DeviceLease lease_;
  ScratchFolder scratch_;
  std::unique_ptr<WorkerProcess> worker_;
};

// The binary of a launch's program, also an error where the run's device is not
// here with the driver of the run.
absl::StatusOr<std::string> MakeBinary(const Run& run,
                                       const DecisiveLaunch& launch,
                                       double lock_seconds);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_DRIVER_COMPILER_H_
