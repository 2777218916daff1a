// A device as the controller knows it: what a worker said of it, without
// OpenCL.

#ifndef WGSYNC_SUITE_CORE_RECORD_DEVICE_INFO_H_
#define WGSYNC_SUITE_CORE_RECORD_DEVICE_INFO_H_

#include <cstdint>
#include <string>

namespace wgsync {

class FieldVisitor;

// A device as a worker saw it.
struct DeviceInfo {
  std::string
      index;  // "P:D", what selects it; "P:-" for a platform without a device
  std::string full_name;  // "platform/device"
  std::string slug;
  std::string driver_version;
  std::string type;     // "cpu", "gpu", ...; "" for a platform without a device
  std::string uuid;     // in hex; "" where the driver has none
  std::string problem;  // why there is no device
  uint32_t compute_units = 0;

  // All of it, as a worker tells it; what is missing is not known.
  void Fields(FieldVisitor& v);
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_DEVICE_INFO_H_
