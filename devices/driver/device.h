// OpenCL platforms and devices of this machine, and what they claim.
//
// Only devices/ and the worker half of suite/engine/ include OpenCL headers,
// and only a worker process may call this: a driver can crash or block in any
// call.

#ifndef WGSYNC_DEVICES_DRIVER_DEVICE_H_
#define WGSYNC_DEVICES_DRIVER_DEVICE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "devices/driver/opencl.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/device_info.h"

namespace wgsync {

// A device, or a platform that has none (then `device` is empty and index -1).
struct DeviceEntry {
  int platform_index = 0;
  int device_index = -1;
  std::string platform_name;
  std::string platform_version;
  std::string device_name;
  std::string device_version;  // CL_DEVICE_VERSION
  std::string vendor;
  // `problem` is also that of a device that is not available; of several types
  // of a device "cpu" wins.
  DeviceInfo info;
  cl::Device device;
};

// Every platform in the loader's order, each with its devices; a platform
// without one is an entry too. An error only where the loader has no platform
// at all ("no OpenCL platform: install a driver, or set OCL_ICD_VENDORS ...").
// What a device does not answer stays empty.
absl::StatusOr<std::vector<DeviceEntry>> ListDevices();

// "platform name/device name".
std::string FullName(const DeviceEntry& d);

// A name for files and columns: lower case, a-z 0-9 - only, driver version
// included; "device" where the names have none of these. Two devices of a kind
// have the same one.
std::string Slug(const DeviceEntry& d);

// "platform:device", with - for a platform without a device.
std::string IndexOf(const DeviceEntry& d);

// The device of this index. None is an error that lists what there is.
absl::StatusOr<DeviceEntry> FindDevice(const std::vector<DeviceEntry>& all,
                                       absl::string_view index);

// What the plan depends on. An error where the device does not answer: that is
// no claim, and the next answer may be another.
absl::StatusOr<Claims> ReadClaims(const cl::Device& device);

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_DRIVER_DEVICE_H_
