#include "suite/core/launch/occupancy.h"

#include <cstdint>

#include "absl/strings/match.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

DeviceLimits H200() {
  DeviceLimits d;
  d.is_gpu = true;
  d.compute_units = 132;
  d.max_group_size = 1024;
  d.local_memory_bytes = 48 * 1024;
  d.warp_size = 32;
  d.registers_per_block = 65536;
  d.capability = 90;
  return d;
}

KernelNeeds Needs(uint64_t local_bytes, uint32_t registers) {
  KernelNeeds k;
  k.local_bytes = local_bytes;
  k.registers = registers;
  return k;
}

// Groups of one compute unit.
uint64_t Unit(uint32_t group_size, uint64_t local_bytes, uint32_t registers) {
  const Prediction p =
      PredictByArchitecture(H200(), Needs(local_bytes, registers), group_size);
  EXPECT_EQ(p.groups % 132, 0u);
  return p.groups / 132;
}

TEST(ArchitectureTest, GroupsAndThreadsLimitAUnit) {
  EXPECT_EQ(Unit(1, 0, 0), 32u);
  EXPECT_EQ(Unit(32, 0, 0), 32u);
  EXPECT_EQ(Unit(64, 0, 0), 32u);
  EXPECT_EQ(Unit(96, 0, 0), 21u);
  EXPECT_EQ(Unit(65, 0, 0), 21u) << "whole warps";
  EXPECT_EQ(Unit(256, 0, 0), 8u);
  EXPECT_EQ(Unit(1024, 0, 0), 2u);
}

TEST(ArchitectureTest, LocalMemoryLimitsItWithWhatIsReserved) {
  EXPECT_EQ(Unit(64, 8 * 1024, 0), 25u);
  EXPECT_EQ(Unit(64, 16 * 1024, 0), 13u);
  EXPECT_EQ(Unit(64, 48 * 1024, 0), 4u);
  EXPECT_EQ(Unit(1024, 48 * 1024, 0), 2u);
}

TEST(ArchitectureTest, RegistersLimitItWhereTheyAreKnown) {
  EXPECT_EQ(Unit(64, 0, 32), 32u);
  // 40 registers are 1,280 of a warp, 12 warps a quarter.
  EXPECT_EQ(Unit(64, 0, 40), 24u);
  EXPECT_EQ(Unit(64, 0, 128), 8u);
  EXPECT_EQ(Unit(256, 0, 128), 2u);
}

TEST(ArchitectureTest, SaysWhatLimits) {
  const Prediction p = PredictByArchitecture(H200(), Needs(8 * 1024, 40), 64);
  EXPECT_EQ(p.groups, 132u * 24);
  EXPECT_EQ(p.why,
            "132 compute units x 24: by registers (32 by groups, 32 by "
            "threads, 25 by local memory, 24 by registers)");
}

TEST(ArchitectureTest, OthersAreNotGuessed) {
  DeviceLimits d = H200();
  for (uint32_t capability : {0u, 52u, 121u}) {
    d.capability = capability;
    EXPECT_EQ(PredictByArchitecture(d, Needs(0, 0), 64).groups, 0u);
  }
  EXPECT_EQ(PredictByArchitecture(H200(), Needs(0, 0), 0).groups, 0u);
}

TEST(ClaimsTest, ACpuHoldsOneGroupAComputeUnit) {
  DeviceLimits d;
  d.compute_units = 8;
  d.max_group_size = 4096;
  d.local_memory_bytes = 524288;
  EXPECT_EQ(PredictByClaims(d, Needs(262144, 0), 64).groups, 8u);
  d.compute_units = 0;
  EXPECT_EQ(PredictByClaims(d, Needs(0, 0), 64).groups, 0u);
}

TEST(ClaimsTest, AGpusUnitHoldsWhatOneGroupMayHave) {
  EXPECT_EQ(PredictByClaims(H200(), Needs(0, 0), 64).groups, 132u * 16);
  EXPECT_EQ(PredictByClaims(H200(), Needs(8 * 1024, 0), 64).groups, 132u * 6);
  EXPECT_TRUE(absl::StrContains(
      PredictByClaims(H200(), Needs(8 * 1024, 0), 64).why, "local memory"));
}

TEST(RegistersTest, AreReadOffTheLog) {
  EXPECT_EQ(RegistersOfLog(""), 0u);
  EXPECT_EQ(RegistersOfLog("ptxas info    : Used 34 registers, 360 bytes\n"),
            34u);
  EXPECT_EQ(RegistersOfLog("Used 34 registers\nUsed 122 registers, used 1 "
                           "barriers\nUsed 8 registers"),
            122u);
  EXPECT_EQ(RegistersOfLog("Used many registers; Used 4 barriers"), 0u);
  EXPECT_EQ(RegistersOfLog("Used 34"), 0u);
}

}  // namespace
}  // namespace wgsync
