// Launches whose groups find out how many of them are resident: the facts are
// those of a grid of so many groups.

#include <cstdint>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/launch/decode.h"
#include "suite/core/launch/launch_memory_testing.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/launch/layout.h"
#include "suite/core/verdict/observation.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

constexpr uint32_t kFound = 2;  // of three
constexpr uint32_t kItems = 4 * kFound;

// By kernels/lib/run_discovered.cl.
uint32_t& FoundWord(LaunchMemory* m) {
  return m->At(kWords, KernelNumber("lib/access.cl", "WG_LINE") * 2);
}

LaunchMemory Discovered() {
  return LaunchMemory(
      LaunchMemory::Spec("barrier.counter_per_group_discovered", "exchange"));
}

// What two groups leave that have made five rounds, as exchange.cl stores it.
void EndRight(LaunchMemory* m) {
  FoundWord(m) = kFound;
  for (uint32_t word = 0; word < 2 * kFound; ++word) {
    m->At(kBoard, word) = kPattern + 1;
  }
  for (uint32_t group = 0; group < kFound; ++group) {
    m->Report(group, "WG_REPORT_ENDED") += 4;
    m->Report(group, "WG_REPORT_READS") += 4 * 5;
  }
  for (uint32_t item = 0; item < kItems; ++item) {
    m->At(kPayload, item) = KernelValue(4, item, 3);
    m->At(kPayload, kItems + item) = KernelValue(3, item, 3);
  }
}

TEST(DiscoveredTest, BeforeTheCloseAllGroupsMayStillTakePart) {
  const LaunchMemory m = Discovered();
  EXPECT_THAT(m.Look().started, ElementsAre(false, false, false));
  EXPECT_THAT(m.Look().roles, SizeIs(3));
}

TEST(DiscoveredTest, TheBoardIsThatOfTheGroupsFound) {
  LaunchMemory m = Discovered();
  EndRight(&m);
  Observation o;
  o.last = m.Look();
  EXPECT_THAT(o.last.started, ElementsAre(true, true));
  EXPECT_THAT(o.last.ended, ElementsAre(true, true));
  EXPECT_THAT(o.last.roles, SizeIs(kFound));
  EXPECT_TRUE(SameWords(m.layout(), m.half(), o.last));
  KeepOneTeam(m.spec(), m.layout(), &o);
  EXPECT_EQ(o.groups, kFound);
}

TEST(DiscoveredTest, TheFinalMemoryIsThatOfTheGroupsFound) {
  LaunchMemory m = Discovered();
  EndRight(&m);
  const PayloadFacts right = m.Payload();
  EXPECT_EQ(right.final_wrong, 0u) << right.final_text;
  EXPECT_EQ(right.items_ended, kItems);
  EXPECT_EQ(right.items_due, kItems);
  EXPECT_EQ(right.reads, kItems * 5);
  EXPECT_EQ(right.reads_due, kItems * 5);
  ++m.At(kPayload, 3);
  EXPECT_EQ(m.Payload().final_wrong, 1u);
}

TEST(DiscoveredTest, AWorkItemThatIsMissingIsSeen) {
  LaunchMemory m = Discovered();
  EndRight(&m);
  --m.Report(1, "WG_REPORT_ENDED");
  EXPECT_EQ(m.Payload().items_ended, kItems - 1);
}

TEST(DiscoveredTest, ANumberThatNoGridHasIsNotBelieved) {
  LaunchMemory m = Discovered();
  FoundWord(&m) = 4;
  EXPECT_THAT(m.Look().started, SizeIs(3));
}

}  // namespace
}  // namespace wgsync
