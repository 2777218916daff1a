// Sound cases, cases that cannot run, and cases that end before their own
// launch.

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/next/programs.h"
#include "suite/engine/played/test_session.h"

namespace wgsync {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class CaseRunnerTest : public ::testing::Test {
 protected:
  CaseResult Run(const std::string& id, WaitMode mode = WaitMode::kUnbounded) {
    return RunCase(&gpu_, id, mode);
  }
  TestSession gpu_ = TestSession::Gpu();
};

TEST_F(CaseRunnerTest, ASoundBarrierPasses) {
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(RuleOf(r), "pass") << WordsOf(r);
  EXPECT_EQ(r.id, kBarrier);
  EXPECT_EQ(r.groups, 8u);
  EXPECT_EQ(r.group_size, 64u);
  EXPECT_EQ(r.residency, 8u);
  EXPECT_EQ(r.need, ProgressNeed::kCoResident);
  EXPECT_EQ(r.soundness, Soundness::kGuaranteed);
  EXPECT_EQ(r.language, "CL3.0");
  EXPECT_NE(r.kernel_digest, "");
  EXPECT_EQ(r.binds, Binding::kNothing);
  EXPECT_TRUE(r.could_bind);
  EXPECT_FALSE(r.bounded);
  EXPECT_FALSE(r.perturbed);
  EXPECT_EQ(r.k, 1u);
  EXPECT_EQ(r.n, 1u);
  EXPECT_THAT(r.also, IsEmpty());
  EXPECT_THAT(SentencesOf(r), Not(Contains(""))) << "no hang to explain";
  EXPECT_EQ(gpu_.workers, 1);
  EXPECT_EQ(gpu_.awaited_builds, 1);
}

TEST_F(CaseRunnerTest, ASoundLockThatGroupsMetAtPasses) {
  const CaseResult r = Run(kLock);
  EXPECT_EQ(RuleOf(r), "pass") << WordsOf(r);
  EXPECT_TRUE(r.could_bind);
}

TEST_F(CaseRunnerTest, ASoundHandoffPasses) {
  const CaseResult r = Run(kHandoff);
  EXPECT_EQ(RuleOf(r), "pass") << WordsOf(r);
}

TEST_F(CaseRunnerTest, OnACpuTheyPassToo) {
  for (const char* id : {kBarrier, kLock, kHandoff}) {
    TestSession cpu = TestSession::Cpu();
    const CaseResult r = RunCase(&cpu, id);
    EXPECT_EQ(RuleOf(r), "pass") << WordsOf(r);
  }
}

TEST_F(CaseRunnerTest, APassSaysHowManyLaunchesItRestsOn) {
  const CaseResult r = Run(kBarrier);
  EXPECT_THAT(WordsOf(r), HasSubstr("all 4 launches were right"));
  EXPECT_EQ(r.launches.size(), 2u) << "the control and the last one";
  EXPECT_EQ(r.reads,
            4 * gpu_.Asked(LaunchPurpose::kJudged)[0].spec.rounds * 8 * 64);
}

TEST_F(CaseRunnerTest, EachKindOfLaunchHasItsPurposeOfTime) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(5));
  Run(kPlainPoll);
  for (const AskedLaunch& a : gpu_.asked) {
    switch (a.purpose) {
      case LaunchPurpose::kTiming:
      case LaunchPurpose::kControl:
        EXPECT_EQ(a.time_of, Purpose::kControls);
        break;
      case LaunchPurpose::kWatched:
      case LaunchPurpose::kJudged:
        EXPECT_EQ(a.time_of, Purpose::kBoards);
        break;
      default:
        EXPECT_EQ(a.time_of, Purpose::kDifferences);
    }
  }
  EXPECT_GT(gpu_.Count(LaunchPurpose::kPayload), 0);
}

TEST_F(CaseRunnerTest, NotesOfTheDeviceAreWords) {
  gpu_.notes = {"the first worker did not open the device"};
  EXPECT_EQ(SentencesOf(Run(kBarrier)).back(),
            "the first worker did not open the device");
  EXPECT_THAT(gpu_.notes, IsEmpty());
}

// ---- Can it be run? ----

TEST_F(CaseRunnerTest, WithoutAWorkerNothingRuns) {
  gpu_.starts = {absl::UnavailableError("no device")};
  CaseRunner runner(&gpu_);
  const CaseResult r =
      runner.Run(*ParseKernelCaseId(kBarrier), WaitMode::kUnbounded);
  EXPECT_EQ(RuleOf(r), "harness");
  EXPECT_THAT(SentencesOf(r), ElementsAre("no device"));
  EXPECT_TRUE(runner.known.wedged);
  EXPECT_THAT(gpu_.asked, IsEmpty());
}

TEST_F(CaseRunnerTest, AWorkerThatWasEndedWhileItOpenedIsNotTheHarness) {
  gpu_.starts = {absl::AbortedError("killed")};
  EXPECT_EQ(RuleOf(Run(kBarrier)), "opening_ended");
}

TEST_F(CaseRunnerTest, ADeviceThatLacksAClaimIsNotAsked) {
  gpu_.described.claims.highest_c11 = 0;
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(RuleOf(r), "device_lacks");
  EXPECT_EQ(SentencesOf(r).size(), 1u);
  EXPECT_THAT(gpu_.asked, IsEmpty());
}

TEST_F(CaseRunnerTest, AWorkGroupIsAtMostTheDevicesMaximum) {
  EXPECT_EQ(RuleOf(Run(Barrier("wg=256/groups=8"))), "pass");
  const CaseResult r = Run(Barrier("wg=512/groups=8"));
  EXPECT_EQ(RuleOf(r), "device_lacks");
  EXPECT_EQ(SentencesOf(r)[0], "work-group size 512, at most 256 claimed");
  EXPECT_EQ(RuleOf(Run(Barrier("wg=sub_group/groups=8"))), "pass");
  gpu_.described.claims.sub_group_size = 0;
  EXPECT_EQ(WordsOf(Run(Barrier("wg=sub_group/groups=8"))),
            "no sub-group size known");
}

TEST_F(CaseRunnerTest, TheResidencyIsTheLesserOfBothBuilds) {
  gpu_.residency = [](const LaunchSpec& s) {
    return s.program.board == BoardMode::kOff ? 5 : 9;
  };
  const CaseResult r = Run(Barrier("wg=64/groups=res"));
  EXPECT_EQ(r.residency, 5u);
  EXPECT_EQ(r.groups, 5u);
  EXPECT_EQ(gpu_.discoveries.front().program.board, BoardMode::kRelaxed);
  EXPECT_EQ(gpu_.discoveries.back().program.board, BoardMode::kOff);
}

TEST_F(CaseRunnerTest, OnACpuTheResidencyIsThatOfTheBuildThatIsJudged) {
  TestSession cpu = TestSession::Cpu();
  cpu.residency = [](const LaunchSpec&) { return 4; };
  EXPECT_EQ(RunCase(&cpu, Barrier("wg=64/groups=res")).groups, 4u);
  EXPECT_EQ(cpu.discoveries.front().program.board, BoardMode::kOff);
  EXPECT_EQ(cpu.discoveries.back().program.board, BoardMode::kOff);
}

TEST_F(CaseRunnerTest, OnlyACaseThatWaitsNeedsTheResidency) {
  Run("barrier.kernel_boundary/poll=plain/signal=plain/fence=none/pay=plain/"
      "work=exchange/wg=64/groups=8");
  EXPECT_THAT(gpu_.discoveries, IsEmpty());
  Run("barrier.kernel_boundary/poll=plain/signal=plain/fence=none/pay=plain/"
      "work=exchange/wg=64/groups=res_x2");
  EXPECT_THAT(gpu_.discoveries, Not(IsEmpty()));
}

TEST_F(CaseRunnerTest, AGridThatIsNotThereIsNotRun) {
  gpu_.residency = [](const LaunchSpec&) { return 1; };
  const CaseResult r = Run(Barrier("wg=64/groups=res_less1"));
  EXPECT_EQ(RuleOf(r), "no_launch");
  EXPECT_EQ(SentencesOf(r)[0],
            "the residency is 1: there is no grid res_less1");
}

TEST_F(CaseRunnerTest, AGridThatNeedsMoreMemoryThanALaunchHasIsNotRun) {
  const CaseResult r =
      Run(absl::StrCat("barrier.counter_per_group", kGuaranteed,
                       "scatter/wg=256/groups=g65537"));
  EXPECT_EQ(RuleOf(r), "no_launch");
  EXPECT_THAT(SentencesOf(r)[0], HasSubstr("need more memory"));
}

TEST_F(CaseRunnerTest, ADiscoveryThatDoesNotCloseEndsTheCase) {
  gpu_.residency = [](const LaunchSpec&) { return 0; };
  gpu_.not_discovered.o.ending = Ending::kFrozen;
  EXPECT_EQ(RuleOf(Run(kBarrier)), "never_started");
  EXPECT_EQ(gpu_.discoveries.size(), 1u) << "the other build is not asked";
  gpu_.not_discovered.o.ending = Ending::kNoProcessor;
  EXPECT_EQ(RuleOf(Run(kBarrier)), "no_processor");
  gpu_.not_discovered.build_failed = true;
  EXPECT_EQ(RuleOf(Run(kBarrier)), "build_refused");
}

TEST_F(CaseRunnerTest, HowADiscoveryEndsIsAFactOfTheWorkerOrTheDevice) {
  gpu_.residency = [](const LaunchSpec&) { return 0; };
  const struct {
    Ending ending;
    const char* rule;
  } rows[] = {
      {Ending::kWorkerDied, "worker_died"},
      {Ending::kEventError, "event_error"},
      {Ending::kNotReported, "not_reported"},
      {Ending::kCompletedEarly, "completed_early"},
      {Ending::kEndedFromOutside, "ended_from_outside"},
      {Ending::kMoving, "never_started"},
  };
  for (const auto& row : rows) {
    gpu_.not_discovered.o.ending = row.ending;
    EXPECT_EQ(RuleOf(Run(kBarrier)), row.rule);
  }
  gpu_.not_discovered.o.ending = Ending::kDeviceLost;
  CaseRunner runner(&gpu_);
  EXPECT_EQ(
      RuleOf(runner.Run(*ParseKernelCaseId(kBarrier), WaitMode::kUnbounded)),
      "device_lost");
  EXPECT_TRUE(runner.known.wedged);
}

TEST_F(CaseRunnerTest, AModelNeedsItsSlots) {
  const DeviceModel model = *ParseModel("residency=9");
  CaseRunner runner(&gpu_, model);
  const CaseResult r = runner.Run(
      *ParseKernelCaseId(Barrier("wg=64/groups=res")), WaitMode::kUnbounded);
  EXPECT_EQ(RuleOf(r), "device_lacks");
  EXPECT_THAT(SentencesOf(r)[0], HasSubstr("this one holds 8"));
  gpu_.residency = [](const LaunchSpec&) { return 9; };
  CaseRunner larger(&gpu_, model);
  EXPECT_EQ(RuleOf(larger.Run(*ParseKernelCaseId(Barrier("wg=64/groups=res")),
                              WaitMode::kUnbounded)),
            "pass");
  EXPECT_EQ(gpu_.asked.back().spec.program.model.number, 9u);
}

TEST_F(CaseRunnerTest, ALaunchHasTheRoundsOfTheRun) {
  const auto rounds = [&](uint32_t times) {
    TestSession gpu = TestSession::Gpu();
    gpu.seconds = [](const AskedLaunch&) { return 1e-6; };
    CaseRunner(&gpu, {}, times)
        .Run(*ParseKernelCaseId(kBarrier), WaitMode::kUnbounded);
    return gpu.Asked(LaunchPurpose::kJudged)[0].spec.rounds;
  };
  EXPECT_EQ(rounds(3), 3 * rounds(1));
}

TEST_F(CaseRunnerTest, LaunchesAreMadeAsTheDeviceNeedsThem) {
  gpu_.described.loops_cut = true;
  Run(kBarrier, WaitMode::kBounded);
  for (const AskedLaunch& a : gpu_.Asked(LaunchPurpose::kJudged)) {
    EXPECT_TRUE(a.spec.program.cuts_loops);
    EXPECT_EQ(a.spec.program.waits, WaitMode::kBounded);
    EXPECT_EQ(a.spec.program.board, BoardMode::kOff);
    EXPECT_EQ(a.spec.program.language, 300u);
    EXPECT_EQ(a.spec.budget, 2000u);
  }
  EXPECT_TRUE(Run(kBarrier, WaitMode::kBounded).bounded);
}

// ---- Programs that do not build ----

TEST_F(CaseRunnerTest, AProgramThatTheCompilerRefuses) {
  gpu_.When(For(LaunchPurpose::kJudged),
            BuildFails("error 1\nerror 2\n\nerror 3\nerror 4\nerror 5"));
  gpu_.refuses = [](const ProgramSpec&) { return true; };
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(RuleOf(r), "build_refused");
  EXPECT_EQ(SentencesOf(r)[0], "error 1 | error 2 | error 3 | error 4");
  EXPECT_EQ(gpu_.ended, 1) << "a worker keeps what it was refused";
}

TEST_F(CaseRunnerTest, AClaimThatTheCompilerDenies) {
  gpu_.When(For(LaunchPurpose::kJudged), BuildFails("no such order"));
  gpu_.refuses = [](const ProgramSpec& s) {
    return s.c.access.poll == Poll::kAcquire;
  };
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(RuleOf(r), "claim_denied");
  EXPECT_THAT(SentencesOf(r)[0],
              HasSubstr("it builds only without them: no such"));
  ASSERT_EQ(gpu_.builds_asked.size(), 1u);
  const Access& plain = gpu_.builds_asked[0].c.access;
  EXPECT_EQ(plain.poll, Poll::kRmw);
  EXPECT_EQ(plain.signal, Signal::kRmw);
  EXPECT_EQ(plain.fence, Fence::kNone);
}

TEST_F(CaseRunnerTest, AProgramThatAFreshWorkerBuildsIsNoClaimDenied) {
  gpu_.When(For(LaunchPurpose::kJudged), BuildFails("no memory"));
  EXPECT_EQ(RuleOf(Run(kBarrier)), "build_refused");
  EXPECT_THAT(gpu_.builds_asked, IsEmpty());
}

TEST_F(CaseRunnerTest, AFormThatWasNeverClaimedMayNotBuild) {
  gpu_.described.claims.scope_device = false;
  gpu_.When(For(LaunchPurpose::kJudged), BuildFails("no device scope"));
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(RuleOf(r), "build_unclaimed");
  EXPECT_THAT(SentencesOf(r)[0], HasSubstr("is not claimed"));
  EXPECT_THAT(gpu_.refused_asked, IsEmpty());
}

TEST_F(CaseRunnerTest, OpenCL12HasNoClaimToDeny) {
  gpu_.When(For(LaunchPurpose::kJudged), BuildFails("frob"));
  gpu_.refuses = [](const ProgramSpec&) { return true; };
  EXPECT_EQ(RuleOf(Run("barrier.counter_per_group/poll=rmw/signal=rmw/"
                       "fence=none/pay=atomic/work=exchange/wg=64/groups=8")),
            "build_refused");
  EXPECT_THAT(gpu_.refused_asked, IsEmpty());
}

LaunchAnswer Fails(bool WatchResult::*how) {
  return [=](const AskedLaunch& a, WatchResult* r) {
    EndsBy(Ending::kNeverStarted, "why")(a, r);
    r->*how = true;
    r->build_failed = how != &WatchResult::setup_failed;
  };
}

TEST_F(CaseRunnerTest, AGroupThatIsTooLargeForItsKernel) {
  gpu_.When(For(LaunchPurpose::kJudged), Fails(&WatchResult::over_limit));
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(RuleOf(r), "over_limit");
  EXPECT_THAT(SentencesOf(r), ElementsAre("why"));
}

TEST_F(CaseRunnerTest, ALaunchThatCannotBeSetUpIsTheHarness) {
  gpu_.When(For(LaunchPurpose::kWatched), Fails(&WatchResult::setup_failed));
  const CaseResult r = Run(kPlainPoll);
  EXPECT_EQ(RuleOf(r), "harness");
  EXPECT_THAT(SentencesOf(r), ElementsAre("why"));
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kJudged), 0);
}

TEST_F(CaseRunnerTest, AControlThatDoesNotBuildSaysNothingOfTheCase) {
  gpu_.When(For(LaunchPurpose::kTiming), BuildFails("frob"));
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(RuleOf(r), "control_build");
  EXPECT_EQ(SentencesOf(r)[0],
            "the control did not build, and the case does: frob");
  ASSERT_EQ(gpu_.refused_asked.size(), 1u);
  EXPECT_EQ(gpu_.refused_asked[0].board, BoardMode::kOff);
  EXPECT_EQ(gpu_.refused_asked[0].waits, WaitMode::kUnbounded);
}

TEST_F(CaseRunnerTest, AControlThatDoesNotBuildWhereTheCaseDoesNotEither) {
  gpu_.When(For(LaunchPurpose::kTiming), BuildFails("frob"));
  gpu_.refuses = [](const ProgramSpec&) { return true; };
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(RuleOf(r), "build_refused");
  EXPECT_EQ(SentencesOf(r)[0], "refused again");
}

TEST_F(CaseRunnerTest, AControlOverItsLimitEndsTheCaseSo) {
  gpu_.When(For(LaunchPurpose::kTiming), Fails(&WatchResult::over_limit));
  EXPECT_EQ(RuleOf(Run(kBarrier)), "over_limit");
}

// ---- Controls that do not end, and devices that do not survive ----

TEST_F(CaseRunnerTest, AControlThatDoesNotEndAccusesNoCase) {
  for (LaunchPurpose purpose :
       {LaunchPurpose::kTiming, LaunchPurpose::kControl}) {
    TestSession gpu = TestSession::Gpu();
    gpu.When(For(purpose), EndsBy(Ending::kFrozen));
    const CaseResult r = RunCase(&gpu, kBarrier);
    EXPECT_EQ(VerdictText(r.verdict), "infra (control failed)");
    EXPECT_EQ(gpu.Count(LaunchPurpose::kJudged), 0);
  }
}

TEST_F(CaseRunnerTest, AControlThatKillsItsWorkerIsACrash) {
  gpu_.When(For(LaunchPurpose::kTiming), EndsBy(Ending::kWorkerDied));
  EXPECT_EQ(RuleOf(Run(kBarrier)), "worker_died");
}

TEST_F(CaseRunnerTest, AWorkerThatCannotBeStartedAfterALaunchIsALostDevice) {
  gpu_.When(For(LaunchPurpose::kJudged),
            EndsBy(Ending::kEventError, "CL_FROB"));
  gpu_.starts = {absl::OkStatus(), absl::UnavailableError("the canary died")};
  CaseRunner runner(&gpu_);
  const CaseResult r =
      runner.Run(*ParseKernelCaseId(kBarrier), WaitMode::kUnbounded);
  EXPECT_EQ(RuleOf(r), "device_lost");
  EXPECT_THAT(WordsOf(r), HasSubstr("the canary died"));
  EXPECT_TRUE(runner.known.wedged);
  EXPECT_EQ(r.binds, Binding::kViolation);
}

TEST_F(CaseRunnerTest, AWorkerThatWasEndedAfterALaunchIsNot) {
  gpu_.When(For(LaunchPurpose::kJudged),
            EndsBy(Ending::kEventError, "CL_FROB"));
  gpu_.starts = {absl::OkStatus(), absl::AbortedError("killed from outside")};
  CaseRunner runner(&gpu_);
  const CaseResult r =
      runner.Run(*ParseKernelCaseId(kBarrier), WaitMode::kUnbounded);
  EXPECT_EQ(RuleOf(r), "event_error") << "the second time";
  EXPECT_FALSE(runner.known.wedged);
  ASSERT_EQ(r.also.size(), 1u);
  EXPECT_THAT(r.also[0], HasSubstr("ended from outside"));
  EXPECT_THAT(r.also[0], HasSubstr("killed from outside"));
}

TEST_F(CaseRunnerTest, AnOrderlyEndNeedsNoFreshWorker) {
  Run(kBarrier);
  EXPECT_EQ(gpu_.workers, 1);
}

TEST_F(CaseRunnerTest, ALostDeviceIsAskedNothingMore) {
  gpu_.When(For(LaunchPurpose::kJudged), EndsBy(Ending::kDeviceLost, "gone"));
  CaseRunner runner(&gpu_);
  const CaseResult r =
      runner.Run(*ParseKernelCaseId(kPlainPoll), WaitMode::kUnbounded);
  EXPECT_EQ(RuleOf(r), "device_lost");
  EXPECT_TRUE(runner.known.wedged);
  EXPECT_EQ(gpu_.asked.back().purpose, LaunchPurpose::kJudged);
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kJudged), 1);
}

// ---- Programs ----

TEST_F(CaseRunnerTest, ACaseNeedsItsBoardItsJudgedAndItsControlsProgram) {
  const std::vector<ProgramSpec> programs = ProgramsOf(
      *ParseKernelCaseId(kBarrier), WaitMode::kBounded, gpu_.profile(), {});
  ASSERT_EQ(programs.size(), 3u);
  EXPECT_EQ(programs[0].board, BoardMode::kRelaxed);
  EXPECT_EQ(programs[0].waits, WaitMode::kBounded);
  EXPECT_EQ(programs[1].board, BoardMode::kOff);
  EXPECT_EQ(programs[1].waits, WaitMode::kBounded);
  EXPECT_EQ(programs[2].board, BoardMode::kOff);
  EXPECT_EQ(programs[2].waits, WaitMode::kRemoved);
  gpu_.described.claims.highest_c11 = 0;
  EXPECT_THAT(ProgramsOf(*ParseKernelCaseId(kBarrier), WaitMode::kBounded,
                         gpu_.profile(), {}),
              IsEmpty());
}

}  // namespace
}  // namespace wgsync
