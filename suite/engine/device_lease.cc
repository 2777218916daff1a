#include "suite/engine/device_lease.h"

#include <utility>

#include "absl/status/statusor.h"
#include "suite/core/record/device_info.h"
#include "suite/engine/state.h"

namespace wgsync {

absl::Status DeviceLease::Acquire(const OnWait& on_wait) {
  if (!lock_) {
    const DeviceInfo& device = session_->device();
    absl::StatusOr<DeviceLock> lock =
        DeviceLock::Open(device.type, device.uuid, device.slug);
    if (!lock.ok()) return lock.status();
    session_->ShareLock(lock->fd());
    lock_.emplace(*std::move(lock));
  }
  return lock_->Acquire(on_wait);
}

void DeviceLease::Release() {
  if (lock_) lock_->Release();
}

absl::Status DeviceLease::Open(const OnWait& on_wait) {
  const absl::Status s = Acquire(on_wait);
  return s.ok() ? session_->EnsureWorker() : s;
}

bool DeviceLease::bounded_only() const {
  return !session_->cpu() && !HangTestPassed(session_->driver_digest());
}

}  // namespace wgsync
