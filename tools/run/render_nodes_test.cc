#include "tools/run/render_nodes.h"

#include <filesystem>
#include <fstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

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
