// Launches with the board and without: which are made, and which is judged.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/next/programs.h"
#include "suite/engine/played/test_session.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class BoardsTest : public ::testing::Test {
 protected:
  CaseResult Run(const std::string& id, WaitMode mode = WaitMode::kUnbounded) {
    return RunCase(&gpu_, id, mode);
  }
  int Watched() const { return gpu_.Count(LaunchPurpose::kWatched); }
  int Judged() const { return gpu_.Count(LaunchPurpose::kJudged); }
  TestSession gpu_ = TestSession::Gpu();
  TestSession cpu_ = TestSession::Cpu();
};

// The numbers in the log of the launches that the verdict rests on.
std::vector<LaunchPurpose> Exhibits(const TestSession& s, const CaseResult& r) {
  std::vector<LaunchPurpose> purposes;
  for (uint64_t number : r.launches) {
    purposes.push_back(s.asked[number - 1].purpose);
  }
  return purposes;
}

// ---- The launch without the board first ----

TEST_F(BoardsTest, ARightLaunchThatMayBindNeedsNoLook) {
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(Watched(), 0);
  EXPECT_EQ(Judged(), 4);
  EXPECT_THAT(Exhibits(gpu_, r),
              ElementsAre(LaunchPurpose::kControl, LaunchPurpose::kJudged));
}

TEST_F(BoardsTest, ASampleOfTheRightOnesIsLookedAt) {
  const CaseResult r = Run(kSampledBarrier);
  EXPECT_EQ(RuleOf(r), "pass");
  EXPECT_EQ(Watched(), 1);
  EXPECT_EQ(Judged(), 4);
  EXPECT_FALSE(r.perturbed);
  EXPECT_THAT(Exhibits(gpu_, r),
              ElementsAre(LaunchPurpose::kControl, LaunchPurpose::kWatched,
                          LaunchPurpose::kJudged))
      << "the judged launch comes last";
  const LaunchSpec& watched = gpu_.Asked(LaunchPurpose::kWatched)[0].spec;
  EXPECT_EQ(watched.program.board, BoardMode::kRelaxed);
  EXPECT_EQ(watched.program.waits, WaitMode::kUnbounded);
}

TEST_F(BoardsTest, ASampleThatIsWrongWithTheBoardIsJudgedByMoreLaunches) {
  gpu_.When(For(LaunchPurpose::kWatched), WrongReads(3));
  const CaseResult r = Run(kSampledBarrier);
  EXPECT_EQ(RuleOf(r), "pass");
  EXPECT_TRUE(r.perturbed);
  EXPECT_FALSE(r.could_bind) << "it satisfies nothing";
  EXPECT_EQ(Judged(), 4 + 32);
}

TEST_F(BoardsTest, ASampleInWhichNoGroupWaitedProvesNothing) {
  gpu_.When(For(LaunchPurpose::kWatched), NoneWaits());
  const CaseResult r = Run(kSampledBarrier);
  EXPECT_EQ(RuleOf(r), "none_waited");
  EXPECT_EQ(Watched(), 4);
  EXPECT_EQ(Judged(), 4 + 32);
}

TEST_F(BoardsTest, ALaunchThatIsWrongIsLookedAtAndJudgedAsItIs) {
  gpu_.When(For(LaunchPurpose::kJudged), WrongReads(3));
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(r.verdict.kind, VerdictKind::kStalePayload);
  EXPECT_TRUE(r.perturbed);
  EXPECT_EQ(Watched(), 2) << "once in each run";
  EXPECT_EQ(Exhibits(gpu_, r)[1], LaunchPurpose::kWatched);
  EXPECT_EQ(Exhibits(gpu_, r)[2], LaunchPurpose::kJudged);
}

TEST_F(BoardsTest, WhereBothHangTheBoardSaysWhere) {
  gpu_.When(For(LaunchPurpose::kJudged), Freezes());
  gpu_.When(For(LaunchPurpose::kWatched), Freezes());
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(RuleOf(r), "stuck_inside") << WordsOf(r);
  EXPECT_FALSE(r.perturbed);
  EXPECT_EQ(Exhibits(gpu_, r).back(), LaunchPurpose::kWatched);
}

TEST_F(BoardsTest, AHangThatTheBoardHidesStaysAHang) {
  gpu_.When(For(LaunchPurpose::kJudged), Freezes());
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(RuleOf(r), "frozen_unexplained");
  EXPECT_TRUE(r.perturbed);
  EXPECT_EQ(Exhibits(gpu_, r).back(), LaunchPurpose::kJudged);
}

TEST_F(BoardsTest, TheWordsOfTheJudgedLaunchMaySayMoreThanTheBoard) {
  gpu_.When(For(LaunchPurpose::kJudged),
            [](const AskedLaunch& a, WatchResult* r) {
              Freezes([&](Snapshot* s) {
                s->words[0] = WordInit(a.spec.program.c) +
                              static_cast<uint32_t>(8 * ArrivalsDue(a.spec));
              })(a, r);
            });
  // Between the two looks the word changed: no cause.
  gpu_.When(For(LaunchPurpose::kWatched),
            [](const AskedLaunch& a, WatchResult* r) {
              FreezesAtTrueCondition()(a, r);
              r->o.earlier.words[0] -= 1;
            });
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(RuleOf(r), "conditions_met") << WordsOf(r);
  EXPECT_EQ(r.binds, Binding::kExecution);
}

TEST_F(BoardsTest, AWorkerThatDiedIsNotLookedAt) {
  gpu_.When(For(LaunchPurpose::kJudged), EndsBy(Ending::kWorkerDied));
  Run(kBarrier);
  EXPECT_EQ(Watched(), 0);
}

TEST_F(BoardsTest, AProgramWithTheBoardThatDoesNotBuildIsTheCases) {
  gpu_.When(For(LaunchPurpose::kWatched), BuildFails("frob"));
  EXPECT_EQ(RuleOf(Run(kSampledBarrier)), "build_refused");
}

// ---- The launch with the board first ----

TEST_F(BoardsTest, AHandoffIsLookedAtFirst) {
  const CaseResult r = Run(kHandoff);
  EXPECT_EQ(RuleOf(r), "pass");
  EXPECT_THAT(Exhibits(gpu_, r),
              ElementsAre(LaunchPurpose::kControl, LaunchPurpose::kWatched,
                          LaunchPurpose::kJudged));
  EXPECT_EQ(Watched(), 1);
  EXPECT_EQ(Judged(), 4);
}

TEST_F(BoardsTest, AnAccessThatPromisesNothingIsLookedAtFirst) {
  const CaseResult r = Run(kPlainPoll);
  EXPECT_EQ(RuleOf(r), "pass");
  EXPECT_EQ(Watched(), 1);
}

TEST_F(BoardsTest, ALaunchThatHangsWithItsBoardIsJudgedByIt) {
  gpu_.When(For(LaunchPurpose::kWatched), Freezes());
  const CaseResult r = Run(kHandoff);
  EXPECT_EQ(r.verdict.kind, VerdictKind::kHang);
  EXPECT_EQ(Judged(), 0);
}

TEST_F(BoardsTest, AHandoffInWhichNoGroupWaitsProvesNothing) {
  gpu_.When(For(LaunchPurpose::kWatched), NoneWaits());
  const CaseResult r = Run(kHandoff);
  EXPECT_EQ(RuleOf(r), "none_waited");
  EXPECT_EQ(Watched(), 4);
  EXPECT_EQ(Judged(), 32);
  EXPECT_EQ(Exhibits(gpu_, r).size(), 3u) << "the last look alone is kept";
}

TEST_F(BoardsTest, OnACpuAHandoffsGroupsAreLateForLongerUntilOneWaits) {
  TestSession cpu = TestSession::Cpu();
  cpu.When(For(LaunchPurpose::kWatched), NoneWaits(), 2);
  EXPECT_EQ(RuleOf(RunCase(&cpu, kHandoff)), "pass");
  const std::vector<AskedLaunch> watched = cpu.Asked(LaunchPurpose::kWatched);
  ASSERT_EQ(watched.size(), 3u);
  for (int i = 0, times = 1; i < 3; ++i, times *= 2) {
    EXPECT_EQ(watched[i].spec.delay, times * watched[0].spec.delay) << i;
    EXPECT_EQ(watched[i].spec.rounds, watched[0].spec.rounds);
    EXPECT_EQ(watched[i].deadline_seconds, times * watched[0].deadline_seconds);
  }
}

TEST_F(BoardsTest, OneGroupNeedNotWait) {
  gpu_.When(For(LaunchPurpose::kWatched), NoneWaits());
  gpu_.residency = [](const LaunchSpec&) { return 1; };
  Run("barrier.counter_per_group/poll=plain/signal=rmw/fence=device/"
      "pay=plain/work=exchange/wg=64/groups=res");
  EXPECT_EQ(Watched(), 1);
}

TEST_F(BoardsTest, OneLookInWhichAGroupWaitedIsEnough) {
  gpu_.When(For(LaunchPurpose::kWatched), NoneWaits(), 3);
  const CaseResult r = Run(kHandoff);
  EXPECT_EQ(RuleOf(r), "pass");
  EXPECT_EQ(Watched(), 4);
  EXPECT_EQ(Judged(), 4);
}

TEST_F(BoardsTest, ALaunchThatIsWrongWithItsBoardIsJudgedWithoutIt) {
  gpu_.When(For(LaunchPurpose::kWatched), WrongReads(3));
  const CaseResult r = Run(kHandoff);
  EXPECT_EQ(RuleOf(r), "pass");
  EXPECT_TRUE(r.perturbed);
  EXPECT_EQ(Judged(), 32);
}

// A wait gave up after the launch had been frozen.
LaunchAnswer GivesUp() {
  return [](const AskedLaunch& a, WatchResult* r) {
    const Observation sound = r->o;
    Freezes()(a, r);
    r->o.ending = Ending::kFinished;
    r->o.last = sound.last;
    r->o.payload = sound.payload;
    for (RoleFacts& role : r->o.last.roles) {
      role.bad = 1;
      role.bad_end = WaitEnd::kGaveUp;
    }
  };
}

TEST_F(BoardsTest, ABoundedLaunchThatFrozeIsJudgedByWhereItDid) {
  gpu_.When(For(LaunchPurpose::kWatched), GivesUp());
  const CaseResult r = Run(kPlainPoll, WaitMode::kBounded);
  EXPECT_EQ(RuleOf(r), "stuck_inside") << WordsOf(r);
  EXPECT_TRUE(r.bounded);
  EXPECT_EQ(Judged(), 0);
}

TEST_F(BoardsTest, ABoundedLaunchInWhoseLooksAGroupHasGivenUpHasNoPlace) {
  gpu_.When(For(LaunchPurpose::kWatched),
            [](const AskedLaunch& a, WatchResult* r) {
              GivesUp()(a, r);
              r->o.frozen = r->o.last;
            });
  EXPECT_EQ(RuleOf(Run(kPlainPoll, WaitMode::kBounded)), "gave_up");
}

// ---- Which boards there are ----

TEST_F(BoardsTest, ABarrierByTheHostHasNoBoard) {
  Run("barrier.kernel_boundary/poll=plain/signal=plain/fence=none/pay=plain/"
      "work=exchange/wg=64/groups=8");
  EXPECT_EQ(Watched(), 0);
  EXPECT_GT(Judged(), 0);
}

TEST_F(BoardsTest, WhereWaitsHaveALimitThereIsNoBoard) {
  Run("barrier.counter_per_item_limited/poll=rmw/signal=rmw/fence=device/"
      "pay=plain/work=arrivals/wg=64/groups=8",
      WaitMode::kBounded);
  EXPECT_EQ(Watched(), 0);
  EXPECT_GT(Judged(), 0);
}

TEST_F(BoardsTest, OnACpuABoardWouldHideAllStoreBuffering) {
  for (const char* access :
       {"poll=seq_cst/signal=rmw", "poll=rmw/signal=seq_cst"}) {
    const std::string id =
        absl::StrCat("handoff.message_passing/", access,
                     "/fence=device/pay=plain/work=message/wg=64/groups=8");
    TestSession gpu = TestSession::Gpu(), cpu = TestSession::Cpu();
    RunCase(&gpu, id);
    RunCase(&cpu, id);
    EXPECT_EQ(gpu.Count(LaunchPurpose::kWatched), 1) << access;
    EXPECT_EQ(cpu.Count(LaunchPurpose::kWatched), 0) << access;
  }
}

TEST_F(BoardsTest, ABoardThatLacksACountIsTheSuitesFault) {
  const LaunchAnswer lacks = [](const AskedLaunch&, WatchResult* r) {
    r->o.last.roles[1].left -= 1;
  };
  gpu_.When(For(LaunchPurpose::kWatched), lacks);
  const CaseResult r = Run(kSampledBarrier);
  EXPECT_EQ(RuleOf(r), "board_incomplete");
  EXPECT_THAT(WordsOf(r), HasSubstr("lacks a call of wg_left()"));
  EXPECT_EQ(RuleOf(Run(kHandoff)), "pass")
      << "only a barrier's must be complete";
}

TEST_F(BoardsTest, OnlyWhatAPassNeedsIsCompiledAhead) {
  const auto needed = [&](const std::string& id) {
    return NeededProgramsOf(*ParseKernelCaseId(id), WaitMode::kUnbounded,
                            gpu_.profile(), {});
  };
  EXPECT_EQ(needed(kBarrier).size(), 2u);
  EXPECT_EQ(needed(kBarrier)[0].board, BoardMode::kOff);
  EXPECT_EQ(needed(kSampledBarrier).size(), 3u);
  EXPECT_EQ(needed(kHandoff).size(), 3u);
  for (const char* grid : {"res_plus1", "res_x2", "res_x10"}) {
    EXPECT_EQ(needed(absl::StrCat("barrier.counter_per_group", kGuaranteed,
                                  "exchange/wg=64/groups=", grid))
                  .size(),
              3u)
        << "a hang beyond the residency does not bind";
  }
  EXPECT_EQ(needed("barrier.kernel_boundary/poll=plain/signal=plain/fence=none/"
                   "pay=plain/work=exchange/wg=64/groups=8")
                .size(),
            2u);
  const std::vector<ProgramSpec> team = needed(
      "barrier.counter_per_group/poll=acquire/signal=release/fence=none/"
      "pay=plain/work=lanes/wg=64/groups=8/team=2");
  ASSERT_EQ(team.size(), 2u + 6u) << "and the twins";
  EXPECT_EQ(team.back().waits, WaitMode::kUnbounded);
  EXPECT_EQ(team.back().board, BoardMode::kOff);
}

// ---- What the judged launch shows ----

TEST_F(BoardsTest, AnOwnerThatChangesUnderAHolderIsBroken) {
  const LaunchAnswer changed = [](const AskedLaunch&, WatchResult* r) {
    r->o.payload.owner_changed = 2;
  };
  gpu_.When(For(LaunchPurpose::kJudged), changed);
  EXPECT_EQ(RuleOf(Run(kLock)), "owner_changed");
}

TEST_F(BoardsTest, ACountThatIsShortIsToldByTheLaunchNextToIt) {
  gpu_.When(
      For(LaunchPurpose::kJudged),
      [](const AskedLaunch&, WatchResult* r) { r->o.payload.final_wrong = 1; });
  gpu_.When(For(LaunchPurpose::kWatched),
            [](const AskedLaunch&, WatchResult* r) {
              r->o.payload.owner_changed = 2;
            });
  EXPECT_EQ(RuleOf(Run(kLock)), "owner_changed");
}

TEST_F(BoardsTest, ARightCountIsNotToldByTheLaunchNextToIt) {
  gpu_.When(For(LaunchPurpose::kWatched),
            [](const AskedLaunch&, WatchResult* r) {
              r->o.payload.owner_changed = 2;
            });
  const CaseResult r =
      Run("mutex.spin_exchange/poll=acquire/signal=release/fence=device/"
          "pay=plain/work=counter/wg=64/groups=2");
  EXPECT_EQ(RuleOf(r), "pass");
  EXPECT_TRUE(r.perturbed);
  EXPECT_FALSE(r.could_bind);
}

TEST_F(BoardsTest, WithoutAProvenChannelAHangHasNoPlace) {
  gpu_.When(WithWaits(), [](const AskedLaunch& a, WatchResult* r) {
    Freezes()(a, r);
    r->o.channel_proven = false;
  });
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(RuleOf(r), "frozen_unseen");
  EXPECT_EQ(r.binds, Binding::kNothing);
}

TEST_F(BoardsTest, ALaunchThatOnlyRetriesHasItsPlaceToo) {
  gpu_.When(WithWaits(), [](const AskedLaunch& a, WatchResult* r) {
    Freezes()(a, r);
    r->o.ending = Ending::kRetrying;
  });
  const CaseResult r = Run(kBarrier);
  EXPECT_EQ(RuleOf(r), "livelock");
  EXPECT_EQ(r.judged.evidence.where, Where::kStuckInside);
}

TEST_F(BoardsTest, ALateLaunchIsSlow) {
  gpu_.When(For(LaunchPurpose::kJudged),
            [](const AskedLaunch&, WatchResult* r) {
              r->o.ending = Ending::kFinishedLate;
            });
  EXPECT_EQ(RuleOf(Run(kBarrier)), "finished_late");
}

// ---- A plain poll that starves other groups ----

TEST_F(BoardsTest, APlainPollThatFrozeBeforeAllHadComeIsLookedAtAgain) {
  gpu_.When(For(LaunchPurpose::kWatched), Freezes(), 2);
  gpu_.When(For(LaunchPurpose::kWatched), FreezesAtTrueCondition());
  const CaseResult r = Run(kPlainPoll);
  EXPECT_EQ(Watched(), 3);
  EXPECT_EQ(RuleOf(r), "poll_hoisted") << WordsOf(r);
}

TEST_F(BoardsTest, ThreeLooksAtAPlainPollAreEnough) {
  gpu_.When(For(LaunchPurpose::kWatched), Freezes());
  EXPECT_EQ(RuleOf(Run(kPlainPoll)), "stuck_inside");
  EXPECT_EQ(Watched(), 4);
}

TEST_F(BoardsTest, OnACpuAndForOtherPollsOneLookIsEnough) {
  cpu_.When(For(LaunchPurpose::kWatched), Freezes());
  RunCase(&cpu_, kPlainPoll);
  EXPECT_EQ(cpu_.Count(LaunchPurpose::kWatched), 1);
  gpu_.When(For(LaunchPurpose::kWatched), Freezes());
  Run("barrier.counter_per_group/poll=reissued/signal=rmw/fence=device/"
      "pay=plain/work=exchange/wg=64/groups=8");
  EXPECT_EQ(Watched(), 1);
}

}  // namespace
}  // namespace wgsync
