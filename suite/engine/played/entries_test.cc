// Cases whose program is given as SPIR-V, or whose queue is not the usual one.

#include <string>

#include "absl/strings/match.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/engine/played/test_session.h"

namespace wgsync {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

class EntriesTest : public ::testing::Test {
 protected:
  EntriesTest() {
    gpu_.described.claims.spirv = true;
    gpu_.described.claims.queues = {"part_equal"};
    gpu_.digest = [](const ProgramSpec& p) {
      return p.c.grid.via == Via::kSpirv ? "il" : "source";
    };
  }
  // Skips the test where this build has no modules.
  CaseResult AsSpirv() {
    CaseResult r = RunCase(
        &gpu_,
        "barrier.counter_per_group/poll=acquire/signal=release/fence=none/"
        "pay=plain/work=exchange/wg=64/groups=res/via=spirv");
    for (const std::string& s : SentencesOf(r)) {
      if (absl::StrContains(s, "built without SPIR-V")) skipped_ = true;
    }
    return r;
  }
  TestSession gpu_ = TestSession::Gpu();
  bool skipped_ = false;
};

TEST_F(EntriesTest, APassSaysWhetherTheCodeIsThatOfSource) {
  const CaseResult r = AsSpirv();
  if (skipped_) GTEST_SKIP();
  EXPECT_EQ(RuleOf(r), "pass") << WordsOf(r);
  EXPECT_THAT(SentencesOf(r), Contains("from SPIR-V the driver makes other "
                                       "code than from source"));
  gpu_.digest = [](const ProgramSpec&) { return "one"; };
  EXPECT_THAT(SentencesOf(AsSpirv()), Contains(HasSubstr("the same code as")));
  // Not known of source: nothing is said.
  gpu_.digest = [](const ProgramSpec& p) {
    return p.c.grid.via == Via::kSpirv ? "il" : "";
  };
  EXPECT_THAT(SentencesOf(AsSpirv()), Not(Contains(HasSubstr("from SPIR-V"))));
}

TEST_F(EntriesTest, AFailureIsTriedFromSource) {
  gpu_.When(
      [](const AskedLaunch& a) {
        return a.spec.program.c.grid.via == Via::kSpirv &&
               a.spec.program.waits != WaitMode::kRemoved;
      },
      Freezes());
  const CaseResult r = AsSpirv();
  if (skipped_) GTEST_SKIP();
  EXPECT_EQ(r.verdict.kind, VerdictKind::kHang) << WordsOf(r);
  EXPECT_THAT(SentencesOf(r), Contains("the same launch from source is right"));
}

TEST_F(EntriesTest, WithoutAModuleItIsNotRun) {
  const CaseResult r =
      RunCase(&gpu_, Barrier("wg=64/groups=res/ballast=32k/via=spirv"));
  EXPECT_EQ(r.verdict.kind, VerdictKind::kNotRun) << WordsOf(r);
  EXPECT_THAT(SentencesOf(r), Contains(HasSubstr("SPIR-V")));
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kJudged), 0);
}

TEST_F(EntriesTest, WhatIsNotClaimedIsUnsupported) {
  gpu_.described.claims.spirv = false;
  EXPECT_EQ(AsSpirv().verdict.kind, VerdictKind::kUnsupported);
  EXPECT_THAT(SentencesOf(AsSpirv()),
              Contains("no SPIR-V taken (CL_DEVICE_IL_VERSION)"));
  const CaseResult r =
      RunCase(&gpu_, Barrier("wg=64/groups=res/queue=priority_low"));
  EXPECT_EQ(r.verdict.kind, VerdictKind::kUnsupported);
  EXPECT_THAT(SentencesOf(r), Contains("queue=priority_low is not claimed "
                                       "(cl_khr_priority_hints)"));
}

TEST_F(EntriesTest, APartHasAResidencyOfItsOwn) {
  gpu_.residency = [](const LaunchSpec& s) {
    return s.program.c.grid.queue == Queue::kPartEqual ? 4u : 8u;
  };
  CaseRunner runner(&gpu_);
  for (const auto& [queue, groups] :
       {std::pair("", 8u), std::pair("/queue=part_equal", 4u)}) {
    const auto c =
        ParseCaseId(Barrier(std::string("wg=64/groups=res") + queue));
    ASSERT_TRUE(c.ok()) << c.status();
    EXPECT_EQ(runner.Run(*c, WaitMode::kUnbounded).groups, groups) << queue;
  }
}

}  // namespace
}  // namespace wgsync
