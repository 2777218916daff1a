#include "reports/words/try_launch_text.h"

#include "gtest/gtest.h"

namespace wgsync {
namespace {

GroupsSeen Seen(uint32_t groups, uint32_t started, uint32_t ended) {
  GroupsSeen seen;
  seen.groups = groups;
  seen.started = started;
  seen.ended = ended;
  return seen;
}

TEST(TryLaunchTextTest, SaysWhichGroupsStarted) {
  GroupsSeen seen = Seen(5, 4, 0);
  seen.unstarted = 4;
  EXPECT_EQ(GroupsSeenText(seen),
            "of its 5 groups 4 started, and group 4 did not; none ended: the "
            "others may need one to end before they can start, and then all "
            "must be resident at once");
  seen.started = 3;
  seen.ended = 1;
  EXPECT_EQ(GroupsSeenText(seen),
            "of its 5 groups 3 started, and 2 did not, as group 4; 1 ended");
  EXPECT_EQ(GroupsSeenText(Seen(2, 2, 0)),
            "of its 2 groups all started; none ended");
}

TEST(TryLaunchTextTest, SaysWhoIsAbsentAndWhoWaits) {
  GroupsSeen seen = Seen(3, 3, 0);
  seen.round = 4;
  seen.arrived = 2;
  seen.absent = 1;
  seen.waiting = 1;
  seen.waiter = 2;
  EXPECT_EQ(GroupsSeenText(seen),
            "of its 3 groups all started; none ended; 2 groups came to "
            "WG_ARRIVE(4), and group 1 did not; 1 group came to WG_WAIT and "
            "not to WG_GOT: the waits that begin with group 2 lead to group 0, "
            "which has not started");
  seen.arrived = 3;
  seen.circle = true;
  EXPECT_EQ(GroupsSeenText(seen),
            "of its 3 groups all started; none ended; 3 groups came to "
            "WG_ARRIVE(4); 1 group came to WG_WAIT and not to WG_GOT: the "
            "waits that begin with group 2 lead back to group 0");
}

TEST(TryLaunchTextTest, NamesTheMarkThatFailed) {
  GroupsSeen seen;
  seen.fault = MarkFault::kEarly;
  seen.group = 1;
  seen.value = 2;
  seen.other = 3;
  EXPECT_EQ(MarkFaultText(seen),
            "group 1 came to WG_DEPART(2) before group 3 had come to "
            "WG_ARRIVE(2)");
  seen.fault = MarkFault::kCrowded;
  EXPECT_EQ(MarkFaultText(seen),
            "group 1 came to WG_ENTER(2, ...) while 3 other groups had entered "
            "and not left");
}

}  // namespace
}  // namespace wgsync
