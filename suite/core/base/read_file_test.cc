#include "suite/core/base/read_file.h"

#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;

class ReadFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = ::testing::TempDir() + "/read_XXXXXX";
    ASSERT_NE(mkdtemp(folder_.data()), nullptr);
    path_ = folder_ + "/file";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string Error(const std::string& path, size_t most = kMostFileBytes) {
    const auto text = ReadRegularFile(path, "name another one", most);
    return text.ok() ? "read: " + *text : std::string(text.status().message());
  }

  std::string folder_, path_;
};

TEST_F(ReadFileTest, AValueIsInTheFirstLineOfItsKey) {
  std::ofstream(path_) << "name2 : x\nname \t:  some:  CPU \nname : second\n";
  EXPECT_EQ(ValueIn(path_, "name", ':'), "some: CPU");
  EXPECT_EQ(ValueIn(path_, "some", ':'), "");
  EXPECT_EQ(ValueIn(folder_ + "/none", "name", ':'), "");
}

TEST_F(ReadFileTest, AFirstLineHasNoSpaceAtItsEnds) {
  std::ofstream(path_) << " lib/libpocl.so \r\nother\n";
  EXPECT_EQ(FirstLine(path_), "lib/libpocl.so");
  EXPECT_EQ(FirstLine(folder_ + "/none"), "");
}

TEST_F(ReadFileTest, AllOfAFileWithZerosIn) {
  const std::string text("a\0b\n", 4);
  std::ofstream(path_, std::ios::binary) << text;
  const auto read = ReadRegularFile(path_, "");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(*read, text);
}

TEST_F(ReadFileTest, OneThatIsMissingIsNotFound) {
  const auto read = ReadRegularFile(path_, "name another one");
  EXPECT_EQ(read.status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(read.status().message(),
            path_ +
                ": cannot read it: No such file or directory; name another "
                "one");
}

TEST_F(ReadFileTest, APipeIsRefusedAndNotWaitedFor) {
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_THAT(Error(path_), HasSubstr("it is a pipe, a socket or a device"));
}

TEST_F(ReadFileTest, ADeviceWithoutAnEndIsRefused) {
  std::filesystem::create_symlink("/dev/zero", path_);
  EXPECT_THAT(Error(path_), HasSubstr("it is a pipe, a socket or a device"));
}

TEST_F(ReadFileTest, AFolderIsRefused) {
  EXPECT_THAT(Error(folder_), HasSubstr("Is a directory; name another one"));
}

TEST_F(ReadFileTest, TheLimitIsAByteMore) {
  std::ofstream(path_) << std::string(1 << 20, 'x');
  EXPECT_THAT(Error(path_, 1 << 20), HasSubstr("read: xxx"));
  std::ofstream(path_, std::ios::app) << "y";
  EXPECT_THAT(Error(path_, 1 << 20), HasSubstr("it has more than 1 MiB"));
}

}  // namespace
}  // namespace wgsync
