// Host checks: the verdict of a try, and which are confirmed.

#include <string>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/engine/played/test_session.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kFinish[] = "host_sync.finish/queue=in_order";

class HostCaseTest : public ::testing::Test {
 protected:
  // The check ends so, each time that it is tried.
  void Try(HostEnding ending, Cause fault = Cause::kNone,
           Trial control = Trial::kWrong) {
    gpu_.host = [=](const HostCase&) {
      ++tries_;
      HostObservation o;
      o.evidence.ending = ending;
      o.evidence.watched = true;
      o.evidence.fault = fault;
      o.evidence.control = control;
      o.report.facts.tries = 16;
      o.report.facts.wrong = fault == Cause::kNone ? 0 : 3;
      o.report.facts.control_tries = 16;
      o.report.facts.control_wrong = control == Trial::kWrong ? 5 : 0;
      if (ending != HostEnding::kCameBack) gpu_.has_worker = false;
      return o;
    };
  }
  CaseResult Run(WaitMode mode = WaitMode::kUnbounded) {
    return CaseRunner(&gpu_).Run(*ParseCaseId(kFinish), mode);
  }
  TestSession gpu_ = TestSession::Gpu();
  int tries_ = 0;
};

TEST_F(HostCaseTest, ARightCheckThatCouldFailPasses) {
  Try(HostEnding::kCameBack);
  const CaseResult r = Run();
  EXPECT_EQ(RuleOf(r), "host_pass");
  EXPECT_TRUE(r.could_bind);
  EXPECT_EQ(tries_, 1);
  EXPECT_THAT(SentencesOf(r),
              ElementsAre("with the synchronization: wrong in 0 of 16 tries",
                          "without the synchronization: wrong in 5 of 16 "
                          "tries: "));
}

// So that a gate compares it with the same check of another wgsync.
TEST_F(HostCaseTest, TheCodeOfTheChecksIsInItsDigest) {
  Try(HostEnding::kNotBack);
  EXPECT_EQ(Run().launch_digest, "") << "of an older worker";
  gpu_.described.host_code = "0123456789abcdef";
  const std::string digest = Run().launch_digest;
  EXPECT_EQ(digest.size(), 64u) << "also of one that hung";
  gpu_.described.host_code[0] = '1';
  EXPECT_NE(Run().launch_digest, digest);
}

TEST_F(HostCaseTest, ACheckThatCannotFailIsUnproven) {
  Try(HostEnding::kCameBack, Cause::kNone, Trial::kRight);
  const CaseResult r = Run();
  EXPECT_EQ(RuleOf(r), "host_could_not_fail");
  EXPECT_EQ(r.verdict.kind, VerdictKind::kUnproven);
}

TEST_F(HostCaseTest, AWrongAnswerIsConfirmedOnceAndBinds) {
  Try(HostEnding::kCameBack, Cause::kWrongAnswer);
  const CaseResult r = Run();
  EXPECT_EQ(r.verdict.kind, VerdictKind::kBroken);
  EXPECT_EQ(r.binds, Binding::kViolation);
  EXPECT_EQ(r.k, 2u);
  EXPECT_EQ(r.n, 2u);
  EXPECT_EQ(gpu_.ended, 1) << "in a fresh worker";
}

TEST_F(HostCaseTest, ACallThatDoesNotComeBackIsConfirmedOnce) {
  Try(HostEnding::kNotBack);
  const CaseResult r = Run();
  EXPECT_EQ(r.verdict.kind, VerdictKind::kHang);
  EXPECT_EQ(r.n, 2u);
}

TEST_F(HostCaseTest, ACallThatFailsIsConfirmedOnce) {
  Try(HostEnding::kCallFailed);
  const CaseResult r = Run();
  EXPECT_EQ(r.verdict.kind, VerdictKind::kError);
  EXPECT_EQ(r.n, 2u);
}

TEST_F(HostCaseTest, AWorkerThatIsEndedTwiceIsInfra) {
  Try(HostEnding::kEndedFromOutside);
  const CaseResult r = Run();
  EXPECT_EQ(RuleOf(r), "host_ended_from_outside");
  EXPECT_EQ(tries_, 2);
  EXPECT_EQ(r.binds, Binding::kNothing);
}

TEST_F(HostCaseTest, ADeviceThatDoesNotSurviveIsLost) {
  Try(HostEnding::kNotBack);
  gpu_.starts = {absl::OkStatus(), absl::UnavailableError("the canary died")};
  CaseRunner runner(&gpu_);
  const CaseResult r = runner.Run(*ParseCaseId(kFinish), WaitMode::kUnbounded);
  EXPECT_EQ(RuleOf(r), "host_lost");
  EXPECT_TRUE(runner.known.wedged);
  EXPECT_EQ(tries_, 1);
  EXPECT_THAT(WordsOf(r), HasSubstr("the canary died"));
}

TEST_F(HostCaseTest, ACheckTakesItsOwnSynchronizationAway) {
  Try(HostEnding::kCameBack);
  EXPECT_EQ(RuleOf(Run(WaitMode::kRemoved)), "no_launch");
  EXPECT_EQ(tries_, 0);
}

}  // namespace
}  // namespace wgsync
