#include "suite/core/record/bench_stats.h"

#include <cmath>

#include "gtest/gtest.h"

namespace wgsync {
namespace {

TEST(SpreadTest, MedianAndQuartilesOfOddAndEvenCounts) {
  const Spread five = SpreadOf({50, 10, 40, 20, 30});
  EXPECT_EQ(five.least, 10);
  EXPECT_EQ(five.lower, 20);
  EXPECT_EQ(five.median, 30);
  EXPECT_EQ(five.upper, 40);
  EXPECT_EQ(five.most, 50);
  EXPECT_EQ(SpreadOf({4, 1, 3, 2}).median, 2.5);
  EXPECT_EQ(SpreadOf({7}).upper, 7);
  EXPECT_EQ(SpreadOf({}).median, 0);
}

TEST(ClockTest, TheDeviceIsBelievedWhereTheHostAgrees) {
  EXPECT_TRUE(DeviceClockTellsTruth({{0.0250, 0.0252}, {0.0240, 0.0251}}));
  // A short launch is mostly the driver's own time, by the host's clock.
  EXPECT_TRUE(DeviceClockTellsTruth({{0.00001, 0.0004}}));
}

TEST(ClockTest, ZeroesAndOtherUnitsAreNotBelieved) {
  EXPECT_FALSE(DeviceClockTellsTruth({}));
  EXPECT_FALSE(DeviceClockTellsTruth({{0, 0.025}}));
  EXPECT_FALSE(DeviceClockTellsTruth({{0.025, 0.025}, {0, 0.025}}));
  EXPECT_FALSE(DeviceClockTellsTruth({{0.000025, 0.025}}));  // a wrong unit
  EXPECT_FALSE(DeviceClockTellsTruth({{25, 0.025}}));
  EXPECT_FALSE(DeviceClockTellsTruth({{0.027, 0.025}}));  // longer than it was
}

TEST(BaseTimeTest, LiesOnTheLineThroughOneRoundAndMany) {
  const BaseTime base{0.001, 101, 0.011};
  EXPECT_DOUBLE_EQ(base.Of(1), 0.001);
  EXPECT_DOUBLE_EQ(base.Of(101), 0.011);
  EXPECT_DOUBLE_EQ(base.Of(201), 0.021);
  EXPECT_EQ(BaseTime{}.Of(10), 0);
  // One that is longer than many is noise, and rounds take no less than none.
  EXPECT_DOUBLE_EQ((BaseTime{0.012, 101, 0.011}.Of(201)), 0.012);
}

TEST(NsTest, TheBaseIsTakenAway) {
  EXPECT_DOUBLE_EQ(NsPerOperation(0.030, 0.010, 20000), 1000);
  EXPECT_LT(NsPerOperation(0.010, 0.030, 20000), 0);
  EXPECT_EQ(NsPerOperation(1, 0, 0), 0);
}

TEST(RoundsTest, GrowByThirtyTwoAtMostAndEndAtTheLimits) {
  EXPECT_EQ(RoundsFor(0.025, 1000, 0.005, 500000), 5000);
  EXPECT_EQ(RoundsFor(0.025, 16, 1e-7, 500000), 512);
  EXPECT_EQ(RoundsFor(0.025, 16, 0, 500000), 512);
  EXPECT_EQ(RoundsFor(0.025, 100000, 0.001, 500000), 500000);
  EXPECT_EQ(RoundsFor(0.025, 16, 100, 500000), 64);
}

TEST(BoundTest, WithoutFailuresItIsCloseToTheRuleOfThree) {
  EXPECT_EQ(FailureRateBound(0, 0), 1);
  EXPECT_NEAR(FailureRateBound(0, 1), 0.95, 1e-12);
  EXPECT_NEAR(FailureRateBound(0, 59), 1 - std::pow(0.05, 1.0 / 59), 1e-12);
  EXPECT_NEAR(FailureRateBound(0, 1000), 0.003, 1e-5);
}

// Tables of the exact one-sided bound.
TEST(BoundTest, IsClopperAndPearsons) {
  EXPECT_NEAR(FailureRateBound(1, 10), 0.3942, 1e-4);
  EXPECT_NEAR(FailureRateBound(2, 10), 0.5069, 1e-4);
  EXPECT_NEAR(FailureRateBound(5, 100), 0.1023, 1e-4);
  EXPECT_EQ(FailureRateBound(10, 10), 1);
}

}  // namespace
}  // namespace wgsync
