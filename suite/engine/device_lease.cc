#include "suite/engine/device_lease.h"

#include <unistd.h>

#include <cmath>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"

namespace wgsync {
namespace {

std::string FileOf(const std::string& driver_digest) {
  return absl::StrCat(StateFolder(), "/hang-test-", driver_digest);
}

std::string Variable(const char* name) {
  const char* value = getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

std::string StateFolder() {
  if (!Variable("WGSYNC_STATE_DIR").empty())
    return Variable("WGSYNC_STATE_DIR");
  if (!Variable("XDG_STATE_HOME").empty()) {
    return absl::StrCat(Variable("XDG_STATE_HOME"), "/wgsync");
  }
  const std::string home = Variable("HOME");
  return home.empty() ? "" : absl::StrCat(home, "/.local/state/wgsync");
}

bool HangTestPassed(const std::string& driver_digest) {
  return !StateFolder().empty() && !driver_digest.empty() &&
         access(FileOf(driver_digest).c_str(), R_OK) == 0;
}

absl::Status RememberHangTest(const std::string& driver_digest,
                              const std::string& device) {
  if (driver_digest.empty()) {
    return absl::FailedPreconditionError(
        "the driver has no digest to remember it by");
  }
  if (StateFolder().empty()) {
    return absl::FailedPreconditionError(
        "there is no state folder to remember it in: set WGSYNC_STATE_DIR");
  }
  constexpr char kFix[] = "set WGSYNC_STATE_DIR to another folder";
  RETURN_IF_ERROR(MakeFolders(StateFolder(), kFix));
  return WriteTextFile(FileOf(driver_digest), device + "\n", kFix);
}

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
