#include "suite/engine/choose_devices.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kProcessor[] = "AMD EPYC 7763";

DeviceInfo Device(const std::string& index, const std::string& name,
                  const std::string& type) {
  DeviceInfo d;
  d.index = index;
  d.full_name = name;
  d.type = type;
  return d;
}

std::vector<DeviceInfo> Machine() {
  std::vector<DeviceInfo> all = {
      Device("0:0", "Portable Computing Language/pthread-zen3-AMD EPYC 7763",
             "cpu"),
      Device("1:0", "NVIDIA CUDA/NVIDIA H200", "gpu"),
      Device("1:1", "NVIDIA CUDA/NVIDIA H200", "gpu"),
      Device("2:0", "rusticl/llvmpipe (LLVM 15, 256 bits)", "cpu"),
      Device("3:-", "Clover/", ""),
  };
  all[0].slug = "pocl-pthread-zen3-amd-epyc-7763-3-1";
  return all;
}

// The indexes, or the message.
std::string Chosen(const std::string& selection,
                   const std::vector<DeviceInfo>& all = Machine()) {
  const auto chosen = ChooseDevicesOn(kProcessor, all, selection);
  if (!chosen.ok()) return std::string(chosen.status().message());
  std::string text;
  for (const DeviceInfo& d : *chosen) {
    absl::StrAppend(&text, text.empty() ? "" : " ", d.index);
  }
  return text;
}

TEST(ChooseDevicesTest, IndexesTypesAndNothing) {
  EXPECT_EQ(Chosen(""), "0:0 1:0 1:1 2:0");
  EXPECT_EQ(Chosen("1:1"), "1:1");
  EXPECT_EQ(Chosen("type:cpu"), "0:0 2:0") << "of several platforms";
  EXPECT_EQ(Chosen("type:GPU"), "1:0 1:1");
  EXPECT_THAT(Chosen("3:-"), HasSubstr("no OpenCL device matches '3:-'"));
}

TEST(ChooseDevicesTest, PartsOfNamesWhateverTheirCase) {
  EXPECT_EQ(Chosen("Portable"), "0:0");
  EXPECT_EQ(Chosen("pthread"), "0:0");
  EXPECT_EQ(Chosen("language/PTHREAD"), "0:0");
  EXPECT_EQ(Chosen("nvidia"), "1:0 1:1");
  EXPECT_EQ(Chosen("h200"), "1:0 1:1");
  EXPECT_EQ(Chosen("llvmpipe"), "2:0");
  EXPECT_EQ(Chosen("RUSTICL"), "2:0");
  EXPECT_EQ(Chosen("PoCL"), "0:0") << "its id begins so";
}

TEST(ChooseDevicesTest, TheProcessorsNameAloneChoosesNothing) {
  for (const char* part : {"AMD", "amd", "EPYC", "AMD EPYC 7763", "D E"}) {
    EXPECT_THAT(Chosen(part),
                AllOf(HasSubstr("no platform is called '"),
                      HasSubstr("'s name has it, in 0:0 Portable Computing "),
                      HasSubstr("--device 0:0"), Not(HasSubstr("\n"))))
        << part;
  }
  EXPECT_EQ(Chosen("zen3-AMD"), "0:0") << "more than the processor's name";
}

TEST(ChooseDevicesTest, AWholeNameMayHaveTheProcessorInIt) {
  EXPECT_EQ(Chosen("Portable Computing Language/pthread-zen3-AMD EPYC 7763"),
            "0:0");
  EXPECT_EQ(Chosen("P/G", {Device("0:0", "P/G", "gpu"),
                           Device("0:1", "P/G 2", "gpu")}),
            "0:0");
}

TEST(ChooseDevicesTest, ThePlatformsNameGoesBeforeTheDevices) {
  std::vector<DeviceInfo> all = Machine();
  all.push_back(
      Device("4:0", "AMD Accelerated Parallel Processing/gfx90a", "gpu"));
  EXPECT_EQ(Chosen("AMD", all), "4:0");
  all = Machine();
  all.push_back(Device("4:0", "rusticl/AMD Radeon", "gpu"));
  EXPECT_EQ(Chosen("AMD", all), "4:0") << "no processor";
}

TEST(ChooseDevicesTest, SeveralPlatformsAreAnErrorThatListsThem) {
  EXPECT_THAT(Chosen("l"),
              AllOf(HasSubstr("'l' matches devices of several platforms: 0:0 "),
                    HasSubstr(", 2:0 rusticl/llvmpipe"),
                    HasSubstr("--device 0:0, by type:gpu, or by a longer part"),
                    Not(HasSubstr("1:0 "))));
}

TEST(ChooseDevicesTest, NothingThatFitsListsWhatThereIs) {
  EXPECT_EQ(Chosen("Clover", {Device("0:0", "P/D", "cpu")}),
            "no OpenCL device matches 'Clover'; there is 0:0 P/D");
  EXPECT_THAT(Chosen("x", {}), HasSubstr("there are none: install a driver"));
}

}  // namespace
}  // namespace wgsync
