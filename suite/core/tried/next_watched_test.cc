// Launches with stamps of a grid that fails, and with a hot word.

#include <cstdint>

#include "gtest/gtest.h"
#include "suite/core/tried/next_try.h"
#include "suite/core/tried/next_try_testing.h"

namespace wgsync {
namespace {

// Of grids above `most` none ends, and of 40 groups all launches are wrong; a
// mark fails in the launch with stamps of this number, and in those after it.
TryReport Played(const TryPlan& plan, uint32_t most, uint64_t watched_wrong) {
  uint64_t watched = 0;
  return Played(plan, [&](TryRecord* r) {
    if (r->groups > most) {
      r->ending = TryEnding::kHung;
    } else if (r->purpose == TryPurpose::kWatched) {
      r->wrong = ++watched >= watched_wrong;
    } else {
      r->wrong = r->groups == 40;
    }
  });
}

TryPlan WithoutFences() {
  TryPlan plan = PlanOf(ThreeGrids());
  plan.ordered = false;
  return plan;
}

TEST(NextWatchedTest, TheSmallestGridThatDoesNotEndIsLaunchedOnce) {
  const TryReport report = Played(WithoutFences(), 6, 1);
  ASSERT_TRUE(report.watched.has_value());
  EXPECT_EQ(report.watched->groups, 7u) << "the search found it";
  EXPECT_EQ(report.watched->hung, 1u);
  EXPECT_EQ(report.watched->launches, 1u);
}

TEST(NextWatchedTest, OneGroupWaitsForNoOther) {
  EXPECT_FALSE(Played(WithoutFences(), 0, 1).watched.has_value());
}

TEST(NextWatchedTest, AWrongGridIsLaunchedUntilAMarkFails) {
  TryPlan plan = WithoutFences();
  EXPECT_FALSE(Played(plan, 100, 3).watched.has_value()) << "it has no marks";
  plan.marked = true;
  const TryReport report = Played(plan, 100, 3);
  EXPECT_EQ(report.verdict, TryVerdict::kWrong);
  ASSERT_TRUE(report.watched.has_value());
  EXPECT_EQ(report.watched->launches, 3u);
  EXPECT_EQ(report.watched->wrong, 1u);
  EXPECT_EQ(Played(plan, 100, 100).watched->launches, 5u);
}

TEST(NextWatchedTest, AFileThatBuildsNotWithStampsIsNot) {
  TryPlan plan = WithoutFences();
  plan.late = false;
  EXPECT_FALSE(Played(plan, 6, 1).watched.has_value());
}

TEST(NextWatchedTest, TheLargestGridFailsIfItDoesWithAHotWord) {
  TryPlan plan = WithoutFences();
  plan.hot = true;
  const TryReport report =
      Played(plan, [](TryRecord* r) { r->wrong = r->hot ? 1 : 0; });
  EXPECT_EQ(report.verdict, TryVerdict::kWhenLate);
  ASSERT_NE(FailingForm(report), nullptr);
  EXPECT_EQ(FailingForm(report)->purpose, TryPurpose::kHot);
  EXPECT_EQ(report.hot->groups, 40u);
  EXPECT_TRUE(report.hot->right_in_time) << "the same text without it is right";
}

}  // namespace
}  // namespace wgsync
