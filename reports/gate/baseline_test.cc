#include "reports/gate/baseline.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

LoggedRun Whole(VerdictKind a, VerdictKind b) {
  LoggedRun run = TestRun(
      "P/D", {TestResult("b.a/groups=2", a), TestResult("b.b/groups=2", b)});
  run.header.settings.repeat = 3;
  run.finished = true;
  return run;
}

TEST(CheckBaselineTest, TakesAWholeRunOfThreeTimes) {
  EXPECT_TRUE(
      CheckBaseline(Whole(VerdictKind::kPass, VerdictKind::kHang)).ok());
}

TEST(CheckBaselineTest, RefusesWhatJudgesNothing) {
  const LoggedRun good = Whole(VerdictKind::kPass, VerdictKind::kPass);
  LoggedRun run = good;
  run.finished = false;
  EXPECT_THAT(std::string(CheckBaseline(run).message()),
              HasSubstr("was cut short"));
  run = good;
  run.header.settings.repeat = 2;
  EXPECT_THAT(std::string(CheckBaseline(run).message()),
              HasSubstr("ran each case 2 of 3 times"));
  run.header.settings.tier = kTriedTier;
  EXPECT_TRUE(CheckBaseline(run).ok()) << "each case has several launches";
  run = good;
  run.header.settings.model = *ParseModel("cache");
  EXPECT_THAT(std::string(CheckBaseline(run).message()),
              HasSubstr("is of model:cache"));
  run = Whole(VerdictKind::kUnproven, VerdictKind::kUnproven);
  for (CaseResult& r : run.results) r.other_cores = 1.5;
  EXPECT_THAT(std::string(CheckBaseline(run).message()),
              HasSubstr("2 of 2 cases are unproven since other processes"));
  // Half of them still judge.
  run.results[0].verdict = {VerdictKind::kPass, Cause::kNone};
  EXPECT_TRUE(CheckBaseline(run).ok());
}

TEST(BaselineTextTest, UnprovenCasesAreNotThoseThatAGateMustCompare) {
  const LoggedRun run = Whole(VerdictKind::kPass, VerdictKind::kUnproven);
  const std::string text = BaselineText(run);
  EXPECT_THAT(text, HasSubstr("2 of 2 cases can be, 1 of them count"));
  const std::string note =
      "1 counted case of the baseline is unproven, and not among those that "
      "must be compared";
  EXPECT_THAT(text, HasSubstr(note));
  const Gate gate = OpenGate(&run, nullptr, run, {});
  EXPECT_THAT(gate.notes, Contains(note));
  EXPECT_EQ(gate.Covered().counted, 1u);
}

TEST(BaselineChangesTest, EachCaseHasItsDirection) {
  const LoggedRun before = Whole(VerdictKind::kPass, VerdictKind::kHang);
  const LoggedRun after = Whole(VerdictKind::kHang, VerdictKind::kPass);
  GateOptions options;
  options.confirm = 0;
  Gate gate = OpenGate(&before, nullptr, after, options);
  Conclude(&gate);
  EXPECT_EQ(CountWorse(gate), 1u);
  const std::string text = BaselineChangesText(gate);
  EXPECT_THAT(text, HasSubstr("worse  b.a/groups=2\n    pass -> hang"));
  LoggedRun less = before;
  less.results.pop_back();
  less.header.plan.pop_back();
  EXPECT_EQ(CountWorse(OpenGate(&before, nullptr, less, options)), 1u);
  EXPECT_THAT(text, HasSubstr("better  b.b/groups=2\n    hang -> pass"));
}

TEST(BaselineChangesTest, WhatIsNotPromisedDoesNotGetWorse) {
  LoggedRun before = Whole(VerdictKind::kPass, VerdictKind::kPass);
  CaseResult& was = before.results[0];
  was.could_bind = false;
  was.need = ProgressNeed::kNoPromise;
  LoggedRun after = before;
  after.results[0].Decide(Rule::kMissed);
  GateOptions options;
  options.confirm = 0;
  Gate gate = OpenGate(&before, nullptr, after, options);
  Conclude(&gate);
  EXPECT_EQ(CountWorse(gate), 0u);
  EXPECT_THAT(BaselineChangesText(gate),
              HasSubstr("other  b.a/groups=2\n    pass -> hang (missed) (1 of "
                        "1); not promised: "));
}

}  // namespace
}  // namespace wgsync
