// Logs that a stranger may have made, or changed.

#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/test_file.h"
#include "suite/core/record/run_log.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

constexpr char kFirst[] = "barrier.a/groups=2";
constexpr char kSecond[] = "barrier.b/groups=2";

class ForeignLogTest : public ::testing::Test {
 protected:
  void SetUp() override {
    top_ = ::testing::TempDir() + "/log_XXXXXX";
    ASSERT_NE(mkdtemp(top_.data()), nullptr);
    folder_ = top_ + "/run";
    log_ = folder_ + "/log.jsonl";
  }
  void TearDown() override { std::filesystem::remove_all(top_); }

  // A run of one case that has come to its end.
  void MakeRun() {
    auto writer = RunLogWriter::Create(folder_, RunHeader());
    ASSERT_TRUE(writer.ok()) << writer.status();
    ASSERT_TRUE((*writer)->Append(TestResult(kFirst, VerdictKind::kPass)).ok());
    ASSERT_TRUE((*writer)->Finished(0).ok());
  }

  std::string ReadError() {
    return std::string(ReadRun(folder_).status().message());
  }

  std::string top_, folder_, log_;
};

TEST_F(ForeignLogTest, LinesAfterTheEndAreSeen) {
  MakeRun();
  EXPECT_TRUE(ReadRun(folder_)->intact);
  json line = ToJson(TestResult(kSecond, VerdictKind::kPass));
  line["kind"] = "verdict";
  line["case"] = kSecond;
  std::ofstream(log_, std::ios::app) << line.dump() << "\n";
  EXPECT_FALSE(ReadRun(folder_)->intact);
}

TEST_F(ForeignLogTest, AChangeOfTheLastLineIsSeen) {
  MakeRun();
  const std::string log = ReadTestFile(log_);
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{
           {"\"exit\":0", "\"exit\":1"}, {"\"seconds\":0", "\"seconds\":1"}}) {
    ASSERT_TRUE(absl::StrContains(log, from));
    std::ofstream(log_) << absl::StrReplaceAll(log, {{from, to}});
    EXPECT_FALSE(ReadRun(folder_)->intact) << to;
  }
}

TEST_F(ForeignLogTest, ARunThatWasResumedAfterItsEndIsIntact) {
  MakeRun();
  {
    auto writer = RunLogWriter::Resume(folder_);
    ASSERT_TRUE(writer.ok()) << writer.status();
    ASSERT_TRUE((*writer)->GoOn("b2").ok());
    ASSERT_TRUE(
        (*writer)->Append(TestResult(kSecond, VerdictKind::kPass)).ok());
    ASSERT_TRUE((*writer)->Finished(0).ok());
  }
  const auto run = ReadRun(folder_);
  EXPECT_TRUE(run->intact && run->finished);
  EXPECT_EQ(run->results.size(), 2);
}

TEST_F(ForeignLogTest, APipeIsNotWaitedFor) {
  std::filesystem::create_directories(folder_);
  ASSERT_EQ(mkfifo(log_.c_str(), 0600), 0);
  EXPECT_THAT(ReadError(), HasSubstr("it is a pipe, a socket or a device"));
}

TEST_F(ForeignLogTest, AnEnormousLineIsRefused) {
  MakeRun();
  std::ofstream(log_, std::ios::app)
      << R"({"kind":"note","text":")" << std::string(size_t{17} << 20, 'x')
      << "\"}\n";
  EXPECT_THAT(ReadError(), HasSubstr(":4: has more than 16 MiB"));
}

TEST_F(ForeignLogTest, ALinkIsNotWritten) {
  MakeRun();
  std::filesystem::rename(log_, top_ + "/elsewhere");
  std::filesystem::create_symlink(top_ + "/elsewhere", log_);
  const auto writer = RunLogWriter::Resume(folder_);
  ASSERT_FALSE(writer.ok());
  EXPECT_THAT(std::string(writer.status().message()),
              HasSubstr("put the log itself in place of the link"));
}

}  // namespace
}  // namespace wgsync
