// The differences of a poll and of a signal: the same launch with another one,
// and the verdict that follows from it.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/engine/played/test_session.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;

class DifferencesTest : public ::testing::Test {
 protected:
  // The launch with the board freezes, and memory holds what all wait for.
  static void FreezeAtPoll(TestSession* s) {
    s->When(For(LaunchPurpose::kWatched), FreezesAtTrueCondition());
  }
  CaseResult Run(const std::string& id) { return RunCase(&gpu_, id); }
  TestSession gpu_ = TestSession::Gpu();
  TestSession cpu_ = TestSession::Cpu();
};

std::string WithPollOf(const char* poll) {
  return absl::StrCat("barrier.counter_per_group/poll=", poll,
                      "/signal=rmw/fence=device/pay=plain/work=exchange/"
                      "wg=64/groups=8");
}

SkipRule Skip(const std::string& glob, const std::string& reason) {
  SkipRule rule;
  rule.pattern = glob;
  rule.reason = reason;
  return rule;
}

Poll PollOf(const AskedLaunch& a) { return a.spec.program.c.access.poll; }

// ---- The poll ----

TEST_F(DifferencesTest, AReissuedLoadThatEndsAccusesTheCompiler) {
  FreezeAtPoll(&gpu_);
  const CaseResult r = Run(kPlainPoll);
  EXPECT_EQ(VerdictText(r.verdict), "stale-hoisted (load hoisted)");
  const std::vector<AskedLaunch> polls = gpu_.Asked(LaunchPurpose::kPoll);
  ASSERT_EQ(polls.size(), 2u);
  EXPECT_EQ(PollOf(polls[0]), Poll::kRmw);
  EXPECT_EQ(PollOf(polls[1]), Poll::kReissued);
  for (const AskedLaunch& a : polls) {
    LaunchSpec s = gpu_.Asked(LaunchPurpose::kWatched)[0].spec;
    s.program.c.access.poll = PollOf(a);
    EXPECT_EQ(ProgramKey(a.spec.program), ProgramKey(s.program))
        << "nothing else is changed";
    EXPECT_EQ(a.spec.groups, s.groups);
    EXPECT_EQ(a.spec.rounds, s.rounds);
  }
}

TEST_F(DifferencesTest, ALaunchThatHangsWithAnyPollIsNotThePolls) {
  FreezeAtPoll(&gpu_);
  gpu_.When(For(LaunchPurpose::kPoll), FreezesAtTrueCondition());
  const CaseResult r = Run(kPlainPoll);
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kPoll), 1);
  EXPECT_EQ(RuleOf(r), "conditions_met");
}

TEST_F(DifferencesTest, AReissuedLoadThatNeedsARefreshAccusesTheCache) {
  FreezeAtPoll(&gpu_);
  gpu_.When(WithPoll(LaunchPurpose::kPoll, Poll::kReissued),
            FreezesAtTrueCondition());
  const CaseResult r = Run(kPlainPoll);
  EXPECT_EQ(RuleOf(r), "poll_cached") << WordsOf(r);
  const std::vector<AskedLaunch> refreshed =
      gpu_.Asked(LaunchPurpose::kRefreshedPoll);
  ASSERT_EQ(refreshed.size(), 1u);
  EXPECT_EQ(PollOf(refreshed[0]), Poll::kPlain);
  EXPECT_TRUE(refreshed[0].spec.program.refresh);
  EXPECT_EQ(refreshed[0].spec.rounds, 8u);
}

TEST_F(DifferencesTest, AnOwnPollThatNoRefreshHelpsWasNeverIssuedAgain) {
  FreezeAtPoll(&gpu_);
  gpu_.When(WithPoll(LaunchPurpose::kPoll, Poll::kReissued),
            FreezesAtTrueCondition());
  gpu_.When(WithPoll(LaunchPurpose::kRefreshedPoll, Poll::kPlain),
            FreezesAtTrueCondition());
  const CaseResult r = Run(kPlainPoll);
  EXPECT_EQ(RuleOf(r), "poll_hoisted");
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kRefreshedPoll), 2);
}

TEST_F(DifferencesTest, BothPollsThatNoRefreshHelpsAreACache) {
  FreezeAtPoll(&gpu_);
  gpu_.When(WithPoll(LaunchPurpose::kPoll, Poll::kReissued),
            FreezesAtTrueCondition());
  gpu_.When(For(LaunchPurpose::kRefreshedPoll), FreezesAtTrueCondition());
  EXPECT_EQ(RuleOf(Run(kPlainPoll)), "poll_cached");
}

TEST_F(DifferencesTest, ALaunchThatFrozeElsewhereProvesNoCache) {
  FreezeAtPoll(&gpu_);
  gpu_.When(WithPoll(LaunchPurpose::kPoll, Poll::kReissued),
            FreezesAtTrueCondition());
  gpu_.When(WithPoll(LaunchPurpose::kRefreshedPoll, Poll::kPlain),
            FreezesAtTrueCondition());
  gpu_.When(For(LaunchPurpose::kRefreshedPoll), FreezesAtTrueCondition(2));
  const CaseResult r = Run(kPlainPoll);
  EXPECT_EQ(RuleOf(r), "conditions_met");
  EXPECT_THAT(
      WordsOf(r),
      HasSubstr(
          "with refreshed caches the reissued poll froze at another place"));
}

TEST_F(DifferencesTest, ARefreshedLaunchThatDiesTellsNothing) {
  FreezeAtPoll(&gpu_);
  gpu_.When(WithPoll(LaunchPurpose::kPoll, Poll::kReissued),
            FreezesAtTrueCondition());
  gpu_.When(For(LaunchPurpose::kRefreshedPoll), EndsBy(Ending::kEventError));
  const CaseResult r = Run(kPlainPoll);
  EXPECT_EQ(RuleOf(r), "conditions_met");
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kRefreshedPoll), 2) << "once more";
}

TEST_F(DifferencesTest, WithoutANeighbourNothingIsRefreshed) {
  gpu_.described.claims.sub_group_size = 0;
  FreezeAtPoll(&gpu_);
  gpu_.When(WithPoll(LaunchPurpose::kPoll, Poll::kReissued),
            FreezesAtTrueCondition());
  const CaseResult r = Run(kPlainPoll);
  EXPECT_EQ(RuleOf(r), "conditions_met");
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kRefreshedPoll), 0);
  EXPECT_THAT(WordsOf(r),
              HasSubstr("a cache and a compiler cannot be told apart"));
}

TEST_F(DifferencesTest, OnACpuAReissuedLoadThatHangsIsNotTheCompiler) {
  FreezeAtPoll(&cpu_);
  cpu_.When(WithPoll(LaunchPurpose::kPoll, Poll::kReissued),
            FreezesAtTrueCondition(3));
  EXPECT_EQ(RuleOf(RunCase(&cpu_, kPlainPoll)), "poll_cached");
  EXPECT_EQ(cpu_.Count(LaunchPurpose::kRefreshedPoll), 0);
}

TEST_F(DifferencesTest, OnACpuAReissuedLoadThatHangsElsewhereProvesNothing) {
  FreezeAtPoll(&cpu_);
  cpu_.When(WithPoll(LaunchPurpose::kPoll, Poll::kReissued), Freezes());
  const CaseResult r = RunCase(&cpu_, kPlainPoll);
  EXPECT_EQ(RuleOf(r), "conditions_met");
  EXPECT_THAT(WordsOf(r),
              HasSubstr("the reissued poll froze at another place"));
}

TEST_F(DifferencesTest, ThePollOfTheCaseItselfIsNotLaunchedAgain) {
  FreezeAtPoll(&gpu_);
  const CaseResult r = Run(WithPollOf("reissued"));
  EXPECT_EQ(RuleOf(r), "poll_cached");
  ASSERT_EQ(gpu_.Count(LaunchPurpose::kPoll), 1);
  EXPECT_EQ(PollOf(gpu_.Asked(LaunchPurpose::kPoll)[0]), Poll::kRmw);
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kRefreshedPoll), 0);
}

TEST_F(DifferencesTest, AnotherPollIsNotHoisted) {
  gpu_.When(For(LaunchPurpose::kWatched), FreezesAtTrueCondition());
  gpu_.When(For(LaunchPurpose::kJudged), Freezes());
  const CaseResult r = Run(WithPollOf("volatile"));
  EXPECT_EQ(RuleOf(r), "conditions_met");
  EXPECT_EQ(r.judged.evidence.poll_reissued, Trial::kRight);
}

TEST_F(DifferencesTest, AnArrivalTooManyIsAGuardThatTheCompilerLost) {
  const auto too_many = [](const AskedLaunch& a, WatchResult* r) {
    FreezesAtTrueCondition()(a, r);
    for (Snapshot* s : {&r->o.earlier, &r->o.frozen, &r->o.last}) {
      s->roles[3].arrived = static_cast<uint32_t>(ArrivalsDue(a.spec)) + 1;
    }
  };
  gpu_.When(For(LaunchPurpose::kWatched), too_many);
  EXPECT_EQ(RuleOf(Run(kPlainPoll)), "guard_lost");
  gpu_.When(WithPoll(LaunchPurpose::kPoll, Poll::kReissued),
            [](const AskedLaunch& a, WatchResult* r) {
              r->o.last.roles[0].arrived =
                  static_cast<uint32_t>(ArrivalsDue(a.spec)) + 1;
            });
  EXPECT_EQ(RuleOf(Run(kPlainPoll)), "poll_hoisted")
      << "the reissued poll counts too many as well";
}

TEST_F(DifferencesTest, AsManyArrivalsAsTheLaunchHasAreNoLostGuard) {
  gpu_.When(
      For(LaunchPurpose::kWatched), [](const AskedLaunch& a, WatchResult* r) {
        FreezesAtTrueCondition()(a, r);
        for (Snapshot* s : {&r->o.earlier, &r->o.frozen, &r->o.last}) {
          s->roles[3].arrived = static_cast<uint32_t>(ArrivalsDue(a.spec));
        }
      });
  EXPECT_EQ(RuleOf(Run(kPlainPoll)), "poll_hoisted");
}

LaunchAnswer LeavesUnmet() {
  return [](const AskedLaunch&, WatchResult* r) {
    r->o.last.roles[1].bad = 1;
    r->o.last.roles[1].bad_end = WaitEnd::kUnmet;
  };
}

TEST_F(DifferencesTest, APlainWaitThatIsLeftWasDroppedIfAReissuedOneWaits) {
  gpu_.When(For(LaunchPurpose::kJudged), LeavesUnmet());
  gpu_.When(For(LaunchPurpose::kPoll), FreezesAtTrueCondition());
  EXPECT_EQ(RuleOf(Run(kPlainPoll)), "wait_elided");
  EXPECT_EQ(PollOf(gpu_.Asked(LaunchPurpose::kPoll)[0]), Poll::kReissued);
}

TEST_F(DifferencesTest, AWaitThatIsLeftWasCut) {
  gpu_.When(For(LaunchPurpose::kJudged), LeavesUnmet());
  EXPECT_EQ(RuleOf(Run(kPlainPoll)), "wait_cut");
  TestSession gpu = TestSession::Gpu();
  gpu.When(For(LaunchPurpose::kJudged), LeavesUnmet());
  EXPECT_EQ(RuleOf(RunCase(&gpu, kBarrier)), "wait_cut");
  EXPECT_EQ(gpu.Count(LaunchPurpose::kPoll), 0);
}

TEST_F(DifferencesTest, ACaseThatIsLeftOutIsNoDifferenceEither) {
  FreezeAtPoll(&gpu_);
  CaseRunner runner(&gpu_);
  runner.known.skips = {Skip("*/poll=rmw/*", "it resets the machine")};
  const CaseResult r =
      runner.Run(*ParseKernelCaseId(kPlainPoll), WaitMode::kUnbounded);
  EXPECT_EQ(RuleOf(r), "conditions_met");
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kPoll), 0);
  EXPECT_THAT(
      WordsOf(r),
      HasSubstr("was not launched as a difference: it resets the machine"));
}

// ---- The signal ----

std::string Message(const char* signal) {
  return absl::StrCat("handoff.message_passing/poll=volatile/signal=", signal,
                      "/fence=device/pay=plain/work=message/wg=64/groups=8");
}

// Group 0 has stored, and memory does not show it.
LaunchAnswer FreezesWithoutSignal() {
  return Freezes([](Snapshot* s) {
    for (RoleFacts& role : s->roles) {
      role.arrived = 1;
      role.goal = s->words[0] + 1;
    }
    s->roles[0].waits_known = false;
    s->roles[0].left = s->roles[0].closed = 1;
  });
}

TEST_F(DifferencesTest, AStoreThatAVolatileOneMakesGoodWasSunk) {
  gpu_.When(For(LaunchPurpose::kWatched), FreezesWithoutSignal());
  const CaseResult r = Run(Message("plain"));
  EXPECT_EQ(RuleOf(r), "store_sunk") << WordsOf(r);
  ASSERT_EQ(gpu_.Count(LaunchPurpose::kSignal), 1);
  EXPECT_EQ(gpu_.Asked(LaunchPurpose::kSignal)[0].spec.program.c.access.signal,
            Signal::kVolatile);
}

TEST_F(DifferencesTest, AStoreThatIsLostEitherWayIsUnexplained) {
  gpu_.When(For(LaunchPurpose::kWatched), FreezesWithoutSignal());
  gpu_.When(For(LaunchPurpose::kSignal), FreezesWithoutSignal());
  EXPECT_EQ(RuleOf(Run(Message("plain"))), "signal_unexplained");
}

TEST_F(DifferencesTest, OnlyAPlainStoreMayBeSunk) {
  gpu_.When(For(LaunchPurpose::kWatched), FreezesWithoutSignal());
  EXPECT_EQ(RuleOf(Run(Message("rmw"))), "signal_unexplained");
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kSignal), 0);
}

TEST_F(DifferencesTest, ASignalThatIsLeftOutIsNotLaunched) {
  gpu_.When(For(LaunchPurpose::kWatched), FreezesWithoutSignal());
  CaseRunner runner(&gpu_);
  runner.known.skips = {Skip("*/signal=volatile/*", "slow")};
  EXPECT_EQ(RuleOf(runner.Run(*ParseKernelCaseId(Message("plain")),
                              WaitMode::kUnbounded)),
            "signal_unexplained");
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kSignal), 0);
}

}  // namespace
}  // namespace wgsync
