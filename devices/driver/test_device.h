// The device that the tests of this folder run on.

#ifndef WGSYNC_DEVICES_DRIVER_TEST_DEVICE_H_
#define WGSYNC_DEVICES_DRIVER_TEST_DEVICE_H_

#include <vector>

#include "devices/driver/device.h"

namespace wgsync {

// Every platform and device, with PoCL's cache in the test's own folder. Ends
// the test program where there is no platform: without a driver these tests
// test nothing. All tests call this before anything else of OpenCL.
const std::vector<DeviceEntry>& AllDevices();

// PoCL's device, or the one that $WGSYNC_TEST_DEVICE selects. Ends the test
// program where there is none.
const DeviceEntry& TestDevice();

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_DRIVER_TEST_DEVICE_H_
