#include "tools/run/choose_cases.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reports/matrix/matrix.h"
#include "reports/matrix/timeline.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/test_runs.h"
#include "tools/run/read_runs.h"

namespace wgsync {
namespace {

using ::testing::Contains;
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
  choice.cases = {"gremlins"};
  EXPECT_THAT(Rows(choice),
              ElementsAre(HasSubstr("`wgsync list --tier full`")));
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

TEST(ChooseRowsTest, CurrentLeavesOutResultsOfProgramsThatHaveChanged) {
  constexpr absl::string_view kRest =
      "/poll=rmw/signal=rmw/fence=device/pay=plain/work=counter/wg=64/"
      "groups=res";
  ProgramSpec program;
  program.c = *ParseKernelCaseId(absl::StrCat("mutex.mcs", kRest));
  program.waits = WaitMode::kUnbounded;
  program.board = BoardMode::kOff;
  CaseResult same =
      Result(absl::StrCat("mutex.mcs", kRest), VerdictKind::kPass);
  same.language = LanguageName(program.language);
  same.kernel_digest =
      KernelDigest(*ComposeSource(program), BuildOptions(program));
  CaseResult changed = same;
  changed.id = absl::StrCat("mutex.clh", kRest);
  CaseResult unknown = Result("mutex.old/groups=2", VerdictKind::kPass);
  CaseResult refused = changed;
  refused.id = absl::StrCat("mutex.array", kRest);
  refused.verdict.kind = VerdictKind::kUnsupported;
  std::vector<wgsync::Run> runs = {
      TestRun("P/D", {same, changed, unknown, refused})};
  RowChoice choice;
  choice.current = true;
  ASSERT_TRUE(ChooseRows(choice, &runs).ok());
  EXPECT_THAT(runs[0].header.plan, ElementsAre(same.id, refused.id));
  ASSERT_THAT(runs[0].results, SizeIs(2));
  EXPECT_EQ(runs[0].results[1].id, refused.id);
  EXPECT_THAT(runs[0].notes, Contains(HasSubstr("not shown: 2 results")));
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

TEST(SelectFromTest, ACommonNameThatALargerTierHasSaysSo) {
  const std::string says(
      SelectFrom(Tier::kSmoke, {{"two grids"}, {""}}).status().message());
  EXPECT_THAT(says, HasSubstr("; --tier default has "));
  EXPECT_TRUE(SelectFrom(Tier::kDefault, {{"two grids"}, {""}}).ok());
}

TEST(FindCasesOfTest, ACommonNameNamesCasesOfEachRun) {
  EXPECT_THAT(*FindCasesOf(TwoRuns(), "queue lock"), SizeIs(1));
  EXPECT_EQ(FindCasesOf(TwoRuns(), "ring buffer").status().code(),
            absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace wgsync
