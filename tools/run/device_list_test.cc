#include "tools/run/device_list.h"

#include <filesystem>
#include <fstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

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
  EXPECT_THAT(std::string(OnlyDevice("", {one, one}).status().message()),
              HasSubstr("--device is not given, and there are 2 devices"));
}

TEST(RenderNodeHintTest, NamesTheNodesThatMayNotBeOpenedAndTheirGroup) {
  const std::string folder = testing::TempDir() + "/dri";
  std::filesystem::create_directories(folder);
  for (const char* name : {"renderD129", "renderD128", "renderD130", "card0"}) {
    std::ofstream(folder + "/" + name) << "";
  }
  const std::string hint = RenderNodeHint(folder, [](const std::string& path) {
    return path.find("130") != std::string::npos;
  });
  EXPECT_THAT(hint, HasSubstr(folder + "/renderD128, " + folder +
                              "/renderD129: you may not open"));
  EXPECT_THAT(hint, HasSubstr("usermod -aG "));
  EXPECT_THAT(hint, Not(HasSubstr("card0")));
  EXPECT_THAT(hint, Not(HasSubstr("130")));
  EXPECT_EQ(RenderNodeHint(folder, [](const std::string&) { return true; }),
            "");
}

TEST(RenderNodeHintTest, SaysNothingWhereThereIsNoSuchFolder) {
  EXPECT_EQ(RenderNodeHint(testing::TempDir() + "/none",
                           [](const std::string&) { return false; }),
            "");
}

}  // namespace
}  // namespace wgsync
