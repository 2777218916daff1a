// Compares every format of every report with a file of before, byte by byte.
//
// The program runs on the fixed logs in runs/; what it prints and writes is
// held against expected/. A change that is intended:
//
//   bazel run //tools/golden:golden_test -- --update

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "suite/core/base/test_file.h"
#include "tools/golden/goldens.h"
#include "tools/golden/made_reports.h"
#include "tools/golden/readable.h"
#include "tools/wgsync_program_testing.h"

namespace wgsync {
namespace {

constexpr char kExpected[] = "tools/golden/expected/";
constexpr char kRuns[] = "tools/golden/runs";
constexpr char kPrograms[] = "suite/core/litmus/examples";

bool updates = false;

void Compare(const std::string& name, const std::string& now) {
  if (updates) {
    const char* workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
    ASSERT_NE(workspace, nullptr) << "start it by `bazel run`";
    const std::string path = absl::StrCat(workspace, "/", kExpected, name);
    std::filesystem::create_directories(
        std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary | std::ios::trunc) << now;
    return;
  }
  const std::string path = kExpected + name;
  ASSERT_TRUE(std::filesystem::exists(path))
      << path
      << ": missing; make it:\n"
         "bazel run //tools/golden:golden_test -- --update";
  const std::string difference = FirstDifference(ReadTestFile(path), now);
  EXPECT_TRUE(difference.empty())
      << path << ": " << difference << "If it is intended: "
      << "bazel run //tools/golden:golden_test -- --update";
}

class GoldenTest : public ProgramTest,
                   public testing::WithParamInterface<Golden> {
 protected:
  // Standard output, then errors and the exit code.
  std::string Run(const Golden& golden) {
    const std::string program = std::filesystem::absolute(WgsyncProgram());
    const ProgramOutcome outcome = RunShell(absl::StrCat(
        "cp -rL ", kRuns, "/. ", kPrograms, "/. ", folder_, " && cd ", folder_,
        " && mkdir no_drivers && env -i PATH=\"$PATH\" HOME=", folder_,
        " LC_ALL=C TZ=UTC OCL_ICD_VENDORS=", folder_, "/no_drivers ",
        golden.environment, " ", program, " ", golden.arguments, " 2> stderr"));
    std::string text = outcome.text;
    const std::string errors = ReadTestFile(folder_ + "/stderr");
    if (!errors.empty()) absl::StrAppend(&text, "--- errors\n", errors);
    return absl::StrCat(text, "--- exit ", outcome.exit_code, "\n");
  }
};

// A rule of what comes now and then gets a day half a year from now.
std::string WithoutDays(const std::string& text) {
  static const std::regex& day = *new std::regex("until=20[0-9-]+");
  return std::regex_replace(text, day, "until=DAY");
}

// CSV keeps what a log says.
bool MustBePlain(const Golden& golden) {
  const bool text = absl::EndsWith(golden.name, ".txt") ||
                    absl::EndsWith(golden.name, ".md") ||
                    absl::EndsWith(golden.name, ".expect") ||
                    absl::EndsWith(golden.name, ".xml");
  return text && !absl::StrContains(golden.arguments, "--color");
}

TEST_P(GoldenTest, IsAsBefore) {
  const Golden& golden = GetParam();
  std::string now = Run(golden);
  if (golden.file != nullptr) {
    now = ReadTestFile(absl::StrCat(folder_, "/", golden.file));
    ASSERT_NE(now, "") << golden.file;
    if (absl::EndsWith(golden.file, ".html")) now = ReadablePage(now);
  }
  if (absl::StartsWith(golden.arguments, "expect update")) {
    now = WithoutDays(now);
  }
  if (MustBePlain(golden)) {
    for (const char c : now) {
      ASSERT_TRUE(c == '\n' || !absl::ascii_iscntrl(c))
          << golden.name << ": a control character of a log, "
          << static_cast<int>(c);
    }
  }
  Compare(golden.name, Readable(now));
}

INSTANTIATE_TEST_SUITE_P(All, GoldenTest, testing::ValuesIn(kGoldens));

class MadeTest : public testing::TestWithParam<MadeReport> {};

TEST_P(MadeTest, IsAsBefore) {
  Compare(GetParam().name, Readable(GetParam().make(kRuns)));
}

INSTANTIATE_TEST_SUITE_P(All, MadeTest, testing::ValuesIn(kMadeReports));

TEST(GoldenFilesTest, EachBelongsToOneReport) {
  if (updates) GTEST_SKIP() << "compared when the files are not written";
  std::set<std::string> names;
  for (const Golden& golden : kGoldens) {
    EXPECT_TRUE(names.insert(golden.name).second) << golden.name << " twice";
  }
  for (const MadeReport& report : kMadeReports) {
    EXPECT_TRUE(names.insert(report.name).second) << report.name << " twice";
  }
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(kExpected)) {
    if (std::filesystem::is_directory(entry.path())) continue;
    const std::string name =
        entry.path().string().substr(sizeof(kExpected) - 1);
    EXPECT_EQ(names.count(name), 1)
        << name << ": no report is compared with it; remove it";
  }
}

}  // namespace
}  // namespace wgsync

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  wgsync::updates = argc > 1 && std::string(argv[1]) == "--update";
  return RUN_ALL_TESTS();
}
