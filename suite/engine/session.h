// Runs cases on one device and writes the run's log. The controller's face.
//
// Nothing here loads OpenCL: everything that talks to a driver happens in
// worker processes, which this starts, watches and ends. A binary that calls
// any of these must hand its main() to MaybeWorkerMain() first.

#ifndef WGSYNC_SUITE_ENGINE_SESSION_H_
#define WGSYNC_SUITE_ENGINE_SESSION_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "suite/core/record/device_info.h"
#include "suite/core/record/result.h"
#include "suite/engine/run_options.h"
#include "suite/engine/run_summary.h"  // IWYU pragma: export

namespace wgsync {

// If argv asks for the worker mode, runs it and does not return.
void MaybeWorkerMain(int argc, char** argv);

// Every platform and device. Errors: no OpenCL loader or platform; a worker
// that died or went silent while it asked (a driver's crash is said as such).
absl::StatusOr<std::vector<DeviceInfo>> EnumerateDevices();

// Those that the selection names; see choose_devices.h.
absl::StatusOr<std::vector<DeviceInfo>> ChooseDevices(
    const std::vector<DeviceInfo>& all, const std::string& selection);

absl::StatusOr<RunSummary> RunDevice(const RunOptions& options);

// The hang test of first contact: on this GPU, a spinning kernel is killed and
// a canary must run after it. Remembered by driver fingerprint in the state
// folder ($WGSYNC_STATE_DIR, else $XDG_STATE_HOME/wgsync, else
// ~/.local/state/wgsync). `say` gets each line before it happens. OK where it
// passed.
absl::Status ProbeHangTest(const DeviceInfo& device,
                           const std::function<void(const std::string&)>& say);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_SESSION_H_
