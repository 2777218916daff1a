#include "devices/identity/driver_settings.h"

#include <fstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

TEST(DriverSettingsTest, AreTheLinesThatSetSomething) {
  EXPECT_THAT(ParseDriverSettings("# CL_CONFIG_A = 1\r\n"
                                  "  #CL_CONFIG_CPU_VECTORIZER_MODE = 0\n"
                                  "\n"
                                  "CL_CONFIG_USE_VECTORIZER = True\r\n"
                                  " CL_CONFIG_CPU_VECTORIZER_MODE=8\n"
                                  "CL_CONFIG_B = x=y \xFF\n"
                                  "nothing is set here\n"
                                  "= 3"),
              UnorderedElementsAre(Pair("CL_CONFIG_USE_VECTORIZER", "True"),
                                   Pair("CL_CONFIG_CPU_VECTORIZER_MODE", "8"),
                                   Pair("CL_CONFIG_B", "x=y \xEF\xBF\xBD")));
}

// What the files of 2021.4.0 to 2026.2.0 differ in as they are shipped.
TEST(DriverSettingsTest, LeaveOutWhatNoKernelFeels) {
  EXPECT_THAT(ParseDriverSettings("CL_CONFIG_DUMP_BIN = False\n"
                                  "CL_CONFIG_CPU_TARGET_ARCH = auto\n"
                                  "CL_CONFIG_TBB_VERSION = 2023.2.0\n"
                                  "CL_CONFIG_TBB_DLL_PATH =\n"
                                  "CL_CONFIG_DEVICES = cpu\n"
                                  "CL_GPA_CONFIG_SHOW_QUEUED_MARKER = True\n"),
              IsEmpty());
}

TEST(DriverSettingsTest, AreReadBesideTheLibrary) {
  const std::string folder = testing::TempDir();
  std::ofstream(folder + "/cl.cfg") << "CL_CONFIG_CPU_TARGET_ARCH = skx\n";
  EXPECT_THAT(ReadDriverSettings(folder + "/libintelocl.so"),
              UnorderedElementsAre(Pair("CL_CONFIG_CPU_TARGET_ARCH", "skx")));
  EXPECT_THAT(ReadDriverSettings(folder + "/none/libintelocl.so"), IsEmpty());
}

}  // namespace
}  // namespace wgsync
