// Which of the machine's devices a command is about.

#ifndef WGSYNC_TOOLS_RUN_DEVICE_LIST_H_
#define WGSYNC_TOOLS_RUN_DEVICE_LIST_H_

#include <functional>
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

// Every platform and device. An error is the infrastructure's (kUnavailable).
absl::StatusOr<std::vector<DeviceInfo>> AllDevices();
// The devices that the selection names, "" for all: one at least. An error is
// the caller's (kInvalidArgument) or the infrastructure's (kUnavailable).
absl::StatusOr<std::vector<DeviceInfo>> FindDevices(
    const std::string& selection);
// The one of `devices`, which `selection` names; of several an error with all.
absl::StatusOr<DeviceInfo> OnlyDevice(const std::string& selection,
                                      const std::vector<DeviceInfo>& devices);
// FindDevices() and OnlyDevice().
absl::StatusOr<DeviceInfo> FindOneDevice(const std::string& selection);

// The device of a run as it is now, or nullptr: the same driver, and where
// there are several of them the same UUID, otherwise the same place.
const DeviceInfo* SameDevice(const std::vector<DeviceInfo>& all,
                             const DeviceInfo& then);

// A line for the nodes of `folder` that `may_open` refuses, with their group
// and what gives access; "" if it refuses none.
std::string RenderNodeHint(
    const std::string& folder,
    const std::function<bool(const std::string& path)>& may_open);

// The same for /dev/dri and this process.
std::string RenderNodeHint();

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_DEVICE_LIST_H_
