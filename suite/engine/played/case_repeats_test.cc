// Verdicts that are confirmed, cases whose worker was ended from outside, and
// launches that are made only once.

#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/engine/played/test_session.h"

namespace wgsync {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class CaseRepeatsTest : public ::testing::Test {
 protected:
  CaseResult Run(const std::string& id, WaitMode mode = WaitMode::kUnbounded) {
    return RunCase(&gpu_, id, mode);
  }
  TestSession gpu_ = TestSession::Gpu();
};

// ---- Verdicts that are confirmed ----

TEST_F(CaseRepeatsTest, AnErrorIsNotConfirmed) {
  gpu_.When(For(LaunchPurpose::kJudged), EndsBy(Ending::kEventError));
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(RuleOf(r), "event_error");
  EXPECT_EQ(r.n, 1u);
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kJudged), 1);
}

TEST_F(CaseRepeatsTest, ACrashIsConfirmedOnce) {
  gpu_.When(For(LaunchPurpose::kJudged),
            EndsBy(Ending::kWorkerDied, "SIGSEGV"));
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(RuleOf(r), "worker_died");
  EXPECT_EQ(r.k, 2u);
  EXPECT_EQ(r.n, 2u);
  EXPECT_EQ(r.unit, Unit::kRuns);
  EXPECT_EQ(r.binds, Binding::kViolation);
}

TEST_F(CaseRepeatsTest, ACrashThatIsNotSeenAgainIsNone) {
  gpu_.When(For(LaunchPurpose::kJudged), EndsBy(Ending::kWorkerDied, "SIGSEGV"),
            1);
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(RuleOf(r), "pass");
  ASSERT_EQ(r.also.size(), 1u);
  EXPECT_THAT(r.also[0], StartsWith("at first: crash"));
}

TEST_F(CaseRepeatsTest, ABrokenCaseStaysBrokenAndIsCounted) {
  gpu_.When(For(LaunchPurpose::kPayload), WrongReads(3));
  gpu_.When(For(LaunchPurpose::kFence), WrongReads(3));
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(3), 1);
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(VerdictText(r.verdict), "broken (wrong payload)");
  EXPECT_EQ(r.k, 1u);
  EXPECT_EQ(r.n, 2u);
  EXPECT_THAT(r.also, ElementsAre("alone in a fresh worker: pass"));
  EXPECT_EQ(r.binds, Binding::kViolation);
  EXPECT_EQ(gpu_.Asked(LaunchPurpose::kJudged)[0].worker, 1);
  EXPECT_EQ(gpu_.Asked(LaunchPurpose::kJudged)[1].worker, 2);
}

TEST_F(CaseRepeatsTest, AStalePayloadIsCountedInReads) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(3));
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(r.verdict.kind, VerdictKind::kStalePayload);
  EXPECT_EQ(r.unit, Unit::kReads);
  EXPECT_EQ(r.k, 3u);
  EXPECT_EQ(r.n, SoundLaunch(gpu_.Asked(LaunchPurpose::kJudged)[0].spec, false)
                     .payload.reads);
  EXPECT_THAT(SentencesOf(r),
              Contains("alone in a fresh worker: 1 of 1 the same"));
  EXPECT_EQ(gpu_.workers, 2);
}

// Three right launches with another access excuse a launch that is rarely wrong
// in ten of them three times in four.
TEST_F(CaseRepeatsTest, APayloadThatIsWrongInOneWorkerAloneIsNotStale) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(3), 1);
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(VerdictText(r.verdict), "broken (rarely wrong)");
  EXPECT_EQ(r.verdict, JudgeEvidence(r.judged.evidence));
  EXPECT_THAT(r.also, ElementsAre("alone in a fresh worker: pass"));
  EXPECT_THAT(SentencesOf(r), Contains(StartsWith("in turn, of ")));
  EXPECT_EQ(r.binds, Binding::kViolation);
}

TEST_F(CaseRepeatsTest, InTurnSevenWrongAndNoneOfTheDifferenceAreStale) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(3), 1);
  gpu_.When(For(LaunchPurpose::kJudged), AllRight(), 4);  // the fresh worker
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(3));
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(r.verdict.kind, VerdictKind::kStalePayload);
  EXPECT_THAT(SentencesOf(r),
              Contains("in turn, of 7 launches each: 7 of the case wrong, and "
                       "0 with an atomic payload"));
}

TEST_F(CaseRepeatsTest, InTurnOneWrongOfTheDifferenceIsBroken) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(3), 1);
  gpu_.When(For(LaunchPurpose::kPayload), AllRight(), 3 + 5);
  gpu_.When(For(LaunchPurpose::kPayload), WrongReads(3));
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(VerdictText(r.verdict), "broken (wrong payload)");
  EXPECT_THAT(SentencesOf(r),
              Contains("in turn, of 6 launches each: 0 of the case wrong, and "
                       "1 with an atomic payload"));
}

TEST_F(CaseRepeatsTest, APayloadThatIsBrokenAgainIsBroken) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(3), 2);
  gpu_.When(For(LaunchPurpose::kPayload), AllRight(), 3);
  gpu_.When(For(LaunchPurpose::kPayload), WrongReads(3));
  gpu_.When(For(LaunchPurpose::kFence), WrongReads(3));
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(VerdictText(r.verdict), "broken (wrong payload)");
  ASSERT_EQ(r.also.size(), 1u);
  EXPECT_THAT(r.also[0], StartsWith("at first: stale-payload"));
}

TEST_F(CaseRepeatsTest, AHangThatBindsIsConfirmedTwice) {
  gpu_.When(WithWaits(), Freezes());
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(r.verdict.kind, VerdictKind::kHang);
  EXPECT_EQ(r.binds, Binding::kProgress);
  EXPECT_THAT(WordsOf(r), HasSubstr("a hang is a failure here"));
  EXPECT_EQ(r.k, 3u);
  EXPECT_EQ(r.n, 3u);
}

TEST_F(CaseRepeatsTest, AHangThatIsSeenOnceIsOneOfThree) {
  gpu_.When(WithWaits(), Freezes(), 2);
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(r.verdict.kind, VerdictKind::kHang);
  EXPECT_EQ(r.k, 1u);
  EXPECT_EQ(r.n, 3u);
  EXPECT_THAT(r.also, ElementsAre("alone in a fresh worker: pass",
                                  "alone in a fresh worker: pass"));
}

TEST_F(CaseRepeatsTest, AHangThatBindsNothingIsNotConfirmed) {
  gpu_.When(WithWaits(), Freezes());
  const CaseResult r = Run(Barrier("wg=64/groups=res_plus1"));
  EXPECT_EQ(r.verdict.kind, VerdictKind::kHang);
  EXPECT_EQ(r.binds, Binding::kNothing);
  EXPECT_THAT(WordsOf(r), HasSubstr("a hang is not a failure here"));
  EXPECT_EQ(r.groups, 9u);
  EXPECT_EQ(r.n, 1u);
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kWatched), 1);
}

TEST_F(CaseRepeatsTest, NothingIsConfirmedOnADeviceThatIsWedged) {
  gpu_.When(For(LaunchPurpose::kJudged), EndsBy(Ending::kWorkerDied));
  gpu_.starts = {absl::OkStatus(), absl::OkStatus(),
                 absl::UnavailableError("no device")};
  CaseRunner runner(&gpu_);
  const CaseResult r =
      runner.Run(*ParseKernelCaseId(kBarrier), WaitMode::kUnbounded);
  EXPECT_TRUE(runner.known.wedged);
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kJudged), 1);
}

// ---- Workers that something else ends ----

TEST_F(CaseRepeatsTest, ACaseWhoseWorkerWasEndedRunsOnceMore) {
  gpu_.When(For(LaunchPurpose::kJudged),
            EndsBy(Ending::kEndedFromOutside, "died by SIGKILL (9)"), 1);
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(RuleOf(r), "pass");
  EXPECT_THAT(r.also, ElementsAre("at first: infra (worker ended from "
                                  "outside): the worker died by SIGKILL (9)"));
  EXPECT_EQ(r.n, 1u);
}

TEST_F(CaseRepeatsTest, ACaseWhoseWorkerIsEndedTwiceIsInfra) {
  gpu_.When(For(LaunchPurpose::kJudged),
            EndsBy(Ending::kEndedFromOutside, "died by SIGKILL (9)"));
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(RuleOf(r), "ended_from_outside");
  EXPECT_EQ(SentencesOf(r)[0], "the worker died by SIGKILL (9)");
  EXPECT_EQ(r.binds, Binding::kNothing);
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kJudged), 2);
}

TEST_F(CaseRepeatsTest, ADifferenceThatWasEndedFromOutsideLeavesNoVerdict) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(3));
  gpu_.When(For(LaunchPurpose::kPayload),
            EndsBy(Ending::kEndedFromOutside, "died by SIGTERM (15)"));
  EXPECT_EQ(RuleOf(Run(kBarrier)), "ended_from_outside");
}

// ---- Launches that are made once ----

TEST_F(CaseRepeatsTest, AControlIsMeasuredOnceForAllAccesses) {
  CaseRunner runner(&gpu_);
  runner.Run(*ParseKernelCaseId(kBarrier), WaitMode::kUnbounded);
  const int controls = gpu_.Count(LaunchPurpose::kControl);
  EXPECT_GT(controls, 0);
  const std::string other = absl::StrCat("barrier.counter_per_group",
                                         kCustomary, "exchange/wg=64/groups=");
  EXPECT_EQ(
      RuleOf(runner.Run(*ParseKernelCaseId(other + "8"), WaitMode::kUnbounded)),
      "pass");
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kControl), controls);
  runner.Run(*ParseKernelCaseId(other + "7"), WaitMode::kUnbounded);
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kControl), 2 * controls)
      << "another grid";
}

TEST_F(CaseRepeatsTest, AControlThatFailedIsMeasuredAgain) {
  gpu_.When(For(LaunchPurpose::kTiming), EndsBy(Ending::kFrozen), 1);
  CaseRunner runner(&gpu_);
  EXPECT_EQ(runner.Run(*ParseKernelCaseId(kBarrier), WaitMode::kUnbounded)
                .verdict.kind,
            VerdictKind::kInfra);
  EXPECT_EQ(
      RuleOf(runner.Run(*ParseKernelCaseId(kBarrier), WaitMode::kUnbounded)),
      "pass");
}

TEST_F(CaseRepeatsTest, ADifferenceThatHasRunInThisWorkerIsNotRunAgain) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(3));
  CaseRunner runner(&gpu_);
  const CaseResult r =
      runner.Run(*ParseKernelCaseId(kPlainPoll), WaitMode::kUnbounded);
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kBoundary), 2) << "one in each worker";
  runner.Run(*ParseKernelCaseId(kPlainPoll), WaitMode::kUnbounded);
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kBoundary), 3)
      << "the first run takes it from the run before, its repeat does not";
  EXPECT_EQ(r.verdict.kind, VerdictKind::kStalePayload);
}

TEST_F(CaseRepeatsTest, ADifferenceThatEndedBadlyIsRunOnceMoreAndNotKept) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(3));
  gpu_.When(For(LaunchPurpose::kBoundary), EndsBy(Ending::kNotReported), 1);
  const CaseResult r = Run(kPlainPoll);
  EXPECT_EQ(r.verdict.kind, VerdictKind::kStalePayload) << WordsOf(r);
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kBoundary), 3);
}

TEST_F(CaseRepeatsTest, ADifferenceThatDoesNotBuildIsNotRunOnceMore) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(3));
  gpu_.When(For(LaunchPurpose::kBoundary), BuildFails("frob"));
  const CaseResult r = Run(kPlainPoll);
  EXPECT_EQ(RuleOf(r), "payload_boundary");
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kBoundary), 1);
}

}  // namespace
}  // namespace wgsync
