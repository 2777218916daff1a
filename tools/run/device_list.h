// Which of the machine's devices a command is about.

#ifndef WGSYNC_TOOLS_RUN_DEVICE_LIST_H_
#define WGSYNC_TOOLS_RUN_DEVICE_LIST_H_

#include <string>
#include <vector>

#include "suite/engine/session.h"

namespace wgsync {

// False for a platform without a device.
bool IsDevice(const DeviceInfo& d);

// Complains that there is no device; returns the exit code.
int NoDevice(const std::vector<DeviceInfo>& all);

// The devices that the selection names, "" for all. Where there is none it
// complains, leaves `devices` empty and returns the exit code.
int FindDevices(const std::string& selection, std::vector<DeviceInfo>* devices);
// The same, where it must be one.
int FindOneDevice(const std::string& selection, DeviceInfo* device);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_DEVICE_LIST_H_
