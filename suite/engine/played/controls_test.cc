// The launch without its waits: whether it can accuse and acquit, and the
// times, delays and rounds that follow from it.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/next/budget.h"
#include "suite/engine/played/test_session.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;

class ControlsTest : public ::testing::Test {
 protected:
  ControlsTest() { Take(1e-6); }
  // Each round of a launch takes so long.
  void Take(double round) {
    gpu_.seconds = cpu_.seconds = [=](const AskedLaunch& a) {
      return round * a.spec.rounds;
    };
  }
  TestSession gpu_ = TestSession::Gpu();
  TestSession cpu_ = TestSession::Cpu();
};

std::vector<uint32_t> DelaysOf(const TestSession& s) {
  std::vector<uint32_t> delays;
  for (const AskedLaunch& a : s.Asked(LaunchPurpose::kControl)) {
    delays.push_back(a.spec.delay);
  }
  return delays;
}

AskedLaunch FirstJudged(const TestSession& s) {
  const std::vector<AskedLaunch> judged = s.Asked(LaunchPurpose::kJudged);
  return judged.empty() ? AskedLaunch() : judged[0];
}

// So many of the checked reads were wrong in the control.
LaunchAnswer WrongPart(double part) {
  return [=](const AskedLaunch&, WatchResult* r) {
    r->o.payload.wrong = static_cast<uint64_t>(part * r->o.payload.reads);
  };
}

LaunchAnswer WrongIf(std::function<bool(int)> launch) {
  return [launch, n = 0](const AskedLaunch&, WatchResult* r) mutable {
    if (!launch(n++)) r->o.payload.wrong = 0;
  };
}

// ---- A control that accuses and acquits ----

TEST_F(ControlsTest, TheControlHasNoWaitsAndNoBoard) {
  RunCase(&gpu_, kBarrier);
  for (LaunchPurpose purpose :
       {LaunchPurpose::kTiming, LaunchPurpose::kControl}) {
    ASSERT_GT(gpu_.Count(purpose), 0);
    for (const AskedLaunch& a : gpu_.Asked(purpose)) {
      EXPECT_EQ(a.spec.program.waits, WaitMode::kRemoved);
      EXPECT_EQ(a.spec.program.board, BoardMode::kOff);
      EXPECT_EQ(a.deadline_seconds, 30);
      EXPECT_EQ(a.patience_seconds, 30);
      EXPECT_EQ(a.spec.delay == 0, purpose == LaunchPurpose::kTiming);
    }
  }
}

TEST_F(ControlsTest, APassOfACaseThatCannotFailIsUnproven) {
  for (const char* id : {kBarrier, kLock, kHandoff, kPlainPoll}) {
    for (TestSession device : {TestSession::Gpu(), TestSession::Cpu()}) {
      device.When(For(LaunchPurpose::kControl), AllRight());
      const CaseResult r = RunCase(&device, id);
      EXPECT_EQ(RuleOf(r), "control_right") << id;
      EXPECT_EQ(r.verdict.kind, VerdictKind::kUnproven) << id;
    }
  }
}

TEST_F(ControlsTest, OnAGpuOnePercentOfWrongReadsIsNoLuck) {
  gpu_.When(For(LaunchPurpose::kControl), WrongPart(0.011));
  EXPECT_EQ(RuleOf(RunCase(&gpu_, kBarrier)), "pass");
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kControl), 1);
}

TEST_F(ControlsTest, OnAGpuFewerMustBeWrongThreeTimesInARow) {
  gpu_.When(For(LaunchPurpose::kControl), WrongPart(0.009));
  EXPECT_EQ(RuleOf(RunCase(&gpu_, kBarrier)), "pass");
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kControl), 3);
}

TEST_F(ControlsTest, OnAGpuOnePercentOfWrongTurnsIsNoLuck) {
  for (int changed : {2, 1}) {  // of 128 turns
    TestSession gpu = TestSession::Gpu();
    gpu.seconds = gpu_.seconds;
    gpu.When(For(LaunchPurpose::kControl),
             [=](const AskedLaunch&, WatchResult* r) {
               r->o.payload.wrong = 0;
               r->o.payload.owner_changed = changed;
             });
    EXPECT_EQ(RuleOf(RunCase(&gpu, kLock)), "pass");
    EXPECT_EQ(gpu.Count(LaunchPurpose::kControl), changed == 2 ? 1 : 3);
  }
}

TEST_F(ControlsTest, OnACpuItMustBeWrongThreeTimesInARow) {
  EXPECT_EQ(RuleOf(RunCase(&cpu_, kBarrier)), "pass");
  EXPECT_EQ(cpu_.Count(LaunchPurpose::kControl), 3);
}

TEST_F(ControlsTest, WrongOnceMayBeLuck) {
  cpu_.When(For(LaunchPurpose::kControl),
            WrongIf([](int n) { return n % 3 != 2; }));
  const CaseResult r = RunCase(&cpu_, kBarrier);
  EXPECT_EQ(cpu_.Count(LaunchPurpose::kControl), 30)
      << "two wrong ones and a right one, ten times";
  EXPECT_EQ(RuleOf(r), "pass")
      << "it was wrong twice, at the longest delay too";
  TestSession cpu = TestSession::Cpu();
  cpu.When(For(LaunchPurpose::kControl),
           WrongIf([](int n) { return n % 2 == 0; }));
  EXPECT_EQ(RuleOf(RunCase(&cpu, kBarrier)), "control_right");
}

TEST_F(ControlsTest, WhatIsRightByLuckGetsLongerDelays) {
  gpu_.When(For(LaunchPurpose::kControl), AllRight());
  RunCase(&gpu_, kBarrier);
  // 20 rounds of 1 us in accesses of 0.1 us; at most 65,000.
  EXPECT_THAT(DelaysOf(gpu_), ElementsAre(200, 800, 3200, 3200, 3200, 12800,
                                          12800, 12800, 12800, 12800));
  EXPECT_EQ(FirstJudged(gpu_).spec.delay, 12800u);
}

TEST_F(ControlsTest, TheDelayThatMadeItWrongIsTheCases) {
  gpu_.When(For(LaunchPurpose::kControl), AllRight(), 2);
  EXPECT_EQ(RuleOf(RunCase(&gpu_, kBarrier)), "pass");
  EXPECT_THAT(DelaysOf(gpu_), ElementsAre(200, 800, 3200));
  EXPECT_EQ(FirstJudged(gpu_).spec.delay, 3200u);
}

TEST_F(ControlsTest, ALaunchOfOneGroupProvesNothing) {
  const CaseResult r =
      RunCase(&gpu_, absl::StrCat("barrier.counter_per_group", kGuaranteed,
                                  "exchange/wg=64/groups=1"));
  EXPECT_EQ(RuleOf(r), "one_group");
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kControl), 0);
}

TEST_F(ControlsTest, TheWorkItemsOfOneGroupMayCompeteForALock) {
  const CaseResult r =
      RunCase(&gpu_, absl::StrCat("mutex.fetch_and_add_per_item", kGuaranteed,
                                  "counter/wg=64/groups=1"));
  EXPECT_EQ(RuleOf(r), "pass") << WordsOf(r);
}

TEST_F(ControlsTest, TheWorkItemsOfOneGroupAtABarrierDoNot) {
  const CaseResult r =
      RunCase(&gpu_, absl::StrCat("barrier.counter_per_item", kGuaranteed,
                                  "exchange/wg=64/groups=1"));
  EXPECT_EQ(RuleOf(r), "one_group") << WordsOf(r);
}

TEST_F(ControlsTest, AnotherPayloadHasAnotherControl) {
  CaseRunner runner(&gpu_);
  for (const char* payload : {"plain", "volatile", "plain"}) {
    runner.Run(*ParseKernelCaseId(
                   absl::StrCat("barrier.counter_per_group/poll=acquire/"
                                "signal=release/fence=device/pay=",
                                payload, "/work=exchange/wg=64/groups=8")),
               WaitMode::kUnbounded);
  }
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kControl), 2);
}

// ---- Rounds ----

TEST_F(ControlsTest, TheSecondLaunchIsTimed) {
  RunCase(&gpu_, kBarrier);
  const std::vector<AskedLaunch> timing = gpu_.Asked(LaunchPurpose::kTiming);
  ASSERT_EQ(timing.size(), 2u);
  EXPECT_EQ(timing[0].spec.rounds, 2u);
  EXPECT_EQ(timing[1].spec.rounds, 8u);
  EXPECT_EQ(FirstJudged(gpu_).spec.rounds, 200u) << "the workload's";
}

TEST_F(ControlsTest, ASlowDeviceGetsFewerRounds) {
  Take(0.005);
  const CaseResult r = RunCase(&gpu_, kBarrier);
  EXPECT_EQ(FirstJudged(gpu_).spec.rounds, 10u) << "50 ms";
  EXPECT_EQ(gpu_.Asked(LaunchPurpose::kControl)[0].spec.rounds, 10u);
  EXPECT_EQ(r.rounds, 10u);
}

// As many as 10 ms hold, but 400 at least where 50 ms hold as many.
TEST_F(ControlsTest, ABarrierOfThousandsHasFewerRounds) {
  const std::string id = absl::StrCat("barrier.counter_per_group", kGuaranteed,
                                      "scatter/wg=64/groups=2048");
  std::vector<uint32_t> rounds;
  for (const double round : {1.5e-5, 1.1e-4, 1.1e-3}) {
    TestSession gpu = TestSession::Gpu();
    gpu.residency = [](const LaunchSpec&) { return 2048u; };
    gpu.seconds = [=](const AskedLaunch& a) { return round * a.spec.rounds; };
    RunCase(&gpu, id);
    rounds.push_back(FirstJudged(gpu).spec.rounds);
  }
  EXPECT_THAT(rounds, ElementsAre(666u, 400u, 45u));
}

TEST_F(ControlsTest, ASlowCpuGetsAsFew) {
  Take(0.005);
  RunCase(&cpu_, kBarrier);
  EXPECT_EQ(FirstJudged(cpu_).spec.rounds, 10u);
}

TEST_F(ControlsTest, AVerySlowDeviceGetsTwoRoundsAndIsTimedOnce) {
  Take(0.03);
  RunCase(&gpu_, kBarrier);
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kTiming), 1);
  EXPECT_EQ(FirstJudged(gpu_).spec.rounds, 2u);
}

TEST_F(ControlsTest, ALockIsTakenEightThousandTimesAtMost) {
  const auto rounds = [&](const std::string& primitive) {
    TestSession cpu = TestSession::Cpu();
    cpu.seconds = cpu_.seconds;
    RunCase(&cpu,
            absl::StrCat(primitive, kGuaranteed, "counter/wg=256/groups=8"));
    return FirstJudged(cpu).spec.rounds;
  };
  EXPECT_EQ(rounds("mutex.fetch_and_add"), 64u);
  EXPECT_EQ(rounds("mutex.fetch_and_add_per_item"), 4u) << "8192 / 2048";
}

TEST_F(ControlsTest, AReductionIsTimedWithFewElementsFirst) {
  const std::string id =
      "handoff.atomic_reduction/poll=rmw/signal=rmw/fence=device/pay=plain/"
      "work=sum/wg=64/groups=8";
  ASSERT_TRUE(ParseKernelCaseId(id).ok()) << ParseKernelCaseId(id).status();
  // 1 us for each of 4,096 elements: 12 times as many take 50 ms.
  gpu_.seconds = [](const AskedLaunch& a) { return 1e-6 * a.spec.elements; };
  RunCase(&gpu_, id);
  const std::vector<AskedLaunch> timing = gpu_.Asked(LaunchPurpose::kTiming);
  EXPECT_EQ(timing[0].spec.elements, 4096u);
  EXPECT_EQ(timing[0].spec.rounds, 2u);
  EXPECT_EQ(timing[0].spec.program.waits, WaitMode::kRemoved);
  EXPECT_EQ(timing[1].spec.program.waits, WaitMode::kUnbounded)
      << "where groups meet at a word it is timed as it is, too";
  EXPECT_NEAR(FirstJudged(gpu_).spec.elements, 50000, 5000);
}

TEST_F(ControlsTest, AReductionGetsTwiceTheElementsAndNoLess) {
  const std::string id = absl::StrCat("handoff.atomic_reduction", kCustomary,
                                      "sum/wg=64/groups=8");
  gpu_.seconds = [](const AskedLaunch& a) {
    return 0.02 / 4096 * a.spec.elements;
  };
  RunCase(&gpu_, id);
  EXPECT_EQ(FirstJudged(gpu_).spec.elements, 10240u) << "50 ms";
  TestSession gpu = TestSession::Gpu();
  gpu.seconds = [](const AskedLaunch& a) {
    return 0.03 / 4096 * a.spec.elements;
  };
  RunCase(&gpu, id);
  EXPECT_EQ(FirstJudged(gpu).spec.elements, 4096u);
}

// Its threads begin on one core now and then.
TEST_F(ControlsTest, AReductionOnACpuLastsLonger) {
  const std::string id = absl::StrCat("handoff.atomic_reduction", kCustomary,
                                      "sum/wg=64/groups=8");
  gpu_.seconds = cpu_.seconds = [](const AskedLaunch& a) {
    return 6e-6 * a.spec.elements * a.spec.rounds;
  };
  RunCase(&gpu_, id);
  RunCase(&cpu_, id);
  EXPECT_EQ(FirstJudged(gpu_).spec.rounds, 2u) << "50 ms";
  EXPECT_EQ(FirstJudged(cpu_).spec.rounds, 4u) << "all of them take 100 ms";
}

TEST_F(ControlsTest, AFastDeviceGetsAllElements) {
  const std::string id =
      "handoff.atomic_reduction/poll=rmw/signal=rmw/fence=device/pay=plain/"
      "work=sum/wg=64/groups=8";
  gpu_.seconds = [](const AskedLaunch& a) { return 1e-9 * a.spec.elements; };
  RunCase(&gpu_, id);
  EXPECT_EQ(FirstJudged(gpu_).spec.elements, 8388608u);
  std::vector<uint32_t> elements;
  for (const AskedLaunch& a : gpu_.Asked(LaunchPurpose::kTiming)) {
    if (elements.empty() || elements.back() != a.spec.elements)
      elements.push_back(a.spec.elements);
  }
  EXPECT_THAT(elements, ElementsAre(4096, 65536, 1048576, 8388608))
      << "sixteen times as many at most";
}

// ---- Delays ----

TEST_F(ControlsTest, ADelayIsTwentyRounds) {
  Take(1e-4);
  RunCase(&gpu_, kBarrier);
  EXPECT_EQ(DelaysOf(gpu_)[0], 20000u);
}

TEST_F(ControlsTest, ADelayIsTenMillisecondsAtMost) {
  Take(2e-3);
  gpu_.described.calibration.delay_seconds = 1e-6;
  RunCase(&gpu_, kBarrier);
  EXPECT_EQ(DelaysOf(gpu_)[0], 10000u);
}

TEST_F(ControlsTest, ADelayHasItsLeastAndItsMost) {
  Take(1e-9);
  RunCase(&gpu_, kBarrier);
  EXPECT_EQ(DelaysOf(gpu_)[0], 64u);
  TestSession gpu = TestSession::Gpu();
  gpu.described.calibration.delay_seconds = 1e-9;
  Take(1e-3);
  gpu.seconds = gpu_.seconds;
  gpu.When(For(LaunchPurpose::kControl), AllRight());
  RunCase(&gpu, kBarrier);
  EXPECT_EQ(DelaysOf(gpu)[0], 65000u);
  EXPECT_EQ(DelaysOf(gpu).back(), 65000u);
}

TEST_F(ControlsTest, OnACpuADelayIsLongerThanAThreadStartsLate) {
  // 0.1 s of 1 ns accesses, of 64 late groups and one more.
  cpu_.described.calibration.delay_seconds = 1e-9;
  cpu_.When(For(LaunchPurpose::kControl), AllRight());
  Take(1e-3);
  RunCase(&cpu_, kBarrier);
  const std::vector<AskedLaunch> control = cpu_.Asked(LaunchPurpose::kControl);
  EXPECT_EQ(control[0].spec.delay, 65000u);
  EXPECT_EQ(control.back().spec.delay,
            static_cast<uint32_t>(0.1 / 1e-9 / (control[0].spec.rounds + 1)));
}

TEST_F(ControlsTest, ALateGroupIsLateForFiftyMillisecondsAtMost) {
  gpu_.described.calibration.delay_seconds = 1e-4;
  gpu_.When(For(LaunchPurpose::kControl), AllRight());
  RunCase(&gpu_, kBarrier);
  EXPECT_EQ(DelaysOf(gpu_).back(), 500u);
  TestSession gpu = TestSession::Gpu();
  gpu.described.calibration.delay_seconds = 1e-4;
  gpu.When(For(LaunchPurpose::kControl), AllRight());
  RunCase(&gpu, absl::StrCat("barrier.counter_per_group", kGuaranteed,
                             "uneven_arrival/wg=64/groups=8"));
  EXPECT_EQ(DelaysOf(gpu).back(), 10u)
      << "its late group is late by fifty delays";
}

TEST_F(ControlsTest, WhereLoopsAreCutTheDelaysLeaveTurnsToTheWaits) {
  gpu_.described.loops_cut = true;
  gpu_.When(For(LaunchPurpose::kControl), AllRight());
  RunCase(&gpu_, kBarrier);
  const uint32_t rounds = gpu_.Asked(LaunchPurpose::kControl)[0].spec.rounds;
  EXPECT_EQ(DelaysOf(gpu_).back(), 30000 / (rounds + 1));
}

TEST_F(ControlsTest, ThousandsThatWantALockOfAGpuAreNotAllLate) {
  gpu_.residency = [](const LaunchSpec&) { return 2048; };
  gpu_.described.claims.max_group_size = 64;
  Take(1e-3);
  RunCase(&gpu_, absl::StrCat("mutex.fetch_and_add", kGuaranteed,
                              "counter/wg=64/groups=1024"));
  const AskedLaunch control = gpu_.Asked(LaunchPurpose::kControl)[0];
  const double late = 1024.0 * control.spec.rounds / 8 + 1;
  EXPECT_EQ(control.spec.rounds, 8u) << "8192 acquisitions";
  EXPECT_EQ(control.spec.delay, static_cast<uint32_t>(0.02 / 1e-7 / late));
  TestSession gpu = TestSession::Gpu();
  gpu.residency = gpu_.residency;
  gpu.seconds = gpu_.seconds;
  RunCase(&gpu, absl::StrCat("mutex.fetch_and_add", kGuaranteed,
                             "counter/wg=64/groups=1023"));
  EXPECT_EQ(DelaysOf(gpu)[0], 65000u);
}

// ---- Deadlines ----

TEST_F(ControlsTest, ADeadlineIsAQuarterOfASecondAtLeast) {
  RunCase(&gpu_, kBarrier);
  EXPECT_EQ(FirstJudged(gpu_).deadline_seconds, 0.25);
  EXPECT_EQ(FirstJudged(gpu_).patience_seconds, 0.25);
}

TEST_F(ControlsTest, ADeadlineIsTwentyControlsAndTheDelaysOfTheCase) {
  Take(1e-4);
  const CaseResult r = RunCase(&gpu_, kBarrier);
  const AskedLaunch a = FirstJudged(gpu_);
  // 200 rounds of 0.1 ms, and 201 delays of 20,000 accesses of 0.1 us.
  EXPECT_NEAR(a.deadline_seconds, 20 * 200 * 1e-4 + 201 * 20000 * 1e-7, 1e-9);
  EXPECT_EQ(a.patience_seconds, a.deadline_seconds);
  EXPECT_EQ(r.deadline_seconds, a.deadline_seconds);
}

TEST_F(ControlsTest, OnACpuABarrierMayTakeFourMilliseconds) {
  RunCase(&cpu_, kBarrier);
  const AskedLaunch a = FirstJudged(cpu_);
  EXPECT_NEAR(a.patience_seconds, 0.004 * StepsOf(a.spec), 1e-9);
  EXPECT_EQ(a.deadline_seconds, 0.25);
}

TEST_F(ControlsTest, OnACpuSoMayAnAcquisitionAndAHandoff) {
  RunCase(&cpu_, kLock);
  const AskedLaunch lock = FirstJudged(cpu_);
  EXPECT_NEAR(lock.patience_seconds, 0.004 * 8 * lock.spec.rounds, 1e-9);
  TestSession cpu = TestSession::Cpu();
  cpu.seconds = cpu_.seconds;
  RunCase(&cpu, kHandoff);
  EXPECT_NEAR(FirstJudged(cpu).patience_seconds,
              std::max(0.25, 0.004 * FirstJudged(cpu).spec.rounds), 1e-9)
      << "all readers wait for one writer";
}

TEST_F(ControlsTest, ALockOfAGpuIsWaitedForByAllOthers) {
  gpu_.residency = [](const LaunchSpec&) { return 2048; };
  RunCase(&gpu_, absl::StrCat("mutex.fetch_and_add", kGuaranteed,
                              "counter/wg=64/groups=2048"));
  const AskedLaunch a = FirstJudged(gpu_);
  EXPECT_EQ(a.spec.rounds, 4u);
  EXPECT_NEAR(a.patience_seconds, 100e-9 * 2048 * 2048 * 4, 1e-6);
  EXPECT_LT(a.deadline_seconds, a.patience_seconds);
}

TEST_F(ControlsTest, WhereNoGroupWaitsNothingIsStuckInAWait) {
  RunCase(&gpu_,
          "barrier.kernel_boundary/poll=plain/signal=plain/fence=none/"
          "pay=plain/work=exchange/wg=64/groups=8");
  EXPECT_EQ(FirstJudged(gpu_).deadline_seconds, 30);
  EXPECT_EQ(FirstJudged(gpu_).patience_seconds, 30);
}

TEST_F(ControlsTest, ABoundedWaitIsNearlyHalfASecond) {
  RunCase(&gpu_, kBarrier);
  EXPECT_EQ(FirstJudged(gpu_).spec.budget,
            BudgetFor(gpu_.profile(), 0.4, Poll::kAcquire, 8));
}

TEST_F(ControlsTest, ABoundedWaitForALockOfAGpuLastsUntilTheLastHasHadIt) {
  gpu_.residency = [](const LaunchSpec&) { return 2048; };
  RunCase(&gpu_, absl::StrCat("mutex.fetch_and_add", kGuaranteed,
                              "counter/wg=64/groups=2048"));
  const AskedLaunch a = FirstJudged(gpu_);
  EXPECT_GT(a.patience_seconds, 0.4);
  EXPECT_EQ(a.spec.budget, BudgetFor(gpu_.profile(), a.patience_seconds,
                                     Poll::kAcquire, 2048));
  RunCase(&cpu_, kLock);
  EXPECT_EQ(FirstJudged(cpu_).spec.budget,
            BudgetFor(cpu_.profile(), 0.4, Poll::kAcquire, 8));
}

}  // namespace
}  // namespace wgsync
