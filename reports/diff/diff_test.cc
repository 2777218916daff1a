#include "reports/diff/diff.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "reports/diff/diff_text.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

CaseResult Result(const std::string& name, VerdictKind kind,
                  Cause cause = Cause::kNone) {
  CaseResult r = TestResult("b." + name + "/groups=2", kind, cause);
  r.kernel_digest = "k1";
  return r;
}

TEST(DiffTest, TheWorstIsFirst) {
  CaseResult rate = Result("rate", VerdictKind::kHang);
  rate.k = 3;
  rate.n = 3;
  LoggedRun before = TestRun(
      "P/D",
      {Result("same", VerdictKind::kPass), rate,
       Result("cause", VerdictKind::kHang, Cause::kMissed),
       Result("better", VerdictKind::kHang), Result("hung", VerdictKind::kPass),
       Result("stale", VerdictKind::kHang), Result("crash", VerdictKind::kPass),
       Result("gone", VerdictKind::kPass)});
  rate.k = 1;
  LoggedRun after =
      TestRun("P/D", {Result("same", VerdictKind::kPass), rate,
                      Result("cause", VerdictKind::kHang, Cause::kNotStarted),
                      Result("better", VerdictKind::kPass),
                      Result("hung", VerdictKind::kHang),
                      Result("stale", VerdictKind::kStaleCache),
                      Result("crash", VerdictKind::kCrash),
                      Result("new", VerdictKind::kPass)});
  const RunDiff diff = DiffRuns(before, after);
  std::vector<std::string> order;
  for (const CaseChange& c : diff.cases) {
    order.push_back(
        absl::StrCat(NameOf(c.change), " ", NameOf(c.direction), " ", c.id));
  }
  EXPECT_THAT(
      order, ElementsAre(
                 "kind worse b.crash/groups=2", "kind worse b.hung/groups=2",
                 "kind better b.better/groups=2", "kind other b.stale/groups=2",
                 "cause other b.cause/groups=2", "rate other b.rate/groups=2",
                 "removed other b.gone/groups=2", "added other b.new/groups=2",
                 "unchanged other b.same/groups=2"));
  const std::string text = DiffText(before, after, diff, 80);
  EXPECT_THAT(
      text, HasSubstr("\nanother verdict: 4\n  b.crash/groups=2\n      worse: "
                      "pass -> crash\n"));
  EXPECT_THAT(text, HasSubstr("\nworse 2, better 1, other 5\n"));
  EXPECT_THAT(text, HasSubstr("hang (missed) -> hang (not started)\n"));
  EXPECT_THAT(text, HasSubstr("hang -> hang, 1 of 3 runs\n"));
  EXPECT_THAT(text, HasSubstr("\n1 of 9 cases are unchanged\n"));
  const nlohmann::json json = DiffJson(before, after, diff);
  EXPECT_EQ(json["counts"]["kind"], 4);
  EXPECT_EQ(json["cases"][0]["direction"], "worse");
  EXPECT_EQ(json["cases"].size(), 8u);
  EXPECT_EQ(json["cases"][0]["after"]["verdict"], "crash");
}

TEST(DiffTest, OneDirectionIsListedAndAllAreCounted) {
  const LoggedRun before = TestRun("P/D", {Result("up", VerdictKind::kHang),
                                           Result("down", VerdictKind::kPass),
                                           Result("same", VerdictKind::kPass)});
  const LoggedRun after = TestRun("P/D", {Result("up", VerdictKind::kPass),
                                          Result("down", VerdictKind::kHang),
                                          Result("same", VerdictKind::kPass)});
  RunDiff diff = DiffRuns(before, after);
  EXPECT_EQ(diff.Listed().size(), 2u);
  diff.only = Direction::kBetter;
  ASSERT_EQ(diff.Listed().size(), 1u);
  EXPECT_EQ(diff.Listed()[0]->id, "b.up/groups=2");
  const std::string text = DiffText(before, after, diff, 80);
  EXPECT_THAT(
      text,
      HasSubstr("\nworse 1, better 1, other 0\n\nanother "
                "verdict: 1\n  b.up/groups=2\n      better: hang -> pass\n"));
  EXPECT_THAT(text, Not(HasSubstr("b.down")));
  EXPECT_THAT(text, HasSubstr("\n1 of 3 cases are unchanged\n"));
  EXPECT_EQ(DiffJson(before, after, diff)["cases"].size(), 1u);
}

TEST(DiffTest, AFailureThatAnotherOneHidesIsWorse) {
  CaseResult r = Result("a", VerdictKind::kHang);
  r.runs = {{"hang", 2}, {"pass", 1}};
  const LoggedRun before = TestRun("P/D", {r});
  r.runs = {{"hang", 2}, {"broken", 1}};
  const LoggedRun after = TestRun("P/D", {r});
  const CaseChange change = DiffRuns(before, after).cases[0];
  EXPECT_EQ(change.change, Change::kRate);
  EXPECT_EQ(change.direction, Direction::kWorse);
}

TEST(DiffTest, ACauseThatIsNotKnownIsNoOther) {
  CaseResult r = Result("a", VerdictKind::kHang);
  r.verdict.cause = Cause::kUnknown;
  LoggedRun unknown = TestRun("P/D", {r});
  r.verdict.cause = Cause::kNotStarted;
  LoggedRun not_started = TestRun("P/D", {r});
  r.verdict.cause = Cause::kMissed;
  LoggedRun missed = TestRun("P/D", {r});
  const auto change = [](const LoggedRun& before, const LoggedRun& after) {
    return DiffRuns(before, after).cases[0].change;
  };
  EXPECT_EQ(change(unknown, not_started), Change::kUnchanged);
  EXPECT_EQ(change(missed, unknown), Change::kUnchanged);
  EXPECT_EQ(change(missed, not_started), Change::kCause);
}

TEST(DiffTest, ARateOfReadsChangesFromTenfoldOn) {
  CaseResult few = Result("a", VerdictKind::kStalePayload);
  few.unit = Unit::kReads;
  few.k = 8;
  few.n = 471000000;
  CaseResult some = few;
  some.k = 78;
  EXPECT_FALSE(RatesDiffer(few, some));
  some.k = 187;
  EXPECT_TRUE(RatesDiffer(few, some));
}

TEST(DiffTest, ResidencyAndTimeAreLinesOfTheirOwn) {
  std::vector<CaseResult> was, is;
  for (const char* name : {"a", "b", "c"}) {
    CaseResult r = Result(name, VerdictKind::kPass);
    r.launch_seconds = 0.5;
    r.residency = 4224;
    was.push_back(r);
    r.launch_seconds = 1.5;
    r.residency = 4223;
    is.push_back(r);
  }
  is[2].launch_seconds = 2;
  LoggedRun before = TestRun("P/D", was), after = TestRun("P/D", is);
  const RunDiff diff = DiffRuns(before, after);
  EXPECT_EQ(diff.Count(Change::kUnchanged), 3u);
  const std::string text = DiffText(before, after, diff, 200);
  EXPECT_THAT(text, HasSubstr("residency: 4224 -> 4223 in 3 cases\n"));
  EXPECT_THAT(text, HasSubstr("3.00 times as long (median of 3; 3.00 to 4.00, "
                              "the most in b.c/groups=2)\n"));
}

TEST(DiffTest, AnotherKernelIsNotUnchanged) {
  CaseResult r = Result("a", VerdictKind::kPass);
  LoggedRun before = TestRun("P/D", {r});
  r.kernel_digest = "k2";
  LoggedRun after = TestRun("P/D", {r});
  const RunDiff diff = DiffRuns(before, after);
  EXPECT_EQ(diff.cases[0].change, Change::kKernel);
  EXPECT_THAT(DiffText(before, after, diff, 80), HasSubstr("another kernel"));
}

TEST(DiffTest, OneBinaryDoesNotHoistOnOneDeviceAlone) {
  const auto disagree = [](VerdictKind a, VerdictKind b,
                           const std::string& digest_of_b) {
    CaseResult one = Result("a", a), other = Result("a", b);
    one.binary_digest = "d1";
    other.binary_digest = digest_of_b;
    EXPECT_EQ(DisagreeOnCompiler(one, other), DisagreeOnCompiler(other, one));
    return DisagreeOnCompiler(one, other);
  };
  const VerdictKind hoisted = VerdictKind::kStaleHoisted;
  for (VerdictKind other :
       {VerdictKind::kPass, VerdictKind::kHang, VerdictKind::kStaleCache,
        VerdictKind::kBroken, VerdictKind::kSlow}) {
    EXPECT_TRUE(disagree(hoisted, other, "d1")) << VerdictName(other);
    EXPECT_FALSE(disagree(hoisted, other, "d2")) << VerdictName(other);
    EXPECT_FALSE(disagree(hoisted, other, "")) << VerdictName(other);
  }
  for (VerdictKind other :
       {VerdictKind::kUnproven, VerdictKind::kInfra, VerdictKind::kCrash,
        VerdictKind::kUnsupported, hoisted}) {
    EXPECT_FALSE(disagree(hoisted, other, "d1")) << VerdictName(other);
  }
  EXPECT_FALSE(disagree(VerdictKind::kPass, VerdictKind::kStaleCache, "d1"));
  // Two unknown ones are not the same.
  EXPECT_FALSE(DisagreeOnCompiler(Result("a", hoisted),
                                  Result("a", VerdictKind::kPass)));
}

TEST(DiffTest, ADisagreementOnTheCompilerIsShown) {
  CaseResult r = Result("a", VerdictKind::kStaleHoisted);
  r.binary_digest = "d1";
  const LoggedRun before = TestRun("P/D", {r});
  r.verdict.kind = VerdictKind::kStaleCache;
  const LoggedRun after = TestRun("P/E", {r});
  r.binary_digest = "d2";
  const LoggedRun another = TestRun("P/E", {r});
  const RunDiff diff = DiffRuns(before, after);
  EXPECT_THAT(DiffText(before, after, diff, 200),
              HasSubstr("\n      same program binary: the compiler did"));
  EXPECT_EQ(DiffJson(before, after, diff)["cases"][0]["disagree_on_compiler"],
            true);
  EXPECT_THAT(DiffText(before, another, DiffRuns(before, another), 200),
              Not(HasSubstr("same program binary")));
}

TEST(DiffTest, TimesOfOtherKernelsAreComparedWhereThatIsAskedFor) {
  CaseResult r = Result("a", VerdictKind::kPass);
  r.launch_seconds = 1;
  LoggedRun before = TestRun("P/D", {r});
  r.kernel_digest = "k2";
  r.launch_seconds = 3;
  LoggedRun after = TestRun("P/D", {r});
  EXPECT_EQ(DiffRuns(before, after).time.cases, 0u);
  DiffOptions options;
  options.other_kernels = true;
  EXPECT_EQ(DiffRuns(before, after, options).time.median, 3);
}

}  // namespace
}  // namespace wgsync
