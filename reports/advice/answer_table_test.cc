#include "reports/advice/answer_table.h"

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reports/diff/column_order.h"
#include "reports/matrix/test_shapes.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

// A case of a counter barrier on so many groups, where 4 are resident.
CaseResult Barrier(uint64_t groups, VerdictKind kind,
                   Binding binds = Binding::kNothing) {
  CaseResult r = TestResult(
      absl::StrCat("barrier.counter_per_group/poll=acquire/signal=release/"
                   "fence=none/pay=plain/work=exchange/wg=64/groups=",
                   groups == 4 ? "res" : "res_plus1"),
      kind, Cause::kNone, binds);
  r.groups = groups;
  r.residency = 4;
  return r;
}

LoggedRun DriverRun(const std::string& version,
                    std::vector<CaseResult> results) {
  LoggedRun run = TestRun("Platform/GPU", std::move(results));
  run.header.devices[0].device.driver_version = version;
  return run;
}

// A barrier that is right on all resident groups, and hangs with one more.
LoggedRun Right(const std::string& version) {
  return DriverRun(version, {Barrier(4, VerdictKind::kPass),
                             Barrier(5, VerdictKind::kHang)});
}

LoggedRun Wrong(const std::string& version) {
  return DriverRun(version,
                   {Barrier(4, VerdictKind::kBroken, Binding::kViolation)});
}

TEST(AnswerTableTest, AYesHasItsLimitItsFormAndWhatHangs) {
  const LoggedRun run = Right("1.0");
  const AnswerCell barrier = AnswersOf(run)[0];
  EXPECT_EQ(barrier.says, "yes, up to 4 groups of 64");
  EXPECT_EQ(barrier.note, "counter_per_group; 5 hang");
  EXPECT_EQ(barrier.tone, Tone::kGood) << "the hang is to be expected";
}

TEST(AnswerTableTest, ACountedFailureIsBadAndWhatIsNotKnownIsFaint) {
  const LoggedRun run = Wrong("1.0");
  const std::vector<AnswerCell> cells = AnswersOf(run);
  ASSERT_THAT(cells, SizeIs(Questions().size()));
  EXPECT_EQ(cells[0].says, "no");
  EXPECT_EQ(cells[0].note, "broken");
  EXPECT_EQ(cells[0].tone, Tone::kBad);
  EXPECT_EQ(cells[1].says, "not known");
  EXPECT_EQ(cells[1].note, "not asked in this run");
  EXPECT_EQ(cells[1].tone, Tone::kFaint);
}

TEST(AnswerTableTest, TheWeakenedFormsThatFailedAreTheProof) {
  LoggedRun run = Right("1.0");
  TwinResult killed, missed;
  killed.state = TwinState::kKilled;
  missed.state = TwinState::kMissed;
  run.results[0].twins = {killed, killed, missed};
  EXPECT_EQ(AnswersOf(run)[0].note,
            "counter_per_group; 5 hang; 2 of 3 weakened forms failed");
}

TEST(AnswerTableTest, TheClassOfProgressIsOneOfTheAnswers) {
  const LoggedRun run = TestRun("P/D", ShapeCases(progress::Model::kHsaObe));
  const AnswerCell progress = AnswersOf(run).back();
  EXPECT_EQ(Questions().back().name, "progress");
  EXPECT_EQ(progress.says, "at most HSA+OBE");
  EXPECT_THAT(progress.note, HasSubstr("held in"));
  EXPECT_EQ(progress.tone, Tone::kOdd);
}

TEST(AnswerTableTest, TheNewestDriverOfEachDeviceIsShown) {
  const std::vector<LoggedRun> runs = {Right("9.0"), Wrong("10.0")};
  EXPECT_THAT(NewestOfEachDevice(runs), ElementsAre(&runs[1]));
  const std::string text = AnswerTableText(runs, 80);
  EXPECT_THAT(text, AllOf(HasSubstr("[2]"), Not(HasSubstr("[1]"))));
  EXPECT_THAT(text, HasSubstr("barrier    no\n"));
  EXPECT_THAT(text,
              HasSubstr("driver 10.0: 1 of 1 counted case fails: 1 broken\n"));
  EXPECT_THAT(text, HasSubstr("\n  Of each device the newest run; "));
  EXPECT_THAT(AnswerTableText({runs[1]}, 80), Not(HasSubstr("Of each")));
}

TEST(AnswerTableTest, ColumnsThatDoNotFitStandBelow) {
  LoggedRun other = Right("1.0");
  (*other.header.devices[0].fingerprint) = {{"platform", {{"name", "Other"}}}};
  const std::vector<LoggedRun> runs = {Right("1.0"), other};
  for (const auto& [width, parts] : {std::make_pair(80, 1), {60, 2}}) {
    const std::string text = AnswerTableText(runs, width);
    int heads = 0;
    for (size_t at = text.find("  barrier "); at != std::string::npos;
         at = text.find("  barrier ", at + 1)) {
      ++heads;
    }
    EXPECT_EQ(heads, parts) << text;
  }
}

TEST(AnswerTableTest, MarkdownHasTheSameAnswersAndNoMarkupOfADriver) {
  std::vector<LoggedRun> runs = {Right("1.0<img>|*")};
  const std::string text = AnswerTableMarkdown(runs);
  EXPECT_THAT(text, HasSubstr("| **barrier** | **yes, up to 4 groups of 64**"
                              "<br>counter\\_per\\_group; 5 hang |"));
  EXPECT_THAT(text, Not(HasSubstr("<img>")));
}

TEST(DefectsTest, FailuresOfOneReasonAreOneDefectAndFreshOnesComeFirst) {
  const CaseResult a = Barrier(4, VerdictKind::kBroken, Binding::kViolation);
  CaseResult b = Barrier(4, VerdictKind::kHang, Binding::kProgress);
  b.verdict.cause = Cause::kMissed;
  CaseResult c = a;
  c.id = "mutex.spin";
  const std::vector<Defect> defects = DefectsOf({&b}, {&a, &c});
  ASSERT_THAT(defects, SizeIs(2));
  EXPECT_EQ(defects[0].id, b.id);
  EXPECT_EQ(defects[0].fresh, 1u);
  EXPECT_EQ(defects[1].known, 2u);
  EXPECT_EQ(defects[1].id, a.id);
}

}  // namespace
}  // namespace wgsync
