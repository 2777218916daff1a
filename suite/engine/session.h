// Runs cases on one device and writes the run's log. The controller's face.
//
// Nothing here loads OpenCL: everything that talks to a driver happens in
// worker processes, which this starts, watches and ends. A binary that calls
// any of these must hand its main() to MaybeWorkerMain() first.

#ifndef WGSYNC_SUITE_ENGINE_SESSION_H_
#define WGSYNC_SUITE_ENGINE_SESSION_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "suite/core/launch/model.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/result.h"
#include "suite/engine/device_info.h"
#include "suite/worker/timeouts.h"

namespace wgsync {

// If argv asks for the worker mode, runs it and does not return.
void MaybeWorkerMain(int argc, char** argv);

// Every platform and device. Errors: no OpenCL loader or platform; a worker
// that died or went silent while it asked (a driver's crash is said as such).
absl::StatusOr<std::vector<DeviceInfo>> EnumerateDevices();

// Those that the selection names; see SelectDevices in devices/driver/device.h.
absl::StatusOr<std::vector<DeviceInfo>> ChooseDevices(
    const std::vector<DeviceInfo>& all, const std::string& selection);

struct BindMask {
  bool violation = true;
  bool progress = true;
  bool customary = true;
};

struct RunOptions {
  DeviceInfo device;
  std::vector<PlannedCase> cases;
  std::string tier = "smoke";
  // What the device is made to behave like; the run's log bears its mark.
  DeviceModel model;
  // Of each launch, this many times the workload's rounds: where what is looked
  // for needs luck, more rounds have more of it.
  uint32_t rounds = 1;
  uint32_t repeat = 1;  // every case n times; the worst verdict counts, k of n
  // Where those verdicts differ, or are of so many reads, the case runs until
  // it has run this often; 0: never more than `repeat`.
  uint32_t repeat_stochastic = 0;
  bool safe = false;           // never an unbounded wait
  bool without_waits = false;  // a self-check of the suite: no case may pass
  bool isolate_case = false;   // a fresh worker for every case
  bool resume = false;         // go on with the run in `folder`
  bool retry_lost =
      false;  // launch again what was running when the machine went down
  BindMask bind;
  Limits limits;
  std::string folder;  // of this run; made where it is missing
  // After each case: its result, how many are done, how many there are.
  std::function<void(const CaseResult&, size_t done, size_t total)> on_result;
  // Before each case.
  std::function<void(const std::string& id, size_t done, size_t total)>
      on_start;
  // Before a wait for the device, which another wgsync has; names its lock.
  std::function<void(const std::string& lock)> on_wait;
};

struct RunSummary {
  std::map<std::string, size_t> counts;  // verdict name -> cases
  size_t total = 0;
  size_t failures = 0;    // binding verdicts that fail
  size_t could_bind = 0;  // cases of which some failure would bind
  size_t unproven_binding = 0;
  bool infrastructure =
      false;  // wedged device, controls that failed, worker that cannot start
  std::vector<std::string> notes;
  std::string times;  // where the time went, see times.h
  // 0 as expected, 1 failures, 3 infrastructure, 4 nothing ran or nothing
  // binds.
  int ExitCode() const;
};

absl::StatusOr<RunSummary> RunDevice(const RunOptions& options);

// Whether the verdict fails as one of the kinds in the mask.
bool Fails(const CaseResult& result, const BindMask& mask);

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
