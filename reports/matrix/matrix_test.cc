#include "reports/matrix/matrix.h"

#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reports/matrix/matrix_model.h"
#include "reports/matrix/test_shapes.h"
#include "reports/render/text.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/test_runs.h"
#include "suite/core/record/twin_result.h"

namespace wgsync {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using ::testing::StartsWith;

constexpr char kPoll[] = "barrier.a/poll=plain/signal=rmw/groups=2";
constexpr char kBeyond[] = "barrier.a/poll=rmw/signal=rmw/groups=res_plus1";
constexpr char kLock[] = "mutex.spin/poll=rmw/signal=rmw/work=counter/groups=2";

std::vector<LoggedRun> TwoRuns() {
  CaseResult flaky = TestResult(kLock, VerdictKind::kStalePayload,
                                Cause::kStaleLoad, Binding::kViolation);
  flaky.k = 4;
  flaky.n = 1234567;
  flaky.unit = Unit::kReads;
  CaseResult bounded =
      TestResult(kBeyond, VerdictKind::kHang, Cause::kNotStarted);
  bounded.bounded = true;
  return {TestRun("Pocl/cpu", {TestResult(kPoll, VerdictKind::kStaleHoisted,
                                          Cause::kHoisted),
                               TestResult(kLock, VerdictKind::kPass), bounded}),
          TestRun("Cuda/gpu",
                  {flaky, TestResult(kPoll, VerdictKind::kHang, Cause::kMissed,
                                     Binding::kProgress)})};
}

std::vector<std::string> Lines(const std::string& text) {
  return absl::StrSplit(text, '\n');
}

TEST(MatrixTest, RowsThatAreTooLongBecomeTablesOfTheirOwn) {
  const std::vector<LoggedRun> runs = {
      TestRun("Pocl/cpu",
              {TestResult("barrier.a/poll=rmw/groups=2", VerdictKind::kPass),
               TestResult("barrier.a/poll=rmw/groups=4", VerdictKind::kPass),
               TestResult("barrier.a/poll=plain/groups=4/ballast=half",
                          VerdictKind::kHang)})};
  EXPECT_THAT(MatrixText(runs, {false, 40}), StartsWith(R"(barrier.a
  poll  groups ballast   [1]
  rmw   2      -         .
  rmw   4      -         .
  plain 4      half      X
)"));
  EXPECT_THAT(MatrixText(runs, {false, 24}), StartsWith(R"(barrier.a  poll=rmw
  groups    [1]
  2         .
  4         .
barrier.a
    poll=plain groups=4
  ballast   [1]
  half      X
)"));
}

TEST(MatrixTest, TheTextIsAsItShouldBe) {
  EXPECT_THAT(MatrixText(TwoRuns(), {}), StartsWith(
                                             R"(barrier.a  signal=rmw
  poll  groups      [1]  [2]
  plain 2           H    X!
  rmw   res_plus1   X*
mutex.spin  poll=rmw signal=rmw work=counter
  groups            [1]  [2]
  2                 .    P! 4/1.2M

[1] Pocl/cpu, driver 7.1, from runs/Pocl/cpu
[2] Cuda/gpu, driver 7.1, from runs/Cuda/gpu

X hang: groups wait and will not go on, and the cause names who
P stale-payload: the wait was met, and old data was read after it
H stale-hoisted: the compiler took a plain access out of its loop, or let other
    work-items run the branch that it is in (a data race allows both)
. pass: right, and the same case without its waits came out wrong
! fails: it counts as a failure; * of a wait that gives up: another program
k/n in k of n runs or reads; blank not in that run's plan
)"));
}

TEST(MatrixTest, FailuresAreListedApartWithCauseAndRun) {
  EXPECT_THAT(MatrixText(TwoRuns(), {}), HasSubstr(
                                             R"(
Failures, violation: against what the OpenCL specification guarantees, or a
  crash
  [2] stale-payload (stale load), 4 of 1234567 reads
      mutex.spin/poll=rmw/signal=rmw/work=counter/groups=2

Failures, progress: occupancy-bound progress not met; OpenCL does not promise it
  [2] hang (missed)
      barrier.a/poll=plain/signal=rmw/groups=2
)"));
}

TEST(MatrixTest, CountsStandApart) {
  EXPECT_THAT(MatrixText(TwoRuns(), {}), HasSubstr(
                                             R"(
                    [1]    [2]
X hang              1      1
P stale-payload     0      1
H stale-hoisted     1      0
. pass              1      0
  cases             3      2
  counted           3      2
  fail: violation   0      1
  fail: progress    0      1
  fail: execution   0      0
  fail: customary   0      0
  bad, not counted  2      0
)"));
}

TEST(MatrixTest, NoLineIsWiderThanTheTerminalOrEndsInSpaces) {
  std::vector<LoggedRun> runs;
  for (int i = 0; i < 30; ++i) {
    for (LoggedRun& run : TwoRuns()) runs.push_back(std::move(run));
  }
  for (size_t width : {60, 80, 120}) {
    for (const std::string& line : Lines(MatrixText(runs, {false, width}))) {
      EXPECT_LE(DisplayWidth(line), width) << line;
      EXPECT_FALSE(!line.empty() && line.back() == ' ') << line;
    }
  }
}

TEST(MatrixTest, EveryColumnIsPrintedHoweverNarrowTheTerminal) {
  std::vector<LoggedRun> runs = TwoRuns();
  std::string text = MatrixText(runs, {false, 10});
  EXPECT_THAT(text, HasSubstr("  plain 2           H\n"));
  EXPECT_THAT(text, HasSubstr("  plain 2           X!\n"));
}

TEST(MatrixTest, ColourOnlyWhereAskedForAndNeverAlone) {
  std::string plain = MatrixText(TwoRuns(), {});
  EXPECT_THAT(plain, Not(HasSubstr("\x1b")));
  std::string coloured = MatrixText(TwoRuns(), {true, 80});
  EXPECT_THAT(coloured, HasSubstr("\x1b[1;31mX!\x1b[0m"));
  std::string stripped;
  for (size_t i = 0; i < coloured.size(); ++i) {
    if (coloured[i] == '\x1b') {
      i = coloured.find('m', i);
    } else {
      stripped += coloured[i];
    }
  }
  EXPECT_EQ(stripped, plain);
}

TEST(MatrixTest, FamiliesStandTogetherInTheOrderOfThePlan) {
  std::vector<LoggedRun> runs = {
      TestRun("d", {TestResult("mutex.b/groups=1", VerdictKind::kPass),
                    TestResult("barrier.b/groups=1", VerdictKind::kPass),
                    TestResult("mutex.a/groups=1", VerdictKind::kPass)})};
  std::vector<std::string> primitives;
  for (const MatrixGroup& g : BuildMatrix(runs))
    primitives.push_back(g.primitive);
  EXPECT_THAT(primitives, ElementsAre("mutex.b", "mutex.a", "barrier.b"));
}

TEST(MatrixTest, SharedWordsAreFactoredOutAndOthersAreAxes) {
  std::vector<LoggedRun> runs = TwoRuns();
  std::vector<MatrixGroup> groups = BuildMatrix(runs);
  EXPECT_THAT(groups[0].common, ElementsAre("signal=rmw"));
  EXPECT_THAT(groups[0].axes, ElementsAre("poll", "groups"));
  EXPECT_THAT(groups[0].rows[1].words, ElementsAre("rmw", "res_plus1"));
}

TEST(MatrixTest, AWordThatOnlyOneCaseHasIsAnAxis) {
  std::vector<LoggedRun> runs = {
      TestRun("d", {TestResult("x.a/groups=1/extra=y", VerdictKind::kPass),
                    TestResult("x.a/groups=1", VerdictKind::kPass)})};
  std::vector<MatrixGroup> groups = BuildMatrix(runs);
  EXPECT_THAT(groups[0].axes, ElementsAre("extra"));
  EXPECT_THAT(groups[0].rows[1].words, ElementsAre("-"));
}

TEST(CellTextTest, SaysLetterMarksAndCount) {
  CaseResult r = TestResult(kPoll, VerdictKind::kPass);
  EXPECT_EQ(CellText({&r, true}), ".");
  r.k = r.n = 3;
  EXPECT_EQ(CellText({&r, true}), ". 3/3");
  r.k = 0;
  r.n = 1;
  EXPECT_EQ(CellText({&r, true}), ". 0/1");
  r = TestResult(kPoll, VerdictKind::kHang, Cause::kMissed, Binding::kProgress);
  r.bounded = r.perturbed = true;
  EXPECT_EQ(CellText({&r, true}), "X!*^");
  EXPECT_EQ(CellText({nullptr, true}), "?");
  EXPECT_EQ(CellText({nullptr, false}), "");
}

TwinResult Twin(TwinState state) {
  TwinResult twin;
  twin.state = state;
  twin.launches = 3;
  return twin;
}

TEST(CellTextTest, MarksAPassWhoseTwinsFailed) {
  CaseResult r = TestResult(kPoll, VerdictKind::kPass);
  r.twins = {Twin(TwinState::kNotObservable)};
  EXPECT_EQ(CellText({&r, true}), ".");
  r.twins.push_back(Twin(TwinState::kKilled));
  EXPECT_EQ(CellText({&r, true}), ".+");
  r.verdict.kind = VerdictKind::kHang;
  EXPECT_EQ(CellText({&r, true}), "X");
}

TEST(ColumnRemarksTest, SayHowManyTwinsFailed) {
  CaseResult r = TestResult(kPoll, VerdictKind::kPass);
  LoggedRun run = TestRun("d", {r});
  EXPECT_THAT(ColumnRemarks(run), Not(Contains(HasSubstr("twins"))));
  run.results[0].twins = {Twin(TwinState::kKilled), Twin(TwinState::kMissed)};
  EXPECT_THAT(ColumnRemarks(run),
              Contains("50 % of 2 observable twins killed"));
}

TEST(MatrixLegendTest, ExplainsEverySignOfTheTableAndNoOther) {
  LoggedRun run = TestRun("d", {TestResult(kPoll, VerdictKind::kUnproven)});
  run.header.plan.push_back(kLock);
  std::vector<LoggedRun> runs = {run};
  auto legend = MatrixLegend(BuildMatrix(runs));
  EXPECT_THAT(legend, ElementsAre(Pair("o", StartsWith("unproven: ")),
                                  Pair("?", "planned, no verdict")));
}

TEST(ColumnRemarksTest, AGoodRunHasNone) {
  EXPECT_THAT(ColumnRemarks(TwoRuns()[0]), IsEmpty());
}

TEST(ColumnRemarksTest, ANoteIsSaidOnce) {
  LoggedRun run = TwoRuns()[0];
  run.notes = {"bounded only", "bounded only"};
  EXPECT_THAT(ColumnRemarks(run), ElementsAre("bounded only"));
}

TEST(ColumnRemarksTest, TheClassIsThatOfTheCasesAndNotThatOfTheNote) {
  LoggedRun run = TestRun("P/D", ShapeCases(progress::Model::kHsaObe));
  run.notes = {"progress: at most FAIR", "bounded only"};
  EXPECT_THAT(ColumnRemarks(run),
              ElementsAre(StartsWith("progress: at most HSA+OBE; held in "),
                          "bounded only"));
}

TEST(ColumnRemarksTest, ARunThatWasCutShortIsSaid) {
  LoggedRun run = TwoRuns()[0];
  run.finished = false;
  run.header.plan.push_back("mutex.x/groups=1");
  EXPECT_THAT(ColumnRemarks(run),
              ElementsAre("the run was cut short, 1 planned case has no "
                          "verdict; `wgsync run --resume 'runs/Pocl/cpu'` "
                          "goes on"));
  run = TestRun("d", {});
  run.finished = false;
  run.header.settings.tier = kTriedTier;
  EXPECT_EQ(CutShortText(run),
            "the run was cut short; try the folder again, with another --out");
}

TEST(ColumnRemarksTest, ARunOfWhichNothingBindsIsSaid) {
  CaseResult unproven = TestResult(kPoll, VerdictKind::kUnproven);
  EXPECT_THAT(ColumnRemarks(TestRun("d", {unproven})),
              ElementsAre(HasSubstr("no case counts")));
  CaseResult pass = TestResult(kLock, VerdictKind::kPass);
  EXPECT_THAT(ColumnRemarks(TestRun("d", {unproven, pass})),
              ElementsAre(HasSubstr("1 of 2 counted cases are")));
  pass.could_bind = false;
  EXPECT_THAT(ColumnRemarks(TestRun("d", {pass})),
              ElementsAre(HasSubstr("no case counts")));
}

TEST(MatrixMarkdownTest, HasATableForEachPrimitive) {
  std::string text = MatrixMarkdown(TwoRuns());
  EXPECT_THAT(text, HasSubstr("### barrier\n\n#### `barrier.a`\n\n"
                              "All with `signal=rmw`.\n\n"
                              "| poll | groups | [1] | [2] |\n"
                              "| --- | --- | --- | --- |\n"
                              "| `plain` | `2` | `H` | **`X!`** |\n"
                              "| `rmw` | `res_plus1` | `X*` |  |\n"));
  EXPECT_THAT(text, HasSubstr("|  | fail: violation | 0 | 1 |"));
  EXPECT_THAT(text, HasSubstr("- [2] **stale-payload (stale load)** "));
  EXPECT_THAT(text, HasSubstr(", 4 of 1234567 reads; violation: "));
}

TEST(MatrixMarkdownTest, ADeviceNameBreaksNoTableAndOpensNoTag) {
  std::string text = MatrixMarkdown({TestRun("A|B <b>", {})});
  EXPECT_THAT(text, HasSubstr("A\\|B &lt;b&gt;"));
}

}  // namespace
}  // namespace wgsync
