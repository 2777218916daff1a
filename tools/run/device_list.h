// Which of the machine's devices a command is about.

#ifndef WGSYNC_TOOLS_RUN_DEVICE_LIST_H_
#define WGSYNC_TOOLS_RUN_DEVICE_LIST_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "suite/engine/session.h"

namespace wgsync {

// False for a platform without a device.
bool IsDevice(const DeviceInfo& d);

// The error that there is no device.
absl::Status NoDevice(const std::vector<DeviceInfo>& all);

// The devices that the selection names, "" for all: one at least. An error is
// the caller's (kInvalidArgument) or the infrastructure's (kUnavailable).
absl::StatusOr<std::vector<DeviceInfo>> FindDevices(
    const std::string& selection);
// The same, where it must be one.
absl::StatusOr<DeviceInfo> FindOneDevice(const std::string& selection);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_DEVICE_LIST_H_
