// The differences of a wrong payload, and the verdict that follows from them.

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/next/programs.h"
#include "suite/core/record/launch_record.h"
#include "suite/engine/played/test_session.h"

namespace wgsync {
namespace {

using ::testing::IsEmpty;

class PayloadDifferencesTest : public ::testing::Test {
 protected:
  CaseResult Run(const std::string& id) { return RunCase(&gpu_, id); }
  TestSession gpu_ = TestSession::Gpu();
};

SkipRule Skip(const std::string& glob, const std::string& reason) {
  SkipRule rule;
  rule.pattern = glob;
  rule.reason = reason;
  return rule;
}

LaunchAnswer WrongAndRead(uint64_t again_new) {
  return [=](const AskedLaunch&, WatchResult* r) {
    r->o.payload.wrong = 4;
    r->o.payload.again_new = again_new;
  };
}

TEST_F(PayloadDifferencesTest, WhereAtomicAccessesAreRightThePayloadIsStale) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongAndRead(4));
  EXPECT_EQ(VerdictText(Run(kBarrier).verdict), "stale-payload (stale load)");
  TestSession gpu = TestSession::Gpu();
  gpu.When(For(LaunchPurpose::kJudged), WrongAndRead(1));
  EXPECT_EQ(VerdictText(RunCase(&gpu, kBarrier).verdict),
            "stale-payload (late store)");
  const std::vector<AskedLaunch> atomic = gpu.Asked(LaunchPurpose::kPayload);
  ASSERT_EQ(atomic.size(), 2u * 3) << "three in each run";
  for (const AskedLaunch& a : atomic) {
    LaunchSpec s = gpu.Asked(LaunchPurpose::kJudged)[0].spec;
    s.program.c.access.payload = Payload::kAtomic;
    EXPECT_EQ(ProgramKey(a.spec.program), ProgramKey(s.program));
  }
  EXPECT_EQ(gpu.Count(LaunchPurpose::kFence), 0);
}

TEST_F(PayloadDifferencesTest,
       WhatTakesSeveralLaunchesToShowTakesSeveralToExcuse) {
  gpu_.When(For(LaunchPurpose::kJudged), AllRight(), 2);
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(4), 1);
  gpu_.When(For(LaunchPurpose::kPayload), AllRight(), 8);
  gpu_.When(For(LaunchPurpose::kPayload), WrongReads(4), 1);
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kPayload), 9);
  EXPECT_EQ(RuleOf(r), "wrong_payload") << "the ninth was wrong";
}

TEST_F(PayloadDifferencesTest,
       WhereAtomicAccessesAreWrongTooThePrimitiveIsBroken) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(4));
  gpu_.When(For(LaunchPurpose::kPayload), WrongReads(4));
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(VerdictText(r.verdict), "broken (wrong payload)");
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kPayload), 2) << "one in each run";
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kFence), 0) << "it has the fence";
}

TEST_F(PayloadDifferencesTest,
       WhereADeviceFenceMakesThemRightTheyWereNotOrdered) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(4));
  gpu_.When(For(LaunchPurpose::kPayload), WrongReads(4));
  const std::string id =
      "barrier.counter_per_group/poll=relaxed/signal=relaxed/fence=none/"
      "pay=plain/work=exchange/wg=64/groups=8";
  const CaseResult r = Run(id);
  EXPECT_EQ(RuleOf(r), "unordered");
  const std::vector<AskedLaunch> fence = gpu_.Asked(LaunchPurpose::kFence);
  EXPECT_EQ(fence.size(), 2u * 3);
  EXPECT_EQ(fence[0].spec.program.c.access.fence, Fence::kDevice);
  EXPECT_EQ(fence[0].spec.program.c.access.payload, Payload::kPlain)
      << "nothing else is changed";
  gpu_.When(For(LaunchPurpose::kFence), WrongReads(4));
  EXPECT_EQ(RuleOf(Run(id)), "wrong_payload");
}

TEST_F(PayloadDifferencesTest, BeforeOpenCL20TheFencesOfReadsAndWritesStandIn) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(4));
  gpu_.When(For(LaunchPurpose::kPayload), WrongReads(4));
  Run("barrier.counter_per_group/poll=rmw/signal=rmw/fence=none/pay=plain/"
      "work=exchange/wg=64/groups=8");
  ASSERT_GT(gpu_.Count(LaunchPurpose::kFence), 0);
  EXPECT_EQ(gpu_.Asked(LaunchPurpose::kFence)[0].spec.program.c.access.fence,
            Fence::kRwMem);
}

TEST_F(PayloadDifferencesTest, ANarrowScopeIsWidenedWithTheFence) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(4));
  gpu_.When(For(LaunchPurpose::kPayload), WrongReads(4));
  Run("barrier.counter_per_group/poll=acquire/signal=release/fence=device/"
      "pay=plain/work=exchange/wg=64/groups=8/scope=work_group");
  ASSERT_GT(gpu_.Count(LaunchPurpose::kFence), 0);
  EXPECT_EQ(gpu_.Asked(LaunchPurpose::kFence)[0].spec.program.c.access.scope,
            Scope::kDevice);
}

TEST_F(PayloadDifferencesTest, AnAtomicPayloadThatIsWrongIsNotLaunchedAgain) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(4));
  const CaseResult r =
      Run("barrier.counter_per_group/poll=acquire/signal=release/fence=device/"
          "pay=atomic/work=exchange/wg=64/groups=8");
  EXPECT_EQ(VerdictText(r.verdict), "broken (wrong payload)");
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kPayload), 0);
}

TEST_F(PayloadDifferencesTest, AWordOfNoRoundIsTorn) {
  gpu_.When(For(LaunchPurpose::kJudged),
            [](const AskedLaunch&, WatchResult* r) {
              r->o.payload.wrong = r->o.payload.torn = 1;
            });
  EXPECT_EQ(RuleOf(Run(kBarrier)), "torn");
}

TEST_F(PayloadDifferencesTest, ADifferenceThatHangsExplainsNothing) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(4));
  gpu_.When(For(LaunchPurpose::kPayload), Freezes());
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(RuleOf(r), "payload_unexplained");
}

TEST_F(PayloadDifferencesTest, APayloadThatIsLeftOutIsNotLaunched) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(4));
  CaseRunner runner(&gpu_);
  runner.known.skips = {Skip("*/pay=atomic/*", "slow")};
  EXPECT_EQ(
      RuleOf(runner.Run(*ParseKernelCaseId(kBarrier), WaitMode::kUnbounded)),
      "payload_unexplained");
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kPayload), 0);
}

TEST_F(PayloadDifferencesTest, AFenceThatIsLeftOutIsNotLaunched) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(4));
  gpu_.When(For(LaunchPurpose::kPayload), WrongReads(4));
  CaseRunner runner(&gpu_);
  runner.known.skips = {Skip("*/fence=device/*", "slow")};
  EXPECT_EQ(RuleOf(runner.Run(
                *ParseKernelCaseId(
                    "barrier.counter_per_group/poll=relaxed/signal=relaxed/"
                    "fence=none/pay=plain/work=exchange/wg=64/groups=8"),
                WaitMode::kUnbounded)),
            "wrong_payload");
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kFence), 0);
}

// ---- The control over the host's boundary ----

TEST_F(PayloadDifferencesTest,
       AWorkloadThatIsWrongOverTheHostsBoundaryIsTheSuites) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(4));
  gpu_.When(For(LaunchPurpose::kBoundary), WrongReads(4));
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(RuleOf(r), "payload_boundary");
  EXPECT_EQ(r.verdict.kind, VerdictKind::kInfra);
}

TEST_F(PayloadDifferencesTest, TheHostsBoundaryHasTheSameWorkloadAndGrid) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(4));
  Run("barrier.counter_per_group/poll=relaxed/signal=relaxed/fence=native/"
      "pay=plain/work=scatter/wg=64/groups=8");
  TestSession nvidia = TestSession::Gpu();
  nvidia.described.claims.is_nvidia = true;
  nvidia.When(For(LaunchPurpose::kJudged), WrongReads(4));
  RunCase(&nvidia,
          "barrier.counter_per_group/poll=acquire/signal=release/fence=native/"
          "pay=plain/work=scatter/wg=64/groups=8");
  ASSERT_EQ(nvidia.Count(LaunchPurpose::kBoundary), 2);
  const AskedLaunch a = nvidia.Asked(LaunchPurpose::kBoundary)[0];
  const KernelCase& c = a.spec.program.c;
  EXPECT_EQ(c.primitive->name, "barrier.kernel_boundary");
  EXPECT_EQ(c.workload->name, "scatter");
  EXPECT_EQ(c.access.poll, Poll::kPlain);
  EXPECT_EQ(c.access.signal, Signal::kPlain);
  EXPECT_EQ(c.access.fence, Fence::kNone);
  EXPECT_EQ(a.spec.program.board, BoardMode::kOff);
  EXPECT_EQ(a.spec.program.waits, WaitMode::kUnbounded);
  EXPECT_EQ(a.spec.groups, 8u);
  EXPECT_EQ(a.spec.rounds, 64u) << "of a CPU";
  EXPECT_EQ(a.deadline_seconds, 30);
  EXPECT_EQ(a.patience_seconds, 30);
  EXPECT_EQ(nvidia.Asked(LaunchPurpose::kPayload)[0].deadline_seconds,
            nvidia.Asked(LaunchPurpose::kJudged)[0].deadline_seconds);
  EXPECT_EQ(nvidia.Asked(LaunchPurpose::kPayload)[0].patience_seconds,
            nvidia.Asked(LaunchPurpose::kJudged)[0].patience_seconds);
}

TEST_F(PayloadDifferencesTest, AnotherFamilysPayloadIsExchangedInstead) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(4));
  Run(kLock);
  const LaunchSpec s = gpu_.Asked(LaunchPurpose::kBoundary)[0].spec;
  EXPECT_EQ(s.program.c.workload->name, "exchange");
  EXPECT_EQ(s.late_every, 1u);
}

TEST_F(PayloadDifferencesTest, OverTheHostsBoundaryAWrongWorkloadIsTheSuites) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(4));
  const CaseResult r =
      Run("barrier.kernel_boundary/poll=plain/signal=plain/fence=none/"
          "pay=plain/work=exchange/wg=64/groups=8");
  EXPECT_EQ(RuleOf(r), "payload_boundary");
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kBoundary), 0);
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kPayload), 0);
}

// ---- The ordered board ----

LaunchAnswer LeavesEarly(int from) {
  return [from, n = 0](const AskedLaunch&, WatchResult* r) mutable {
    if (n++ >= from) r->o.last.roles[2].early = 1;
  };
}

TEST_F(PayloadDifferencesTest, TheOrderedBoardNamesAnEarlyDeparture) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(4));
  gpu_.When(For(LaunchPurpose::kPayload), WrongReads(4));
  gpu_.When(For(LaunchPurpose::kOrdered), LeavesEarly(2));
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(RuleOf(r), "early_departure");
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kOrdered), 3 + 1);
  EXPECT_EQ(gpu_.Asked(LaunchPurpose::kOrdered)[0].spec.program.board,
            BoardMode::kOrdered);
}

TEST_F(PayloadDifferencesTest, CountsThatAreMoreThanRoundsProveNoDeparture) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(4));
  gpu_.When(For(LaunchPurpose::kPayload), WrongReads(4));
  gpu_.When(For(LaunchPurpose::kOrdered), [](const AskedLaunch& a,
                                             WatchResult* r) {
    r->o.last.roles[2].early = 1;
    r->o.last.roles[2].arrived = static_cast<uint32_t>(ArrivalsDue(a.spec)) + 1;
  });
  EXPECT_EQ(RuleOf(Run(kBarrier)), "extra_arrivals");
}

TEST_F(PayloadDifferencesTest, WhereNoGroupLeftEarlyThreeLaunchesAreMade) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(4));
  gpu_.When(For(LaunchPurpose::kPayload), WrongReads(4));
  EXPECT_EQ(RuleOf(Run(kBarrier)), "wrong_payload");
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kOrdered), 2 * 3);
}

TEST_F(PayloadDifferencesTest, AnOrderedLaunchThatDoesNotFinishIsTheLast) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(4));
  gpu_.When(For(LaunchPurpose::kPayload), WrongReads(4));
  gpu_.When(For(LaunchPurpose::kOrdered), Freezes());
  EXPECT_EQ(RuleOf(Run(kBarrier)), "wrong_payload");
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kOrdered), 2) << "one in each run";
}

TEST_F(PayloadDifferencesTest,
       AStalePayloadNeedsNoOrderedBoardNorDoesAHandoff) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(4));
  Run(kBarrier);
  gpu_.When(For(LaunchPurpose::kPayload), WrongReads(4));
  Run(kHandoff);
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kOrdered), 0);
}

// ---- Programs that may be needed ----

TEST_F(PayloadDifferencesTest, APromisedCaseNeedsNoProgramOfADifference) {
  EXPECT_THAT(LaterProgramsOf(*ParseKernelCaseId(kBarrier),
                              WaitMode::kUnbounded, gpu_.profile(), {}),
              IsEmpty());
  EXPECT_EQ(LaterProgramsOf(
                *ParseKernelCaseId(
                    "barrier.counter_per_group/poll=acquire/signal=release/"
                    "fence=none/pay=plain/work=lanes/wg=64/groups=8/team=2"),
                WaitMode::kUnbounded, gpu_.profile(), {})
                .size(),
            6u)
      << "the twins";
}

TEST_F(PayloadDifferencesTest, AnUnpromisedCaseMayNeedItsDifferences) {
  const auto later = [&](const std::string& id) {
    return LaterProgramsOf(*ParseKernelCaseId(id), WaitMode::kUnbounded,
                           gpu_.profile(), {});
  };
  const std::vector<ProgramSpec> plain = later(kPlainPoll);
  ASSERT_EQ(plain.size(), 5u) << "it has the fence";
  EXPECT_EQ(plain[0].c.access.payload, Payload::kAtomic);
  EXPECT_EQ(plain[0].board, BoardMode::kOff);
  EXPECT_EQ(plain[3].c.access.poll, Poll::kRmw);
  EXPECT_EQ(plain[3].board, BoardMode::kRelaxed);
  EXPECT_EQ(plain[4].c.access.poll, Poll::kReissued);
  const std::vector<ProgramSpec> atomic = later(
      "barrier.counter_per_group/poll=rmw/signal=rmw/fence=none/pay=atomic/"
      "work=exchange/wg=64/groups=8");
  ASSERT_EQ(atomic.size(), 1u);
  EXPECT_EQ(atomic[0].c.access.fence, Fence::kRwMem);
  EXPECT_EQ(atomic[0].board, BoardMode::kOff);
  gpu_.described.claims.is_gpu = false;  // and then it has no board
  const std::vector<ProgramSpec> unwatched = later(
      "barrier.counter_per_group/poll=plain/signal=seq_cst/fence=device/"
      "pay=plain/work=exchange/wg=64/groups=8");
  ASSERT_EQ(unwatched.size(), 5u);
  EXPECT_EQ(unwatched[0].waits, WaitMode::kUnbounded);
  EXPECT_EQ(unwatched[3].c.access.poll, Poll::kRmw);
  EXPECT_EQ(unwatched[3].board, BoardMode::kOff);
  EXPECT_THAT(LaterProgramsOf(*ParseCaseId("host_sync.finish/queue=in_order"),
                              WaitMode::kUnbounded, gpu_.profile(), {}),
              IsEmpty());
}

// A racy case whose payload is wrong, and stays so: its differences launch
// nothing that was not compiled ahead.
TEST_F(PayloadDifferencesTest, ARacyCaseThatIsWrongNeedsNoOtherProgram) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(4));
  gpu_.When(For(LaunchPurpose::kPayload), WrongReads(4));
  gpu_.When(For(LaunchPurpose::kFence), WrongReads(4));
  const Case c = *ParseKernelCaseId(
      "barrier.counter_per_group/poll=rmw/signal=rmw/fence=none/pay=volatile/"
      "work=exchange/wg=64/groups=8");
  std::set<std::string> ahead;
  for (const auto& programs : {ProgramsOf, LaterProgramsOf}) {
    for (const ProgramSpec& p :
         programs(c, WaitMode::kUnbounded, gpu_.profile(), {})) {
      ahead.insert(ProgramKey(p));
    }
  }
  Run(CaseId(c));
  for (LaunchPurpose purpose :
       {LaunchPurpose::kPayload, LaunchPurpose::kFence,
        LaunchPurpose::kBoundary, LaunchPurpose::kOrdered}) {
    ASSERT_FALSE(gpu_.Asked(purpose).empty())
        << NamesOf(purpose)[static_cast<size_t>(purpose)];
    EXPECT_EQ(ahead.count(ProgramKey(gpu_.Asked(purpose)[0].spec.program)), 1u)
        << NamesOf(purpose)[static_cast<size_t>(purpose)];
  }
}

}  // namespace
}  // namespace wgsync
