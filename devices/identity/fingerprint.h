// What tells one driver on one machine from another.

#ifndef WGSYNC_DEVICES_IDENTITY_FINGERPRINT_H_
#define WGSYNC_DEVICES_IDENTITY_FINGERPRINT_H_

#include <string>

#include "devices/driver/device.h"
#include "nlohmann/json_fwd.hpp"
#include "suite/core/base/sha256.h"  // Sha256() belongs to this interface.

namespace wgsync {

// Call it after the first program was built: drivers load their compilers late.
// All text is valid UTF-8.
//
// {
//   "platform": {"name", "version"},
//   "device": {"name", "vendor", "version", "type", "uuid", "compute_units",
//              "max_work_group_size", "sub_group_sizes": [...],
//              "opencl_c": ["1.2", ...], "extensions": [...]},
//   "driver_version": ...,
//   "libraries": [{"path", "sha256", "bytes"}, ...],  see DriverLibraries()
//   "kernel_driver": {"nvidia": "580.159.04", "i915": ...},  what is readable
//   "cpu": {"model", "flags", "cores"},   cores that this process may use
//   "os": {"kernel", "name"},
//   "environment": {"POCL_...": ...,      see variables.h
//                   "cl.cfg": {"CL_CONFIG_...": ...}}  see driver_settings.h
// }
nlohmann::json ReadFingerprint(const DeviceEntry& device);

// SHA-256 over the parts of the fingerprint that identify device and driver
// (not the machine's environment, CPU or kernel, nor the folders that the
// driver's files lie in): "seen on this driver before".
std::string DriverDigest(const nlohmann::json& fingerprint);

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_IDENTITY_FINGERPRINT_H_
