#include "reports/matrix/timeline.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::IsNull;

TEST(TimelineTest, ACaseHasACellForEachRun) {
  std::vector<LoggedRun> runs = {
      TestRun("P/D", {TestResult("b", VerdictKind::kPass),
                      TestResult("a", VerdictKind::kHang)}),
      TestRun("P/D", {TestResult("c", VerdictKind::kPass),
                      TestResult("a", VerdictKind::kPass)})};
  runs[1].header.plan.push_back("b");
  const Timeline timeline = MakeTimeline(Pointers(runs));
  std::vector<std::string> ids, planned;
  std::vector<const CaseResult*> before, after;
  for (const TimelineRow& row : timeline.rows) {
    ids.push_back(row.id);
    ASSERT_EQ(row.cells.size(), 2u);
    before.push_back(row.cells[0].result);
    after.push_back(row.cells[1].result);
    if (row.cells[1].planned) planned.push_back(row.id);
  }
  EXPECT_THAT(ids, ElementsAre("b", "a", "c"));
  EXPECT_THAT(before,
              ElementsAre(&runs[0].results[0], &runs[0].results[1], IsNull()));
  EXPECT_THAT(after,
              ElementsAre(IsNull(), &runs[1].results[1], &runs[1].results[0]));
  EXPECT_THAT(planned, ElementsAre("b", "a", "c"));
}

TEST(TimelineTest, ALogMayHaveCasesThatNoPlanHas) {
  LoggedRun run = TestRun("P/D", {TestResult("a", VerdictKind::kPass)});
  run.header.plan = {"planned"};
  const Timeline timeline = MakeTimeline({&run});
  ASSERT_EQ(timeline.rows.size(), 2u);
  EXPECT_TRUE(timeline.rows[0].cells[0].planned);
  EXPECT_EQ(timeline.rows[0].cells[0].result, nullptr);
  EXPECT_FALSE(timeline.rows[1].cells[0].planned);
  EXPECT_EQ(timeline.rows[1].cells[0].result, &run.results[0]);
}

}  // namespace
}  // namespace wgsync
