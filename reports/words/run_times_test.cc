#include "reports/words/run_times.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

LoggedRun TimedRun() {
  CaseResult one = TestResult("barrier.a/groups=2", VerdictKind::kPass);
  CaseResult two = TestResult("barrier.a/groups=3", VerdictKind::kPass);
  CaseResult lock = TestResult("mutex.b/groups=2", VerdictKind::kPass);
  one.seconds = 1;
  two.seconds = 2;
  lock.seconds = 5.5;
  LoggedRun run = TestRun("Pocl", {one, two, lock});
  run.times = {{"boards", {{"run", 4.0}, {"build", 1.0}}},
               {"opening", {{"run", 2.5}, {"build", 0.0}}}};
  run.seconds = 10;
  return run;
}

TEST(RunTimesTest, AddsUpToTheWholeRun) {
  EXPECT_EQ(RunTimesText(TimedRun()),
            "Pocl: 10.0 s\n"
            "for      seconds  share     run   build\n"
            "boards       5.0   50 %     4.0     1.0\n"
            "opening      2.5   25 %     2.5     0.0\n"
            "between      2.5   25 %\n"
            "\n"
            "primitive  cases  seconds  a case\n"
            "mutex.b        1      5.5    5.50\n"
            "barrier.a      2      3.0    1.50\n");
}

TEST(RunTimesTest, ARunThatWasResumedHasItsEarlierParts) {
  LoggedRun run = TimedRun();
  run.earlier_seconds = 30;
  const std::string text = RunTimesText(run);
  EXPECT_THAT(text, HasSubstr("Pocl: 40.0 s\n"));
  EXPECT_THAT(text, HasSubstr("between            2.5    6 %\n"));
  EXPECT_THAT(text, HasSubstr("earlier parts     30.0   75 %\n"));
}

TEST(RunTimesTest, ALogWithoutTimesHasThoseOfItsCases) {
  LoggedRun run = TimedRun();
  run.times.clear();
  const std::string text = RunTimesText(run);
  EXPECT_THAT(text, HasSubstr("its log does not say"));
  EXPECT_THAT(text, HasSubstr("mutex.b        1      5.5    5.50\n"));
  EXPECT_THAT(text, Not(HasSubstr("between")));
}

}  // namespace
}  // namespace wgsync
