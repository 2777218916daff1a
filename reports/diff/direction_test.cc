#include <string>

#include "gtest/gtest.h"
#include "reports/diff/diff.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/record/test_runs.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

CaseResult Result(VerdictKind kind) {
  CaseResult r = TestResult("b.a/groups=2", kind, Cause::kNone);
  r.kernel_digest = "k1";
  return r;
}

std::string Step(const CaseResult& before, const CaseResult& after) {
  return std::string(NameOf(DirectionOf(&before, &after)));
}

std::string Step(VerdictKind before, VerdictKind after) {
  return Step(Result(before), Result(after));
}

TEST(DirectionTest, AFailureThatIsNewIsWorse) {
  for (const KindInfo& kind : VerdictKinds()) {
    if (IsRight(kind.kind) || SaysNothing(kind.kind)) continue;
    EXPECT_EQ(Step(VerdictKind::kPass, kind.kind), "worse") << kind.name;
    EXPECT_EQ(Step(VerdictKind::kUnproven, kind.kind), "worse") << kind.name;
    EXPECT_EQ(Step(kind.kind, kind.kind), "other") << kind.name;
  }
  EXPECT_EQ(Step(VerdictKind::kHang, VerdictKind::kCrash), "worse");
  // Each is a verdict that was not there: the gate runs it again, too.
  EXPECT_EQ(Step(VerdictKind::kCrash, VerdictKind::kHang), "worse");
}

TEST(DirectionTest, APassInPlaceOfAFailureIsBetter) {
  EXPECT_EQ(Step(VerdictKind::kHang, VerdictKind::kPass), "better");
  EXPECT_EQ(Step(VerdictKind::kBuildFailed, VerdictKind::kPass), "better");
}

TEST(DirectionTest, WhatSaysNothingIsNeither) {
  EXPECT_EQ(Step(VerdictKind::kPass, VerdictKind::kUnproven), "other");
  EXPECT_EQ(Step(VerdictKind::kUnproven, VerdictKind::kPass), "other");
  EXPECT_EQ(Step(VerdictKind::kHang, VerdictKind::kUnproven), "other");
  for (VerdictKind kind : {VerdictKind::kInfra, VerdictKind::kNotRun}) {
    EXPECT_EQ(Step(VerdictKind::kPass, kind), "other");
    EXPECT_EQ(Step(kind, VerdictKind::kCrash), "other");
  }
  EXPECT_EQ(Step(VerdictKind::kUnsupported, VerdictKind::kPass), "other");
  const CaseResult r = Result(VerdictKind::kCrash);
  EXPECT_EQ(DirectionOf(nullptr, &r), Direction::kOther);
  EXPECT_EQ(DirectionOf(&r, nullptr), Direction::kOther);
}

TEST(DirectionTest, ThreeNamesOfAWaitThatDoesNotEnd) {
  EXPECT_EQ(Step(VerdictKind::kHang, VerdictKind::kStaleCache), "other");
  EXPECT_EQ(Step(VerdictKind::kHang, VerdictKind::kStalePayload), "worse");
}

TEST(DirectionTest, AnotherKernelIsNotCompared) {
  CaseResult after = Result(VerdictKind::kCrash);
  after.kernel_digest = "k2";
  EXPECT_EQ(Step(Result(VerdictKind::kPass), after), "other");
  after.bounded = true;
  EXPECT_EQ(Step(Result(VerdictKind::kPass), after), "worse");
}

TEST(DirectionTest, WhatCameNowAndThenIsExpected) {
  CaseResult before = Result(VerdictKind::kHang);
  before.runs = {{"pass", 2}, {"hang (not started)", 1}};
  EXPECT_EQ(Step(before, Result(VerdictKind::kPass)), "other");
  EXPECT_EQ(Step(before, Result(VerdictKind::kHang)), "other");
  EXPECT_EQ(Step(before, Result(VerdictKind::kSlow)), "worse");
}

TEST(DirectionTest, WhatIsNotPromisedIsNeither) {
  CaseResult before = Result(VerdictKind::kPass);
  before.could_bind = false;
  before.need = ProgressNeed::kNoPromise;
  CaseResult after = before;
  after.Decide(Rule::kMissed);
  EXPECT_EQ(Step(before, after), "other");
  after.Decide(Rule::kNotStarted);
  EXPECT_EQ(Step(before, after), "worse");
  before.launch_seconds = 1;
  after.launch_seconds = 1.9;
  after.Decide(Rule::kFinishedLate);
  EXPECT_EQ(Step(before, after), "other");
  after.launch_seconds = 2;
  EXPECT_EQ(Step(before, after), "worse");
}

}  // namespace
}  // namespace wgsync
