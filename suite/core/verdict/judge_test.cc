#include "suite/core/verdict/judge.h"

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"

namespace wgsync {
namespace {

// A launch that ended by itself, with a right payload.
Observation Right() {
  Observation o;
  o.ending = Ending::kFinished;
  o.payload.judged = true;
  o.payload.reads = 100;
  o.last.roles.resize(3);
  return o;
}

Observation WithBadWait(WaitEnd end) {
  Observation o = Right();
  o.last.roles[1].bad = 1;
  o.last.roles[1].bad_end = end;
  return o;
}

TEST(FinishedTest, InTimeOrLateButByItself) {
  for (Ending ending : {Ending::kFinished, Ending::kFinishedLate}) {
    Observation o = Right();
    o.ending = ending;
    EXPECT_TRUE(Finished(o));
  }
  for (Ending ending :
       {Ending::kFrozen, Ending::kMoving, Ending::kRetrying,
        Ending::kNeverStarted, Ending::kEventError, Ending::kEndedByWatchdog,
        Ending::kNotReported, Ending::kCompletedEarly, Ending::kWorkerDied,
        Ending::kEndedFromOutside, Ending::kNoProcessor, Ending::kDeviceLost}) {
    Observation o = Right();
    o.ending = ending;
    EXPECT_FALSE(Finished(o)) << static_cast<int>(ending);
    EXPECT_NE(Stuck(o), WaitTrial(LaunchOutcomeOf(o)) == Trial::kNotRun);
    EXPECT_EQ(PayloadTrial(LaunchOutcomeOf(o)), WaitTrial(LaunchOutcomeOf(o)))
        << static_cast<int>(ending);
  }
}

// Groups that wait: each has a representative, and the first a watcher too.
Snapshot Waiting() {
  Snapshot s;
  s.started = {true, true, true};
  s.ended = {false, false, true};
  s.roles.resize(4);
  for (uint32_t g = 0; g < 3; ++g) s.roles[g].group = g;
  s.roles[0].arrived = 5;
  s.roles[0].left = s.roles[0].closed = 4;
  s.roles[1] = s.roles[0];
  s.roles[1].group = 1;
  s.roles[2].arrived = s.roles[2].left = s.roles[2].closed = 4;
  // The watcher has left its wait, and its group's barrier waits for the other.
  s.roles[3].watcher = true;
  s.roles[3].arrived = s.roles[3].left = 5;
  s.roles[3].closed = 4;
  return s;
}

TEST(EveryoneWaitsTest, NobodyCanGoOnByHimself) {
  Snapshot s = Waiting();
  EXPECT_TRUE(EveryoneWaits(s));
  s.started[1] = false;
  s.roles[1] = {};
  s.roles[1].group = 1;
  EXPECT_TRUE(EveryoneWaits(s))
      << "a group that has not started waits for a place";
}

TEST(EveryoneWaitsTest, WhoIsOnHisWayToAWaitMayGoOn) {
  Snapshot s = Waiting();
  s.roles[1].left = s.roles[1].closed = 5;
  EXPECT_FALSE(EveryoneWaits(s)) << "between two waits";
  s = Waiting();
  s.roles[1].between = true;
  EXPECT_FALSE(EveryoneWaits(s)) << "has to signal for others";
  s = Waiting();
  s.roles[0].left = 5;
  EXPECT_FALSE(EveryoneWaits(s)) << "all of the group have left their waits";
  s = Waiting();
  s.roles[3].closed = 5;
  EXPECT_FALSE(EveryoneWaits(s)) << "one is beyond the closing barrier";
  s = Waiting();
  s.ended[2] = false;
  EXPECT_FALSE(EveryoneWaits(s)) << "one has still to end";
  s = Waiting();
  s.roles.clear();
  EXPECT_FALSE(EveryoneWaits(s)) << "no board";
}

TEST(StuckTest, ADifferenceThatDidNotWaitSaysNothingOfWaiting) {
  Observation o = Right();
  for (Ending ending : {Ending::kFrozen, Ending::kMoving, Ending::kRetrying,
                        Ending::kEndedByWatchdog}) {
    o.ending = ending;
    EXPECT_EQ(WaitTrial(LaunchOutcomeOf(o)), Trial::kHung)
        << static_cast<int>(ending);
  }
  for (Ending ending :
       {Ending::kNeverStarted, Ending::kEventError, Ending::kNotReported,
        Ending::kCompletedEarly, Ending::kWorkerDied, Ending::kEndedFromOutside,
        Ending::kNoProcessor, Ending::kDeviceLost}) {
    o.ending = ending;
    EXPECT_EQ(WaitTrial(LaunchOutcomeOf(o)), Trial::kNotRun)
        << static_cast<int>(ending);
    EXPECT_EQ(PayloadTrial(LaunchOutcomeOf(o)), Trial::kNotRun)
        << static_cast<int>(ending);
  }
}

// Frozen, two of three groups started.
Observation NotStarted() {
  Observation o = Right();
  o.ending = Ending::kFrozen;
  o.channel_proven = o.has_pair = true;
  o.frozen.started = {true, false, true};
  o.frozen.roles.resize(3);
  return o;
}

TEST(HangsNotStartedTest, NeedsAGroupThatTheFrozenPairShowsNotStarted) {
  EXPECT_TRUE(HangsNotStarted(NotStarted()));
  Observation o = NotStarted();
  o.frozen.started[1] = true;
  EXPECT_FALSE(HangsNotStarted(o)) << "all have started: another hang";
  o = NotStarted();
  o.has_pair = false;
  EXPECT_FALSE(HangsNotStarted(o));
  o = NotStarted();
  o.channel_proven = false;
  EXPECT_FALSE(HangsNotStarted(o));
  o = NotStarted();
  o.ending = Ending::kMoving;
  EXPECT_FALSE(HangsNotStarted(o)) << "it moves";
}

TEST(HangsNotStartedTest, ABoundedWaitMustHaveGivenUpAfterThePair) {
  Observation o = NotStarted();
  o.ending = Ending::kFinished;
  EXPECT_FALSE(HangsNotStarted(o)) << "it ended, and every wait was met";
  o.last.roles[0].bad = 1;
  o.last.roles[0].bad_end = WaitEnd::kGaveUp;
  EXPECT_TRUE(HangsNotStarted(o));
  o.last.roles[0].bad_end = WaitEnd::kUnmet;
  EXPECT_FALSE(HangsNotStarted(o)) << "cut short by the driver";
  o.last.roles[0].bad_end = WaitEnd::kGaveUp;
  o.frozen.roles[0].bad_end = WaitEnd::kGaveUp;
  EXPECT_FALSE(HangsNotStarted(o)) << "who gave up lets others start";
}

TEST(NobodyWaitedTest, IsSaidByTheBoardOfALaunchThatEnded) {
  Observation o = Right();
  EXPECT_FALSE(NobodyWaited(o));  // no board
  o.has_board = true;
  EXPECT_TRUE(NobodyWaited(o));
  o.ending = Ending::kFrozen;
  EXPECT_FALSE(NobodyWaited(o));
  o.ending = Ending::kFinishedLate;
  EXPECT_TRUE(NobodyWaited(o));
  o.last.roles[2].waited = 1;
  EXPECT_FALSE(NobodyWaited(o));
}

// A right launch of five barriers: two groups, of which the first has two
// watchers, and one that has no flag to watch.
Observation RightBoard() {
  Observation o = Right();
  o.has_board = true;
  o.arrivals_due = 5;
  RoleFacts role;
  role.arrived = role.left = role.closed = 5;
  role.waits_known = true;
  role.end = WaitEnd::kMet;
  o.last.roles.assign(4, role);
  o.last.roles[1].group = 1;
  o.last.roles[2].watcher = o.last.roles[3].watcher = true;
  o.last.roles.emplace_back().watcher = true;
  return o;
}

TEST(MissingOnBoardTest, NothingWhereEveryRoleThatCameHasAllCounts) {
  EXPECT_FALSE(MissingOnBoard(RightBoard()));
  Observation o = RightBoard();
  // Its wait is told by whether it is between two, and it only arrives.
  o.last.roles[0].waits_known = false;
  o.last.roles[0].end = WaitEnd::kNever;
  EXPECT_FALSE(MissingOnBoard(o));
}

TEST(MissingOnBoardTest, NamesTheRoleAndTheCall) {
  Observation o = RightBoard();
  o.last.roles[1].left = 0;
  const Finding found = *MissingOnBoard(o);
  EXPECT_EQ(NameGroups(found), "group 1");
  EXPECT_EQ(found.numbers, (std::vector<uint64_t>{1, 5, 0, 5, 5}));
  EXPECT_EQ(found.texts, std::vector<std::string>{"wg_left"});
  const auto call = [](uint32_t role, uint32_t arrived, uint32_t closed,
                       WaitEnd end) {
    Observation o = RightBoard();
    o.last.roles[role].arrived = arrived;
    o.last.roles[role].closed = closed;
    o.last.roles[role].end = end;
    return MissingOnBoard(o)->texts[0];
  };
  EXPECT_EQ(call(0, 4, 5, WaitEnd::kMet), "wg_arrive_*");
  EXPECT_EQ(call(2, 5, 0, WaitEnd::kMet), "wg_group_closed");
  EXPECT_EQ(call(3, 5, 6, WaitEnd::kMet), "wg_group_closed");
  EXPECT_EQ(call(3, 5, 5, WaitEnd::kNever), "wg_look_back");
}

TEST(MissingOnBoardTest, AWaitThatWasRemovedIsNotLookedBackAt) {
  Observation o = RightBoard();
  o.last.roles[0].end = WaitEnd::kNever;
  EXPECT_TRUE(MissingOnBoard(o));
  o.removed = true;
  EXPECT_FALSE(MissingOnBoard(o));
}

TEST(MissingOnBoardTest, OnlyALaunchThatCameOutRightIsLookedAt) {
  Observation missing = RightBoard();
  missing.last.roles[1].left = 0;
  Observation o = missing;
  o.has_board = false;
  EXPECT_FALSE(MissingOnBoard(o));
  o = missing;
  o.ending = Ending::kFrozen;
  EXPECT_FALSE(MissingOnBoard(o));
  o = missing;
  o.payload.wrong = 1;
  EXPECT_FALSE(MissingOnBoard(o));
  o = missing;
  o.last.roles[0].bad = 1;
  EXPECT_FALSE(MissingOnBoard(o)) << "a wait was left unmet";
  o = missing;
  o.last.roles[0].arrived = 6;
  EXPECT_FALSE(MissingOnBoard(o)) << "the compiler's fault";
}

// Two groups of 32 work-items, each of which makes two reads.
Observation Counted() {
  Observation o = Right();
  o.payload.items_ended = o.payload.items_due = 64;
  o.payload.reads = o.payload.reads_due = 128;
  return o;
}

TEST(AccountTest, IsCompleteWhereAllIsCountedOrNothing) {
  EXPECT_EQ(AccountOf(Counted()), Account::kComplete);
  EXPECT_EQ(AccountOf(Right()), Account::kComplete) << "no count";
  Observation o = Counted();
  o.payload.reads = 129;
  EXPECT_EQ(AccountOf(o), Account::kComplete) << "a lower bound";
  o.payload.reads = 0;
  o.payload.reads_due = 0;
  EXPECT_EQ(AccountOf(o), Account::kComplete) << "as many as the run makes";
}

TEST(AccountTest, AWorkItemThatIsMissingIsLostAndItsReadsWithIt) {
  Observation o = Counted();
  o.payload.items_ended = 56;
  o.payload.reads = 112;
  EXPECT_EQ(AccountOf(o), Account::kItemsLost);
  o.payload.items_ended = 64;
  EXPECT_EQ(AccountOf(o), Account::kReadsMissing);
  o.ending = Ending::kFrozen;
  EXPECT_EQ(AccountOf(o), Account::kComplete) << "it has not ended by itself";
}

TEST(AccountTest, AGroupThatEndedWithoutItsStartWordLostAStore) {
  for (Observation o : {Counted(), Right()}) {
    o.last.started = {true, false};
    o.last.ended = {true, true};
    EXPECT_EQ(AccountOf(o), Account::kStoreLost);
    EXPECT_EQ(GroupsWithoutStart(o), std::vector<uint32_t>{1});
    EXPECT_EQ(WaitTrial(LaunchOutcomeOf(o)), Trial::kNotRun);
    EXPECT_EQ(PayloadTrial(LaunchOutcomeOf(o)), Trial::kNotRun);
    o.last.ended = {true, false};
    EXPECT_EQ(AccountOf(o), Account::kComplete) << "it never ran";
    o.last.ended = {true, true};
    o.ending = Ending::kFrozen;
    EXPECT_EQ(AccountOf(o), Account::kComplete) << "it has not ended by itself";
  }
}

TEST(AccountTest, AGroupRanIfItLeftOneOfItsTwoWords) {
  Snapshot s;
  s.started = {true, false};
  s.ended = {false, true};
  EXPECT_TRUE(EveryGroupRan(s));
  s.ended = {true, false};
  EXPECT_FALSE(EveryGroupRan(s));
}

TEST(AccountTest, ALaunchThatLostAPartShowsNothingOfAnAccess) {
  Observation o = Counted();
  o.payload.items_ended = 56;
  EXPECT_EQ(WaitTrial(LaunchOutcomeOf(o)), Trial::kNotRun);
  EXPECT_EQ(PayloadTrial(LaunchOutcomeOf(o)), Trial::kNotRun);
  o = Counted();
  o.payload.reads = 112;
  EXPECT_EQ(WaitTrial(LaunchOutcomeOf(o)), Trial::kRight);
  EXPECT_EQ(PayloadTrial(LaunchOutcomeOf(o)), Trial::kNotRun);
  EXPECT_EQ(PayloadTrial(LaunchOutcomeOf(Counted())), Trial::kRight);
}

TEST(AccountTest, AGroupWithoutAnEndWordWasCutShortUnlessWorkItemsWereLost) {
  Observation o = Counted();
  o.last.started = {true, true};
  o.last.ended = {true, false};
  EXPECT_EQ(WaitsOf(o), Waits::kLeftUnmet);
  EXPECT_EQ(WaitTrial(LaunchOutcomeOf(o)), Trial::kWrong);
  o.payload.items_ended = 56;
  EXPECT_EQ(WaitsOf(o), Waits::kMet);
  o.last.roles[1].bad = 1;
  o.last.roles[1].bad_end = WaitEnd::kUnmet;
  EXPECT_EQ(WaitsOf(o), Waits::kLeftUnmet) << "it says so itself";
}

TEST(AccountTest, OfALaunchThatLostAPartTheBoardNeedNotBeComplete) {
  Observation o = RightBoard();
  o.last.roles[1].left = 0;
  EXPECT_TRUE(MissingOnBoard(o));
  o.payload.items_due = 64;
  EXPECT_FALSE(MissingOnBoard(o));
}

TEST(TookTurnsTest, WithOneCoreForAllAndNotWhereNobodyKnows) {
  Observation o = Right();
  EXPECT_FALSE(TookTurns(o.cores));
  o.cores = 1.02;
  EXPECT_TRUE(TookTurns(o.cores));
  o.cores = 1.9;
  EXPECT_FALSE(TookTurns(o.cores));
}

TEST(WaitsTest, AreMetWhereNoneWasBad) {
  EXPECT_EQ(WaitsOf(Right()), Waits::kMet);
  Observation o = Right();
  o.last.roles[1].end = WaitEnd::kMet;
  EXPECT_EQ(WaitsOf(o), Waits::kMet);
}

TEST(WaitsTest, TheWorstOfAnyRoleCounts) {
  EXPECT_EQ(WaitsOf(WithBadWait(WaitEnd::kUnmet)), Waits::kLeftUnmet);
  EXPECT_EQ(WaitsOf(WithBadWait(WaitEnd::kGaveUp)), Waits::kGaveUp);
}

TEST(WaitsTest, UnmetCountsOnlyBeforeAnybodyGaveUp) {
  Observation o = WithBadWait(WaitEnd::kGaveUp);
  o.last.roles[1].bad_round = 4;
  o.last.roles[0].bad = 2;
  o.last.roles[0].bad_end = WaitEnd::kUnmet;
  for (uint32_t round : {3, 4, 5}) {
    o.last.roles[0].bad_round = round;
    o.in_step = false;
    EXPECT_EQ(WaitsOf(o), Waits::kGaveUp) << round;
    o.in_step = true;
    EXPECT_EQ(WaitsOf(o), round < 4 ? Waits::kLeftUnmet : Waits::kGaveUp)
        << round;
  }
}

TEST(WaitsTest, ABadWaitStaysBadWhateverTheLastOneWas) {
  Observation o = WithBadWait(WaitEnd::kUnmet);
  o.last.roles[1].end = WaitEnd::kMet;
  EXPECT_EQ(WaitsOf(o), Waits::kLeftUnmet);
}

TEST(PayloadTest, IsRightWhereReadsOwnerAndMemoryAre) {
  EXPECT_EQ(PayloadOf(Right()), PayloadState::kRight);
}

TEST(PayloadTest, OneThatWasNotJudgedIsNeither) {
  Observation o = Right();
  o.payload.judged = false;
  o.payload.torn = 1;
  EXPECT_EQ(PayloadOf(o), PayloadState::kNotJudged);
}

TEST(PayloadTest, AWrongReadAnOwnerThatChangedOrAWrongEndMakeItWrong) {
  Observation o = Right();
  o.payload.wrong = 1;
  EXPECT_EQ(PayloadOf(o), PayloadState::kWrong);
  o = Right();
  o.payload.final_wrong = 1;
  EXPECT_EQ(PayloadOf(o), PayloadState::kWrong);
  o = Right();
  o.payload.owner_changed = 1;
  EXPECT_EQ(PayloadOf(o), PayloadState::kWrong);
}

TEST(PayloadTest, OneTornReadMakesItTorn) {
  Observation o = Right();
  o.payload.wrong = 1000;
  o.payload.torn = 1;
  EXPECT_EQ(PayloadOf(o), PayloadState::kTorn);
}

TEST(RereadTest, IsNewWhereHalfOfTheSecondLooksWere) {
  Observation o = Right();
  o.payload.wrong = 10;
  o.payload.again_new = 5;
  EXPECT_EQ(RereadOf(o.payload), Reread::kNew);
  o.payload.again_new = 4;
  EXPECT_EQ(RereadOf(o.payload), Reread::kOld);
}

TEST(RereadTest, IsNoneWhereOnlyTheEndIsWrong) {
  Observation o = Right();
  o.payload.final_wrong = 1;
  EXPECT_EQ(RereadOf(o.payload), Reread::kNone);
}

TEST(WaitTrialTest, OnlyHowTheWaitsEndedCounts) {
  EXPECT_EQ(WaitTrial(LaunchOutcomeOf(Right())), Trial::kRight);
  EXPECT_EQ(WaitTrial(LaunchOutcomeOf(WithBadWait(WaitEnd::kGaveUp))),
            Trial::kHung);
  EXPECT_EQ(WaitTrial(LaunchOutcomeOf(WithBadWait(WaitEnd::kUnmet))),
            Trial::kWrong);
  Observation o = Right();
  o.payload.wrong = 1;
  EXPECT_EQ(WaitTrial(LaunchOutcomeOf(o)), Trial::kRight);
}

TEST(PayloadTrialTest, IsRightOnlyWithARightPayload) {
  EXPECT_EQ(PayloadTrial(LaunchOutcomeOf(Right())), Trial::kRight);
  Observation o = Right();
  o.payload.wrong = 1;
  EXPECT_EQ(PayloadTrial(LaunchOutcomeOf(o)), Trial::kWrong);
  o = Right();
  o.payload.torn = 1;
  EXPECT_EQ(PayloadTrial(LaunchOutcomeOf(o)), Trial::kWrong);
}

TEST(PayloadTrialTest, OneThatWasNotJudgedProvesNothingRight) {
  Observation o = Right();
  o.payload.judged = false;
  EXPECT_EQ(PayloadTrial(LaunchOutcomeOf(o)), Trial::kWrong);
}

TEST(PayloadTrialTest, AWaitThatGaveUpIsAHang) {
  EXPECT_EQ(PayloadTrial(LaunchOutcomeOf(WithBadWait(WaitEnd::kGaveUp))),
            Trial::kHung);
}

}  // namespace
}  // namespace wgsync
