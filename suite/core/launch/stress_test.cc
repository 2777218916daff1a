#include "suite/core/launch/stress.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/fields_json.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/plan/case.h"

namespace wgsync {
namespace {

using nlohmann::json;

LaunchSpec Teams(uint32_t groups) {
  LaunchSpec s;
  s.program.c = *ParseKernelCaseId(
      "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
      "work=lanes/wg=64/groups=res/team=2");
  s.groups = groups;
  return s;
}

// By group, its place.
std::vector<uint32_t> Places(const LaunchSpec& s) {
  std::vector<uint32_t> places;
  for (uint32_t g = 0; g < s.groups; ++g) {
    places.push_back((g * s.teams.multiplier + s.teams.offset) % s.groups);
  }
  return places;
}

TEST(StressTest, EachPlaceIsOneGroups) {
  for (uint32_t groups : {2u, 4u, 66u, 134u, 528u, 1056u, 4224u}) {
    for (uint32_t n = 0; n < 2 * kStressKinds; ++n) {
      const std::vector<uint32_t> places =
          Places(Stressed(Teams(groups), n, false));
      EXPECT_EQ(std::set<uint32_t>(places.begin(), places.end()).size(), groups)
          << groups << " groups, launch " << n;
    }
  }
}

TEST(StressTest, PartnersChangeFromLaunchToLaunch) {
  std::set<std::vector<uint32_t>> orders;
  for (uint32_t n = 0; n < 12; ++n) {
    orders.insert(Places(Stressed(Teams(528), n, false)));
  }
  EXPECT_EQ(orders.size(), 12u);
}

TEST(StressTest, KindsTakeTurns) {
  for (uint32_t n = 0; n < kStressKinds; ++n) {
    const json first = FieldsToJson(Stressed(Teams(528), n, false).stress);
    EXPECT_EQ(first, FieldsToJson(
                         Stressed(Teams(528), n + kStressKinds, false).stress));
    EXPECT_NE(first, FieldsToJson(Stressed(Teams(528), n + 1, false).stress));
  }
}

// The four that were measured, on a GPU.
TEST(StressTest, EachMeasuredKindHasItsNumbers) {
  const struct {
    uint32_t multiplier, hot_stores, hot_every, hot_lines, late, pause, warm;
  } rows[kStressKinds] = {{5, 16, 8, 1, 2000, 0, 4},
                          {67, 16, 1, 1, 0, 0, 0},
                          {1033, 4, 1, 1, 0, 300, 0},
                          {37, 0, 1, 1, 2000, 0, 4}};
  for (uint32_t n = 0; n < kStressKinds; ++n) {
    // A number of groups that has no factor in common with a multiplier.
    const LaunchSpec s = Stressed(Teams(4224), n, false);
    EXPECT_EQ(s.teams.multiplier, rows[n].multiplier) << n;
    EXPECT_EQ(s.stress.hot_stores, rows[n].hot_stores) << n;
    EXPECT_EQ(s.stress.hot_every, rows[n].hot_every) << n;
    EXPECT_EQ(s.stress.hot_lines, rows[n].hot_lines) << n;
    EXPECT_EQ(s.stress.late, rows[n].late) << n;
    EXPECT_EQ(s.stress.pause, rows[n].pause) << n;
    EXPECT_EQ(s.stress.warm, rows[n].warm) << n;
  }
}

TEST(StressTest, ChanceChoosesOtherKindsAndTheNumberDecidesWhich) {
  std::set<std::string> kinds;
  for (uint32_t i = 0; i < 32; ++i) {
    const uint32_t first = kChanceStress + i * kSameStress;
    const LaunchSpec s = Stressed(Teams(528), first, false);
    const json stress = FieldsToJson(s.stress);
    kinds.insert(stress.dump());
    const LaunchSpec last =
        Stressed(Teams(528), NthOfKind(first, kSameStress - 1), false);
    EXPECT_EQ(FieldsToJson(last.stress), stress);
    EXPECT_NE(last.teams.offset, s.teams.offset) << "other partners";
    EXPECT_EQ(FirstOfKind(first + kSameStress - 1), first);
  }
  EXPECT_GE(kinds.size(), 28u);
  EXPECT_EQ(FirstOfKind(2 + 5 * kStressKinds), 2u);
  EXPECT_EQ(NthOfKind(2, 5), 2 + 5 * kStressKinds);
}

TEST(StressTest, ACpusWorkItemsAreLessLate) {
  EXPECT_GT(Stressed(Teams(2), 0, false).stress.warm, 0u);
  EXPECT_EQ(Stressed(Teams(2), 0, true).stress.warm, 0u);
  EXPECT_LT(Stressed(Teams(2), 0, true).stress.late,
            Stressed(Teams(2), 0, false).stress.late);
}

TEST(StressTest, AGridThatIsOneHasNone) {
  LaunchSpec s = Teams(528);
  s.program.c.grid.team = 0;
  const LaunchSpec same = Stressed(s, 0, false);
  EXPECT_EQ(FieldsToJson(same.stress), FieldsToJson(Stress()));
  EXPECT_EQ(same.teams.multiplier, 1u);
}

LaunchSpec Lock(const char* name) {
  LaunchSpec s;
  s.program.c = *ParseKernelCaseId(
      std::string(name) +
      "/poll=acquire/signal=release/fence=none/pay=plain/work=counter/wg=64/"
      "groups=2");
  s.groups = 2;
  s.delay = 13000;
  return s;
}

TEST(StressTest, GroupsMeetAtALockOfLoadsAndStoresOnACpu) {
  for (const char* name : {"mutex.dekker", "mutex.peterson", "mutex.bakery"}) {
    const LaunchSpec s = Stressed(Lock(name), 0, true);
    EXPECT_GT(s.stress.ahead, 0u) << name;
    EXPECT_GT(s.stress.apart, Stress().apart) << name;
    EXPECT_LT(s.delay, Lock(name).delay) << name;
    EXPECT_EQ(FieldsToJson(Stressed(Lock(name), 0, false)),
              FieldsToJson(Lock(name)))
        << name << " on a GPU";
  }
  EXPECT_EQ(FieldsToJson(Stressed(Lock("mutex.spin_exchange"), 0, true)),
            FieldsToJson(Lock("mutex.spin_exchange")));
}

TEST(StressTest, OneOfSomeLaunchesKeepsTheLongDelay) {
  int kept = 0;
  for (uint32_t n = 0; n < 16; ++n) {
    const LaunchSpec s = Stressed(Lock("mutex.dekker"), n, true);
    if (s.delay == Lock("mutex.dekker").delay) ++kept;
  }
  EXPECT_EQ(kept, 4);
}

}  // namespace
}  // namespace wgsync
