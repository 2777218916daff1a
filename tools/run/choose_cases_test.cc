#include "tools/run/choose_cases.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reports/matrix/matrix.h"
#include "reports/matrix/timeline.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

CaseResult Result(const std::string& id, VerdictKind kind,
                  Binding binds = Binding::kNothing) {
  CaseResult r = TestResult(id, kind, Cause::kNone);
  r.binds = binds;
  return r;
}

std::vector<Run> TwoRuns() {
  return {
      TestRun("P/D", {Result("barrier.counter/groups=2", VerdictKind::kPass),
                      Result("mutex.ticket/groups=2", VerdictKind::kHang),
                      Result("mutex.mcs/groups=2", VerdictKind::kPass)}),
      TestRun("P/E", {Result("barrier.counter/groups=2", VerdictKind::kBroken,
                             Binding::kViolation),
                      Result("mutex.ticket/groups=2", VerdictKind::kHang)})};
}

std::vector<std::string> Rows(const RowChoice& choice) {
  std::vector<Run> runs = TwoRuns();
  const absl::Status status = ChooseRows(choice, &runs);
  if (!status.ok()) return {std::string(status.message())};
  std::vector<std::string> ids;
  for (const TimelineRow& row : MakeTimeline(Pointers(runs)).rows) {
    ids.push_back(row.id);
  }
  return ids;
}

TEST(ChooseRowsTest, PatternsNameRows) {
  RowChoice choice;
  EXPECT_THAT(Rows(choice), SizeIs(3));
  choice.cases = {"mutex.mcs/groups=2"};
  EXPECT_THAT(Rows(choice), ElementsAre("mutex.mcs/groups=2"));
  choice.cases = {"mutex.*", "counter"};
  EXPECT_THAT(Rows(choice), SizeIs(3));
  choice.cases = {"Queue Lock"};
  EXPECT_THAT(Rows(choice), ElementsAre("mutex.mcs/groups=2"));
}

TEST(ChooseRowsTest, APatternThatNamesNoRowIsAnError) {
  RowChoice choice;
  choice.cases = {"mutex", "mutex.tickt/groups=2"};
  EXPECT_THAT(Rows(choice),
              ElementsAre("--cases mutex.tickt/groups=2: no case of the runs "
                          "has it; did you mean mutex.ticket/groups=2?"));
}

TEST(ChooseRowsTest, FailuresAndDifferences) {
  RowChoice choice;
  choice.failures = true;
  EXPECT_THAT(Rows(choice), ElementsAre("barrier.counter/groups=2"));
  choice.cases = {"mutex"};
  EXPECT_THAT(Rows(choice), SizeIs(0));
  choice = RowChoice();
  choice.differ = true;
  // A hang on both sides is alike, and one column says nothing about mutex.mcs.
  EXPECT_THAT(Rows(choice), ElementsAre("barrier.counter/groups=2"));
}

TEST(ChooseRowsTest, AColumnStillSpeaksOfItsWholeRun) {
  auto runs = TwoRuns();
  RowChoice choice;
  choice.cases = {"mutex"};
  ASSERT_TRUE(ChooseRows(choice, &runs).ok());
  const std::string text = MatrixText(runs, MatrixStyle());
  EXPECT_THAT(text, HasSubstr("shown are 2 of 3 cases; counts are of all"));
  EXPECT_THAT(text, HasSubstr("cases             3      2\n"));
  EXPECT_THAT(text, Not(HasSubstr("barrier.counter")));
}

}  // namespace
}  // namespace wgsync
