#include "suite/core/base/write_file.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class WriteFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string folder = ::testing::TempDir() + "/write_file_XXXXXX";
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

TEST_F(WriteFileTest, AFileIsMadeAndReplaced) {
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

TEST_F(WriteFileTest, ALinkIsRefusedAndItsTargetKept) {
  std::ofstream(top_ + "/precious") << "precious";
  const std::string link = run_ + "/junit.xml";
  fs::create_symlink(top_ + "/precious", link);
  const std::string says = link + ": cannot write it: it is a link; fix";
  EXPECT_EQ(WriteRunFile(run_, "junit.xml", "text", "fix").message(), says);
  EXPECT_EQ(WriteTextFile(link, "text", "fix").message(), says);
  EXPECT_THAT(std::string(CheckWritable(link).message()),
              HasSubstr("it is a link; name another file"));
  EXPECT_EQ(Text(top_ + "/precious"), "precious");
  EXPECT_TRUE(fs::is_symlink(link));
}

TEST_F(WriteFileTest, WhatIsNotAFileIsRefused) {
  ASSERT_EQ(mkfifo((top_ + "/pipe").c_str(), 0600), 0);
  for (const std::string& path : {top_ + "/pipe", run_}) {
    EXPECT_THAT(std::string(WriteTextFile(path, "text").message()),
                HasSubstr(path + ": cannot write it: it is not a regular"));
  }
}

TEST_F(WriteFileTest, AFileKeepsItsPermissions) {
  const std::string path = top_ + "/file";
  ASSERT_TRUE(WriteTextFile(path, "text").ok());
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  ASSERT_TRUE(WriteTextFile(path, "other").ok());
  EXPECT_EQ(Text(path), "other");
  EXPECT_EQ(fs::status(path).permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(WriteFileTest, APartThatWasLeftIsNotTaken) {
  const std::string left = absl::StrCat(top_, "/.wgsync.", getpid(), ".0");
  std::ofstream(left) << "another process";
  ASSERT_TRUE(WriteTextFile(top_ + "/file", "text").ok());
  EXPECT_EQ(Text(top_ + "/file"), "text");
  EXPECT_EQ(Text(left), "another process");
}

TEST_F(WriteFileTest, TheCheckLeavesNoFile) {
  EXPECT_TRUE(CheckWritable("").ok());
  EXPECT_TRUE(CheckWritable(run_ + "/file").ok());
  EXPECT_TRUE(fs::is_empty(run_));
  EXPECT_THAT(std::string(CheckWritable(top_ + "/none/file").message()),
              HasSubstr("/none/file: cannot write it: No such file"));
}

TEST_F(WriteFileTest, AFolderThatIsALinkIsRefused) {
  fs::create_directory(top_ + "/elsewhere");
  fs::create_symlink(top_ + "/elsewhere", run_ + "/evidence");
  const absl::Status s = WriteRunFile(run_, "evidence/a.txt", "text");
  EXPECT_THAT(std::string(s.message()),
              HasSubstr(run_ + "/evidence: cannot write it: Not a directory; "
                               "put a folder in its place"));
  EXPECT_TRUE(fs::is_empty(top_ + "/elsewhere"));
}

TEST_F(WriteFileTest, AMissingFolderIsAnError) {
  const absl::Status s =
      WriteRunFile(top_ + "/missing", "junit.xml", "text", "try another");
  EXPECT_THAT(std::string(s.message()), HasSubstr("/missing: cannot write it"));
  EXPECT_THAT(std::string(s.message()), HasSubstr("; try another"));
}

TEST_F(WriteFileTest, FoldersAreMadeWithTheirParents) {
  const absl::Status s = MakeFolders(top_ + "/a/b//c/", "fix");
  ASSERT_TRUE(s.ok()) << s;
  EXPECT_TRUE(fs::is_directory(top_ + "/a/b/c"));
  EXPECT_TRUE(MakeFolders(top_ + "/a/b/c", "fix").ok())
      << "it is there already";
}

TEST_F(WriteFileTest, FoldersMayBeNamedFromHere) {
  ASSERT_EQ(chdir(top_.c_str()), 0);
  const absl::Status s = MakeFolders("a/b", "fix");
  ASSERT_TRUE(s.ok()) << s;
  EXPECT_TRUE(fs::is_directory(top_ + "/a/b"));
}

TEST_F(WriteFileTest, AFileInTheWayIsNoFolder) {
  std::ofstream(top_ + "/file") << "x";
  EXPECT_FALSE(MakeFolders(top_ + "/file", "fix").ok());
  EXPECT_FALSE(MakeFolders(top_ + "/file/below", "fix").ok());
  EXPECT_FALSE(MakeFolders("", "fix").ok());
}

}  // namespace
}  // namespace wgsync
