// The rungs of broken primitives: groups that end early, goals out of reach,
// counts that name no round.

#include <cstdint>

#include "gtest/gtest.h"
#include "suite/core/verdict/still_launch_testing.h"

namespace wgsync {
namespace {

using Launch = StillLaunch;
constexpr uint32_t kGroups = Launch::kGroups;
constexpr uint32_t kRounds = Launch::kRounds;

TEST(ExtraArrivalsTest, CountsBeyondTheLaunchNameNoRound) {
  Launch l = Launch::Counter(2);
  l.facts().arrivals_due = kRounds;
  EXPECT_EQ(l.Found(), "lost arrival: groups 0 to 3");
  l.Role(2).arrived = kRounds;
  EXPECT_EQ(l.Found(), "lost arrival: groups 0 to 3");
  l.Role(2).arrived = kRounds + 1;
  EXPECT_EQ(l.Found(), "extra arrivals: group 2");
  // Of a condition that is true no count says anything.
  EXPECT_EQ(l.Word(0, 3 * kGroups).Found(), "condition true: groups 0 to 3");
}

// 64 work-items ran two waits and the first of them the third: what PoCL 3.1
// made of a plain poll whose load it had hoisted.
TEST(ExtraArrivalsTest, AWaitOfManyIsFoundWhereItsConditionIsTrue) {
  Launch l = Launch::Message();
  l.facts().arrivals_due = kRounds;
  l.Role(2).arrived = 2 * 64 + 1;
  l.Role(2).left = 2 * 64;
  l.Ended(0).Word(0, 3);
  for (uint32_t g = 1; g < kGroups; ++g) {
    if (g != 2) l.Ended(g);
  }
  EXPECT_EQ(l.Found(), "condition true: group 2");
  EXPECT_EQ(l.Word(0, 2).Found(), "extra arrivals: group 2");
}

TEST(BrokenBarrierTest, AGroupThatEndedWithoutArrivingIsNoLossOfMemory) {
  Launch l = Launch::Counter(kRounds - 1);
  l.Ended(1).Word(0, kRounds * kGroups - 1);
  l.Role(1).arrived = kRounds - 1;
  EXPECT_EQ(l.Found(), "ended early: group 1");
  EXPECT_EQ(l.Finds(0), "ended_early of group 1: 9");
}

TEST(BrokenBarrierTest, ACounterThatHoldsEveryArrivalHasLostNone) {
  Launch l("barrier.counter_per_group");
  for (uint32_t g = 0; g < kGroups; ++g) {
    l.Waits(g, 2, 0, Comparison::kReaches, 3 * kGroups + 1);
  }
  EXPECT_EQ(l.Word(0, 3 * kGroups).Found(), "unreachable goal: groups 0 to 3");
  EXPECT_EQ(l.Word(0, 3 * kGroups - 1).Found(), "lost arrival: groups 0 to 3");
}

TEST(BrokenBarrierTest, TheRoundOfAGroupThatDoesNotCloseItsWaitIsNamed) {
  Launch l = Launch::Counter(3);
  EXPECT_EQ(l.Left(0, 2).Found(), "stuck inside: group 0");
  EXPECT_EQ(l.Climb().round, 2u);
}

TEST(BrokenHandoffTest, AWriterThatEndedWithoutPublishingIsNamed) {
  Launch l = Launch::Message();
  l.Ended(0).Word(0, 2);
  l.Role(0).arrived = 2;
  EXPECT_EQ(l.Found(), "ended early: group 0");
}

TEST(BrokenHandoffTest, AGoalBeyondWhatTheWriterPublishedIsOutOfReach) {
  Launch l = Launch::Message();
  l.Role(0).arrived = 3;
  l.Waits(1, 2, 0, Comparison::kReaches, 4);
  l.Between(2, 3).Between(3, 3);
  EXPECT_EQ(l.Word(0, 3).Found(), "unreachable goal: group 1");
}

TEST(TicketTest, ANumberThatWasPassedOverIsMissed) {
  Launch l("mutex.fetch_and_add");
  l.Ended(0).Ended(2).Ended(3);
  l.Waits(1, 4, 32, Comparison::kEquals, 7);
  EXPECT_EQ(l.Word(32, 8).Found(), "missed: group 1");
  EXPECT_EQ(l.Word(32, 6).Found(), "lost release: no group");
  EXPECT_EQ(l.Word(32, 7).Found(), "condition true: group 1");
}

// Roles 2 g and 2 g + 1 are the work-items of group g.
Launch PerItem(uint32_t round) {
  Launch l("barrier.counter_per_item");
  for (uint32_t role = 0; role < kGroups * Launch::kItems; ++role) {
    l.Waits(role, round, 0, Comparison::kReaches,
            (round + 1) * kGroups * Launch::kItems);
  }
  return l;
}

TEST(PerItemTest, AWorkItemThatDidNotArriveHasItsGroupStuckInside) {
  Launch l = PerItem(0);
  l.Between(3, 0).Between(7, 0);
  EXPECT_EQ(l.Word(0, 6).Found(), "stuck inside: groups 1 and 3");
  EXPECT_EQ(l.Finds(0), "stuck_items of groups 1 and 3: 0 6 8");
}

// Two work-items a group: as many roles as flags_master_group has, whose second
// half are watchers.
TEST(PerItemTest, WhereAllHaveArrivedTheCounterTells) {
  Launch l = PerItem(1);
  EXPECT_EQ(l.Word(0, 16).Found(), "condition true: groups 0 to 3");
  EXPECT_EQ(l.Word(0, 15).Found(), "lost arrival: groups 0 to 3");
  EXPECT_EQ(l.NotStarted(2).Found(), "not started: group 2");
}

TEST(PerItemTest, WithoutABoardEveryArrivalCounts) {
  Launch l("barrier.counter_per_item");
  EXPECT_EQ(l.WithoutBoard().Word(0, 8).Found(),
            "condition true: groups 0 to 3");
  EXPECT_EQ(l.Word(0, 4).Found(), "unknown: no group");
}

TEST(PerItemTest, OfALockNoReleaseIsCalledLost) {
  Launch l("mutex.spin_exchange_per_item");
  for (uint32_t role = 0; role < kGroups * Launch::kItems; ++role) {
    l.Waits(role, 1, 0, Comparison::kEquals, 0);
  }
  EXPECT_EQ(l.Word(0, 1).Found(), "unknown: no group");
  EXPECT_EQ(l.NotStarted(3).Found(), "unknown: no group");
  EXPECT_EQ(l.Left(5, 1).Found(), "holder starved: group 2");
}

// The writer waits for all readers, in word 32.
Launch LoopedStore() {
  Launch l("handoff.looped_store");
  l.Waits(0, 0, 32, Comparison::kReaches, kGroups - 1);
  for (uint32_t g = 1; g < kGroups; ++g) {
    l.Waits(g, 0, 0, Comparison::kReaches, 4);
  }
  return l;
}

TEST(LoopedStoreTest, AStoreThatNeverComesIsASignalMissing) {
  EXPECT_EQ(LoopedStore().Word(0, 1).Found(), "signal missing: groups 0 to 3");
}

TEST(LoopedStoreTest, AReaderThatNeverStartedIsTheCause) {
  EXPECT_EQ(LoopedStore().NotStarted(2).Between(2, 0).Found(),
            "not started: group 2");
}

TEST(LoopedStoreTest, TheWriterMayBeTheOneWhoSeesNothing) {
  Launch l = LoopedStore();
  for (uint32_t g = 1; g < kGroups; ++g) {
    l.Waits(g, 1, 0, Comparison::kReaches, 12);
  }
  l.Word(0, 8);
  EXPECT_EQ(l.Word(32, kGroups - 1).Found(), "condition true: group 0");
  EXPECT_EQ(l.Word(32, kGroups - 2).Found(), "signal missing: group 0");
}

}  // namespace
}  // namespace wgsync
