#include "suite/core/verdict/waits.h"

#include <set>
#include <string>

#include "gtest/gtest.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/verdict/still_launch_testing.h"

namespace wgsync {
namespace {

using Launch = StillLaunch;
constexpr uint32_t kGroups = Launch::kGroups;

TEST(HoldsTest, EachComparisonLooksAtItsBits) {
  EXPECT_TRUE(Holds(Comparison::kReaches, 3, 0xFFFFFFFFu)) << "by difference";
  EXPECT_FALSE(Holds(Comparison::kReaches, 0xFFFFFFFFu, 3));
  EXPECT_TRUE(Holds(Comparison::kEquals, 7, 7));
  EXPECT_FALSE(Holds(Comparison::kEquals, 7, 8));
  EXPECT_TRUE(Holds(Comparison::kHighBit, 0x80000003u, 0x80000000u));
  EXPECT_FALSE(Holds(Comparison::kHighBit, 0x7FFFFFFFu, 0x80000000u));
  EXPECT_TRUE(Holds(Comparison::kHighHalf, 0x00010003u, 0x00010000u));
  EXPECT_FALSE(Holds(Comparison::kHighHalf, 0x0000FFFFu, 0x00010000u));
  EXPECT_TRUE(Holds(Comparison::kMultiple, 12, 4));
  EXPECT_TRUE(Holds(Comparison::kMultiple, 0, 4));
  EXPECT_FALSE(Holds(Comparison::kMultiple, 13, 4));
  EXPECT_FALSE(Holds(Comparison::kMultiple, 0, 0)) << "nothing divides by 0";
}

TEST(HoldsTest, ComparisonsHaveSignsOfTheirOwn) {
  const auto signs = NamesOf(Comparison());
  EXPECT_EQ(signs.size(), 5u);
  EXPECT_EQ(std::set<std::string>(signs.begin(), signs.end()).size(), 5u);
}

// Of a barrier with several counters all groups wait in round 1, and group 3's
// arrival is in the fourth one.
Launch OneHop() {
  Launch l = Launch::AllWait("barrier.counters_one_hop_4_returned", 1,
                             Comparison::kReaches, 2 * kGroups);
  for (uint32_t k : {0u, 1u, 2u}) l.Word(k * 256, 2);
  return l.Word(3 * 256, 1);
}

TEST(CountersTest, AnArrivalThatIsInNoneOfThemIsLost) {
  Launch l = OneHop();
  EXPECT_EQ(l.Found(), "lost arrival: groups 0 to 3");
  EXPECT_EQ(l.Finds(1), "waits_for_word of group 0: 0 4 0 0 8 1 7");
}

TEST(CountersTest, AWordOnTheOtherSideOfAnOverflowIsSoFarFromTheGoal) {
  Launch l = Launch::AllWait("barrier.counter_per_group", 1,
                             Comparison::kReaches, 0xfffffff1u);
  l.Word(0, 16);
  EXPECT_EQ(l.Finds(1),
            "waits_for_word of group 0: 0 0 0 0 4294967281 1 16 1 31");
  l = Launch::AllWait("barrier.counter_per_group", 1, Comparison::kReaches, 5);
  l.Word(0, 0xfffffff1u);
  EXPECT_EQ(l.Finds(1),
            "waits_for_word of group 0: 0 0 0 0 5 1 4294967281 2 20");
}

TEST(CountersTest, TheirSumIsWhatIsAwaited) {
  Launch l = OneHop();
  l.Word(3 * 256, 2);
  EXPECT_EQ(l.Found(), "condition true: groups 0 to 3");
  l.WithoutBoard();
  EXPECT_EQ(l.Found(), "condition true: groups 0 to 3");
}

TEST(CountersTest, AGoalBeyondEveryArrivalIsUnreachable) {
  Launch l = OneHop();
  l.Word(3 * 256, 2);
  for (uint32_t g = 0; g < kGroups; ++g) l.Role(g).goal = 2 * kGroups + 1;
  EXPECT_EQ(l.Found(), "unreachable goal: groups 0 to 3");
}

TEST(BetweenTest, AGroupThatHasNotHandedUpIsStuckInside) {
  Launch l = Launch::AllWait("barrier.tree_2", 1, Comparison::kReaches, 4);
  l.Word(0, 3);
  // Its last wait is met, and it has not given the signal that follows.
  l.Role(2).waits_known = false;
  l.Role(2).between = true;
  EXPECT_EQ(l.Found(), "stuck inside: group 2");
  l.Role(2).between = false;
  l.Role(2).waits_known = true;
  EXPECT_EQ(l.Found(), "lost arrival: groups 0 to 3");
}

TEST(BetweenTest, WhoHasLeftItsLastWaitIsThroughWithThem) {
  Launch l = Launch::AllWait("barrier.tree_2", 1, Comparison::kReaches, 4);
  l.Word(0, 3).Between(2, 2);
  l.Role(2).between = true;
  EXPECT_EQ(l.Found(), "lost arrival: groups 0, 1 and 3");
}

TEST(BetweenTest, ANeighbourThatStillWaitsExplainsAWatcher) {
  Launch l("barrier.flags_all_to_all");
  // Group 0's first watcher is between two flags, its second one waits.
  for (uint32_t g = 0; g < kGroups; ++g) {
    l.Between(g, 1).Role(g).arrived = 2;
    l.Between(l.Watcher(g, 0), 1).Between(l.Watcher(g, 1), 1);
    l.Waits(l.Watcher(g, 1), 1, 3, Comparison::kReaches, 2).Word(g, 2);
  }
  RoleFacts& first = l.Role(l.Watcher(0, 0));
  first.arrived = 2;
  first.between = true;
  l.Word(3, 1);
  EXPECT_EQ(l.Found(), "signal missing: groups 0 to 3");
  l.Word(3, 2);
  EXPECT_EQ(l.Found(), "condition true: groups 0 to 3");
}

TEST(MultipleTest, ACountThatAFastGroupHasRaisedAgainWasMissed) {
  Launch l =
      Launch::AllWait("barrier.modulo", 1, Comparison::kMultiple, kGroups);
  l.Waits(0, 2, 0, Comparison::kMultiple, kGroups).Word(0, 9);
  EXPECT_EQ(l.Found(), "missed: groups 1 to 3");
  l.Word(0, 8);
  EXPECT_EQ(l.Found(), "condition true: groups 1 to 3");
}

}  // namespace
}  // namespace wgsync
