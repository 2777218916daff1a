#include "suite/engine/device_lease.h"

#include <stdlib.h>

#include <fstream>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

// A separate folder, and an environment that names no other.
class StateTest : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = absl::StrCat(::testing::TempDir(), "/state_XXXXXX");
    ASSERT_NE(mkdtemp(&root_[0]), nullptr);
    for (const char* name : {"WGSYNC_STATE_DIR", "XDG_STATE_HOME", "HOME"}) {
      unsetenv(name);
    }
  }
  void Set(const char* name, const std::string& value) {
    setenv(name, value.c_str(), 1);
  }
  std::string root_;
};

TEST_F(StateTest, TheFolderIsTheFirstThatTheEnvironmentNames) {
  EXPECT_EQ(StateFolder(), "");
  Set("HOME", "/home/me");
  EXPECT_EQ(StateFolder(), "/home/me/.local/state/wgsync");
  Set("XDG_STATE_HOME", "/xdg");
  EXPECT_EQ(StateFolder(), "/xdg/wgsync");
  Set("WGSYNC_STATE_DIR", "/mine");
  EXPECT_EQ(StateFolder(), "/mine");
}

TEST_F(StateTest, AHangTestIsRememberedForItsDriverAlone) {
  Set("WGSYNC_STATE_DIR", root_ + "/deep/state");
  EXPECT_FALSE(HangTestPassed("abc"));
  const absl::Status s = RememberHangTest("abc", "some device");
  ASSERT_TRUE(s.ok()) << s;
  EXPECT_TRUE(HangTestPassed("abc"));
  EXPECT_FALSE(HangTestPassed("abcd"));
}

TEST_F(StateTest, TheFileNamesTheDevice) {
  Set("WGSYNC_STATE_DIR", root_);
  ASSERT_TRUE(RememberHangTest("abc", "some device").ok());
  std::string line;
  std::getline(std::ifstream(root_ + "/hang-test-abc"), line);
  EXPECT_EQ(line, "some device");
}

TEST_F(StateTest, ADriverWithoutADigestIsNeverRemembered) {
  Set("WGSYNC_STATE_DIR", root_);
  EXPECT_FALSE(RememberHangTest("", "some device").ok());
  EXPECT_FALSE(HangTestPassed(""));
}

TEST_F(StateTest, WithoutAFolderNothingIsRemembered) {
  const absl::Status s = RememberHangTest("abc", "some device");
  ASSERT_FALSE(s.ok());
  EXPECT_TRUE(absl::StrContains(s.message(), "WGSYNC_STATE_DIR"));
  EXPECT_FALSE(HangTestPassed("abc"));
}

TEST_F(StateTest, AFolderThatCannotBeMadeIsSaid) {
  std::ofstream(root_ + "/file") << "x";
  Set("WGSYNC_STATE_DIR", root_ + "/file/state");
  const absl::Status s = RememberHangTest("abc", "some device");
  ASSERT_FALSE(s.ok());
  EXPECT_TRUE(absl::StrContains(s.message(), root_ + "/file")) << s;
}

}  // namespace
}  // namespace wgsync
