#include "devices/driver/test_device.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <iostream>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
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

[[noreturn]] void ExitWithout(absl::string_view what) {
  std::cerr << "these tests need a device: " << what << std::endl;
  _exit(1);
}

// "type:gpu", an index, or a part of the whole name.
bool Matches(const DeviceEntry& d, absl::string_view selection) {
  return d.device_index >= 0 &&
         (absl::StrCat("type:", d.info.type) == selection ||
          IndexOf(d) == selection || absl::StrContains(FullName(d), selection));
}

}  // namespace

const std::vector<DeviceEntry>& AllDevices() {
  static const std::vector<DeviceEntry>* const devices = [] {
    UseOwnCache();
    absl::StatusOr<std::vector<DeviceEntry>> all = ListDevices();
    if (!all.ok()) ExitWithout(all.status().message());
    return new std::vector<DeviceEntry>(*std::move(all));
  }();
  return *devices;
}

const DeviceEntry& TestDevice() {
  const char* const asked = getenv("WGSYNC_TEST_DEVICE");
  const absl::string_view wanted =
      asked != nullptr ? asked : "Portable Computing Language/";
  for (const DeviceEntry& d : AllDevices()) {
    if (Matches(d, wanted)) return d;
  }
  ExitWithout(absl::StrCat("none is ", wanted));
}

}  // namespace wgsync
