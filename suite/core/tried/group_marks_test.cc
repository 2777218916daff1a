#include "suite/core/tried/group_marks.h"

#include <vector>

#include "gtest/gtest.h"

namespace wgsync {
namespace {

// Of each group: its start, its end, where it is, and for whom it waits.
struct Group {
  uint32_t start, end, place, awaited;
};

GroupsSeen Seen(const std::vector<Group>& groups,
                const std::vector<uint32_t>& fault = {0, 0, 0, 0}) {
  std::vector<uint32_t> stamps(2), marks(fault);
  marks.resize(4 + kMarkedLocks);
  for (const Group& g : groups) {
    stamps.insert(stamps.end(), {g.start, g.end});
    marks.insert(marks.end(), {g.place, g.awaited});
  }
  EXPECT_EQ(marks.size(), MarkWords(groups.size()));
  return SeenGroups(reinterpret_cast<const uint8_t*>(stamps.data()),
                    reinterpret_cast<const uint8_t*>(marks.data()),
                    static_cast<uint32_t>(groups.size()));
}

TEST(GroupMarksTest, CountsWhichStartedAndEnded) {
  const GroupsSeen seen =
      Seen({{1, 4, 0, 0}, {2, 0, 0, 0}, {0, 0, 0, 0}, {3, 0, 0, 0}});
  EXPECT_EQ(seen.started, 3u);
  EXPECT_EQ(seen.ended, 1u);
  EXPECT_EQ(seen.unstarted, 2u);
  EXPECT_EQ(seen.arrived, 0u) << "the file has no mark of a barrier";
  EXPECT_EQ(Seen({{0, 0, 0, 0}, {0, 0, 0, 0}}).unstarted, 0u);
}

// Arrived in round r: 2 * r + 1; departed: 2 * r + 2.
TEST(GroupMarksTest, NamesTheLastRoundAndWhoIsAbsent) {
  const GroupsSeen seen = Seen({{1, 0, 5, 0}, {2, 0, 4, 0}, {3, 0, 5, 0}});
  EXPECT_EQ(seen.round, 2u);
  EXPECT_EQ(seen.arrived, 2u);
  EXPECT_EQ(seen.absent, 1u) << "it has left round 1";
  EXPECT_EQ(Seen({{1, 0, 6, 0}, {2, 0, 5, 0}}).arrived, 2u);
}

TEST(GroupMarksTest, FollowsTheWaits) {
  const GroupsSeen seen = Seen(
      {{1, 0, 0, 0}, {2, 0, 0, 3}, {3, 0, 0, 4}, {0, 0, 0, 0}, {4, 0, 0, 1}});
  EXPECT_EQ(seen.waiting, 3u);
  EXPECT_EQ(seen.waiter, 1u);
  EXPECT_EQ(seen.awaited, 3u);
  EXPECT_FALSE(seen.awaited_started);
  EXPECT_FALSE(seen.circle);
  EXPECT_TRUE(Seen({{1, 0, 0, 2}, {2, 0, 0, 0}}).awaited_started);
  EXPECT_TRUE(Seen({{1, 0, 0, 2}, {2, 0, 0, 1}}).circle);
  EXPECT_EQ(Seen({{1, 0, 0, 9}, {2, 0, 0, 0}}).awaited, 0u)
      << "it waits for a group beyond the grid";
}

TEST(GroupMarksTest, ReadsTheFault) {
  EXPECT_EQ(Seen({{1, 2, 0, 0}}).fault, MarkFault::kNone);
  const GroupsSeen seen = Seen({{1, 2, 0, 0}}, {1, 5, 3, 7});
  EXPECT_EQ(seen.fault, MarkFault::kEarly);
  EXPECT_EQ(seen.group, 5u);
  EXPECT_EQ(seen.value, 3u);
  EXPECT_EQ(seen.other, 7u);
  EXPECT_EQ(Seen({{1, 2, 0, 0}}, {2, 5, 3, 1}).fault, MarkFault::kCrowded);
  EXPECT_EQ(Seen({{1, 2, 0, 0}}, {9, 5, 3, 1}).fault, MarkFault::kNone);
}

TEST(GroupMarksTest, AFileHasMarksWhereItsCodeNamesOne) {
  EXPECT_TRUE(HasMarks("kernel void k() { WG_WAIT(3); }"));
  EXPECT_FALSE(HasMarks("// WG_WAIT(3)\nkernel void k() { MY_WG_WAIT(3); }"));
}

}  // namespace
}  // namespace wgsync
