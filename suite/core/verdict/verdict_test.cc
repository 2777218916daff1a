#include "suite/core/verdict/verdict.h"

#include <set>
#include <string>

#include "gtest/gtest.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/verdict/rules.h"
#include "suite/core/verdict/test_evidence.h"

namespace wgsync {
namespace {

Evidence Frozen(Where where) {
  Evidence e = Right();
  e.ending = Ending::kFrozen;
  e.where = where;
  e.payload = PayloadState::kNotJudged;
  return e;
}

// A plain poll that never ends, though the word is there; rmw sees it.
Evidence BlindPoll(Trial reissued) {
  Evidence e = Frozen(Where::kConditionTrue);
  e.plain_poll = true;
  e.poll_rmw = Trial::kRight;
  e.poll_reissued = reissued;
  return e;
}

TEST(PassTest, ARightPayloadAndANegativeControlThatIsWrongMakeAPass) {
  EXPECT_EQ(Judged(Right()), "pass");
}

TEST(PassTest, RightWithoutItsWaitsTooIsUnproven) {
  Evidence e = Right();
  e.negative = Trial::kRight;
  EXPECT_EQ(Judged(e), "unproven");
}

TEST(PassTest, WithoutANegativeControlAPassIsUnproven) {
  Evidence e = Right();
  e.negative = Trial::kNotRun;
  EXPECT_EQ(Judged(e), "unproven");
}

TEST(PassTest, WhatWasNotJudgedIsUnproven) {
  Evidence e = Right();
  e.payload = PayloadState::kNotJudged;
  EXPECT_EQ(Judged(e), "unproven");
}

TEST(PassTest, ANegativeControlThatHangsIsTheHarnesssFault) {
  Evidence e = Right();
  e.negative = Trial::kHung;
  EXPECT_EQ(Judged(e), "infra (control failed)");
}

TEST(PassTest, NothingPassesWhereItsControlFailed) {
  Evidence e = Right();
  e.control = Trial::kHung;
  EXPECT_EQ(Judged(e), "infra (control failed)");
}

TEST(PassTest, NothingPassesWhereKernelBoundaryIsWrong) {
  Evidence e = Right();
  e.boundary = Trial::kWrong;
  EXPECT_EQ(Judged(e), "infra (kernel_boundary not right)");
}

TEST(PassTest, APassNeedsNoRunOverKernelBoundary) {
  Evidence e = Right();
  e.boundary = Trial::kNotRun;
  EXPECT_EQ(Judged(e), "pass");
}

TEST(SlowTest, FinishingAfterTheDeadlineIsSlowIfAllElseIsRight) {
  Evidence e = Right();
  e.ending = Ending::kFinishedLate;
  EXPECT_EQ(Judged(e), "slow");
}

TEST(SlowTest, LateAndWrongIsNotSlow) {
  Evidence e = WrongPayload(Trial::kRight);
  e.ending = Ending::kFinishedLate;
  EXPECT_EQ(Judged(e), "stale-payload (stale load)");
}

TEST(SlowTest, WhatStillMovesAfterFourDeadlinesIsSlowAndNoHang) {
  Evidence e = Right();
  e.ending = Ending::kMoving;
  e.payload = PayloadState::kNotJudged;
  EXPECT_EQ(Judged(e), "slow");
}

TEST(HangTest, WhereOnlyRetriesMoveItIsALivelock) {
  Evidence e = Right();
  e.ending = Ending::kRetrying;
  EXPECT_EQ(Judged(e), "hang (livelock)");
}

TEST(HangTest, AGroupThatNeverStartedIsTheCauseAndPrinted) {
  EXPECT_EQ(Judged(Frozen(Where::kNotStarted)), "hang (not started)");
}

TEST(HangTest, AValueThatHasLeftAgainWasMissed) {
  EXPECT_EQ(Judged(Frozen(Where::kMissed)), "hang (missed)");
}

TEST(HangTest, AGroupThatDoesNotArriveIsStuckInside) {
  EXPECT_EQ(Judged(Frozen(Where::kStuckInside)), "hang (stuck inside)");
}

TEST(HangTest, ALockHeldByALiveGroupIsAStarvedHolder) {
  EXPECT_EQ(Judged(Frozen(Where::kHolderStarved)), "hang (holder starved)");
}

TEST(HangTest, AGroupThatHasStartedAndIsNotRunIsStarved) {
  EXPECT_EQ(Judged(Frozen(Where::kSuspended)), "hang (starved)");
}

TEST(PassTest, WithoutAPayloadThePassRestsOnWaitsThatWereUnmet) {
  Evidence e = Right();
  e.no_payload = true;
  EXPECT_EQ(JudgeEvidence(e).rule, Rule::kWaitsMet);
  e.doubt = Doubt::kNoGroupWaited;
  EXPECT_EQ(JudgeEvidence(e).rule, Rule::kNoGroupWaited);
  e.negative = Trial::kRight;
  EXPECT_EQ(JudgeEvidence(e).rule, Rule::kNoWaitUnmet);
}

TEST(HangTest, WithoutItsControlAFrozenLaunchSaysNothing) {
  Evidence e = Frozen(Where::kNotStarted);
  e.control = Trial::kNotRun;
  EXPECT_EQ(Judged(e), "infra (control failed)");
}

TEST(HangTest, WithoutAProvenChannelTheCauseIsUnknown) {
  Evidence e = BlindPoll(Trial::kRight);
  e.channel_proven = false;
  EXPECT_EQ(Judged(e), "hang (cause unknown)");
  e = Frozen(Where::kNotStarted);
  e.channel_proven = false;
  EXPECT_EQ(Judged(e), "hang (cause unknown)");
}

TEST(HangTest, TheDriversWatchdogEndsAHang) {
  Evidence e = Right();
  e.ending = Ending::kEndedByWatchdog;
  EXPECT_EQ(Judged(e), "hang (ended by the driver's watchdog)");
}

TEST(HangTest, ABoundedWaitProvesNoStaleness) {
  Evidence e = BlindPoll(Trial::kRight);
  e.ending = Ending::kFinished;
  e.waits = Waits::kGaveUp;
  EXPECT_EQ(Judged(e), "hang (gave up)");
}

TEST(HangTest, AGroupThatEndedEarlyAndAGoalOutOfReachHaveLostNothing) {
  Evidence e = Right();
  e.ending = Ending::kFrozen;
  e.where = Where::kEndedEarly;
  EXPECT_EQ(Judged(e), "hang (ended early)");
  e.where = Where::kUnreachableGoal;
  EXPECT_EQ(Judged(e), "hang (unreachable goal)");
}

TEST(BoardTest, MoreArrivalsThanTheLaunchHasAreBroken) {
  Evidence e = Right();
  e.ending = Ending::kFrozen;
  e.where = Where::kExtraArrivals;
  EXPECT_EQ(Judged(e), "broken (extra arrivals)");
  e = WrongPayload(Trial::kWrong);
  e.guilt = Guilt::kExtraArrivals;
  EXPECT_EQ(Judged(e), "broken (extra arrivals)");
}

TEST(HangTest, AHangComesBeforeAWrongPayload) {
  Evidence e = WrongPayload(Trial::kWrong);
  e.ending = Ending::kFrozen;
  e.where = Where::kNotStarted;
  EXPECT_EQ(Judged(e), "hang (not started)");
}

TEST(StalePollTest, APlainPollIsHoistedIfTheReissuedOnePasses) {
  EXPECT_EQ(Judged(BlindPoll(Trial::kRight)), "stale-hoisted (load hoisted)");
}

TEST(StalePollTest, ItIsTheCacheIfTheReissuedPollHangsToo) {
  EXPECT_EQ(Judged(BlindPoll(Trial::kHung)), "stale-cache (cache)");
}

TEST(StalePollTest, AReissuedPollIsItsOwnDifference) {
  Evidence e = BlindPoll(Trial::kHung);
  e.plain_poll = false;
  EXPECT_EQ(Judged(e), "stale-cache (cache)");
}

TEST(StalePollTest, OnlyAPlainPollMayBeHoisted) {
  Evidence e = BlindPoll(Trial::kRight);
  e.plain_poll = false;
  EXPECT_EQ(Judged(e), "hang (cause unknown)");
}

TEST(StalePollTest, IfRmwHangsTooItIsNotStale) {
  for (Trial rmw : {Trial::kNotRun, Trial::kHung, Trial::kWrong}) {
    Evidence e = BlindPoll(Trial::kHung);
    e.poll_rmw = rmw;
    EXPECT_EQ(Judged(e), "hang (cause unknown)");
  }
}

TEST(StalePollTest, WithoutTheReissuedPollTheCauseIsUnknown) {
  EXPECT_EQ(Judged(BlindPoll(Trial::kNotRun)), "hang (cause unknown)");
  EXPECT_EQ(Judged(BlindPoll(Trial::kWrong)), "hang (cause unknown)");
}

TEST(StaleSignalTest, AStoreThatNeverShowsAndAVolatileOneThatDoesIsSunk) {
  Evidence e = Frozen(Where::kSignalMissing);
  e.signal_volatile = Trial::kRight;
  EXPECT_EQ(Judged(e), "stale-hoisted (store sunk)");
  e.signal_volatile = Trial::kHung;
  EXPECT_EQ(Judged(e), "hang (cause unknown)");
}

TEST(StalePayloadTest, WithoutARereadNothingTellsTheOneFromTheOther) {
  Evidence e = WrongPayload(Trial::kRight);
  e.reread = Reread::kNone;
  EXPECT_EQ(Judged(e), "stale-payload");
}

TEST(StalePayloadTest, TheRereadTellsAStaleLoadFromALateStore) {
  Evidence e = WrongPayload(Trial::kRight);
  EXPECT_EQ(Judged(e), "stale-payload (stale load)");
  e.reread = Reread::kOld;
  EXPECT_EQ(Judged(e), "stale-payload (late store)");
}

TEST(StalePayloadTest, AtomicsThatOnlyTheFenceOrdersAreUnorderedNotBroken) {
  Evidence e = WrongPayload(Trial::kWrong);
  e.fence_device = Trial::kRight;
  EXPECT_EQ(Judged(e), "stale-payload (not ordered)");
  e.fence_device = Trial::kWrong;
  EXPECT_EQ(Judged(e), "broken (wrong payload)");
  e.fence_device = Trial::kRight;
  e.guilt = Guilt::kEarlyDeparture;
  EXPECT_EQ(Judged(e), "broken (early release)");
}

TEST(StalePayloadTest, WhatIsNotSeenAgainMayBeChance) {
  Evidence e = WrongPayload(Trial::kRight);
  e.not_repeated = true;
  EXPECT_EQ(Judged(e), "broken (rarely wrong)");
  e.payload_atomic = Trial::kWrong;
  e.fence_device = Trial::kRight;
  EXPECT_EQ(Judged(e), "broken (rarely wrong)");
  e.fence_device = Trial::kWrong;
  EXPECT_EQ(Judged(e), "broken (wrong payload)");
}

TEST(StalePayloadTest, WithoutTheDifferenceNeitherStaleNorBrokenIsSaid) {
  EXPECT_EQ(Judged(WrongPayload(Trial::kNotRun)),
            "infra (no difference to explain it)");
  EXPECT_EQ(Judged(WrongPayload(Trial::kHung)),
            "infra (no difference to explain it)");
}

TEST(StalePayloadTest, AStalePayloadNeedsKernelBoundaryToo) {
  Evidence e = WrongPayload(Trial::kRight);
  e.boundary = Trial::kNotRun;
  EXPECT_EQ(Judged(e), "infra (kernel_boundary not right)");
}

TEST(BrokenTest, WrongWithAnAtomicPayloadTooIsBroken) {
  EXPECT_EQ(Judged(WrongPayload(Trial::kWrong)), "broken (wrong payload)");
}

TEST(BrokenTest, ItIsNeverBrokenWithoutKernelBoundary) {
  for (Trial boundary : {Trial::kNotRun, Trial::kHung, Trial::kWrong}) {
    Evidence e = WrongPayload(Trial::kWrong);
    e.boundary = boundary;
    EXPECT_EQ(Judged(e), "infra (kernel_boundary not right)");
  }
}

TEST(BrokenTest, AWaitLeftUnmetIsNoPassThoughThePayloadIsRight) {
  Evidence e = Right();
  e.waits = Waits::kLeftUnmet;
  EXPECT_EQ(Judged(e), "broken (wait cut short)");
}

TEST(BrokenTest, APlainWaitLeftUnmetWhileTheReissuedOneWaitsIsElided) {
  Evidence e = Right();
  e.waits = Waits::kLeftUnmet;
  e.plain_poll = true;
  e.poll_reissued = Trial::kHung;
  EXPECT_EQ(Judged(e), "broken (wait elided)");
  e.plain_poll = false;
  EXPECT_EQ(Judged(e), "broken (wait cut short)");
}

TEST(BrokenTest, AnUnmetWaitExplainsTheWrongPayloadBehindIt) {
  Evidence e = WrongPayload(Trial::kRight);
  e.waits = Waits::kLeftUnmet;
  EXPECT_EQ(Judged(e), "broken (wait cut short)");
}

TEST(BrokenTest, AnEarlyDepartureIsBrokenThoughThePayloadIsRight) {
  Evidence e = Right();
  e.guilt = Guilt::kEarlyDeparture;
  EXPECT_EQ(Judged(e), "broken (early release)");
  e.boundary = Trial::kNotRun;  // no payload bears on it
  EXPECT_EQ(Judged(e), "broken (early release)");
  e.boundary = Trial::kWrong;  // ... but the harness is at fault
  EXPECT_EQ(Judged(e), "infra (kernel_boundary not right)");
}

TEST(BrokenTest, AChangedOwnerIsBrokenThoughTheAtomicPayloadIsRight) {
  Evidence e = WrongPayload(Trial::kRight);
  e.guilt = Guilt::kOwnerChanged;
  EXPECT_EQ(Judged(e), "broken (exclusion violated)");
}

TEST(BrokenTest, TheBoardNamesTheCauseOfAWrongPayload) {
  Evidence e = WrongPayload(Trial::kWrong);
  e.guilt = Guilt::kEarlyDeparture;
  EXPECT_EQ(Judged(e), "broken (early release)");
}

TEST(BrokenTest, AValueOfNoRoundIsTornOrForeign) {
  Evidence e = WrongPayload(Trial::kRight);
  e.payload = PayloadState::kTorn;
  EXPECT_EQ(Judged(e), "broken (torn or foreign)");
}

TEST(BrokenTest, ALostArrivalIsNotAHang) {
  EXPECT_EQ(Judged(Frozen(Where::kLostArrival)), "broken (lost arrival)");
}

TEST(BrokenTest, ALockThatNobodyHoldsAnyMoreIsALostRelease) {
  Evidence e = Frozen(Where::kLostRelease);
  e.boundary = Trial::kNotRun;  // no payload bears on it
  EXPECT_EQ(Judged(e), "broken (lost release)");
}

TEST(EndingTest, NoStartWordIsInfraWhateverElseWasSeen) {
  Evidence e = BlindPoll(Trial::kHung);
  e.ending = Ending::kNeverStarted;
  EXPECT_EQ(Judged(e), "infra (never started)");
}

TEST(EndingTest, ADeadWorkerIsACrashThoughControlsFailed) {
  Evidence e = Right();
  e.ending = Ending::kWorkerDied;
  e.control = Trial::kHung;
  EXPECT_EQ(Judged(e), "crash");
}

TEST(EndingTest, AnEndFromOutsideIsInfraWhateverElseWasSeen) {
  for (Evidence e : {Right(), WrongPayload(Trial::kWrong)}) {
    e.ending = Ending::kEndedFromOutside;
    EXPECT_EQ(Judged(e), "infra (worker ended from outside)");
    e.control = Trial::kHung;
    e.waits = Waits::kGaveUp;
    EXPECT_EQ(Judged(e), "infra (worker ended from outside)");
  }
}

TEST(EndingTest, WithoutProcessorTimeNothingIsSaid) {
  for (Evidence e : {Right(), Frozen(Where::kStuckInside)}) {
    e.ending = Ending::kNoProcessor;
    EXPECT_EQ(Judged(e), "infra (not enough processor time)");
    e.control = Trial::kHung;
    EXPECT_EQ(Judged(e), "infra (not enough processor time)");
  }
}

TEST(EndingTest, ALostDeviceIsLost) {
  Evidence e = Right();
  e.ending = Ending::kDeviceLost;
  EXPECT_EQ(Judged(e), "lost");
}

TEST(EndingTest, AnEventErrorIsAnErrorAndOutranksBroken) {
  Evidence e = WrongPayload(Trial::kWrong);
  e.ending = Ending::kEventError;
  EXPECT_EQ(Judged(e), "error");
  e.boundary = Trial::kWrong;  // what it left behind is not looked at
  e.waits = Waits::kLeftUnmet;
  EXPECT_EQ(Judged(e), "error");
}

TEST(NamesTest, EveryVerdictHasANameAndALetterOfItsOwn) {
  std::set<char> letters;
  for (int i = 0; i <= static_cast<int>(VerdictKind::kNotRun); ++i) {
    const auto kind = static_cast<VerdictKind>(i);
    VerdictKind back = VerdictKind::kInfra;
    EXPECT_TRUE(ReadName(VerdictName(kind), &back));
    EXPECT_EQ(back, kind);
    letters.insert(VerdictLetter(kind));
  }
  EXPECT_EQ(letters.size(), 15u);
  EXPECT_EQ(VerdictLetter(VerdictKind::kPass), '.');
  EXPECT_EQ(VerdictLetter(VerdictKind::kHang), 'X');
  EXPECT_EQ(VerdictLetter(VerdictKind::kStaleCache), 'C');
  EXPECT_EQ(VerdictLetter(VerdictKind::kUnproven), 'o');
  VerdictKind untouched = VerdictKind::kHang;
  EXPECT_FALSE(ReadName("flaky", &untouched));
  EXPECT_EQ(untouched, VerdictKind::kHang);
}

TEST(BoardTest, OfAnIncompleteBoardNothingElseIsConcluded) {
  const auto incomplete = [](Evidence e) {
    e.board_incomplete = true;
    return Judged(e);
  };
  EXPECT_EQ(incomplete(Right()), "infra (board incomplete)");
  EXPECT_EQ(incomplete(WrongPayload(Trial::kRight)),
            "infra (board incomplete)");
  Evidence e = Right();
  e.waits = Waits::kLeftUnmet;
  EXPECT_EQ(incomplete(e), "infra (board incomplete)");
  e = Right();
  e.guilt = Guilt::kEarlyDeparture;
  EXPECT_EQ(incomplete(e), "infra (board incomplete)");
  e = Right();
  e.ending = Ending::kFinishedLate;
  EXPECT_EQ(incomplete(e), "infra (board incomplete)");
}

TEST(BoardTest, AnEndThatNoBoardBearsOnStaysWhatItIs) {
  for (Ending ending : {Ending::kWorkerDied, Ending::kDeviceLost,
                        Ending::kEventError, Ending::kRetrying}) {
    Evidence e = Right();
    e.ending = ending;
    const std::string verdict = Judged(e);
    e.board_incomplete = true;
    EXPECT_EQ(Judged(e), verdict);
  }
  Evidence e = Right();
  e.waits = Waits::kGaveUp;
  e.board_incomplete = true;
  EXPECT_EQ(Judged(e), "hang (gave up)");
}

TEST(NamesTest, EveryCauseHasANameOfItsOwn) {
  std::set<std::string> names;
  for (int i = 0; i <= static_cast<int>(Cause::kUnordered); ++i) {
    const auto cause = static_cast<Cause>(i);
    Cause back = Cause::kHarness;
    EXPECT_TRUE(ReadName(NameOf(cause), &back));
    EXPECT_EQ(back, cause);
    names.emplace(NameOf(cause));
  }
  EXPECT_EQ(names.size(), static_cast<size_t>(Cause::kUnordered) + 1);
  Cause untouched = Cause::kMissed;
  EXPECT_FALSE(ReadName("gremlins", &untouched));
  EXPECT_EQ(untouched, Cause::kMissed);
}

TEST(StaleTest, ALostGuardIsASeparateCause) {
  Evidence e = BlindPoll(Trial::kRight);
  e.guard_lost = true;
  EXPECT_EQ(Judged(e), "stale-hoisted (guard lost)");
  // Only a plain poll may be compiled so, and only the difference shows it.
  e.plain_poll = false;
  EXPECT_EQ(Judged(e), "hang (cause unknown)");
  e.plain_poll = true;
  EXPECT_TRUE(JudgeEvidence(e) == JudgeEvidence(BlindPoll(Trial::kRight)))
      << "which of the two shows is luck: no driver has changed";
  e = BlindPoll(Trial::kHung);
  e.guard_lost = true;
  EXPECT_EQ(Judged(e), "stale-cache (cache)");
}

TEST(RuleTest, TheVerdictNamesTheRuleThatDecided) {
  EXPECT_EQ(JudgeEvidence(BlindPoll(Trial::kRight)).rule, Rule::kPollHoisted);
  Evidence e = Right();
  e.board_incomplete = true;
  EXPECT_EQ(JudgeEvidence(e).rule, Rule::kBoardIncomplete);
}

}  // namespace
}  // namespace wgsync
