// How many launches a verdict rests on, and when right ones prove nothing.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/engine/played/test_session.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class DoubtsTest : public ::testing::Test {
 protected:
  CaseResult Run(const std::string& id, WaitMode mode = WaitMode::kUnbounded) {
    return RunCase(&gpu_, id, mode);
  }
  int Watched() const { return gpu_.Count(LaunchPurpose::kWatched); }
  int Judged() const { return gpu_.Count(LaunchPurpose::kJudged); }
  TestSession gpu_ = TestSession::Gpu();
  TestSession cpu_ = TestSession::Cpu();
};

LaunchAnswer WrongReadsIn(std::function<bool(int)> launch) {
  return [launch, n = 0](const AskedLaunch& a, WatchResult* r) mutable {
    if (launch(n++)) WrongReads(3)(a, r);
  };
}

LaunchAnswer Turns(uint64_t turns) {
  return
      [=](const AskedLaunch&, WatchResult* r) { r->o.payload.turns = turns; };
}

LaunchAnswer Cores(double cores) {
  return [=](const AskedLaunch&, WatchResult* r) { r->o.cores = cores; };
}

// ---- Launches until one is wrong ----

TEST_F(DoubtsTest, ALaunchThatIsWrongAtFirstHasNoRate) {
  gpu_.When(For(LaunchPurpose::kPayload), WrongReads(3));
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(3), 1);
  const CaseResult r = Run(kBarrier);
  EXPECT_THAT(WordsOf(r), Not(HasSubstr("came out wrong")));
}

TEST_F(DoubtsTest, AFaultThatIsSeenLaterHasItsRate) {
  gpu_.When(For(LaunchPurpose::kJudged),
            WrongReadsIn([](int n) { return n == 2 || n == 7 || n == 8; }));
  const CaseResult r = Run(kHandoff);
  EXPECT_EQ(RuleOf(r), "not_repeated");
  EXPECT_THAT(WordsOf(r), HasSubstr("3 of 23 launches came out wrong"));
  EXPECT_EQ(r.k, 3u) << "reads of the launch that was wrong, the last exhibit";
}

TEST_F(DoubtsTest, ARateTakesAQuarterOfASecond) {
  gpu_.seconds = [](const AskedLaunch& a) {
    return a.purpose == LaunchPurpose::kJudged ? 0.02 : 0.001;
  };
  gpu_.When(For(LaunchPurpose::kJudged),
            WrongReadsIn([](int n) { return n == 1; }));
  EXPECT_THAT(WordsOf(Run(kHandoff)),
              HasSubstr("1 of 15 launches came out wrong"))
      << "2, and 13 of 0.02 s";
}

TEST_F(DoubtsTest, ARateEndsWithALaunchThatDoesNotFinish) {
  gpu_.When(For(LaunchPurpose::kJudged),
            [n = 0](const AskedLaunch& a, WatchResult* r) mutable {
              if (n == 1) WrongReads(3)(a, r);
              if (n == 4) EndsBy(Ending::kEventError)(a, r);
              ++n;
            });
  EXPECT_THAT(WordsOf(Run(kHandoff)),
              HasSubstr("1 of 4 launches came out wrong"));
}

TEST_F(DoubtsTest, ALaunchThatLeavesAWaitOrReadsTooLittleIsTheLast) {
  const LaunchAnswer unmet = [](const AskedLaunch&, WatchResult* r) {
    r->o.last.roles[1].bad = 1;
    r->o.last.roles[1].bad_end = WaitEnd::kUnmet;
  };
  const LaunchAnswer few = [](const AskedLaunch&, WatchResult* r) {
    --r->o.payload.reads;
  };
  for (const LaunchAnswer& answer : {unmet, few}) {
    TestSession gpu = TestSession::Gpu();
    gpu.When(For(LaunchPurpose::kJudged), AllRight(), 2);
    gpu.When(For(LaunchPurpose::kJudged), answer, 1);
    const CaseResult r = RunCase(&gpu, kBarrier);
    EXPECT_EQ(r.verdict.kind, VerdictKind::kBroken);
    EXPECT_EQ(r.k, 1u);
    EXPECT_EQ(gpu.Count(LaunchPurpose::kJudged), 3 + 4);
  }
}

TEST_F(DoubtsTest, AGpuThatHasTakenLongEnoughNeedsFewerLaunches) {
  gpu_.seconds = [](const AskedLaunch& a) {
    return a.purpose == LaunchPurpose::kJudged ? 0.026 : 0.001;
  };
  Run(kHandoff);
  EXPECT_EQ(Judged(), 2);
  cpu_.seconds = gpu_.seconds;
  RunCase(&cpu_, kHandoff);
  EXPECT_EQ(cpu_.Count(LaunchPurpose::kJudged), 4) << "its launches differ";
}

TEST_F(DoubtsTest, WhereNoGroupWaitsAndNoneMeetOneLaunchIsEnough) {
  const CaseResult r =
      Run("barrier.kernel_boundary/poll=plain/signal=plain/fence=none/"
          "pay=plain/work=exchange/wg=64/groups=8");
  EXPECT_EQ(RuleOf(r), "pass");
  EXPECT_EQ(Judged(), 1);
}

TEST_F(DoubtsTest, WithoutAWrongControlThereIsNoRateOfAPass) {
  gpu_.When(For(LaunchPurpose::kControl), AllRight());
  EXPECT_THAT(WordsOf(Run(kBarrier)), Not(HasSubstr("came out wrong")));
}

// ---- Right launches that prove nothing ----

TEST_F(DoubtsTest, ALockThatHardlyChangedHandsProvesNothing) {
  gpu_.When(For(LaunchPurpose::kJudged), Turns(11));
  const CaseResult r = Run(kLock);
  EXPECT_EQ(RuleOf(r), "rare_turns") << WordsOf(r);
  EXPECT_EQ(Judged(), 32);
  EXPECT_THAT(
      WordsOf(r),
      HasSubstr("the lock changed hands 352 times in 32 launches of 8 groups"));
}

TEST_F(DoubtsTest, ALockThatChangedHandsHalfAgainAsOftenAsItHasGroups) {
  gpu_.When(For(LaunchPurpose::kJudged), Turns(12));
  EXPECT_EQ(RuleOf(Run(kLock)), "pass");
  EXPECT_EQ(Judged(), 4);
}

// As on an H200, whose 2,640 groups of last_arriver saw each other 2,000 times
// a launch: there twins without an order failed.
TEST_F(DoubtsTest,
       GroupsThatDoNotWaitRanTogetherIfTheySawEachOtherTwiceALaunch) {
  const std::string id =
      "handoff.last_arriver/poll=rmw/signal=rmw/fence=device/pay=plain/"
      "work=message_rows/wg=64/groups=res";
  gpu_.When(For(LaunchPurpose::kJudged), Turns(2));
  EXPECT_EQ(RuleOf(Run(id)), "pass");
  TestSession gpu = TestSession::Gpu();
  gpu.When(For(LaunchPurpose::kJudged), Turns(1));
  const CaseResult r = RunCase(&gpu, id);
  EXPECT_EQ(RuleOf(r), "saw_little_new");
  EXPECT_THAT(WordsOf(r), HasSubstr("something new 32 times in 32 launches"));
}

TEST_F(DoubtsTest, AShortLockTakesMoreRoundsUntilGroupsMeet) {
  gpu_.When(For(LaunchPurpose::kJudged), Turns(8), 6);
  gpu_.When(For(LaunchPurpose::kJudged), Turns(1000));
  const CaseResult r = Run(kLock);
  EXPECT_EQ(RuleOf(r), "pass");
  const std::vector<AskedLaunch> judged = gpu_.Asked(LaunchPurpose::kJudged);
  const uint32_t rounds = judged[0].spec.rounds;
  ASSERT_EQ(judged.size(), 7u);
  const uint32_t times[] = {1, 2, 4, 8, 16, 16, 16};
  for (int i = 0; i < 7; ++i) {
    EXPECT_EQ(judged[i].spec.rounds, times[i] * rounds) << i;
    EXPECT_EQ(judged[i].deadline_seconds,
              times[i] * judged[0].deadline_seconds);
    EXPECT_EQ(judged[i].patience_seconds,
              times[i] * judged[0].patience_seconds);
  }
  EXPECT_EQ(r.rounds, 16 * rounds);
}

TEST_F(DoubtsTest, AlgorithmsOfLoadsAndStoresHaveManyRoundsAlready) {
  gpu_.When(For(LaunchPurpose::kJudged), Turns(1));
  Run("mutex.peterson/poll=seq_cst/signal=seq_cst/fence=device/pay=plain/"
      "work=counter/wg=64/groups=2");
  const std::vector<AskedLaunch> judged = gpu_.Asked(LaunchPurpose::kJudged);
  EXPECT_EQ(judged.size(), 32u);
  EXPECT_EQ(judged.back().spec.rounds, judged[0].spec.rounds);
}

TEST_F(DoubtsTest, ASemaphoreWhosePermitsWereNeverAllOutProvesNothing) {
  const std::string id =
      absl::StrCat("semaphore.spin_2", kCustomary, "holders/wg=64/groups=8");
  EXPECT_EQ(RuleOf(Run(id)), "pass");
  const LaunchAnswer one = [](const AskedLaunch&, WatchResult* r) {
    r->o.payload.most_out = 1;
  };
  TestSession gpu = TestSession::Gpu();
  gpu.When(For(LaunchPurpose::kJudged), one, 4);
  EXPECT_EQ(RuleOf(RunCase(&gpu, id)), "pass") << "all were out in the fifth";
  EXPECT_EQ(gpu.Count(LaunchPurpose::kJudged), 5);
  gpu_.When(For(LaunchPurpose::kJudged), one);
  const CaseResult r = Run(id);
  EXPECT_EQ(RuleOf(r), "permits_left");
  EXPECT_THAT(WordsOf(r), HasSubstr("of 2 permits at most 1 were out"));
}

TEST_F(DoubtsTest, GroupsThatTakeTurnsOnOneCoreProveNothing) {
  cpu_.When(For(LaunchPurpose::kJudged), Cores(1));
  const CaseResult r = RunCase(&cpu_, kBarrier);
  EXPECT_EQ(RuleOf(r), "one_core");
  EXPECT_EQ(cpu_.Count(LaunchPurpose::kJudged), 32);
  EXPECT_EQ(r.other_cores, 0);
}

TEST_F(DoubtsTest, FourLaunchesSideBySideAreEnough) {
  cpu_.When(For(LaunchPurpose::kJudged), Cores(1), 28);
  EXPECT_EQ(RuleOf(RunCase(&cpu_, kBarrier)), "pass");
  EXPECT_EQ(cpu_.Count(LaunchPurpose::kJudged), 32);
  TestSession cpu = TestSession::Cpu();
  cpu.When(For(LaunchPurpose::kJudged), Cores(1), 29);
  EXPECT_EQ(RuleOf(RunCase(&cpu, kBarrier)), "one_core");
}

TEST_F(DoubtsTest, OnABusyMachineLongLaunchesAreNotRepeatedInVain) {
  cpu_.When(For(LaunchPurpose::kJudged), Cores(1));
  cpu_.seconds = [](const AskedLaunch& a) {
    return a.purpose == LaunchPurpose::kJudged ? 0.75 : 0.001;
  };
  cpu_.other_cores = 1e6;
  const CaseResult r = RunCase(&cpu_, kBarrier);
  EXPECT_EQ(RuleOf(r), "one_core");
  EXPECT_EQ(cpu_.Count(LaunchPurpose::kJudged), 6) << "4.5 s";
  EXPECT_EQ(r.other_cores, 1e6);
}

TEST_F(DoubtsTest, OnABusyMachineFourLaunchesAreMadeAtLeast) {
  cpu_.When(For(LaunchPurpose::kJudged), Cores(1));
  cpu_.seconds = [](const AskedLaunch& a) {
    return a.purpose == LaunchPurpose::kJudged ? 5 : 0.001;
  };
  cpu_.other_cores = 1e6;
  RunCase(&cpu_, kBarrier);
  EXPECT_EQ(cpu_.Count(LaunchPurpose::kJudged), 4);
}

TEST_F(DoubtsTest, OnAQuietMachineLongLaunchesAreRepeated) {
  cpu_.When(For(LaunchPurpose::kJudged), Cores(1));
  cpu_.seconds = [](const AskedLaunch& a) {
    return a.purpose == LaunchPurpose::kJudged ? 1 : 0.001;
  };
  const CaseResult r = RunCase(&cpu_, kBarrier);
  EXPECT_EQ(cpu_.Count(LaunchPurpose::kJudged), 32);
  EXPECT_EQ(r.other_cores, 0);
}

TEST_F(DoubtsTest, ALoadThatTookNoProofAwayIsNotTold) {
  cpu_.seconds = [](const AskedLaunch& a) {
    return a.purpose == LaunchPurpose::kJudged ? 2 : 0.001;
  };
  cpu_.other_cores = 1e6;
  const CaseResult r = RunCase(&cpu_, kBarrier);
  EXPECT_EQ(RuleOf(r), "pass");
  EXPECT_EQ(r.other_cores, 0);
}

TEST_F(DoubtsTest, ALockOfLoadsAndStoresMustBeMetFree) {
  const std::string id =
      "mutex.peterson/poll=seq_cst/signal=seq_cst/fence=device/pay=plain/"
      "work=counter/wg=64/groups=2";
  EXPECT_EQ(RuleOf(RunCase(&cpu_, id)), "pass");
  EXPECT_EQ(cpu_.Count(LaunchPurpose::kJudged), 16);
  TestSession cpu = TestSession::Cpu();
  cpu.When(For(LaunchPurpose::kJudged),
           [](const AskedLaunch& a, WatchResult* r) {
             r->o.payload.turns = a.spec.rounds / 10;  // half of what it takes
           });
  EXPECT_EQ(RuleOf(RunCase(&cpu, id)), "rare_meetings");
  EXPECT_EQ(cpu.Count(LaunchPurpose::kJudged), 32);
}

TEST_F(DoubtsTest, GroupsThatWereFoundAloneProveNothing) {
  const std::string id =
      "barrier.counter_per_group_discovered/poll=acquire/signal=release/"
      "fence=device/pay=plain/"
      "work=exchange/wg=64/groups=8";
  gpu_.When(For(LaunchPurpose::kJudged),
            [](const AskedLaunch&, WatchResult* r) { r->o.groups = 1; });
  EXPECT_EQ(RuleOf(Run(id)), "found_alone");
}

TEST_F(DoubtsTest, GroupsThatWereFoundAloneInFewLaunchesWereNot) {
  const std::string id = absl::StrCat("barrier.counter_per_group_discovered",
                                      kGuaranteed, "exchange/wg=64/groups=8");
  for (int alone : {13, 17}) {
    TestSession cpu = TestSession::Cpu();
    cpu.When(
        For(LaunchPurpose::kJudged),
        [](const AskedLaunch&, WatchResult* r) { r->o.groups = 1; }, alone);
    cpu.When(For(LaunchPurpose::kJudged), Cores(1));
    EXPECT_EQ(RuleOf(RunCase(&cpu, id)),
              alone == 13 ? "one_core" : "found_alone");
  }
}

TEST_F(DoubtsTest, AHazardThatFailedNowhereProvesNothing) {
  const CaseResult r =
      Run("mutex.spin_exchange/poll=rmw/signal=rmw/fence=mem/pay=volatile/"
          "work=counter/wg=64/groups=8");
  EXPECT_EQ(r.soundness, Soundness::kRacy);
  EXPECT_EQ(RuleOf(r), "failed_nowhere");
}

}  // namespace
}  // namespace wgsync
