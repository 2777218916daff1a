// Holds a device for one run: its lock, which other processes respect, and what
// the first contact with its driver allows.
//
//   DeviceLease lease(&session, seconds, on_wait);
//   absl::Status s = lease.Open();  // the worker is up, the lock is held
//   if (lease.bounded_only()) notes.push_back(kFirstContact);
//   lease.Release();                // others may have it between two cases
//   s = lease.Acquire();
//
// Not thread-safe. The lock is a file's, so it is free once this process and
// the workers of the session are gone, however they end.

#ifndef WGSYNC_SUITE_ENGINE_DEVICE_LEASE_H_
#define WGSYNC_SUITE_ENGINE_DEVICE_LEASE_H_

#include <functional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/types/optional.h"
#include "suite/core/record/device_info.h"
#include "suite/engine/device_session.h"
#include "suite/engine/device_work.h"
#include "suite/worker/device_lock.h"
#include "suite/worker/scratch_folder.h"

namespace wgsync {

// $WGSYNC_STATE_DIR, else $XDG_STATE_HOME/wgsync, else ~/.local/state/wgsync;
// "" without a home.
std::string StateFolder();

// The devices whose first contact is over are remembered between runs. A digest
// becomes part of a file's name; ParseEvent() has seen to that.
//
// Whether a spinning kernel was killed and a canary passed on this driver.
bool HangTestPassed(const std::string& driver_digest);
absl::Status RememberHangTest(const std::string& driver_digest,
                              const std::string& device);

// The note of a run whose waits had to be bounded.
inline constexpr char kFirstContact[] =
    "first contact with this GPU and driver: every wait was bounded; "
    "`wgsync device D --hang-test` lifts that";

class DeviceLease {
 public:
  // Called where another process has the device, with its lock and holder:
  // DeviceLock::Described().
  using OnWait = std::function<void(const std::string&)>;

  // `session` must outlive the lease and have no worker yet. Acquire() and
  // Open() wait for `patience` seconds.
  DeviceLease(DeviceSession* session, double patience, OnWait on_wait)
      : DeviceLease(&session->device(), patience, std::move(on_wait)) {
    session_ = session;
  }
  // For a worker that the caller starts by itself and gives fd() to: without
  // Open() and bounded_only(). `device` must outlive the lease.
  DeviceLease(const DeviceInfo* device, double patience, OnWait on_wait)
      : device_(device), patience_(patience), on_wait_(std::move(on_wait)) {}
  DeviceLease(const DeviceLease&) = delete;
  DeviceLease& operator=(const DeviceLease&) = delete;

  // Waits for the lock. kUnavailable: none can be made; or another process has
  // the device for longer than the patience, and the message names the lock's
  // file and that process. The lease must not be acquired again then.
  absl::Status Acquire();
  void Release();
  // The lock's file, which a worker inherits; -1 before it is acquired.
  int fd() const { return lock_ ? lock_->fd() : -1; }

  // Acquires the lock and starts a worker. Errors are Acquire()'s and
  // DeviceSession::EnsureWorker()'s.
  absl::Status Open();

  // A GPU on whose driver no spinning kernel was killed yet: launches may have
  // bounded waits only. Not before Open().
  bool bounded_only() const;

 private:
  // Opens the lock's file, where that was not done yet.
  absl::Status OpenLock();

  DeviceSession* session_ = nullptr;
  const DeviceInfo* device_;
  absl::optional<DeviceLock> lock_;
  const double patience_;  // infinite: as long as it takes
  const OnWait on_wait_;
};

// The base of a class that works on one device, which is not open yet.
class HoldsDevice {
 protected:
  // `scratch` is its folder for files; "": a temporary one.
  explicit HoldsDevice(const DeviceWork& work, const std::string& scratch = "")
      : scratch_(scratch.empty() ? ScratchFolder::Temporary()
                                 : ScratchFolder(scratch)),
        device_(work.device, scratch_.path(), work.timeouts),
        lease_(&device_, work.lock_seconds, work.on_wait) {}

  ScratchFolder scratch_;
  DeviceSession device_;
  DeviceLease lease_;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_DEVICE_LEASE_H_
