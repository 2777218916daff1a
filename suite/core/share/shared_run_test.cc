#include "suite/core/share/shared_run.h"

#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

CaseResult On(uint32_t device, const std::string& id, VerdictKind kind) {
  CaseResult r = TestResult(id, kind);
  r.device = device;
  r.seconds = 2;
  return r;
}

LoggedRun SharedRun(size_t devices, std::vector<CaseResult> results,
                    std::vector<CaseResult> elsewhere) {
  LoggedRun run = TestRun("P/D", std::move(results));
  run.elsewhere = std::move(elsewhere);
  run.header.shared = true;
  run.header.devices.resize(devices);
  run.header.devices[1].device.index = "0:1";
  run.header.devices[1].device.uuid = "beef";
  return run;
}

TEST(SharedRunTest, ARunOfOneDeviceHasNoShares) {
  EXPECT_THAT(SharesOf(TestRun("P/D", {On(0, "a/b=1", VerdictKind::kPass)})),
              IsEmpty());
}

TEST(SharedRunTest, SaysWhatEachDeviceRan) {
  const LoggedRun run = SharedRun(
      2,
      {On(0, "a/b=1", VerdictKind::kPass), On(1, "a/b=2", VerdictKind::kPass),
       On(0, "a/b=3", VerdictKind::kNotRun)},
      {On(1, "a/b=1", VerdictKind::kPass)});
  const std::vector<DeviceShare> shares = SharesOf(run);
  ASSERT_THAT(shares, SizeIs(2));
  EXPECT_EQ(shares[0].cases, 1u);
  EXPECT_EQ(shares[1].cases, 2u);
  EXPECT_EQ(shares[1].compared, 1u);
  EXPECT_EQ(shares[1].seconds, 4);
  EXPECT_FALSE(HasBadDevice(shares));
  EXPECT_EQ(DevicePlace(run, 1), "0:1 (UUID beef)");
  EXPECT_THAT(Elsewhere(run, "a/b=1"), SizeIs(1));
}

TEST(SharedRunTest, OfTwoDevicesTheOneThatDoesNotPassDiffers) {
  LoggedRun run = SharedRun(2, {On(1, "a/b=1", VerdictKind::kBroken)},
                            {On(0, "a/b=1", VerdictKind::kPass)});
  std::vector<DeviceShare> shares = SharesOf(run);
  EXPECT_THAT(shares[0].differs, IsEmpty());
  ASSERT_THAT(shares[1].differs, SizeIs(1));
  EXPECT_EQ(shares[1].differs[0].others.kind, VerdictKind::kPass);
  // Nothing has shown that it comes again.
  EXPECT_FALSE(HasBadDevice(shares));
  for (const VerdictKind second : {VerdictKind::kBroken, VerdictKind::kPass}) {
    run.again = {On(0, "a/b=1", VerdictKind::kPass),
                 On(1, "a/b=1", VerdictKind::kBroken),
                 On(0, "a/b=1", VerdictKind::kPass), On(1, "a/b=1", second)};
    shares = SharesOf(run);
    EXPECT_EQ(shares[1].differs[0].rounds, 2u);
    EXPECT_EQ(shares[1].sick(), second == VerdictKind::kBroken);
    EXPECT_EQ(HasBadDevice(shares), second == VerdictKind::kBroken);
  }
}

TEST(SharedRunTest, OfThreeDevicesTheOneAgainstTheOthersDiffers) {
  const LoggedRun run = SharedRun(3, {On(0, "a/b=1", VerdictKind::kBroken)},
                                  {On(1, "a/b=1", VerdictKind::kPass),
                                   On(2, "a/b=1", VerdictKind::kBroken)});
  const std::vector<DeviceShare> shares = SharesOf(run);
  EXPECT_THAT(shares[0].differs, IsEmpty());
  EXPECT_THAT(shares[1].differs, SizeIs(1));
  EXPECT_THAT(shares[2].differs, IsEmpty());
}

TEST(SharedRunTest, WhatIsLuckOrSaysNothingIsNoDifference) {
  CaseResult racy = On(0, "a/b=3", VerdictKind::kStalePayload);
  CaseResult right = On(1, "a/b=3", VerdictKind::kPass);
  racy.could_bind = right.could_bind = false;
  const LoggedRun run =
      SharedRun(2,
                {On(0, "a/b=1", VerdictKind::kHang),
                 On(0, "a/b=2", VerdictKind::kPass), racy},
                {On(1, "a/b=1", VerdictKind::kStaleCache),
                 On(1, "a/b=2", VerdictKind::kUnproven), right});
  for (const DeviceShare& share : SharesOf(run)) {
    EXPECT_THAT(share.differs, IsEmpty());
    EXPECT_EQ(share.compared, 2u);
  }
}

TEST(SharedRunTest, ALostDeviceIsBad) {
  const LoggedRun run = SharedRun(
      2,
      {On(1, "a/b=1", VerdictKind::kLost), On(0, "a/b=2", VerdictKind::kPass)},
      {});
  const std::vector<DeviceShare> shares = SharesOf(run);
  EXPECT_EQ(shares[1].lost_by, "a/b=1");
  EXPECT_TRUE(HasBadDevice(shares));
}

}  // namespace
}  // namespace wgsync
