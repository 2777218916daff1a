#include "suite/engine/device_lease.h"

#include <cmath>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "suite/core/base/status_macros.h"
#include "suite/engine/state.h"

namespace wgsync {

absl::Status DeviceLease::OpenLock() {
  if (lock_) return absl::OkStatus();
  ASSIGN_OR_RETURN(
      DeviceLock lock,
      DeviceLock::Open(device_->type, device_->uuid, device_->slug));
  if (session_ != nullptr) session_->ShareLock(lock.fd());
  lock_.emplace(std::move(lock));
  return absl::OkStatus();
}

absl::Status DeviceLease::Acquire() {
  RETURN_IF_ERROR(OpenLock());
  if (std::isinf(patience_)) return lock_->Acquire(on_wait_);
  if (lock_->AcquireWithin(patience_, on_wait_)) return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat(
      "another wgsync has ",
      patience_ > 0 ? absl::StrCat("had the device for ", patience_, " s")
                    : "the device",
      " (", lock_->Described(), ")"));
}

void DeviceLease::Release() {
  if (lock_) lock_->Release();
}

absl::Status DeviceLease::Open() {
  const absl::Status s = Acquire();
  return s.ok() ? session_->EnsureWorker() : s;
}

bool DeviceLease::bounded_only() const {
  return !session_->cpu() && !HangTestPassed(session_->profile().driver_digest);
}

}  // namespace wgsync
