#include "suite/core/base/name_pattern.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace wgsync {
namespace {

const std::vector<std::string>& Ids() {
  static const auto* const ids = new std::vector<std::string>{
      "barrier.counter_per_group/poll=rmw/groups=2",
      "barrier.counter_per_group/poll=rmw/groups=20",
      "handoff.lookback_by_ticket/poll=rmw/groups=res",
      "host_sync.read/blocking=yes"};
  return *ids;
}

TEST(PatternMatchesTest, APartOfAnId) {
  EXPECT_TRUE(PatternMatches("lookback", Ids()[2]));
  EXPECT_TRUE(PatternMatches("poll=rmw/groups", Ids()[0]));
  EXPECT_FALSE(PatternMatches("lookback", Ids()[0]));
  EXPECT_FALSE(PatternMatches("", Ids()[0]));
  EXPECT_FALSE(PatternMatches("lookback*", Ids()[2])) << "a glob is whole";
}

TEST(PatternMatchesTest, APartBeginsWithAWord) {
  const char id[] = "barrier.counter_per_group/poll=rmw/work=exchange/groups=2";
  EXPECT_TRUE(PatternMatches("exchange", id));
  EXPECT_TRUE(PatternMatches("counter_per", id));
  EXPECT_TRUE(PatternMatches("work=", id));
  EXPECT_FALSE(PatternMatches("hang", id));
  EXPECT_TRUE(PatternMatches("exch", id));
  EXPECT_FALSE(PatternMatches("change", id));
}

TEST(PatternMatchesTest, ANumberIsWhole) {
  EXPECT_TRUE(PatternMatches("groups=2", Ids()[0]));
  EXPECT_FALSE(PatternMatches("groups=2", Ids()[1]));
  EXPECT_TRUE(PatternMatches("groups=", Ids()[1]));
}

TEST(NearestNameTest, ShortIdsAreNotFavoured) {
  EXPECT_EQ(NearestName("lokback", Ids()), "handoff.lookback_by_ticket");
  EXPECT_EQ(NearestName("counter_per_grup", Ids()),
            "barrier.counter_per_group");
  EXPECT_EQ(NearestName("nosuch", Ids()), "");
  EXPECT_EQ(NearestName("x", Ids()), "") << "one letter is near everything";
  EXPECT_EQ(NearestName("barrier.counter_per_group/poll=rwm", Ids()), Ids()[0]);
  EXPECT_EQ(NearestName("*", Ids()), "");
  EXPECT_EQ(NearestName("host_sync.reed", {"host_sync.user_event_status/x=1",
                                           "host_sync.blocking_read/x=1"}),
            "host_sync.blocking_read");
}

}  // namespace
}  // namespace wgsync
