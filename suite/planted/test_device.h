// The device that tests of the engine run on.

#ifndef WGSYNC_SUITE_PLANTED_TEST_DEVICE_H_
#define WGSYNC_SUITE_PLANTED_TEST_DEVICE_H_

#include "absl/status/statusor.h"
#include "suite/core/record/device_info.h"

namespace wgsync {

// The first that $WGSYNC_TEST_DEVICE selects, else PoCL's; an error where there
// is none. Drivers see the environment as it is at this call.
absl::StatusOr<DeviceInfo> FindTestDevice();

}  // namespace wgsync

#endif  // WGSYNC_SUITE_PLANTED_TEST_DEVICE_H_
