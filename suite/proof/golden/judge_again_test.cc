#include "suite/proof/golden/judge_again.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/record/launch_record.h"
#include "suite/core/record/result.h"
#include "suite/core/record/run_log.h"
#include "suite/core/verdict/host_verdict.h"
#include "suite/core/verdict/rules.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr char kExtracts[] = "suite/proof/golden/judged";

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
  EXPECT_THAT(Refused(*cases), IsEmpty());
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
  auto log = RunLogWriter::Create(folder, RunHeader());
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
  const auto cases = JudgedCases(*run);
  ASSERT_TRUE(cases.ok()) << cases.status();
  EXPECT_EQ(ExtractJudged(*cases), ExtractJudged({Hung()}));
  EXPECT_THAT(Disagreements(*cases), ElementsAre(StartsWith("of.before: ")));
}

// A right launch whose control came out wrong, as its record says.
JudgedCase TookTurns() {
  JudgedCase c;
  c.id = "barrier.counter/groups=2";
  c.judged.by = DecidedBy::kEvidence;
  Evidence& e = c.judged.evidence;
  e.payload = PayloadState::kRight;
  e.control = Trial::kRight;
  e.negative = Trial::kWrong;
  e.doubt = Doubt::kOneCore;
  c.verdict = JudgeEvidence(e);
  LaunchRecord control, judged;
  control.purpose = LaunchPurpose::kControl;
  control.ending = judged.ending = Ending::kFinished;
  control.payload = PayloadState::kWrong;
  judged.payload = PayloadState::kRight;
  c.launches = {control, judged};
  return c;
}

TEST(RefusedTest, AReasonThatItsRecordHoldsIsNotRefused) {
  EXPECT_THAT(Refused({Hung(), TookTurns()}), IsEmpty());
}

// As it was when the doubt was kept in place of what the control showed.
TEST(RefusedTest, AReasonThatDeniesItsControlIsRefused) {
  JudgedCase c = TookTurns();
  c.judged.evidence.doubt = Doubt::kNone;
  c.judged.evidence.negative = Trial::kNotRun;
  c.verdict = JudgeEvidence(c.judged.evidence);
  EXPECT_THAT(Refused({c}),
              ElementsAre(HasSubstr(
                  "was not judged: nothing shows that it could have failed, "
                  "but the launch without its waits came out wrong")));
  c.launches[0].account = Account::kItemsLost;
  EXPECT_THAT(Refused({c}), IsEmpty());
}

TEST(RefusedTest, AReasonThatItsEvidenceDeniesIsRefused) {
  JudgedCase c = TookTurns();
  c.verdict = VerdictOf(Rule::kControlRight);
  EXPECT_THAT(Refused({c}), ElementsAre(HasSubstr("the evidence denies it")));
}

TEST(RefusedTest, AnEndingOrAWrongPayloadThatNoLaunchHasIsRefused) {
  JudgedCase c = TookTurns();
  c.launches[1].ending = Ending::kFrozen;
  EXPECT_THAT(Refused({c}), ElementsAre(HasSubstr("no launch of the case")));
  c = TookTurns();
  c.launches[1].payload = PayloadState::kTorn;
  EXPECT_THAT(Refused({c}),
              ElementsAre(HasSubstr("the judged launch came out wrong")));
}

// Of the logs in tools/golden/runs those that keep the evidence.
TEST(RefusedTest, NoFirstLineOfALoggedRunIsRefused) {
  for (const char* name :
       {"launches", "shapes", "shapes_before", "shared", "teams"}) {
    SCOPED_TRACE(name);
    const auto cases = CasesAt(std::string("tools/golden/runs/") + name);
    ASSERT_TRUE(cases.ok()) << cases.status();
    EXPECT_FALSE(cases->empty());
    EXPECT_THAT(Refused(*cases), IsEmpty());
  }
}

using Fit = JudgedAgain::Fit;

TEST(JudgeAgainTest, TheRulesDecideByTheEvidence) {
  Judged judged;
  judged.by = DecidedBy::kEvidence;
  judged.evidence.ending = Ending::kWorkerDied;
  EXPECT_EQ(JudgeAgain({VerdictKind::kCrash, Cause::kNone}, judged).fit,
            Fit::kEqual);
  const JudgedAgain again =
      JudgeAgain({VerdictKind::kPass, Cause::kNone}, judged);
  EXPECT_EQ(again.fit, Fit::kDiffers);
  EXPECT_EQ(VerdictText(again.verdict), "crash");

  judged.by = DecidedBy::kHostEvidence;
  judged.host.ending = HostEnding::kRefused;
  EXPECT_EQ(JudgeAgain({VerdictKind::kUnsupported, Cause::kNone}, judged).fit,
            Fit::kEqual);
  EXPECT_EQ(JudgeAgain({VerdictKind::kCrash, Cause::kNone}, judged).fit,
            Fit::kDiffers);
}

// Each rule without evidence gives some verdicts, and never one that needs
// evidence.
TEST(JudgeAgainTest, WithoutEvidenceARuleGivesItsOwnVerdictsOnly) {
  for (DecidedBy by :
       {DecidedBy::kDevice, DecidedBy::kNoLaunch, DecidedBy::kBuild,
        DecidedBy::kControlBuild, DecidedBy::kHarness, DecidedBy::kWedged,
        DecidedBy::kMachineDown, DecidedBy::kLeftOut}) {
    Judged judged;
    judged.by = by;
    int given = 0;
    for (int kind = 0; kind <= static_cast<int>(VerdictKind::kNotRun); ++kind) {
      for (Cause cause :
           {Cause::kNone, Cause::kHarness, Cause::kControlFailed}) {
        const Verdict v = {static_cast<VerdictKind>(kind), cause};
        const Fit fit = JudgeAgain(v, judged).fit;
        Verdict by_another = v;
        by_another.rule = Rule::kPass;
        EXPECT_EQ(JudgeAgain(by_another, judged).fit, Fit::kDiffers);
        EXPECT_TRUE(fit == Fit::kGiven || fit == Fit::kDiffers);
        if (fit != Fit::kGiven) continue;
        ++given;
        EXPECT_TRUE(v.kind == VerdictKind::kInfra ||
                    v.kind == VerdictKind::kLost ||
                    v.kind > VerdictKind::kUnproven)
            << VerdictText(v);
      }
    }
    EXPECT_GE(given, 1);
    EXPECT_LE(given, 2);
  }
}

// Its launches are not among the evidence.
TEST(JudgeAgainTest, AVerdictOfATriedKernelIsGiven) {
  Judged judged;
  judged.by = DecidedBy::kTried;
  EXPECT_EQ(JudgeAgain(VerdictOf(Rule::kTriedWrong), judged).fit, Fit::kGiven);
  EXPECT_EQ(JudgeAgain({VerdictKind::kStaleCache, Cause::kCache}, judged).fit,
            Fit::kDiffers);
}

TEST(JudgeAgainTest, ALogOfBeforeHasNoRecord) {
  EXPECT_EQ(JudgeAgain({VerdictKind::kPass, Cause::kNone}, Judged()).fit,
            Fit::kNotRecorded);
}

}  // namespace
}  // namespace wgsync
