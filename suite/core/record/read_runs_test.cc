// Which runs a folder holds.

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/record/run_log.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ReadRunsTest : public testing::Test {
 protected:
  ReadRunsTest() {
    top_ = testing::TempDir() + "/read_runs_XXXXXX";
    EXPECT_NE(mkdtemp(top_.data()), nullptr);
  }
  ~ReadRunsTest() override { std::filesystem::remove_all(top_); }

  void MakeRun(const std::string& below) {
    const std::string folder = top_ + "/" + below;
    std::filesystem::create_directories(folder);
    EXPECT_TRUE(RunLogWriter::Create(folder, RunHeader()).ok());
  }

  // The folders below the one that is named, or the message.
  std::vector<std::string> Found(const std::string& named = "") {
    const auto runs = ReadRuns(top_ + named);
    if (!runs.ok()) return {std::string(runs.status().message())};
    std::vector<std::string> folders;
    for (const auto& run : *runs) {
      folders.push_back(run.folder.substr(top_.size() + 1));
    }
    return folders;
  }

  std::string top_;
};

TEST_F(ReadRunsTest, TakesAFolderOrItsSubFolders) {
  MakeRun("run");
  MakeRun("other");
  std::filesystem::create_directories(top_ + "/no_run");
  EXPECT_THAT(Found("/run"), ElementsAre("run"));
  EXPECT_THAT(Found(), ElementsAre("other", "run"));
}

TEST_F(ReadRunsTest, LooksTwoLevelsDeepAndThreeInAStore) {
  MakeRun("a/gpu");
  MakeRun("x/wgsync-runs/20261121T101112Z/gpu");
  MakeRun("y/wgsync-runs/20261121T101112Z");
  EXPECT_THAT(Found(), ElementsAre("a/gpu"));
  const std::string stored = "gpu/7.1-5d41402a/20261121T101112Z-1a2b3c4d";
  MakeRun(stored);
  EXPECT_THAT(Found(), ElementsAre("a/gpu", stored));
  EXPECT_THAT(Found("/x/wgsync-runs"),
              ElementsAre("x/wgsync-runs/20261121T101112Z/gpu"));
}

TEST_F(ReadRunsTest, TakesLoneRunsOnlyWhereTheyAreNamed) {
  MakeRun("gate/gpu");
  MakeRun("gate/lone/1");
  EXPECT_THAT(Found("/gate"), ElementsAre("gate/gpu"));
  EXPECT_THAT(Found("/gate/lone"), ElementsAre("gate/lone/1"));
}

TEST_F(ReadRunsTest, SaysWhereThereIsNone) {
  EXPECT_THAT(Found(), ElementsAre(HasSubstr("neither log.jsonl in it nor")));
  MakeRun("x/y/z");
  EXPECT_THAT(Found(), ElementsAre(HasSubstr("neither log.jsonl in it nor")));
  EXPECT_THAT(Found("/none"),
              ElementsAre(HasSubstr("cannot read the folder: No such file")));
}

TEST(ParseRunTest, APartWithoutAnEndLastsToItsLastStamp) {
  nlohmann::json context = ContextJson(TestHeader({}));
  context["unix_ns"] = 10'000'000'000;
  const auto line = [](const std::string& kind, double at) {
    return absl::StrCat(R"({"case":"barrier.a/groups=2","kind":")", kind,
                        R"(","unix_ns":)", at, "e9}\n");
  };
  const auto end = [](double seconds) {
    return absl::StrCat(R"({"kind":"finished","seconds":)", seconds, "}\n");
  };
  const auto run =
      ParseRun(absl::StrCat(context.dump(), "\n", line("started", 12),
                            line("resumed", 100), line("started", 101), end(5),
                            line("resumed", 200), line("started", 207),
                            line("resumed", 300), line("started", 301), end(1)),
               "run");
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_EQ(run->earlier_seconds, 2 + 5 + 7);
  EXPECT_EQ(run->seconds, 1);
}

}  // namespace
}  // namespace wgsync
