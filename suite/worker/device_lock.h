// One case at a time on a device, across processes.

#ifndef WGSYNC_SUITE_WORKER_DEVICE_LOCK_H_
#define WGSYNC_SUITE_WORKER_DEVICE_LOCK_H_

#include <functional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace wgsync {

// What a device's lock is named by: the GPU's UUID, or its slug where it has
// none; "cpu" for all other devices.
std::string LockName(const std::string& type, const std::string& uuid,
                     const std::string& slug);

// Holds flock() on a file in /dev/shm (shared by sandboxed processes; else
// /tmp; in $WGSYNC_LOCK_DIR where that is set), named by LockName(). The file
// is readable and writable by all users and stays. Containers that share a GPU
// must share the folder. Released by the destructor and by the process's death;
// a child that was forked without exec holds it too. Where the file has been
// removed, the next Acquire() takes the lock of the one that has its name then.
class DeviceLock {
 public:
  // Opens (makes) the lock's file. `type`, `uuid` and `slug` are a
  // DeviceInfo's. The lock is the controller's, which outlives its workers. A
  // file of that name that cannot be locked is an error that names its owner:
  // with another lock two runs would have the device.
  static absl::StatusOr<DeviceLock> Open(const std::string& type,
                                         const std::string& uuid,
                                         const std::string& slug);
  DeviceLock(DeviceLock&& other) noexcept;
  ~DeviceLock();

  // Waits for it as long as it takes, and says so by `on_wait`, with
  // Described(), where another process has it. Nothing happens where it is held
  // already.
  absl::Status Acquire(
      const std::function<void(const std::string&)>& on_wait = nullptr);
  // The same for so long at most, and without a word where that is no time at
  // all; false where another process has it still.
  // This lock is not to be asked for again then.
  bool AcquireWithin(
      double seconds,
      const std::function<void(const std::string&)>& on_wait = nullptr);
  void Release();
  const std::string& path() const { return path_; }
  // "PATH; held by pid 4711 of alice, `wgsync run ...`, for 3 min".
  std::string Described() const;
  // A process that inherits it holds the lock too, until Release() or until
  // both are gone.
  int fd() const { return fd_; }

 private:
  DeviceLock(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}
  // Whether the path leads to the open file.
  bool IsCurrent() const;
  bool OpenAgain();
  // AcquireWithin() of the open file.
  bool AcquireThis(double seconds,
                   const std::function<void(const std::string&)>& on_wait);
  int fd_ = -1;
  std::string path_;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_DEVICE_LOCK_H_
