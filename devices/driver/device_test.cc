#include "devices/driver/device.h"

#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "devices/driver/device_claims.h"
#include "devices/driver/test_device.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/plan/soundness.h"

namespace wgsync {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

DeviceEntry Entry(int platform, int device, const std::string& platform_name,
                  const std::string& device_name, const std::string& type) {
  DeviceEntry entry;
  entry.platform_index = platform;
  entry.device_index = device;
  entry.platform_name = platform_name;
  entry.device_name = device_name;
  entry.info.type = type;
  entry.info.driver_version = "1.0";
  return entry;
}

std::vector<DeviceEntry> Machine() {
  std::vector<DeviceEntry> all = {
      Entry(0, 0, "Portable Computing Language", "pthread-EPYC", "cpu"),
      Entry(1, 0, "NVIDIA CUDA", "NVIDIA H200", "gpu"),
      Entry(1, 1, "NVIDIA CUDA", "NVIDIA H200", "gpu"),
      Entry(2, -1, "Clover", "", ""),
  };
  all.back().info.problem = "clGetDeviceIDs: CL_DEVICE_NOT_FOUND (-1)";
  return all;
}

// "NVIDIA CUDA/NVIDIA H200 1", or the error.
std::string Found(absl::string_view index) {
  const absl::StatusOr<DeviceEntry> found = FindDevice(Machine(), index);
  return found.ok() ? absl::StrCat(FullName(*found), " ", found->device_index)
                    : std::string(found.status().message());
}

TEST(FindDeviceTest, TakesAnIndexAlone) {
  EXPECT_EQ(Found("1:1"), "NVIDIA CUDA/NVIDIA H200 1");
  EXPECT_EQ(Found("0:0"), "Portable Computing Language/pthread-EPYC 0");
  for (const char* other : {"", "1:2", "type:gpu", "H200"}) {
    EXPECT_THAT(Found(other),
                HasSubstr(absl::StrCat("no device matches \"", other, "\"")));
  }
}

TEST(FindDeviceTest, SaysWhatThereIsWhereNothingMatches) {
  EXPECT_EQ(Found("2:-"),
            "no device matches \"2:-\"; there is:\n"
            "  0:0  Portable Computing Language/pthread-EPYC\n"
            "  1:0  NVIDIA CUDA/NVIDIA H200\n"
            "  1:1  NVIDIA CUDA/NVIDIA H200\n"
            "  2:-  Clover/ (clGetDeviceIDs: CL_DEVICE_NOT_FOUND (-1))");
  const absl::Status status = FindDevice({}, "0:0").status();
  EXPECT_TRUE(absl::IsNotFound(status));
  EXPECT_EQ(status.message(), "no device matches \"0:0\"; there is: nothing");
}

TEST(SlugTest, IsShortAndHasTheDriversVersion) {
  DeviceEntry d = Entry(0, 0, "NVIDIA CUDA", "NVIDIA H200", "gpu");
  d.info.driver_version = "580.159.04";
  EXPECT_EQ(Slug(d), "nvidia-h200-580-159-04");
  d = Entry(0, 0, "Portable Computing Language", "pthread-AMD EPYC", "cpu");
  d.info.driver_version = "3.1+debian";
  EXPECT_EQ(Slug(d), "pocl-pthread-amd-epyc-3-1-debian");
  d = Entry(0, 0, "Intel(R) OpenCL", "Intel(R) Core(TM) i7 @ 2.70GHz", "cpu");
  EXPECT_EQ(Slug(d), "intel-intel-core-i7-2-70ghz-1-0");
}

TEST(SlugTest, HasOnlyItsCharactersAndAnEnd) {
  DeviceEntry d = Entry(0, 0, "(Ünï/cødé)", std::string(500, 'X') + "..", "");
  d.info.driver_version = "/../";
  EXPECT_EQ(Slug(d), "n-c-d-" + std::string(48, 'x'));
  for (const DeviceEntry& real : AllDevices()) {
    EXPECT_EQ(
        Slug(real).find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"),
        std::string::npos)
        << Slug(real);
  }
}

TEST(ListDevicesTest, TellsOfTheDevice) {
  const DeviceEntry& d = TestDevice();
  EXPECT_GE(d.device_index, 0);
  EXPECT_FALSE(d.platform_name.empty());
  EXPECT_FALSE(d.device_name.empty());
  EXPECT_FALSE(d.info.driver_version.empty());
  EXPECT_FALSE(d.vendor.empty());
  EXPECT_EQ(d.device_version.find("OpenCL "), 0u) << d.device_version;
  EXPECT_GT(d.info.compute_units, 0u);
  EXPECT_EQ(d.info.full_name, FullName(d));
  EXPECT_EQ(d.info.slug, Slug(d));
  EXPECT_EQ(d.info.problem, "");
  EXPECT_NE(d.device(), nullptr);
}

TEST(ListDevicesTest, EachDeviceIsFoundByItsIndex) {
  for (const DeviceEntry& d : AllDevices()) {
    if (d.device_index < 0) continue;
    const absl::StatusOr<DeviceEntry> found =
        FindDevice(AllDevices(), d.info.index);
    ASSERT_TRUE(found.ok()) << found.status();
    EXPECT_EQ(found->device(), d.device());
  }
}

TEST(ListDevicesTest, APlatformWithoutADeviceSaysWhy) {
  std::set<int> platforms;
  for (const DeviceEntry& d : AllDevices()) {
    platforms.insert(d.platform_index);
    if (d.device_index >= 0) continue;
    EXPECT_FALSE(d.platform_name.empty());
    EXPECT_THAT(d.info.problem, HasSubstr("clGetDeviceIDs: "));
    EXPECT_EQ(d.device(), nullptr);
    EXPECT_THAT(FindDevice(AllDevices(), IndexOf(d)).status().message(),
                HasSubstr(d.info.problem));
  }
  // None is left out.
  cl_uint count = 0;
  ASSERT_EQ(clGetPlatformIDs(0, nullptr, &count), CL_SUCCESS);
  EXPECT_EQ(platforms.size(), count);
}

TEST(ListDevicesTest, CloverIsListed) {
  bool has_clover = false;
  for (const DeviceEntry& d : AllDevices()) {
    has_clover = has_clover || d.platform_name == "Clover";
  }
  if (!has_clover) GTEST_SKIP() << "Mesa's Clover is not installed";
  EXPECT_THAT(std::string(FindDevice(AllDevices(), "").status().message()),
              ContainsRegex(":-  Clover/ .*CL_DEVICE_NOT_FOUND"));
}

TEST(ReadClaimsTest, AgreesWithTheDevice) {
  const DeviceEntry& d = TestDevice();
  const absl::StatusOr<Claims> read = ReadClaims(d.device);
  ASSERT_TRUE(read.ok()) << read.status();
  const Claims& claims = *read;
  EXPECT_EQ(claims.max_group_size,
            DeviceNumber<size_t>(d.device(), CL_DEVICE_MAX_WORK_GROUP_SIZE, 0));
  EXPECT_GT(claims.max_group_size, 0u);
  EXPECT_EQ(claims.is_gpu, d.info.type == "gpu");
  if (d.platform_name == "Portable Computing Language" && !claims.is_gpu) {
    EXPECT_EQ(claims.highest_c11, 300u);
    EXPECT_TRUE(claims.order_seq_cst);
    EXPECT_TRUE(claims.scope_device);
    EXPECT_FALSE(claims.is_nvidia);
  }
}

}  // namespace
}  // namespace wgsync
