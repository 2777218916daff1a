#include "suite/golden/judge_again.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/record/judged.h"
#include "suite/core/record/run_log.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr char kExtracts[] = "suite/golden/judged";

JudgedCase Hung() {
  JudgedCase c;
  c.id = "barrier.counter/groups=2";
  c.verdict = {VerdictKind::kHang, Cause::kNotStarted};
  c.judged.by = DecidedBy::kEvidence;
  c.judged.evidence.ending = Ending::kFrozen;
  c.judged.evidence.control = Trial::kRight;
  c.judged.evidence.channel_proven = true;
  c.judged.evidence.where = Where::kNotStarted;
  return c;
}

class Recorded : public testing::TestWithParam<std::string> {};

TEST_P(Recorded, VerdictsAreGivenAgain) {
  const absl::StatusOr<std::vector<JudgedCase>> cases = ReadJudged(GetParam());
  ASSERT_TRUE(cases.ok()) << cases.status();
  EXPECT_THAT(Disagreements(*cases), IsEmpty());
  // An extract, as --extract would write it.
  EXPECT_EQ(ExtractJudged(*cases).size(), cases->size());
}

std::vector<std::string> Extracts() {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(kExtracts)) {
    files.insert(entry.path().string());
  }
  return {files.begin(), files.end()};
}

INSTANTIATE_TEST_SUITE_P(
    JudgeAgainTest, Recorded, testing::ValuesIn(Extracts()),
    [](const testing::TestParamInfo<std::string>& info) {
      return std::filesystem::path(info.param).stem().string();
    });

TEST(JudgeAgainTest, AnotherVerdictIsNamed) {
  JudgedCase c = Hung();
  EXPECT_THAT(Disagreements({c}), IsEmpty());
  c.verdict = {VerdictKind::kPass, Cause::kNone};
  EXPECT_THAT(Disagreements({c}),
              ElementsAre(StartsWith("barrier.counter/groups=2: logged as "
                                     "pass, the rules give hang (not started)"
                                     ": {")));
}

TEST(JudgeAgainTest, AVerdictWithoutItsRecordIsNamed) {
  JudgedCase c = Hung();
  c.judged = {};
  EXPECT_THAT(Disagreements({c}),
              ElementsAre(HasSubstr("without a record of how it was judged")));
  EXPECT_THAT(ExtractJudged({c}), IsEmpty());
}

TEST(JudgeAgainTest, AVerdictThatItsRuleNeverGivesIsNamed) {
  JudgedCase c = Hung();
  c.judged = {};
  c.judged.by = DecidedBy::kBuild;
  EXPECT_THAT(Disagreements({c}),
              ElementsAre(HasSubstr("which its rule never gives: {\"by\":"
                                    "\"build\"}")));
  c.verdict = {VerdictKind::kBuildFailed, Cause::kNone};
  EXPECT_THAT(Disagreements({c}), IsEmpty());
}

TEST(JudgeAgainTest, AnExtractHasEachJudgementOnce) {
  JudgedCase other = Hung();
  other.id = "barrier.tree/groups=2";
  JudgedCase third = Hung();
  third.judged.evidence.negative = Trial::kWrong;
  const std::vector<std::string> lines = ExtractJudged({Hung(), other, third});
  ASSERT_EQ(lines.size(), 2);
  EXPECT_THAT(lines[0], HasSubstr("barrier.counter"));

  const std::string file = testing::TempDir() + "/extract.jsonl";
  std::ofstream(file) << lines[0] << "\n" << lines[1] << "\n";
  const auto read = ReadJudged(file);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(ExtractJudged(*read), lines);

  std::ofstream(file, std::ios::app) << "{}\n";
  EXPECT_THAT(std::string(ReadJudged(file).status().message()),
              HasSubstr("extract.jsonl:3: \"case\" is missing; extract it "));
}

TEST(JudgeAgainTest, ARunIsReadFromItsLog) {
  const std::string folder = testing::TempDir() + "/run";
  std::filesystem::remove_all(folder);
  auto log = RunLogWriter::Create(folder, {});
  ASSERT_TRUE(log.ok()) << log.status();
  CaseResult r;
  r.id = Hung().id;
  r.verdict = Hung().verdict;
  r.judged = Hung().judged;
  ASSERT_TRUE((*log)->Append(r).ok());
  r.id = "of.before";
  r.judged = {};
  ASSERT_TRUE((*log)->Append(r).ok());
  const auto run = ReadRun(folder);
  ASSERT_TRUE(run.ok()) << run.status();
  const std::vector<JudgedCase> cases = JudgedCases(*run);
  EXPECT_EQ(ExtractJudged(cases), ExtractJudged({Hung()}));
  EXPECT_THAT(Disagreements(cases), ElementsAre(StartsWith("of.before: ")));
}

}  // namespace
}  // namespace wgsync
