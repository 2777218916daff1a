// A device as the rules of a case use it: its claims, its measurements, and
// launches.
//
// CaseRunner takes all that it learns of a device from here, so that a test
// can replace the device by a table of answers. DeviceSession is the real one.

#ifndef WGSYNC_SUITE_ENGINE_DEVICE_UNDER_TEST_H_
#define WGSYNC_SUITE_ENGINE_DEVICE_UNDER_TEST_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/device_profile.h"
#include "suite/core/record/launch_record.h"
#include "suite/engine/host_watch.h"
#include "suite/engine/times.h"
#include "suite/engine/watch.h"

namespace wgsync {

// What a bounded wait may take, about; in seconds.
inline constexpr double kBoundedSeconds = 0.4;

// Used by one thread. All times are seconds. Only EnsureWorker() and
// EndWorker() fail by themselves; any other failure is in what the function
// returns.
class DeviceUnderTest {
 public:
  virtual ~DeviceUnderTest() = default;

  // Starts a worker if there is none, opens the device, and lets the snapshot
  // channel and the canary run; where that fails, once more in another worker,
  // with a note. An error is the infrastructure's or the device's: what
  // happened, in one line; kAborted if the worker was ended from outside.
  virtual absl::Status EnsureWorker() = 0;
  // Ends the worker; an error where SIGKILL does not reap it.
  virtual absl::Status EndWorker() = 0;
  virtual bool HasWorker() const = 0;
  // What went wrong since the last call and has been fixed by a fresh worker.
  virtual std::vector<std::string> TakeNotes() = 0;

  // What launches are for from now on.
  virtual void For(Purpose purpose) = 0;
  // Runs one launch. The worker is gone afterwards where it did not finish.
  virtual WatchResult Launch(LaunchPurpose purpose, const LaunchSpec& spec,
                             double deadline_seconds,
                             double patience_seconds) = 0;
  // Runs one host check. The worker is gone afterwards where a call did not
  // come back, and where the check left its queues in an unknown state.
  virtual HostObservation RunHost(const HostCase& c) = 0;
  // Smallest of three discoveries, memoized; 0 where one did not close, and
  // then *failure (may be null) is that launch.
  virtual uint32_t Residency(const LaunchSpec& like, WatchResult* failure) = 0;

  // Builds the program in the worker, next to the launch that runs there.
  virtual void BuildAhead(const ProgramSpec& spec) = 0;
  // Waits until nothing is being built: under a kernel that hangs a driver's
  // compiler may hold what a snapshot needs.
  virtual void AwaitBuilds() = 0;
  // Whether the driver's compiler refuses the program, in a worker that lives;
  // *log is what it says. False where that could not be asked.
  virtual bool Refused(const ProgramSpec& spec, std::string* log) = 0;
  virtual bool Builds(const ProgramSpec& spec) = 0;
  // The digest of the code that the driver makes of the program, which is built
  // if its digest is not known yet: devices/driver/binary.h. Equal digests mean
  // that the same instructions run. "": the driver does not tell its code, or
  // the program cannot be built.
  virtual std::string BinaryDigest(const ProgramSpec& spec) = 0;

  // The budget of a bounded wait of about `seconds` where so many wait.
  virtual uint32_t BudgetFor(double seconds, Poll poll,
                             uint32_t waiters) const = 0;
  // Returns a function that says how many cores other processes have taken
  // since then, on average (OtherLoad::Cores()).
  virtual std::function<double()> CountOtherCores() const = 0;

  // Known once a worker was had.
  virtual const Claims& claims() const = 0;
  virtual const Calibration& calibration() const = 0;
  // A driver that ends loops after 65,536 turns, all loops of a work-item
  // together.
  virtual bool loops_cut() const = 0;
  bool cpu() const { return !claims().is_gpu; }
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_DEVICE_UNDER_TEST_H_
