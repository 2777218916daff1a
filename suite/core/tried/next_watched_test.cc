// Launches with stamps of a grid that fails, and with a hot word.

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "suite/core/tried/next_try.h"

namespace wgsync {
namespace {

TryPlan PlanOf(std::vector<TryGrid> grids) {
  TryPlan plan;
  plan.grids = std::move(grids);
  plan.launches = 5;
  plan.residency = 4;
  plan.ordered = false;
  return plan;
}

// Of grids above `most` none ends, and of 40 groups all launches are wrong.
TryReport Played(const TryPlan& plan, uint32_t most, uint64_t watched_wrong) {
  std::vector<TryRecord> records;
  uint64_t watched = 0;
  while (const auto next = NextTry(plan, records)) {
    TryRecord r;
    static_cast<TryLaunch&>(r) = *next;
    r.checked = 10;
    r.overlapped = true;
    if (r.groups > most) {
      r.ending = TryEnding::kHung;
    } else if (r.purpose == TryPurpose::kWatched) {
      r.wrong = ++watched >= watched_wrong;
    } else {
      r.wrong = r.groups == 40;
    }
    records.push_back(r);
    EXPECT_LT(records.size(), 300u);
    if (records.size() == 300) break;
  }
  TryReport report;
  Conclude(plan, records, &report);
  return report;
}

const std::vector<TryGrid> kGrids = {{"1", 1}, {"res", 4}, {"res_x10", 40}};

TEST(NextWatchedTest, TheSmallestGridThatDoesNotEndIsLaunchedOnce) {
  const TryReport report = Played(PlanOf(kGrids), 6, 1);
  ASSERT_TRUE(report.watched.has_value());
  EXPECT_EQ(report.watched->groups, 7u) << "the search found it";
  EXPECT_EQ(report.watched->hung, 1u);
  EXPECT_EQ(report.watched->launches, 1u);
}

TEST(NextWatchedTest, OneGroupWaitsForNoOther) {
  EXPECT_FALSE(Played(PlanOf(kGrids), 0, 1).watched.has_value());
}

TEST(NextWatchedTest, AWrongGridIsLaunchedUntilAMarkFails) {
  TryPlan plan = PlanOf(kGrids);
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
  TryPlan plan = PlanOf(kGrids);
  plan.late = false;
  EXPECT_FALSE(Played(plan, 6, 1).watched.has_value());
}

TEST(NextWatchedTest, TheLargestGridFailsIfItDoesWithAHotWord) {
  TryPlan plan = PlanOf(kGrids);
  plan.hot = true;
  std::vector<TryRecord> records;
  while (const auto next = NextTry(plan, records)) {
    TryRecord r;
    static_cast<TryLaunch&>(r) = *next;
    r.checked = 10;
    r.overlapped = true;
    r.wrong = r.hot ? 1 : 0;
    records.push_back(r);
    ASSERT_LT(records.size(), 300u);
  }
  TryReport report;
  Conclude(plan, records, &report);
  EXPECT_EQ(report.verdict, TryVerdict::kWhenLate);
  ASSERT_NE(FailingForm(report), nullptr);
  EXPECT_EQ(FailingForm(report)->purpose, TryPurpose::kHot);
  EXPECT_EQ(report.hot->groups, 40u);
  EXPECT_TRUE(report.hot->right_in_time) << "the same text without it is right";
}

}  // namespace
}  // namespace wgsync
