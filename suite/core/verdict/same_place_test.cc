#include "suite/core/verdict/same_place.h"

#include <cstdint>

#include "gtest/gtest.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/verdict/observation.h"
#include "suite/core/verdict/still_launch.h"

namespace wgsync {
namespace {

using Launch = StillLaunch;
constexpr uint32_t kGroups = StillLaunch::kGroups;

// Every group waits in `round` for word 0, which holds all arrivals.
Launch MetInRound(uint32_t round) {
  Launch l = Launch::Counter(round);
  l.Word(0, (round + 1) * kGroups);
  return l;
}

TEST(SamePlaceTest, TwoLaunchesThatFrozeInTheSameRound) {
  const Primitive& p = *FindPrimitive("barrier.counter_per_group");
  EXPECT_TRUE(SamePlace(p, MetInRound(1).Seen(), MetInRound(1).Seen()));
}

TEST(SamePlaceTest, NotWhereOneFrozeLater) {
  const Primitive& p = *FindPrimitive("barrier.counter_per_group");
  EXPECT_FALSE(SamePlace(p, MetInRound(0).Seen(), MetInRound(2).Seen()));
  // Most groups are through with their rounds, one waits in the second.
  Launch late = MetInRound(1);
  for (uint32_t g = 1; g < kGroups; ++g) late.Ended(g);
  EXPECT_FALSE(SamePlace(p, MetInRound(0).Seen(), late.Seen()));
}

TEST(SamePlaceTest, NotWhereMemoryDoesNotMeetTheConditionInOne) {
  const Primitive& p = *FindPrimitive("barrier.counter_per_group");
  const Observation met = MetInRound(0).Seen();
  EXPECT_FALSE(SamePlace(p, met, Launch::Counter(0).Seen()));
  EXPECT_FALSE(SamePlace(p, Launch::Counter(0).Seen(), met));
  EXPECT_FALSE(SamePlace(p, met, MetInRound(0).NotStarted(2).Seen()));
}

TEST(SamePlaceTest, ABoundedLaunchCountsByItsFrozenPairNotItsEnd) {
  const Primitive& p = *FindPrimitive("barrier.counter_per_group");
  const Observation frozen = MetInRound(0).Seen();
  Observation ended = frozen;
  for (uint32_t g = 0; g < kGroups; ++g) ended.last.ended[g] = true;
  EXPECT_TRUE(SamePlace(p, frozen, ended));
}

}  // namespace
}  // namespace wgsync
