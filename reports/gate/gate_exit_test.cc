// What the gate says at its end, for each way in which a new run can be worse
// than its baseline or prove less: exit code, last line, JUnit.

#include <functional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "reports/gate/gate.h"
#include "reports/gate/gate_text.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr int kCases = 12;

// Twelve counted cases, of which the last one hangs.
LoggedRun Baseline() {
  std::vector<CaseResult> results;
  for (int i = 0; i < kCases; ++i) {
    CaseResult r =
        TestResult(absl::StrCat("b.c", i, "/groups=2"),
                   i + 1 < kCases ? VerdictKind::kPass : VerdictKind::kHang);
    r.kernel_digest = "k1";
    r.launch_digest = "l1";
    results.push_back(r);
  }
  LoggedRun run = TestRun("P/D", results);
  run.header.devices[0].driver_digest = "d1";
  run.header.suite_digest = "s1";
  return run;
}

void MakeUnproven(LoggedRun* run, int cases) {
  for (int i = 0; i < cases; ++i) {
    run->results[i].verdict = {VerdictKind::kUnproven, Cause::kNone};
  }
}

void MakeCrash(LoggedRun* run) {
  run->results[0].verdict = {VerdictKind::kCrash, Cause::kNone};
  run->results[0].k = run->results[0].n = 2;
}

// As another version of wgsync, in which the first cases are changed, runs
// them.
void MakeUpdated(LoggedRun* run, int changed) {
  run->header.suite_digest = "s2";
  for (int i = 0; i < changed; ++i) run->results[i].launch_digest = "l2";
}

void MakeInfra(LoggedRun* run, int i) {
  run->results[i].verdict = {VerdictKind::kInfra, Cause::kHarness};
}

struct Row {
  const char* name;
  std::function<void(LoggedRun*, GateOptions*)> change;
  int exit_code;
  const char* last_line;
  const char* junit;  // a part of it
};

class GateExitTest : public testing::TestWithParam<Row> {};

TEST_P(GateExitTest, SaysWhatItComesTo) {
  const Row& row = GetParam();
  const LoggedRun before = Baseline();
  LoggedRun after = Baseline();
  after.header.devices[0].driver_digest = "d2";
  GateOptions options;
  options.confirm = 0;
  row.change(&after, &options);
  Gate gate = OpenGate(&before, nullptr, after, options);
  Conclude(&gate);
  EXPECT_EQ(gate.ExitCode(), row.exit_code);
  EXPECT_EQ(GateVerdict(gate), row.last_line);
  EXPECT_THAT(GateJunit(gate), HasSubstr(row.junit));
  EXPECT_EQ(GateReport(gate)["exit"], row.exit_code);
}

INSTANTIATE_TEST_SUITE_P(
    Table, GateExitTest,
    testing::Values(
        Row{"Same", [](LoggedRun*, GateOptions*) {}, 0,
            "gate: as expected, 12 of 12 compared (exit 0)",
            "failures=\"0\" errors=\"0\""},
        Row{"WgsyncUpdated",
            [](LoggedRun* r, GateOptions*) { MakeUpdated(r, 0); }, 0,
            "gate: as expected, 12 of 12 compared (exit 0)", "skipped=\"0\""},
        Row{"WgsyncUpdatedWithChangedCases",
            [](LoggedRun* r, GateOptions*) { MakeUpdated(r, 3); }, 0,
            "gate: as expected, 9 of 9 compared (exit 0)", "skipped=\"3\""},
        Row{"WgsyncUpdatedAndARegression",
            [](LoggedRun* r, GateOptions*) {
              MakeUpdated(r, 0);
              MakeCrash(r);
            },
            1, "gate: 1 case not as expected, 12 of 12 compared (exit 1)",
            "failures=\"1\""},
        Row{"EachCaseChangedInWgsync",
            [](LoggedRun* r, GateOptions*) { MakeUpdated(r, kCases); }, 4,
            "gate: 0 of 12 counted cases of the baseline compared, since "
            "wgsync was updated: make a new baseline with this wgsync and the "
            "trusted driver (exit 4)",
            "errors=\"1\""},
        Row{"MostCasesChangedInWgsync",
            [](LoggedRun* r, GateOptions*) { MakeUpdated(r, 7); }, 4,
            "gate: 5 of 12 counted cases of the baseline compared, since "
            "wgsync was updated: make a new baseline with this wgsync and the "
            "trusted driver (exit 4)",
            "errors=\"1\""},
        Row{"ChangedCasesAcross",
            [](LoggedRun* r, GateOptions* o) {
              MakeUpdated(r, kCases);
              o->across = true;
            },
            0, "gate: as expected, 12 of 12 compared (exit 0)",
            "skipped=\"0\""},
        Row{"AShard",
            [](LoggedRun* r, GateOptions* o) {
              o->chosen = {r->results[0].id, r->results[1].id};
              o->part = {1, 6};
            },
            0, "gate: shard 1 of 6: as expected, 2 of 2 compared (exit 0)",
            "value=\"shard 1 of 6, 2 of 12 cases of the baseline\""},
        Row{"StoppedByTime",
            [](LoggedRun* r, GateOptions* o) {
              r->results.resize(2);
              r->finished = false;
              MakeCrash(r);
              o->resume = "wgsync gate --resume X";
            },
            4,
            "gate: stopped by --max-minutes after 2 of 12 cases, 2 of 12 "
            "compared, 1 not as expected so far; `wgsync gate --resume X` goes "
            "on (exit 4)",
            "skipped=\"10\""},
        Row{"TenOfElevenUnproven",
            [](LoggedRun* r, GateOptions*) { MakeUnproven(r, 10); }, 4,
            "gate: 2 of 12 counted cases of the baseline compared, fewer than "
            "90 %: run it again on an idle machine, or allow it with "
            "--min-compared (exit 4)",
            "<skipped message=\"pass -&gt; unproven (1 of 1): says nothing "
            "now: right, and not proven"},
        Row{"OneOfTwelveUnproven",
            [](LoggedRun* r, GateOptions*) { MakeUnproven(r, 1); }, 0,
            "gate: as expected, 11 of 12 compared (exit 0)",
            "failures=\"0\" errors=\"0\""},
        Row{"AllowedUnproven",
            [](LoggedRun* r, GateOptions* options) {
              MakeUnproven(r, 10);
              options->min_compared = 15;
            },
            0, "gate: as expected, 2 of 12 compared (exit 0)",
            "failures=\"0\" errors=\"0\""},
        Row{"CrashAndInfra",
            [](LoggedRun* r, GateOptions*) {
              MakeCrash(r);
              MakeInfra(r, 1);
            },
            1,
            "gate: 1 case not as expected, 11 of 12 compared; the suite or the "
            "device failed in 1 case (exit 1)",
            "<failure message=\"pass -&gt; crash (2 of 2): regression: "},
        Row{"UnconfirmedHangAndInfra",
            [](LoggedRun* r, GateOptions*) {
              r->results[0].verdict = {VerdictKind::kHang, Cause::kNotStarted};
              MakeInfra(r, 1);
            },
            3,
            "gate: no regression is proven; the suite or the device failed in "
            "1 case (exit 3)",
            "<error message=\"pass -&gt; infra (harness) (1 of 1): "
            "infrastructure: "},
        Row{"CrashAndCutShort",
            [](LoggedRun* r, GateOptions*) {
              MakeCrash(r);
              r->finished = false;
            },
            1,
            "gate: 1 case not as expected, 12 of 12 compared; the new run was "
            "cut short; `wgsync run --resume 'runs/P/D'` goes on (exit 1)",
            "<failure message=\"pass -&gt; crash (2 of 2): "},
        Row{"SameDriver",
            [](LoggedRun* r, GateOptions*) {
              r->header.devices[0].driver_digest = "d1";
            },
            0, "gate: as expected, 12 of 12 compared (exit 0)",
            "failures=\"0\" errors=\"0\""},
        Row{"SameDriverWhereANewOneIsDue",
            [](LoggedRun* r, GateOptions* options) {
              r->header.devices[0].driver_digest = "d1";
              options->new_driver = true;
            },
            4,
            "gate: the driver is the same on both sides, and --new-driver asks "
            "for another one: is the update installed? (exit 4)",
            "<error message=\"gate: the driver is the same"},
        Row{"NewDriver",
            [](LoggedRun*, GateOptions* options) {
              options->new_driver = true;
            },
            0, "gate: as expected, 12 of 12 compared (exit 0)",
            "failures=\"0\" errors=\"0\""},
        Row{"ASixthMissing",
            [](LoggedRun* r, GateOptions*) {
              r->results.resize(10);
              r->header.plan.clear();
            },
            4,
            "gate: 2 cases of the baseline are not in the new run, 10 of 12 "
            "compared: run them too, or allow it with --subset (exit 4)",
            "<error message=\"gate: 2 cases of the baseline are not in"},
        // Cases that are left out on purpose are not counted.
        Row{"ASixthLeftOut",
            [](LoggedRun* r, GateOptions* options) {
              r->results.resize(10);
              r->header.plan.clear();
              options->subset = true;
            },
            0, "gate: as expected, 10 of 12 compared (exit 0)",
            "failures=\"0\" errors=\"0\""},
        Row{"NothingProven",
            [](LoggedRun* r, GateOptions* options) {
              MakeUnproven(r, kCases);
              options->min_compared = 0;
            },
            4,
            "gate: no case that was compared counts: this proves nothing "
            "(exit 4)",
            "<error message=\"gate: no case that was compared counts"}),
    [](const auto& row) { return row.param.name; });

// The gate over passes that fell to unproven, whose lone runs all give `lone`.
Gate WithLoneRuns(const LoggedRun& before, const LoggedRun& after,
                  const Verdict& lone, size_t* runs) {
  Gate gate = OpenGate(&before, nullptr, after, {});
  *runs = 0;
  for (GateCase& c : gate.cases) {
    while (WantsLoneRun(gate, c)) {
      c.lone.push_back(*c.after);
      c.lone.back().verdict = lone;
      ++*runs;
    }
  }
  Conclude(&gate);
  return gate;
}

TEST(GateProofTest, APassThatFellToUnprovenIsRunAgainAlone) {
  const LoggedRun before = Baseline();
  LoggedRun after = Baseline();
  MakeUnproven(&after, 11);
  size_t runs;
  const Gate proven = WithLoneRuns(before, after, {VerdictKind::kPass}, &runs);
  EXPECT_EQ(runs, 11u);
  EXPECT_EQ(proven.Covered().compared, 12u);
  EXPECT_EQ(GateVerdict(proven),
            "gate: as expected, 12 of 12 compared (exit 0)");
  // No more than ten that bring nothing.
  const Gate busy =
      WithLoneRuns(before, after, {VerdictKind::kUnproven}, &runs);
  EXPECT_EQ(runs, 10u);
  EXPECT_EQ(busy.Covered().compared, 1u);
  EXPECT_EQ(busy.ExitCode(), 4);
  EXPECT_THAT(GateJunit(busy), HasSubstr("pass -&gt; unproven (2 of 2): "));
}

TEST(GateProofTest, ALoneRunThatFailsIsJudgedAsOne) {
  const LoggedRun before = Baseline();
  LoggedRun after = Baseline();
  MakeUnproven(&after, 1);
  size_t runs;
  const Gate hangs = WithLoneRuns(
      before, after, {VerdictKind::kHang, Cause::kNotStarted}, &runs);
  EXPECT_EQ(runs, 3u);
  EXPECT_EQ(hangs.cases[0].outcome, Outcome::kRegression);
  EXPECT_THAT(GateJunit(hangs),
              HasSubstr("pass -&gt; hang (not started) (3 of 4): regression"));
  const Gate crash = WithLoneRuns(before, after, {VerdictKind::kCrash}, &runs);
  EXPECT_EQ(runs, 1u);
  EXPECT_EQ(crash.ExitCode(), 1);
}

TEST(GateProofTest, TheLoadOfTheNewRunIsNamed) {
  const LoggedRun before = Baseline();
  LoggedRun after = Baseline();
  MakeUnproven(&after, 3);
  for (int i = 0; i < 2; ++i) after.results[i].other_cores = 1.5;
  Gate gate = OpenGate(&before, nullptr, after, {});
  Conclude(&gate);
  EXPECT_THAT(GateText(gate, 200),
              HasSubstr("load: 2 cases of the new run inconclusive: other "
                        "processes had the cores\n"));
  EXPECT_THAT(GateText(gate, 200), HasSubstr("took the proof away"));
  const LoggedRun idle = Baseline();
  Gate same = OpenGate(&before, nullptr, idle, {});
  Conclude(&same);
  EXPECT_THAT(GateText(same, 200), Not(HasSubstr("load:")));
}

}  // namespace
}  // namespace wgsync
