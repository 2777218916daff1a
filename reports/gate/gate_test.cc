#include "reports/gate/gate.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "reports/gate/gate_text.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr char kId[] = "b.a/groups=2";
const Verdict kPass = {VerdictKind::kPass, Cause::kNone};
const Verdict kHang = {VerdictKind::kHang, Cause::kNotStarted};
const Verdict kStale = {VerdictKind::kStalePayload, Cause::kStaleLoad};
const Verdict kInfra = {VerdictKind::kInfra, Cause::kHarness};

CaseResult Result(const Verdict& v, const std::string& id = kId) {
  CaseResult r = TestResult(id, v.kind, v.cause);
  r.kernel_digest = "k1";
  r.words = {"group 1 <waits> & never left"};
  return r;
}

// One case, and one beside it that passes and binds on both sides.
LoggedRun RunWith(const CaseResult& r) {
  return TestRun("P/D", {r, Result(kPass, "b.z/groups=2")});
}

Expectations Rules(const std::string& text) {
  std::vector<std::string> errors;
  Expectations all = ParseExpectations(text, "d.expect", "2026-11-21", &errors);
  EXPECT_THAT(errors, IsEmpty());
  return all;
}

// The gate over one case, whose lone runs give `lone` in turn.
class OneCase {
 public:
  OneCase(const CaseResult& before, const CaseResult& after,
          const std::string& rules = "")
      : before_(RunWith(before)),
        after_(RunWith(after)),
        rules_(Rules(rules)) {}

  Outcome Judge(const std::vector<Verdict>& lone, GateOptions options = {}) {
    gate_ =
        OpenGate(use_baseline_ ? &before_ : nullptr, &rules_, after_, options);
    for (GateCase& c : gate_.cases) {
      if (c.id != kId) continue;
      while (WantsLoneRun(gate_, c)) {
        EXPECT_LT(c.lone.size(), lone.size()) << "one more lone run is wanted";
        if (c.lone.size() >= lone.size()) break;
        const size_t i = c.lone.size();
        c.lone.push_back(Result(lone[i]));
        c.lone[i].verdict.rule = lone[i].rule;
        c.lone[i].launch_seconds = c.after->launch_seconds;
        if (i < lone_groups_.size()) c.lone[i].groups = lone_groups_[i];
      }
      used_ = c.lone.size();
    }
    Conclude(&gate_);
    return Case().outcome;
  }
  const GateCase& Case() const {
    for (const GateCase& c : gate_.cases) {
      if (c.id == kId) return c;
    }
    ADD_FAILURE();
    return gate_.cases[0];
  }

  LoggedRun before_, after_;
  Expectations rules_;
  bool use_baseline_ = true;
  std::vector<uint64_t> lone_groups_;  // where not as many as in the run
  Gate gate_;
  size_t used_ = 0;
};

TEST(GateTest, NothingChangedIsAsExpected) {
  OneCase one(Result(kHang), Result(kHang));
  EXPECT_EQ(one.Judge({}), Outcome::kAsExpected);
  EXPECT_EQ(one.gate_.ExitCode(), 0);
}

TEST(GateTest, WhatTheDeviceCannotBeAskedOnEitherSideIsNoChange) {
  const Verdict kUnsupported = {VerdictKind::kUnsupported, Cause::kNone};
  OneCase one(Result(kUnsupported), Result(kUnsupported));
  EXPECT_EQ(one.Judge({}), Outcome::kAsExpected);
  OneCase infra(Result(kInfra), Result(kInfra));
  EXPECT_EQ(infra.Judge({}), Outcome::kNoBaseline);
}

TEST(GateTest, StaleIsARegressionAtItsFirstConfirmedEvent) {
  OneCase one(Result(kPass), Result(kStale));
  EXPECT_EQ(one.Judge({kPass, kPass, kStale}), Outcome::kRegression);
  EXPECT_EQ(one.used_, 3u);  // and no run more
  EXPECT_EQ(one.gate_.ExitCode(), 1);
}

TEST(GateTest, StaleThatDoesNotComeAgainInTenIsRareAndFails) {
  OneCase one(Result(kPass), Result(kStale));
  EXPECT_EQ(one.Judge(std::vector<Verdict>(10, kPass)), Outcome::kRare);
  EXPECT_EQ(one.used_, 10u);
  EXPECT_EQ(one.gate_.ExitCode(), 1);
}

TEST(GateTest, AHangInEachOfThreeLoneRunsIsARegression) {
  OneCase one(Result(kPass), Result(kHang));
  EXPECT_EQ(one.Judge({kHang, kHang, kHang}), Outcome::kRegression);
  EXPECT_EQ(one.gate_.ExitCode(), 1);
}

// Which story of a racy poll comes first is luck: it hung before as well.
TEST(GateTest, AHangThatIsProvenStaleIsNoRegressionAndAStalePayloadIs) {
  for (VerdictKind kind :
       {VerdictKind::kStaleHoisted, VerdictKind::kStaleCache}) {
    OneCase one(Result(kHang), Result({kind, Cause::kNone}));
    EXPECT_EQ(one.Judge({}), Outcome::kOtherCause);
    EXPECT_EQ(one.gate_.ExitCode(), 0);
    OneCase back(Result({kind, Cause::kNone}), Result(kHang));
    EXPECT_EQ(back.Judge({}), Outcome::kOtherCause);
  }
  const Verdict wrong = {VerdictKind::kStalePayload, Cause::kNone};
  OneCase payload(Result(kHang), Result(wrong));
  EXPECT_EQ(payload.Judge({wrong}), Outcome::kRegression);
}

TEST(GateTest, AHangInSomeLoneRunsIsIntermittentAndFails) {
  OneCase one(Result(kPass), Result(kHang));
  EXPECT_EQ(one.Judge({kHang, kPass, kPass}), Outcome::kIntermittent);
  EXPECT_EQ(one.gate_.ExitCode(), 1);
}

TEST(GateTest, AHangInNoLoneRunIsNoise) {
  OneCase one(Result(kPass), Result(kHang));
  EXPECT_EQ(one.Judge({kPass, kPass, kPass}), Outcome::kNoise);
  EXPECT_EQ(one.gate_.ExitCode(), 0);
}

// A board of the same model was 1.2 times as slow, and the deadline between.
TEST(GateTest, RightAfterTheDeadlineFailsInTwiceTheTimeAlone) {
  const Verdict late = {VerdictKind::kSlow, Cause::kNone, Rule::kFinishedLate};
  const std::vector<Verdict> lone = {late, kPass, late};
  OneCase one(Result(kPass), Result(late));
  one.before_.results[0].launch_seconds = 0.357;
  one.after_.results[0].verdict.rule = late.rule;
  const auto after = [&](double seconds) {
    one.after_.results[0].launch_seconds = seconds;
    return one.Judge(lone);
  };
  EXPECT_EQ(after(0.426), Outcome::kNotPromised);
  EXPECT_EQ(one.Case().why,
            "right, in 1.19 times the baseline's time: a deadline bounds the "
            "wait, and times are judged by --times; 1 pass, 2 slow in 3 lone "
            "runs");
  EXPECT_EQ(one.gate_.ExitCode(), 0);
  EXPECT_EQ(after(0.715), Outcome::kIntermittent);
  EXPECT_EQ(after(0), Outcome::kIntermittent);  // not recorded
  one.after_.results[0].launch_seconds = 0.426;
  EXPECT_EQ(one.Judge({late, kHang, late}), Outcome::kRegression);
  // Four deadlines, and it had not ended.
  one.after_.results[0].verdict.rule = Rule::kStillMoving;
  EXPECT_EQ(one.Judge(lone), Outcome::kIntermittent);
}

// On a busy machine fewer groups may look resident: the grid is another one.
TEST(GateTest, ALoneRunOnAnotherGridSaysNothing) {
  OneCase one(Result(kPass), Result(kHang));
  one.lone_groups_ = {2, 3, 3, 3};
  EXPECT_EQ(one.Judge({kPass, kHang, kHang, kHang}), Outcome::kRegression);
  EXPECT_EQ(one.used_, 4u);
  one.lone_groups_ = std::vector<uint64_t>(6, 2);
  EXPECT_EQ(one.Judge(std::vector<Verdict>(6, kPass)), Outcome::kUnconfirmed);
  EXPECT_EQ(one.Judge(std::vector<Verdict>(6, kStale)), Outcome::kRegression);
}

TEST(GateTest, AHangWhoseLoneRunIsUnsafeIsARegression) {
  OneCase one(Result(kPass), Result(kHang));
  EXPECT_EQ(one.Judge({kPass, kStale, kPass}), Outcome::kRegression);
}

TEST(GateTest, WhatCannotBeRunAgainFails) {
  OneCase hang(Result(kPass), Result(kHang));
  GateOptions none;
  none.confirm = 0;
  EXPECT_EQ(hang.Judge({}, none), Outcome::kUnconfirmed);
  EXPECT_EQ(hang.gate_.ExitCode(), 1);
  // The engine itself has run it again before it called it stale.
  OneCase stale(Result(kPass), Result(kStale));
  EXPECT_EQ(stale.Judge({}, none), Outcome::kRegression);
}

TEST(GateTest, AnUnexpectedPassIsReported) {
  OneCase one(Result(kHang), Result(kPass));
  EXPECT_EQ(one.Judge({}), Outcome::kUnexpectedPass);
  EXPECT_EQ(one.gate_.ExitCode(), 0);
}

TEST(GateTest, AnUnexpectedPassFailsWhereARuleSaysOtherwise) {
  OneCase one(Result(kHang), Result(kPass), "why b.a/* = hang\n");
  EXPECT_EQ(one.Judge({kPass, kPass, kPass}), Outcome::kOutOfDate);
  EXPECT_EQ(one.gate_.ExitCode(), 1);
  EXPECT_EQ(one.Judge({kPass, kHang, kPass}), Outcome::kNoise);
}

TEST(GateTest, ARuleIsMatchedInKind) {
  OneCase one(Result(kHang), Result(kHang), "why b.a/* = stale-cache\n");
  one.use_baseline_ = false;
  EXPECT_EQ(one.Judge({kHang, kHang, kHang}), Outcome::kRegression);
  OneCase cause(Result(kHang), Result(kHang), "why b.a/* = hang(missed)\n");
  EXPECT_EQ(cause.Judge({kHang, kHang, kHang}), Outcome::kRegression);
  OneCase right(Result(kHang), Result(kHang),
                "why b.a/* = hang(not started)\n");
  EXPECT_EQ(right.Judge({}), Outcome::kAsExpected);
}

TEST(GateTest, WithoutARuleAFileExpectsAPass) {
  OneCase one(Result(kHang), Result(kHang));
  one.use_baseline_ = false;
  EXPECT_EQ(one.Judge({kHang, kHang, kHang}), Outcome::kRegression);
  OneCase unproven(Result(kPass),
                   Result({VerdictKind::kUnproven, Cause::kNone}));
  unproven.use_baseline_ = false;
  EXPECT_EQ(unproven.Judge({}), Outcome::kWeaker);
}

TEST(GateTest, ARateIsJudgedByAnExactTest) {
  const std::string rule = "why b.a/* = flaky(hang) rate=0.20 seen=2/10\n";
  OneCase grown(Result(kPass), Result(kHang), rule);
  EXPECT_EQ(grown.Judge(std::vector<Verdict>(10, kHang)), Outcome::kRateGrown);
  EXPECT_EQ(grown.gate_.ExitCode(), 1);
  std::vector<Verdict> some(10, kPass);
  some[0] = some[4] = some[7] = kHang;
  OneCase same(Result(kPass), Result(kHang), rule);
  EXPECT_EQ(same.Judge(some), Outcome::kAsExpected);
  some[1] = kStale;
  EXPECT_EQ(same.Judge(some), Outcome::kRegression);
}

TEST(GateTest, HolmIsOverAllRatesThatAreCompared) {
  // p = 0.029 (5 of 10 after 0 of 7 would do alone); not among 20.
  const Expectations rules =
      Rules("why b.* = flaky(hang) rate=0.10 seen=1/10\n");
  std::vector<CaseResult> hangs;
  for (int i = 0; i < 20; ++i) {
    hangs.push_back(Result(kHang, "b.a" + std::to_string(i) + "/groups=2"));
  }
  const LoggedRun after = TestRun("P/D", hangs);
  for (size_t cases : {1, 20}) {
    LoggedRun some = after;
    some.results.resize(cases);
    some.header.plan.clear();
    Gate gate = OpenGate(nullptr, &rules, some, {});
    for (GateCase& c : gate.cases) {
      for (int i = 0; i < 10; ++i) {
        c.lone.push_back(
            Result(i < 7 && c.id == "b.a0/groups=2" ? kHang : kPass));
      }
    }
    Conclude(&gate);
    EXPECT_EQ(gate.Count(Outcome::kRateGrown), cases == 1 ? 1u : 0u) << cases;
  }
}

TEST(GateTest, ABaselineThatSawBothExpectsBoth) {
  CaseResult before = Result(kHang);
  before.runs = {{"hang (not started)", 1}, {"pass", 2}};
  OneCase one(before, Result(kPass));
  EXPECT_EQ(one.Judge({}), Outcome::kAsExpected);
  before.runs = {{"hang (not started)", 1}, {"pass", 9}};
  OneCase many(before, Result(kHang));
  EXPECT_EQ(many.Judge(std::vector<Verdict>(10, kHang)), Outcome::kRateGrown);
}

// A hang comes before broken in the table of verdicts.
TEST(GateTest, AnExpectedVerdictHidesNoOther) {
  const Verdict broken = {VerdictKind::kBroken, Cause::kEarlyRelease};
  CaseResult after = Result(kHang);
  after.runs = {{"hang (not started)", 1}, {"broken (early release)", 2}};
  OneCase one(Result(kHang), after);
  EXPECT_EQ(one.Judge({kHang, broken}), Outcome::kRegression);
  EXPECT_EQ(one.Judge(std::vector<Verdict>(10, kHang)), Outcome::kRare);
  EXPECT_THAT(GateText(one.gate_, 200),
              HasSubstr("2 broken (early release), 1 hang (not started)"));
  after.runs = {{"hang (not started)", 2}, {"pass", 1}};
  OneCase better(Result(kHang), after);
  EXPECT_EQ(better.Judge({}), Outcome::kAsExpected);
}

TEST(GateTest, AModelIsNoDevice) {
  for (const bool new_side : {true, false}) {
    OneCase one(Result(kPass), Result(kPass));
    LoggedRun& run = new_side ? one.after_ : one.before_;
    run.header.settings.model = *ParseModel("cache");
    one.gate_ = OpenGate(&one.before_, nullptr, one.after_, {});
    EXPECT_EQ(one.gate_.ExitCode(), 3);
    EXPECT_THAT(GateText(one.gate_, 200),
                HasSubstr(new_side ? "the new run is of model:cache"
                                   : "the baseline is of model:cache"));
    GateOptions across;
    across.across = true;
    one.Judge({}, across);
    EXPECT_EQ(one.gate_.ExitCode(), 0);
    EXPECT_THAT(GateText(one.gate_, 200), HasSubstr("of model:cache"));
  }
  OneCase file(Result(kPass), Result(kPass));
  file.after_.header.settings.model = *ParseModel("cache");
  EXPECT_EQ(OpenGate(nullptr, &file.rules_, file.after_, {}).ExitCode(), 3);
}

TEST(GateTest, InfraIsRunAgainAndElseInfrastructure) {
  OneCase one(Result(kPass), Result(kInfra));
  EXPECT_EQ(one.Judge(std::vector<Verdict>(6, kInfra)), Outcome::kInfra);
  EXPECT_EQ(one.gate_.ExitCode(), 3);
  EXPECT_EQ(one.Judge({kInfra, kPass, kPass, kPass}), Outcome::kNoise);
  EXPECT_EQ(one.gate_.ExitCode(), 0);
}

TEST(GateTest, ALostDeviceIsNotTriedAgain) {
  OneCase one(Result(kPass), Result({VerdictKind::kLost, Cause::kNone}));
  EXPECT_EQ(one.Judge({}), Outcome::kRegression);
}

TEST(GateTest, OtherKernelsAreNotComparedButAcross) {
  CaseResult after = Result(kHang);
  after.kernel_digest = "k2";
  OneCase one(Result(kPass), after);
  EXPECT_EQ(one.Judge({}), Outcome::kOtherKernel);
  GateOptions across;
  across.across = true;
  EXPECT_EQ(one.Judge({kHang, kHang, kHang}, across), Outcome::kRegression);
  // A member of a hang class that was bounded: the lone run is not.
  after.bounded = true;
  OneCase bounded(Result(kPass), after);
  EXPECT_EQ(bounded.Judge({kHang, kHang, kHang}), Outcome::kRegression);
}

TEST(GateTest, AWithdrawnClaimIsARegression) {
  CaseResult after = Result({VerdictKind::kUnsupported, Cause::kNone});
  after.kernel_digest = "";
  OneCase one(Result(kPass), after);
  const Verdict v = {VerdictKind::kUnsupported, Cause::kNone};
  EXPECT_EQ(one.Judge({v, v, v}), Outcome::kRegression);
}

TEST(GateTest, WhatTheBaselineDoesNotKnowIsReported) {
  OneCase one(Result(kPass), Result(kHang));
  one.before_.results.erase(one.before_.results.begin());
  EXPECT_EQ(one.Judge({}), Outcome::kNoBaseline);
  EXPECT_EQ(one.gate_.ExitCode(), 0);
  OneCase infra(Result(kInfra), Result(kHang));
  EXPECT_EQ(infra.Judge({}), Outcome::kNoBaseline);
}

TEST(GateTest, ARunThatWasCutShortIsInfrastructure) {
  OneCase one(Result(kPass), Result(kPass));
  one.after_.results.erase(one.after_.results.begin());
  one.after_.finished = false;
  EXPECT_EQ(one.Judge({}), Outcome::kInfra);
  EXPECT_EQ(one.gate_.ExitCode(), 3);
}

TEST(GateTest, WhereNothingBindsItProvesNothing) {
  OneCase one(Result(kPass), Result(kPass));
  for (CaseResult& r : one.after_.results) r.could_bind = false;
  one.Judge({});
  EXPECT_EQ(one.gate_.ExitCode(), 4);
}

TEST(GateTest, TheSameDriverOnBothSidesIsSaid) {
  OneCase one(Result(kPass), Result(kPass));
  one.before_.header.devices[0].driver_digest = "d1";
  one.after_.header.devices[0].driver_digest = "d1";
  one.Judge({});
  EXPECT_THAT(GateText(one.gate_, 80),
              HasSubstr("A/A: the driver is the same"));
  one.after_.header.devices[0].driver_digest = "d2";
  one.Judge({});
  EXPECT_THAT(GateText(one.gate_, 80), Not(HasSubstr("A/A")));
}

// As after a mistyped glob.
TEST(GateTest, APartOfTheBaselineIsNotEnough) {
  const LoggedRun before =
      TestRun("P/D", {Result(kPass), Result(kHang, "b.b/groups=2")});
  const auto exit_code = [&](const Verdict& now, bool subset) {
    const LoggedRun after = TestRun("P/D", {Result(now)});
    GateOptions options;
    options.subset = subset;
    Gate gate = OpenGate(&before, nullptr, after, options);
    Conclude(&gate);
    EXPECT_THAT(GateText(gate, 80), HasSubstr("1 of 2 compared"));
    return gate.ExitCode();
  };
  EXPECT_EQ(exit_code(kPass, false), 4);
  EXPECT_EQ(exit_code(kPass, true), 0);
  EXPECT_EQ(exit_code(kHang, false), 1) << "a failure says more";
}

TEST(GateTest, AFailureIsToldWithEvidenceAndACommand) {
  OneCase one(Result(kPass), Result(kHang));
  one.Judge({kHang, kHang, kHang});
  for (const std::string& text :
       {GateText(one.gate_, 80), GateMarkdown(one.gate_)}) {
    EXPECT_THAT(text, HasSubstr("never left"));
    EXPECT_THAT(text, HasSubstr("wgsync run --device 'P/D' --cases "
                                "'b.a/groups=2'"));
    EXPECT_THAT(text, HasSubstr("3 hang (not started) in 3 lone runs"));
    EXPECT_THAT(text,
                HasSubstr("1 case not as expected, 2 of 2 compared (exit 1)"));
  }
  const std::string junit = GateJunit(one.gate_);
  EXPECT_THAT(junit, HasSubstr("<testsuite name=\"b\" tests=\"2\" "
                               "failures=\"1\" errors=\"0\" "));
  EXPECT_THAT(junit,
              HasSubstr("<failure message=\"pass -&gt; hang (not started) "
                        "(4 of 4): regression: in 3 of 3 lone "
                        "runs\" type=\"regression\">"));
  EXPECT_THAT(junit, HasSubstr("group 1 &lt;waits&gt; &amp; never left\n"));
  const nlohmann::json report = GateReport(one.gate_);
  EXPECT_EQ(report["exit"], 1);
  EXPECT_EQ(report["counts"]["regression"], 1);
  ASSERT_EQ(report["cases"].size(), 1);
  EXPECT_EQ(report["cases"][0]["case"], kId);
  EXPECT_EQ(report["cases"][0]["came"]["verdict"], "hang");
  EXPECT_EQ(report["cases"][0]["lone"].size(), 3);
}

TEST(GateTest, WhatEndsWithoutACaseIsAnErrorInJunit) {
  OneCase one(Result(kPass), Result(kPass));
  for (CaseResult& r : one.after_.results) r.could_bind = false;
  one.Judge({});
  EXPECT_THAT(GateJunit(one.gate_),
              HasSubstr("<error message=\"gate: no case that was compared"));
}

}  // namespace
}  // namespace wgsync
