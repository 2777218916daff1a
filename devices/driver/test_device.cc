#include "devices/driver/test_device.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <iostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "devices/driver/device.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

// testing::TempDir() knows $TEST_TMPDIR.
void UseOwnCache() {
  const std::string folder = testing::TempDir() + "/pocl";
  mkdir(folder.c_str(), 0700);
  // As PoCL's files appear in /proc/self/maps.
  char* const real = realpath(folder.c_str(), nullptr);
  setenv("POCL_CACHE_DIR", real != nullptr ? real : folder.c_str(),
         /*overwrite=*/1);
  free(real);
}

const std::vector<DeviceEntry>* ValueOrExit(
    const absl::StatusOr<std::vector<DeviceEntry>>& devices) {
  if (!devices.ok()) {
    std::cerr << "these tests need a device: " << devices.status() << std::endl;
    _exit(1);
  }
  return new std::vector<DeviceEntry>(*devices);
}

}  // namespace

const std::vector<DeviceEntry>& AllDevices() {
  static const std::vector<DeviceEntry>* const devices = [] {
    UseOwnCache();
    return ValueOrExit(ListDevices());
  }();
  return *devices;
}

const DeviceEntry& TestDevice() {
  static const std::vector<DeviceEntry>* const devices = [] {
    const char* wanted = getenv("WGSYNC_TEST_DEVICE");
    return ValueOrExit(SelectDevices(
        AllDevices(),
        wanted != nullptr ? wanted : "Portable Computing Language/"));
  }();
  return devices->front();
}

}  // namespace wgsync
