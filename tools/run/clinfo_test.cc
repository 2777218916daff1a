#include "tools/run/clinfo.h"

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;

// The only program on the PATH is a clinfo made here, or none.
class ClinfoTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "/clinfo_XXXXXX";
    ASSERT_NE(mkdtemp(folder_.data()), nullptr);
    path_ = getenv("PATH");
    setenv("PATH", folder_.c_str(), 1);
  }
  void TearDown() override {
    setenv("PATH", path_.c_str(), 1);
    std::filesystem::remove_all(folder_);
  }

  void MakeClinfo(const std::string& script) {
    const std::string program = folder_ + "/clinfo";
    std::ofstream(program) << "#!/bin/sh\n" << script << "\n";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  }
  static void ExpectNone(const absl::StatusOr<std::string>& none,
                         const std::string& says) {
    EXPECT_THAT(std::string(none.status().message()), HasSubstr(says));
  }

  std::string folder_, path_;
};

TEST_F(ClinfoTest, KeepsWhatItPrints) {
  MakeClinfo("[ \"$*\" = --json ] && echo '{\"platforms\": []}'; echo x >&2");
  const absl::StatusOr<std::string> printed = ClinfoJson();
  ASSERT_TRUE(printed.ok()) << printed.status();
  EXPECT_EQ(*printed, "{\"platforms\": []}\n");
}

TEST_F(ClinfoTest, SaysThatThereIsNone) {
  ExpectNone(ClinfoJson(), "there is no clinfo on the PATH");
}

TEST_F(ClinfoTest, AnOldOnePrintsNoJson) {
  MakeClinfo("echo 'Number of platforms 1'");
  ExpectNone(ClinfoJson(), "no JSON (exit code 0); version 3.0.21");
  MakeClinfo("echo '{}'; exit 1");
  ExpectNone(ClinfoJson(), "no JSON (exit code 1)");
}

TEST_F(ClinfoTest, ADriverMayEndIt) {
  MakeClinfo("echo '{}'; kill -SEGV $$");
  ExpectNone(ClinfoJson(), "clinfo was ended by signal 11");
}

TEST_F(ClinfoTest, ADriverMayHoldIt) {
  MakeClinfo("echo '{}'; exec /bin/sleep 1000");
  ExpectNone(ClinfoJson(0.2), "clinfo did not end in 0.2 s");
}

}  // namespace
}  // namespace wgsync
