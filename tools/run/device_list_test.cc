#include "tools/run/device_list.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

DeviceInfo Device(const std::string& index, const std::string& name) {
  DeviceInfo device;
  device.index = index;
  device.full_name = name;
  return device;
}

TEST(OnlyDeviceTest, SeveralAreAnErrorThatListsThem) {
  const DeviceInfo one = Device("0:0", "Portable/pthread-x");
  EXPECT_EQ(OnlyDevice("x", {one})->index, "0:0");
  const absl::Status several =
      OnlyDevice("x", {one, Device("1:0", "rusticl/llvmpipe")}).status();
  EXPECT_TRUE(absl::IsInvalidArgument(several));
  EXPECT_EQ(several.message(),
            "--device x names 2 devices; name one: 0:0 Portable/pthread-x, 1:0 "
            "rusticl/llvmpipe");
}

}  // namespace
}  // namespace wgsync
