#include "reports/render/text_file.h"

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class RunFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string folder = ::testing::TempDir() + "/run_file_XXXXXX";
    ASSERT_NE(mkdtemp(folder.data()), nullptr);
    top_ = folder;
    run_ = folder + "/run";
    fs::create_directory(run_);
  }
  void TearDown() override { fs::remove_all(top_); }

  static std::string Text(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::string top_, run_;
};

TEST_F(RunFileTest, AFileIsMadeAndReplaced) {
  for (const char* text : {"first and longer", "second"}) {
    ASSERT_TRUE(WriteRunFile(run_, "junit.xml", text).ok());
    EXPECT_EQ(Text(run_ + "/junit.xml"), text);
    ASSERT_TRUE(WriteRunFile(run_, "evidence/a.txt", text).ok());
    EXPECT_EQ(Text(run_ + "/evidence/a.txt"), text);
  }
  size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(run_)) {
    files += entry.is_regular_file() ? 1 : 0;
  }
  EXPECT_EQ(files, 2u) << "a part is left";
}

TEST_F(RunFileTest, ALinkIsReplacedAndItsTargetIsNot) {
  std::ofstream(top_ + "/precious") << "precious";
  fs::create_symlink(top_ + "/precious", run_ + "/junit.xml");
  ASSERT_TRUE(WriteRunFile(run_, "junit.xml", "text").ok());
  EXPECT_EQ(Text(top_ + "/precious"), "precious");
  EXPECT_EQ(Text(run_ + "/junit.xml"), "text");
  EXPECT_FALSE(fs::is_symlink(run_ + "/junit.xml"));
}

TEST_F(RunFileTest, AFolderThatIsALinkIsRefused) {
  fs::create_directory(top_ + "/elsewhere");
  fs::create_symlink(top_ + "/elsewhere", run_ + "/evidence");
  const absl::Status s = WriteRunFile(run_, "evidence/a.txt", "text");
  EXPECT_EQ(s.code(), absl::StatusCode::kPermissionDenied);
  EXPECT_THAT(std::string(s.message()), HasSubstr(run_ + "/evidence: "));
  EXPECT_TRUE(fs::is_empty(top_ + "/elsewhere"));
}

TEST_F(RunFileTest, AMissingFolderIsAnError) {
  const absl::Status s =
      WriteRunFile(top_ + "/missing", "junit.xml", "text", "try another");
  EXPECT_THAT(std::string(s.message()), HasSubstr("/missing: cannot write it"));
  EXPECT_THAT(std::string(s.message()), HasSubstr("; try another"));
}

}  // namespace
}  // namespace wgsync
