#include <functional>
#include <limits>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "suite/core/base/status_macros.h"
#include "suite/engine/device_lease.h"
#include "suite/engine/device_session.h"
#include "suite/engine/session.h"
#include "suite/worker/scratch_folder.h"

namespace wgsync {

absl::Status ProbeHangTest(const DeviceInfo& info,
                           const std::function<void(const std::string&)>& say) {
  if (info.type != "gpu") {
    say(absl::StrCat(info.full_name,
                     " is not a GPU: SIGKILL ends its kernels, "
                     "and it needs no hang test"));
    return absl::OkStatus();
  }
  const ScratchFolder scratch = ScratchFolder::Temporary();
  DeviceSession device(info, scratch.path());
  DeviceLease lease(&device, std::numeric_limits<double>::infinity(),
                    [&](const std::string& lock) {
                      say(absl::StrCat("another wgsync has the device (", lock,
                                       "): waiting for it"));
                    });
  RETURN_IF_ERROR(lease.Acquire());
  say(absl::StrCat(
      "a kernel will spin on ", info.full_name,
      " and its process will be killed under it. If the driver "
      "does not recover, the display may freeze or the machine may "
      "need a restart."));
  RETURN_IF_ERROR(device.HangTest());
  say("the spinning kernel was killed, and the canary ran after it");
  RETURN_IF_ERROR(
      RememberHangTest(device.profile().driver_digest, info.full_name));
  say(absl::StrCat("remembered in ", StateFolder(), " for this driver"));
  return absl::OkStatus();
}

}  // namespace wgsync
