// Runs cases on one device and writes the run's log. The controller's face.
//
// Nothing here loads OpenCL: everything that talks to a driver happens in
// worker processes, which this starts, watches and ends. A binary that calls
// any of these must hand its main() to MaybeWorkerMain() first.

#ifndef WGSYNC_SUITE_ENGINE_SESSION_H_
#define WGSYNC_SUITE_ENGINE_SESSION_H_

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "suite/core/record/device_info.h"
#include "suite/core/record/result.h"
#include "suite/engine/run_options.h"

namespace wgsync {

// If argv asks for the worker mode, runs it and does not return.
void MaybeWorkerMain(int argc, char** argv);

// Every platform and device. Errors: no OpenCL loader or platform; a worker
// that died or went silent while it asked (a driver's crash is said as such).
absl::StatusOr<std::vector<DeviceInfo>> EnumerateDevices();

// Those that the selection names; see choose_devices.h.
absl::StatusOr<std::vector<DeviceInfo>> ChooseDevices(
    const std::vector<DeviceInfo>& all, const std::string& selection);

struct RunSummary {
  std::map<std::string, size_t> counts;  // verdict name -> cases
  size_t total = 0;
  size_t failures = 0;          // binding verdicts that fail
  size_t could_bind = 0;        // proven cases of which some failure would bind
  size_t unproven_binding = 0;  // unproven ones; with them, the counted cases
  size_t inconclusive_binding = 0;  // of them: other processes had the cores
  bool infrastructure =
      false;  // wedged device, controls that failed, worker that cannot start
  std::vector<std::string> notes;
  std::string times;  // where the time went, see times.h
  // 0 as expected, 1 failures, 3 infrastructure, 4 nothing ran or nothing
  // binds.
  int ExitCode() const;
};

absl::StatusOr<RunSummary> RunDevice(const RunOptions& options);

// The summary of results that were read back from a log.
RunSummary Summarize(const std::vector<CaseResult>& results,
                     const BindMask& mask);

// The hang test of first contact: on this GPU, a spinning kernel is killed and
// a canary must run after it. Remembered by driver fingerprint in the state
// folder ($WGSYNC_STATE_DIR, else $XDG_STATE_HOME/wgsync, else
// ~/.local/state/wgsync). `say` gets each line before it happens. OK where it
// passed.
absl::Status ProbeHangTest(const DeviceInfo& device,
                           const std::function<void(const std::string&)>& say);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_SESSION_H_
