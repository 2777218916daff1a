#include "reports/diff/history.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kCase[] = "barrier.a/groups=res";

LoggedRun Of(const std::string& device, const std::string& driver, int day,
             VerdictKind kind, Cause cause = Cause::kNone) {
  LoggedRun run = TestRun(
      device, {TestResult(kCase, kind, cause,
                          kind == VerdictKind::kBroken ? Binding::kViolation
                                                       : Binding::kNothing)});
  run.header.devices[0].device.driver_version = driver;
  run.header.unix_ns = int64_t{day} * 86400 * 1000000000;
  return run;
}

std::vector<std::string> Trends(const std::vector<LoggedRun>& runs) {
  std::vector<std::string> trends;
  for (const CaseHistory& h : HistoriesOf(MakeTimeline(Pointers(runs)))) {
    trends.push_back(TrendText(h));
  }
  return trends;
}

TEST(HistoryTest, SinceWhichDriverItIsBad) {
  EXPECT_THAT(
      Trends({Of("A", "7.1", 3, VerdictKind::kBroken, Cause::kStoreLost),
              Of("A", "6.0", 4, VerdictKind::kPass),
              Of("A", "10.0", 1, VerdictKind::kBroken, Cause::kStoreLost)}),
      ElementsAre("broken (store lost) since 7.1, right with 6.0"));
}

TEST(HistoryTest, ABadDriverBetweenGoodOnesIsSaid) {
  EXPECT_THAT(Trends({Of("A", "1", 1, VerdictKind::kPass),
                      Of("A", "2", 2, VerdictKind::kHang, Cause::kMissed),
                      Of("A", "3", 3, VerdictKind::kPass),
                      Of("A", "4", 4, VerdictKind::kPass)}),
              ElementsAre("right since 3, hang (missed) with 2"));
}

TEST(HistoryTest, DriversThatSayNothingArePassedOver) {
  EXPECT_THAT(Trends({Of("A", "1", 1, VerdictKind::kPass),
                      Of("A", "2", 2, VerdictKind::kInfra),
                      Of("A", "3", 3, VerdictKind::kUnproven)}),
              ElementsAre("right with 1"));
  EXPECT_THAT(Trends({Of("A", "2", 2, VerdictKind::kUnsupported)}),
              ElementsAre("no driver says anything"));
}

TEST(HistoryTest, OneBadRunOfADriverIsEnough) {
  EXPECT_THAT(Trends({Of("A", "1", 1, VerdictKind::kPass),
                      Of("A", "2", 2, VerdictKind::kBroken),
                      Of("A", "2", 3, VerdictKind::kPass)}),
              ElementsAre("broken 1, pass 1 since 2, right with 1"));
}

TEST(HistoryTest, DevicesAreApart) {
  const std::vector<LoggedRun> runs = {Of("A", "1", 1, VerdictKind::kPass),
                                       Of("B", "1", 1, VerdictKind::kBroken),
                                       Of("B", "2", 2, VerdictKind::kBroken)};
  EXPECT_THAT(
      Trends(runs),
      ElementsAre("right with 1", "broken with all of 2 drivers, 1 to 2"));
  const std::vector<CaseHistory> histories =
      HistoriesOf(MakeTimeline(Pointers(runs)));
  EXPECT_FALSE(HasChanged(histories[1]));
  EXPECT_TRUE(IsBad(histories[1]));
  EXPECT_THAT(HistoryText(histories, 80, false),
              HasSubstr("    2  1970-01-03 00:00:00 UTC  1 run: broken; "
                        "fails: violation\n"));
}

TEST(HistoryTest, AModelsRunIsNoDevices) {
  LoggedRun run = Of("A", "1", 1, VerdictKind::kBroken);
  run.header.settings.model = *ParseModel("cache");
  ASSERT_FALSE(RunModel(run).empty());
  EXPECT_TRUE(HistoriesOf(MakeTimeline({&run})).empty());
}

}  // namespace
}  // namespace wgsync
