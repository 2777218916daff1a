#include <array>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"

namespace wgsync {
namespace {

uint64_t Resolved(Groups groups, uint32_t residency) {
  KernelCase c;
  c.grid.groups = groups;
  c.grid.groups_number = 7;
  return ResolveGroups(c, residency);
}

TEST(GridTest, SymbolsFollowTheResidency) {
  EXPECT_EQ(Resolved(Groups::kNumber, 132), 7u);
  EXPECT_EQ(Resolved(Groups::kResHalf, 133), 66u);
  EXPECT_EQ(Resolved(Groups::kResLess1, 132), 131u);
  EXPECT_EQ(Resolved(Groups::kRes, 132), 132u);
  EXPECT_EQ(Resolved(Groups::kResPlus1, 132), 133u);
  EXPECT_EQ(Resolved(Groups::kResX2, 132), 264u);
  EXPECT_EQ(Resolved(Groups::kResX10, 0x80000000u), 21474836480u);
  EXPECT_EQ(Resolved(Groups::kG65537, 132), 65537u);
}

TEST(GridTest, AResidencyOfOneHasAHalfAndNothingLess) {
  EXPECT_EQ(Resolved(Groups::kResHalf, 1), 1u);
  EXPECT_EQ(Resolved(Groups::kResLess1, 1), 0u);
}

TEST(GridTest, WithoutAResidencyOnlyNumbersNameAGrid) {
  for (int i = 0; i < 8; ++i) {
    const auto groups = static_cast<Groups>(i);
    EXPECT_EQ(Resolved(groups, 0) == 0, NeedsResidency(groups)) << i;
  }
  EXPECT_FALSE(NeedsResidency(Groups::kNumber));
  EXPECT_FALSE(NeedsResidency(Groups::kG65537));
}

TEST(GridTest, APrimitiveThatCannotCountSoManyGroupsRefusesThem) {
  KernelCase c;
  c.primitive = FindPrimitive("barrier.phase_halves");
  EXPECT_EQ(GridRefused(c, 65535, 64), "");
  EXPECT_EQ(GridRefused(c, 65536, 64),
            "65536 groups: barrier.phase_halves counts 65535 at most");
  c.primitive = FindPrimitive("barrier.flags_master_group_one_each");
  EXPECT_EQ(GridRefused(c, 64, 64), "");
  EXPECT_EQ(GridRefused(c, 65, 64),
            "65 groups of 64: barrier.flags_master_group_one_each needs a "
            "work-item for each group of the grid");
  c.primitive = FindPrimitive("barrier.flags_master_group");
  EXPECT_EQ(GridRefused(c, 65537, 1), "");
}

TEST(GridTest, GroupSizesFollowTheDevice) {
  KernelCase c;
  c.grid.group_size_number = 96;
  EXPECT_EQ(ResolveGroupSize(c, 1024, 32), 96u);
  c.grid.group_size = GroupSize::kMax;
  EXPECT_EQ(ResolveGroupSize(c, 1024, 32), 1024u);
  c.grid.group_size = GroupSize::kSubGroup;
  EXPECT_EQ(ResolveGroupSize(c, 1024, 32), 32u);
  EXPECT_EQ(ResolveGroupSize(c, 1024, 0), 0u);
}

TEST(GridTest, BallastIsAPartOfWhatTheDeviceHas) {
  KernelCase c;
  EXPECT_EQ(ResolveBallast(c, 49152), 0u);
  c.grid.ballast = Ballast::kNumber;
  c.grid.ballast_kib = 32;
  EXPECT_EQ(ResolveBallast(c, 0), 32768u);
  c.grid.ballast = Ballast::kHalf;
  EXPECT_EQ(ResolveBallast(c, 49152), 24576u);
  EXPECT_EQ(ResolveBallast(c, 3000), 1024u) << "in whole KiB";
  c.grid.ballast = Ballast::kMax;
  EXPECT_EQ(ResolveBallast(c, 49152), 49152u);
  EXPECT_EQ(ResolveBallast(c, 0), 0u);
}

using ThreeSides = std::array<uint64_t, 3>;

TEST(GridTest, SidesAreAsEqualAsDivisorsAllow) {
  EXPECT_EQ(Sides(64, 1), (ThreeSides{64, 1, 1}));
  EXPECT_EQ(Sides(64, 2), (ThreeSides{8, 8, 1}));
  EXPECT_EQ(Sides(64, 3), (ThreeSides{4, 4, 4}));
  EXPECT_EQ(Sides(96, 2), (ThreeSides{12, 8, 1}));
  EXPECT_EQ(Sides(132, 2), (ThreeSides{12, 11, 1}));
  EXPECT_EQ(Sides(4224, 3), (ThreeSides{22, 16, 12}));
  EXPECT_EQ(Sides(65537, 2), (ThreeSides{65537, 1, 1})) << "a prime";
  EXPECT_EQ(Sides(145, 3), (ThreeSides{29, 5, 1})) << "the longest first";
  EXPECT_EQ(Sides(1, 3), (ThreeSides{1, 1, 1}));
}

TEST(GridTest, SidesHaveTheCountAsTheirProduct) {
  for (uint64_t count = 1; count < 3000; ++count) {
    for (uint32_t dims : {1u, 2u, 3u}) {
      const ThreeSides s = Sides(count, dims);
      EXPECT_EQ(s[0] * s[1] * s[2], count);
      EXPECT_GE(s[0], s[1]);
      EXPECT_GE(s[1], s[2]);
      EXPECT_TRUE(dims == 3 || s[2] == 1u) << count;
    }
  }
}

uint64_t Reads(absl::string_view primitive, absl::string_view workload) {
  KernelCase c;
  c.primitive = FindPrimitive(primitive);
  c.workload = FindWorkload(workload);
  return CheckedReads(c, 132, 64, 2000);
}

TEST(ReadsTest, ACaseKnowsOnHowManyReadsItRests) {
  constexpr absl::string_view kBarrier = "barrier.counter_per_group";
  EXPECT_EQ(Reads(kBarrier, "exchange"), 132u * 64 * 2000);
  EXPECT_EQ(Reads(kBarrier, "scatter"), 4u * 132 * 64 * 2000);
  EXPECT_EQ(Reads(kBarrier, "phase_check"), 132u * 132 * 2000);
  EXPECT_EQ(Reads(kBarrier, "rotate_sum"), 2u * 132 * 64 * 2000);
  EXPECT_EQ(Reads("mutex.back_off", "counter"), 132u * 2000);
  EXPECT_EQ(Reads("mutex.spin_exchange_per_item", "counter"), 132u * 64 * 2000);
  EXPECT_EQ(Reads("mutex.seqlock", "snapshot"), 16u * 132 * 2000);
  EXPECT_EQ(Reads("semaphore.spin_10", "holders"), 132u * 2000);
  EXPECT_EQ(Reads("handoff.message_passing", "message"), 4u * 131 * 64 * 2000);
  EXPECT_EQ(Reads("handoff.dependency_distance", "message"),
            4u * 66 * 64 * 2000);
  EXPECT_EQ(Reads(kBarrier, "axpy_vector"), 8u * 132 * 64 * 2000);
  EXPECT_EQ(Reads(kBarrier, "wrap_31"), 132u * 2000);
  EXPECT_EQ(Reads("handoff.lookback_by_ticket", "scan"), 131u * 2000);
  EXPECT_EQ(Reads("handoff.work_steal_queue", "tasks"), 4u * 64 * 2000);
}

TEST(ReadsTest, WhereNoGroupWaitsAllGroupsRead) {
  KernelCase c;
  c.primitive = FindPrimitive("handoff.coherence_one_word");
  c.workload = FindWorkload("rising");
  EXPECT_EQ(CheckedReads(c, 4, 64, 10), 4u * 64 * 2 * 10);
  c.grid.team = 2;
  EXPECT_EQ(CheckedReads(c, 4, 64, 10), 4u * 64 * 2 * 10);
}

TEST(ReadsTest, OfATileOnlyItsSquareIsRead) {
  KernelCase c;
  c.primitive = FindPrimitive("barrier.counter_per_group");
  c.workload = FindWorkload("transpose_pingpong");
  EXPECT_EQ(CheckedReads(c, 10, 64, 5), 10u * 64 * 5);
  EXPECT_EQ(CheckedReads(c, 10, 128, 5), 10u * 64 * 5);
  EXPECT_EQ(CheckedReads(c, 10, 4096, 5), 10u * 1024 * 5);
}

TEST(RacesTest, GroupsMayMeetAtAWordThoughNobodyWaits) {
  KernelCase c;
  c.primitive = FindPrimitive("handoff.atomic_reduction");
  c.workload = FindWorkload("sum");
  EXPECT_TRUE(HasRaces(c));
  EXPECT_FALSE(HasWaits(c));
  c.grid.groups = Groups::kNumber;
  c.grid.groups_number = 1;
  EXPECT_FALSE(HasRaces(c));
  c.grid.groups_number = 2;
  for (const char* name : {"handoff.host_finish", "barrier.kernel_boundary",
                           "handoff.chained_reduction"}) {
    c.primitive = FindPrimitive(name);
    EXPECT_FALSE(HasRaces(c)) << name;
  }
}

TEST(ReadsTest, WithoutReadersThereAreNoReads) {
  KernelCase c;
  c.primitive = FindPrimitive("handoff.message_passing");
  c.workload = FindWorkload("message");
  EXPECT_EQ(CheckedReads(c, 1, 64, 10), 0u);
  EXPECT_EQ(CheckedReads(c, 0, 64, 10), 0u);
}

}  // namespace
}  // namespace wgsync
