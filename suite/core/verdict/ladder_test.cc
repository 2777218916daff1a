#include "suite/core/verdict/ladder.h"

#include <cstdint>

#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/verdict/observation.h"
#include "suite/core/verdict/still_launch_testing.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

constexpr uint32_t kGroups = StillLaunch::kGroups;
constexpr uint32_t kRounds = StillLaunch::kRounds;
using Launch = StillLaunch;

Launch Reset(uint32_t round) {
  return Launch::AllWait("barrier.counter_per_group_reset", round,
                         Comparison::kEquals, kGroups);
}

// Every group waits for its own flag to be taken down, every watcher is through
// with `round`.
Launch Flags(uint32_t round) {
  Launch l("barrier.flags_master_group");
  for (uint32_t g = 0; g < kGroups; ++g) {
    l.Waits(g, round, g, Comparison::kEquals, 0).Word(g, 1);
    l.Between(kGroups + g, round + 1);
  }
  return l;
}

// --- the rungs that hold for all -------------------------------------------

TEST(NotStartedTest, GroupsWithoutAStartWordAreNamed) {
  Launch l = Launch::Counter(0);
  EXPECT_EQ(l.NotStarted(2).NotStarted(3).Found(),
            "not started: groups 2 and 3");
  EXPECT_EQ(l.Climb().findings.size(), 1u);
  EXPECT_EQ(l.Finds(0), "not_started of groups 2 and 3: 4");
}

TEST(NotStartedTest, NeedsNoBoard) {
  Launch l = Launch::Counter(0);
  l.NotStarted(3).facts().has_board = false;
  EXPECT_EQ(l.Found(), "not started: group 3");
}

TEST(NotStartedTest, NeedsNoSecondLook) {
  Launch l = Launch::Counter(0);
  l.NotStarted(3).facts().has_pair = false;
  EXPECT_EQ(l.Found(), "not started: group 3");
}

TEST(NotStartedTest, ComesBeforeAConditionThatIsTrue) {
  Launch l = Launch::Counter(0);
  EXPECT_EQ(l.NotStarted(3).Word(0, kGroups).Found(), "not started: group 3");
}

TEST(NoBoardTest, WithoutABoardTheCauseIsUnknown) {
  Launch l = Launch::Counter(0);
  l.Word(0, kGroups + 1).facts().has_board = false;
  EXPECT_EQ(l.Found(), "unknown: no group");
}

TEST(NoPairTest, OneLookAloneIsNoCause) {
  for (uint32_t word : {0u, kGroups}) {
    Launch l = Launch::Counter(0);
    l.Word(0, word).facts().has_pair = false;
    EXPECT_EQ(l.Found(), "unknown: no group") << word;
    EXPECT_THAT(l.Finds(1), StartsWith("waits_for_word of group 0: 0 0 0 0 4"));
  }
}

// --- barriers ----------------------------------------------------------------

TEST(BarrierTest, AGroupThatStartedAndDidNotArriveIsStuckInside) {
  Launch l = Launch::Counter(2);
  EXPECT_EQ(l.Between(1, 2).Found(), "stuck inside: group 1");
  EXPECT_EQ(l.Climb().round, 2u);
}

TEST(BarrierTest, StuckInsideComesBeforeAConditionThatIsTrue) {
  Launch l = Launch::Counter(2);
  EXPECT_EQ(l.Between(1, 2).Word(0, 3 * kGroups).Found(),
            "stuck inside: group 1");
}

TEST(BarrierTest, AGroupThatLeftItsWaitAndDidNotCloseItIsStuckInside) {
  Launch l = Launch::Counter(2);
  EXPECT_EQ(l.Left(0, 2).Left(3, 2).Found(), "stuck inside: groups 0 and 3");
}

TEST(BarrierTest, AGroupThatEndedIsNotStuck) {
  Launch l = Launch::Counter(kRounds - 1);
  EXPECT_EQ(l.Ended(1).Word(0, kRounds * kGroups).Found(),
            "condition true: groups 0, 2 and 3");
}

TEST(BarrierTest, AConditionThatMemoryMeetsIsACandidateForStale) {
  Launch l = Launch::Counter(2);
  EXPECT_EQ(l.Word(0, 3 * kGroups).Found(), "condition true: groups 0 to 3");
  const Place r = l.Climb();
  EXPECT_EQ(r.round, 2u);
  EXPECT_EQ(l.Finds(1), "waits_for_word of group 0: 0 0 0 0 12 1 12");
}

TEST(BarrierTest, GroupsAheadOfTheEarliestRoundAreNotTheCause) {
  // Group 2 did not see the end of round 2; the others wait for it in round 3.
  Launch l = Launch::Counter(3);
  l.Waits(2, 2, 0, Comparison::kReaches, 3 * kGroups);
  EXPECT_EQ(l.Word(0, 4 * kGroups - 1).Found(), "condition true: group 2");
  EXPECT_EQ(l.Climb().round, 2u);
  // Or it is stuck on its way to round 2.
  EXPECT_EQ(l.Between(2, 2).Found(), "stuck inside: group 2");
  EXPECT_EQ(l.Climb().round, 2u);
}

TEST(BarrierTest, GoalsAreComparedByDifference) {
  Launch l =
      Launch::AllWait("barrier.counter_per_group", 0, Comparison::kReaches, 4);
  EXPECT_EQ(l.Word(0, 0xFFFFFFF0u).Found(), "lost arrival: groups 0 to 3");
  Launch high = Launch::AllWait("barrier.counter_per_group", 0,
                                Comparison::kReaches, 0xFFFFFFF0u);
  EXPECT_EQ(high.Word(0, 2).Found(), "condition true: groups 0 to 3");
}

TEST(BarrierTest, AConditionThatOneLookAloneShowsProvesNothing) {
  Launch now = Launch::Counter(0);
  now.Word(0, kGroups).WordBefore(0, kGroups - 1);
  EXPECT_EQ(now.Found(), "unknown: groups 0 to 3");
  Launch before = Launch::Counter(0);
  before.Word(0, kGroups - 1).WordBefore(0, kGroups);
  EXPECT_EQ(before.Found(), "unknown: groups 0 to 3");
}

TEST(BarrierTest, ACounterWithoutResetBelowItsArrivalsHasLostOne) {
  Launch l = Launch::Counter(2);
  EXPECT_EQ(l.Word(0, 3 * kGroups - 1).Found(), "lost arrival: groups 0 to 3");
  EXPECT_EQ(l.Finds(1), "waits_for_word of group 0: 0 0 0 0 12 1 11");
}

TEST(BarrierTest, ACounterThatIsResetHasBeenMissed) {
  Launch l = Reset(3);
  // Group 1 polled too slowly: the others took n away and arrived anew.
  l.Waits(1, 2, 0, Comparison::kEquals, kGroups);
  EXPECT_EQ(l.Word(0, kGroups - 1).Found(), "missed: group 1");
}

TEST(BarrierTest, AFlagThatStaysUpIsASignalThatMemoryDoesNotShow) {
  EXPECT_EQ(Flags(1).Found(), "signal missing: groups 0 to 3");
}

TEST(BarrierTest, AFlagThatIsDownWhileItsGroupWaitsIsACandidateForStale) {
  EXPECT_EQ(Flags(1).Word(2, 0).Found(), "condition true: group 2");
}

TEST(BarrierTest, AWaitForNoSuchWordIsNeverTrue) {
  Launch l = Launch::Counter(0);
  l.Waits(3, 0, 77, Comparison::kReaches, 0);
  EXPECT_EQ(l.Found(), "lost arrival: groups 0 to 3");
}

TEST(BarrierTest, WhereTheBoardShowsNobodyWaitingTheCauseIsUnknown) {
  Launch l = Launch::Counter(0);
  for (uint32_t g = 0; g < kGroups; ++g) l.Role(g).waits_known = false;
  EXPECT_EQ(l.Found(), "unknown: no group");
}

TEST(BarrierTest, OnlyTheFirstWaitsAreTold) {
  EXPECT_EQ(Launch::Counter(0).Climb().findings.size(), 1u + 3u);
}

// --- watchers
// ------------------------------------------------------------------

TEST(WatcherTest, AWatcherIsNamedByItsGroupAndOnce) {
  Launch l = Flags(1);
  // Flags 2 and 3 are up, and their watchers do not see it.
  for (uint32_t i : {2u, 3u}) {
    l.Waits(kGroups + i, 1, i, Comparison::kEquals, 1);
  }
  EXPECT_EQ(l.Found(), "condition true: group 0");
  EXPECT_EQ(l.Finds(1), "waits_for_word of group 0: 1 0 2 1 1 1 1");
}

TEST(WatcherTest, GroupsAreNamedInOrderWhoeverWaits) {
  Launch l = Flags(1);
  // Group 3 raised its flag, memory does not show it, and group 3 itself polls
  // its own copy of it.
  l.Waits(kGroups + 3, 1, 3, Comparison::kEquals, 1).Word(3, 0);
  l.Role(3).waits_known = false;
  EXPECT_THAT(l.Climb().findings.front().groups, ElementsAre(0, 1, 2));
  EXPECT_EQ(l.Found(), "signal missing: groups 0 to 2");
}

TEST(WatcherTest, AFlagThatNeverRoseIsNotOneThatWasTakenDown) {
  Launch l = Flags(1);
  // As above, and the board shows group 3's wait for the flag to be down, which
  // memory seems to meet.
  l.Waits(kGroups + 3, 1, 3, Comparison::kEquals, 1).Word(3, 0);
  EXPECT_EQ(l.Found(), "signal missing: groups 0 to 3");
}

TEST(WatcherTest, TheirOwnGroupHasNotBegunItsWaitWhileTheyWatch) {
  Launch l = Flags(1);
  // The board still shows the wait of the round before, for flag 0 to be down.
  // The flag is down, since the store that raises it does not show.
  l.Waits(kGroups, 1, 0, Comparison::kEquals, 1).Word(0, 0);
  EXPECT_EQ(l.Found(), "signal missing: groups 0 to 3");
  EXPECT_THAT(l.Finds(1), StartsWith("waits_for_word of group 1: 0 0 1 "));
}

TEST(WatcherTest, AWaitBegunBeforeTheOthersAreThroughIsAWait) {
  Launch l = Flags(1);
  l.facts().group_size = 64;
  // Group 0's first work-item took its flag down, which memory does not show,
  // and waits; its neighbours, which run after it, have taken none down yet.
  for (uint32_t i = 1; i < kGroups; ++i) l.Left(kGroups + i, 1);
  EXPECT_EQ(l.Found(), "signal missing: groups 0 to 3");
}

TEST(WatcherTest, ThroughWithTheirWaitsButNotWithTheRoundAreStuckInside) {
  Launch l = Flags(1);
  for (uint32_t i = 0; i < kGroups; ++i) l.Left(kGroups + i, 1);
  EXPECT_EQ(l.Found(), "stuck inside: group 0");
}

TEST(WatcherTest, OneThatStillWaitsExplainsTheOthers) {
  Launch l = Flags(1);
  for (uint32_t i = 0; i < kGroups; ++i) l.Left(kGroups + i, 1);
  l.Waits(kGroups + 2, 1, 2, Comparison::kEquals, 1).Word(2, 0);
  l.Role(2).waits_known = false;
  EXPECT_EQ(l.Found(), "signal missing: groups 0, 1 and 3");
}

// --- hand-offs
// -------------------------------------------------------------------

TEST(HandoffTest, AWriterThatNeverStartedIsTheCause) {
  Launch l("handoff.message_passing");
  l.Waits(1, 0, 0, Comparison::kReaches, 1);
  EXPECT_EQ(l.NotStarted(0).Found(), "not started: group 0");
}

TEST(HandoffTest, AReaderThatNeverStartedHoldsUpNobody) {
  Launch l = Launch::Message();
  EXPECT_EQ(l.NotStarted(2).Between(2, 0).Word(0, 3).Found(),
            "condition true: groups 1 and 3");
  EXPECT_EQ(l.Climb().round, 2u);
}

TEST(HandoffTest, TheWriterNeedNotBeTheFirstGroup) {
  const auto waiting = [](absl::string_view primitive, uint32_t writer) {
    Launch l = Launch::AllWait(primitive, 2, Comparison::kReaches, 3);
    l.Between(writer, 3);
    l.Role(writer).left = 0;
    l.Role(writer).waits_known = false;
    return l;
  };
  Launch last = waiting("handoff.message_passing_last", kGroups - 1);
  EXPECT_EQ(last.NotStarted(kGroups - 1).Found(), "not started: group 3");
  Launch middle = waiting("handoff.message_passing_middle", kGroups / 2);
  EXPECT_EQ(middle.NotStarted(0).NotStarted(kGroups / 2).Found(),
            "not started: groups 0 and 2");
  // Nobody waits for a reader.
  Launch reader = waiting("handoff.message_passing_last", kGroups - 1);
  reader.NotStarted(0).Word(0, 3);
  EXPECT_EQ(reader.Climb().where, Where::kConditionTrue);
}

TEST(HandoffTest, InAChainEveryGroupThatNeverStartedHoldsUpOthers) {
  Launch l = Launch::AllWait("handoff.lookback_by_group_id", 1,
                             Comparison::kReaches, 3);
  EXPECT_EQ(l.NotStarted(2).Found(), "not started: group 2");
}

TEST(HandoffTest, AWriterThatIsAheadIsNotLate) {
  Launch l = Launch::Message();
  l.Role(0).arrived = 9;
  EXPECT_EQ(l.Word(0, 9).Found(), "condition true: groups 1 to 3");
}

TEST(HandoffTest, AWriterThatDidNotPublishIsStuckInside) {
  Launch l = Launch::Message();
  l.Role(0).arrived = l.Role(0).closed = 2;
  EXPECT_EQ(l.Word(0, 2).Found(), "stuck inside: group 0");
}

TEST(HandoffTest, AReaderThatDidNotComeToItsWaitIsStuckInside) {
  EXPECT_EQ(Launch::Message().Between(2, 1).Found(), "stuck inside: group 2");
}

TEST(HandoffTest, APublishedRoundThatMemoryDoesNotShowIsASignalMissing) {
  EXPECT_EQ(Launch::Message().Word(0, 2).Found(),
            "signal missing: groups 1 to 3");
}

TEST(HandoffTest, AReaderThatEndedHasNoUnfinishedRound) {
  Launch l = Launch::Message();
  l.Ended(1).Word(0, 3);
  EXPECT_EQ(l.Found(), "condition true: groups 2 and 3");
  EXPECT_EQ(l.Climb().round, 2u);
}

// --- without a board

TEST(WithoutBoardTest, ACounterThatAllHaveRaisedMeetsEveryWait) {
  Launch l("barrier.counter_per_group");
  const uint32_t base = 0xFFFFFFF0u;
  l.WordsBeginAt(base);
  EXPECT_EQ(l.WithoutBoard().Word(0, base + 2 * kGroups).Found(),
            "condition true: groups 0 to 3");
  EXPECT_EQ(l.Word(0, base + 2 * kGroups - 1).Found(), "unknown: no group");
  EXPECT_EQ(l.Word(0, base).Found(), "unknown: no group");
}

TEST(WithoutBoardTest, AFlagOfAWriterThatHasEndedMeetsEveryWait) {
  Launch l("handoff.message_passing");
  const uint32_t base = 0xFFFFFFF0u;
  l.WordsBeginAt(base);
  l.WithoutBoard().Word(0, base + kRounds);
  EXPECT_EQ(l.Found(), "unknown: no group");
  EXPECT_EQ(l.Ended(0).Found(), "condition true: groups 1 to 3");
  EXPECT_EQ(l.WordBefore(0, base + kRounds - 1).Found(), "unknown: no group");
}

TEST(WithoutBoardTest, FlagsThatAreAllRaisedMeetWhatTheirWatcherWaitsFor) {
  for (const char* name : {"barrier.flags_master_group_literal_one_each",
                           "barrier.flags_two_arrays"}) {
    Launch l(name);
    l.WithoutBoard();
    for (uint32_t g = 0; g < kGroups; ++g) l.Word(g, 1);
    EXPECT_EQ(l.Found(), "condition true: group 0");
    EXPECT_TRUE(l.Climb().met_for_lowest);
    EXPECT_EQ(l.Word(2, 0).Found(), "unknown: no group");
    EXPECT_EQ(l.Word(2, 1).WordBefore(2, 0).Found(), "unknown: no group");
  }
}

// --- what no model of progress explains

TEST(MetForLowestTest, TheLowestGroupThatHasNotEndedCounts) {
  Launch l = Launch::Counter(1);
  l.Word(0, 2 * kGroups);
  EXPECT_TRUE(l.Climb().met_for_lowest);
  // Group 0 has gone on, and waits for the others.
  l.Waits(0, 2, 0, Comparison::kReaches, 3 * kGroups);
  EXPECT_EQ(l.Found(), "condition true: groups 1 to 3");
  EXPECT_FALSE(l.Climb().met_for_lowest);
  EXPECT_TRUE(l.Ended(0).Climb().met_for_lowest);
}

TEST(MetForLowestTest, EachGroupMustHaveStarted) {
  Launch l = Launch::Message();
  l.Word(0, 3).Ended(0);
  EXPECT_TRUE(l.Climb().met_for_lowest);
  l.NotStarted(3);
  EXPECT_FALSE(l.Climb().met_for_lowest);
}

}  // namespace
}  // namespace wgsync
