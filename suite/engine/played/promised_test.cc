// Cases whose groups a driver promises to run at the same time.

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/engine/played/test_session.h"

namespace wgsync {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

class PromisedTest : public ::testing::Test {
 protected:
  PromisedTest() {
    gpu_.described.claims.concurrent_dispatch = true;
    gpu_.promised = 32;
  }
  CaseResult Run(const std::string& groups) {
    return RunCase(&gpu_,
                   Barrier("wg=64/groups=" + groups + "/dispatch=concurrent"));
  }
  TestSession gpu_ = TestSession::Gpu();
};

TEST_F(PromisedTest, TheGridIsWhatIsPromisedWhateverIsResident) {
  const CaseResult r = Run("promised");
  EXPECT_EQ(RuleOf(r), "pass") << WordsOf(r);
  EXPECT_EQ(r.groups, 32u);
  EXPECT_EQ(r.promised, 32u);
  EXPECT_EQ(r.residency, 8u);
  EXPECT_TRUE(r.could_bind);
  EXPECT_EQ(Run("promised_half").groups, 16u);
}

TEST_F(PromisedTest, TheResidencyIsThatOfTheUsualDispatch) {
  TestSession cpu = TestSession::Cpu();
  cpu.described.claims.concurrent_dispatch = true;
  cpu.promised = 4;
  CaseRunner runner(&cpu);
  for (const char* grid :
       {"wg=64/groups=res", "wg=64/groups=promised/dispatch=concurrent"}) {
    const auto c = ParseCaseId(Barrier(grid));
    ASSERT_TRUE(c.ok()) << c.status();
    runner.Run(*c, WaitMode::kUnbounded);
    EXPECT_EQ(cpu.discoveries.size(), 3u) << grid;
  }
}

TEST_F(PromisedTest, HalfOfOneGroupIsOne) {
  gpu_.promised = 1;
  EXPECT_EQ(Run("promised_half").groups, 1u);
}

TEST_F(PromisedTest, AHangBeyondTheResidencyIsAViolation) {
  gpu_.When(WithWaits(), Freezes());
  const CaseResult r = Run("promised");
  EXPECT_EQ(r.verdict.kind, VerdictKind::kHang) << WordsOf(r);
  EXPECT_EQ(r.binds, Binding::kViolation);
  EXPECT_THAT(SentencesOf(r), Contains(HasSubstr("the driver promises")));
}

TEST_F(PromisedTest, AGridBeyondThePromiseIsNotLaunched) {
  const CaseResult r = Run("33");
  EXPECT_EQ(r.verdict.kind, VerdictKind::kNotRun) << WordsOf(r);
  EXPECT_THAT(SentencesOf(r),
              Contains("33 groups: the driver promises that 32 run at the "
                       "same time"));
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kJudged), 0);
}

TEST_F(PromisedTest, ADriverThatNamesNoNumberHasNoLaunch) {
  gpu_.promised = 0;
  EXPECT_EQ(Run("promised").verdict.kind, VerdictKind::kUnsupported);
}

TEST_F(PromisedTest, WhereNothingIsClaimedNothingIsAsked) {
  gpu_.described.claims.concurrent_dispatch = false;
  const CaseResult r = Run("promised");
  EXPECT_EQ(r.verdict.kind, VerdictKind::kUnsupported);
  EXPECT_TRUE(gpu_.discoveries.empty());
}

TEST_F(PromisedTest, TheDriversOwnBarrierHasNoBoardAndNoBound) {
  const std::string id =
      "barrier.intel_device_barrier/poll=plain/signal=plain/fence=none/"
      "pay=plain/work=exchange/wg=64/groups=3/dispatch=concurrent";
  const CaseResult r = RunCase(&gpu_, id);
  EXPECT_EQ(RuleOf(r), "pass") << WordsOf(r);
  EXPECT_EQ(r.soundness, Soundness::kGuaranteed);
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kWatched), 0);
  const CaseResult bounded = RunCase(&gpu_, id, WaitMode::kBounded);
  EXPECT_EQ(bounded.verdict.kind, VerdictKind::kNotRun) << WordsOf(bounded);
}

}  // namespace
}  // namespace wgsync
