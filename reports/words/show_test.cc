#include "reports/words/show.h"

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/test_shapes.h"
#include "reports/render/json_text.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using nlohmann::json;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

constexpr char kHang[] = "barrier.a/poll=rmw/groups=3";
constexpr char kPass[] = "barrier.a/poll=rmw/groups=2";

Run HangRun() {
  CaseResult hang = TestResult(kHang, VerdictKind::kHang, Cause::kNotStarted,
                               Binding::kProgress);
  hang.k = hang.n = 3;
  hang.failed_launches = 3;
  hang.case_launches = 31;
  hang.seconds = 0.5;
  hang.deadline_seconds = 0.25;
  hang.binary_digest = "beef";
  hang.words = {"group 2 has no start word", "groups 0 and 1 wait for it"};
  hang.judged.by = DecidedBy::kEvidence;
  hang.judged.evidence.ending = Ending::kFrozen;
  hang.judged.evidence.channel_proven = true;
  LoggedRun run =
      TestRun("Pocl/it's", {hang, TestResult(kPass, VerdictKind::kPass)});
  LaunchRecord control;
  control.purpose = LaunchPurpose::kControl;
  control.ending = Ending::kFinished;
  control.seconds = 0.01;
  control.spec.program.c = *ParseKernelCaseId(
      "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
      "work=exchange/wg=64/groups=3");
  LaunchRecord watched = control;
  watched.purpose = LaunchPurpose::kWatched;
  watched.ending = Ending::kFrozen;
  AddLaunch(&run, control, &run.results[0]);
  AddLaunch(&run, watched, &run.results[0]);
  return run;
}

TEST(ShowCaseTest, SaysAllThatIsKnown) {
  LoggedRun run = HangRun();
  std::string text = ShowCase(run, run.results[0], 80, false, /*full=*/true);
  for (const char* part :
       {"barrier.a/poll=rmw/groups=3\n  hang (not started)\n",
        "  seen in     3 of 3 runs, 3 of 31 launches\n",
        "  counted     as progress: occupancy-bound progress not met; OpenCL "
        "does",
        "  soundness   guaranteed: acquire and release at device scope",
        "  needs       all groups resident\n",
        "  grid        3 groups of 64 work-items, residency 2\n",
        "  binary      beef\n",
        "  time        0.50 s in all, deadline 0.25 s\n",
        "  device      Pocl/it's, driver 7.1\n",
        "Evidence\n  - group 2 has no start word\n",
        "Launches\n  1. control without waits\n", "seconds: 0.01",
        "  2. watched launch (relaxed board)\n",
        "ending: did not end in 0.010 s", "What the verdict was made of\n",
        "ending: frozen"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

// Verdict and reason, what decided, the case, the command; launches if asked.
TEST(ShowCaseTest, BeginsWithTheReasonAndLeavesLaunchesAway) {
  LoggedRun run = HangRun();
  run.results[0].Decide(Rule::kNotStarted);
  const std::string text = ShowCase(run, run.results[0], 200);
  size_t at = 0;
  for (const char* part :
       {"\n  hang (not started), because work-groups wait for a work-group "
        "that "
        "has not started\n",
        "\nEvidence\n", "\nCase\n", "\nReproduce\n", " --all\n"}) {
    const size_t found = text.find(part);
    ASSERT_NE(found, std::string::npos) << part << " in\n" << text;
    EXPECT_GE(found, at) << part;
    at = found;
  }
  EXPECT_THAT(text, Not(HasSubstr("Launches")));
}

TEST(ShowBrieflyTest, HasTheReasonAndWhatDecided) {
  LoggedRun run = HangRun();
  run.results[0].Decide(Rule::kNotStarted);
  EXPECT_EQ(ShowBriefly(run, run.results[0], 200),
            "barrier.a/poll=rmw/groups=3\n    hang (not started), because "
            "work-groups wait for a work-group that has not started\n    group "
            "2 has no start word\n");
}

TEST(ShowCaseTest, EndsWithTheCommandThatReproducesIt) {
  LoggedRun run = HangRun();
  EXPECT_THAT(ShowCase(run, run.results[0], 80, false, /*full=*/true),
              EndsWith("Reproduce\n  wgsync run --device 'Pocl/it'\\''s' "
                       "--cases 'barrier.a/poll=rmw/groups=3'\n"));
}

TEST(ShowCaseTest, ABoundedVerdictIsMarked) {
  LoggedRun run = HangRun();
  run.results[0].bounded = true;
  EXPECT_THAT(ShowCase(run, run.results[0], 80),
              HasSubstr("hang (not started), bounded"));
}

TEST(ShowCaseTest, NothingIsSaidTwice) {
  LoggedRun run = HangRun();
  CaseResult& r = run.results[0];
  EXPECT_THAT(ShowCase(run, r, 80), HasSubstr("needs       all groups"));
  r.findings = {Found(FindingKind::kHangExcused, {},
                      {"it needs all groups resident, and has more"})};
  r.also = {"alone: pass", "alone: hang", "alone: pass"};
  r.Decide(Rule::kConditionsMet);
  r.binds = Binding::kExecution;
  const std::string text = ShowCase(run, r, 80);
  EXPECT_THAT(text, Not(HasSubstr("needs       all groups")));
  EXPECT_THAT(text, HasSubstr("also        alone: pass, 2 times\n"
                              "  also        alone: hang\n"));
  EXPECT_THAT(text, HasSubstr("counted     as execution\n"));
}

TEST(ShowCaseTest, ACharacterisedVerdictIsNoFailure) {
  LoggedRun run = HangRun();
  run.results[0].binds = Binding::kNothing;
  EXPECT_THAT(ShowCase(run, run.results[0], 80),
              HasSubstr("counted     no: neither OpenCL nor custom forbids"));
  EXPECT_THAT(ShowCase(run, run.results[1], 80), Not(HasSubstr("counted")));
}

TEST(ReproduceCommandTest, HasTheOptionsAndTheEnvironmentOfTheRun) {
  LoggedRun run = HangRun();
  run.header.settings.safe = run.header.settings.isolate_case = true;
  (*run.header.devices[0].fingerprint)["environment"] = {
      {"POCL_MAX_PTHREAD_COUNT", "8"}, {"POCL_CACHE_DIR", "/somewhere"}};
  EXPECT_EQ(ReproduceCommand(run, kPass),
            "POCL_MAX_PTHREAD_COUNT='8' wgsync run --device 'Pocl/it'\\''s' "
            "--cases 'barrier.a/poll=rmw/groups=2' --safe --isolate case");
}

TEST(ReproduceCommandTest, SetsNoVariableThatIsNoKnownDrivers) {
  LoggedRun run = HangRun();
  (*run.header.devices[0].fingerprint)["environment"] = {
      {"X=1; touch PWNED; Y", "z"}, {"PATH", "/evil"},
      {"LD_PRELOAD", "/evil.so"},   {"POCL_NEW", "sha256:123"},
      {"OCL_ICD_VENDORS", "/evil"}, {"POCL_DEBUG", "~/it's:/b:~:c~/d"}};
  EXPECT_EQ(ReproduceCommand(run, kPass),
            "POCL_DEBUG=\"$HOME\"/'it'\\''s':'/b':\"$HOME\":'c~/d' "
            "wgsync run --device 'Pocl/it'\\''s' "
            "--cases 'barrier.a/poll=rmw/groups=2'");
  EXPECT_THAT(ShowCase(run, run.results[0], 80),
              HasSubstr("\nThe run also had LD_PRELOAD, OCL_ICD_VENDORS, PATH, "
                        "POCL_NEW, X=1; touch PWNED;\nY: see"));
}

TEST(ReproduceCommandTest, NamesTheOptionForADriverInAFolder) {
  LoggedRun run = HangRun();
  json& variables = (*run.header.devices[0].fingerprint)["environment"];
  variables = {{"OCL_ICD_VENDORS", "~/drivers/pocl/vendors"}};
  EXPECT_EQ(ReproduceCommand(run, kPass),
            "wgsync run --device 'Pocl/it'\\''s' --cases "
            "'barrier.a/poll=rmw/groups=2' --driver-dir FOLDER");
  variables["OCL_ICD_VENDORS"] = "/etc/OpenCL/vendors";
  EXPECT_THAT(ReproduceCommand(run, kPass), Not(HasSubstr("--driver-dir")));
}

TEST(ShowRunTest, TimesAreInUtc) {
  CaseResult r = TestResult("barrier.a", VerdictKind::kPass);
  r.started_unix_ns = 1767323045999999999;
  EXPECT_THAT(ShowRun(TestRun("P/D", {r}), 80),
              HasSubstr("2026-01-02 03:04:05 UTC\n"));
}

TEST(ShowRunTest, ListsWhatDidNotPass) {
  LoggedRun run = HangRun();
  run.header.settings.safe = true;
  std::string text = ShowRun(run, 80);
  EXPECT_THAT(text, HasSubstr("isolate: worker; repeat: 1;\n              "
                              "repeat stochastic: 0; safe: yes; tier: smoke;"));
  EXPECT_THAT(text, HasSubstr("  verdicts    1 hang, 1 pass\n"));
  EXPECT_THAT(text, HasSubstr("  failures    1 of 2 counted cases fails "
                              "(failures: 0 violation, 1 progress, 0\n"));
  EXPECT_THAT(
      text,
      HasSubstr("1 case: hang (not started); 1 fail\n  barrier.a/poll=rmw/"
                "groups=3\n      fails: progress; 3 of 3 runs, 3 of 31 "
                "launches; group 2 has no start word\n"));
  EXPECT_FALSE(absl::StrContains(text, kPass));
}

TEST(ShowRunTest, ColoursRepeatWhatTheWordsSay) {
  const LoggedRun run = HangRun();
  std::string text = ShowRun(run, 80, /*color=*/true);
  EXPECT_THAT(
      text, HasSubstr("\x1b[1;31m1 case: hang (not started); 1 fail\x1b[0m\n"));
  for (const char* code : {"\x1b[0m", "\x1b[1m", "\x1b[1;31m"}) {
    text = absl::StrReplaceAll(text, {{code, ""}});
  }
  EXPECT_EQ(text, ShowRun(run, 80));
}

TEST(ShowJsonTest, ARunHasItsCountsAndItsCases) {
  const LoggedRun run = HangRun();
  const json report = RunReport(run);
  EXPECT_EQ(report["verdicts"], json({{"hang", 1}, {"pass", 1}}));
  EXPECT_EQ(report["fail"]["progress"], 1);
  ASSERT_EQ(report["cases"].size(), 2);
  EXPECT_EQ(report["cases"][0]["case"], "barrier.a/poll=rmw/groups=3");
  EXPECT_EQ(report["cases"][0]["cause"], "not started");
}

TEST(ShowJsonTest, ACaseHasAllThatTheLogHas) {
  const LoggedRun run = HangRun();
  const json report = CaseReport(run, run.results[0]);
  EXPECT_EQ(report["result"], ToJson(run.results[0]));
  EXPECT_EQ(report["reproduce"], ReproduceCommand(run, run.results[0].id));
}

TEST(FindCasesTest, TakesAnIdAGlobOrAPart) {
  LoggedRun run = HangRun();
  EXPECT_THAT(*FindCases(run, kPass), SizeIs(1));
  EXPECT_THAT(*FindCases(run, "barrier.*"), SizeIs(2));
  EXPECT_THAT(*FindCases(run, "groups=3"), SizeIs(1));
  EXPECT_THAT(*FindCases(run, "hang"), SizeIs(1));
  EXPECT_THAT(*FindCases(run, "hang (not started)"), SizeIs(1));
  EXPECT_THAT(*FindCases(run, "not started"), SizeIs(1));
}

TEST(FindCasesTest, AnUnknownCaseGetsTheNearestId) {
  LoggedRun run = HangRun();
  auto none = FindCases(run, "barrier.a/poll=rwm/groups=3");
  ASSERT_FALSE(none.ok());
  EXPECT_THAT(std::string(none.status().message()),
              EndsWith("no case barrier.a/poll=rwm/groups=3; the nearest is "
                       "barrier.a/poll=rmw/groups=3"));
}

TEST(FindCasesTest, ACaseWithoutVerdictSaysWhy) {
  LoggedRun run = HangRun();
  run.unfinished["mutex.x/groups=2"] = "b1";
  run.header.plan.push_back("mutex.y/groups=2");
  EXPECT_THAT(
      std::string(FindCases(run, "mutex.x/groups=2").status().message()),
      HasSubstr("was started and has no verdict"));
  EXPECT_THAT(
      std::string(FindCases(run, "mutex.y/groups=2").status().message()),
      HasSubstr("is planned and did not run yet"));
}

TEST(JsonTextTest, NestsAndShortens) {
  json list = json::array();
  for (int i = 0; i < 20; ++i) list.push_back(i);
  EXPECT_EQ(JsonText({{"a_b", 1.5}, {"list", list}}, 80, 2),
            "  a b: 1.5; list: [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 ... "
            "(20)]\n");
  EXPECT_EQ(JsonText({{"a", {{"b", 1}}}, {"c", {{{"d", 2}}}}}, 80, 0),
            "a:\n  b: 1\nc:\n  1. d: 2\n");
  EXPECT_EQ(JsonText({{{"a", {{"b", 1}}}}, 7}, 80, 0),
            "1. a:\n     b: 1\n2. 7\n");
  EXPECT_THAT(JsonText(json(100, {{"a", 1}}), 80, 0),
              EndsWith("8. a: 1\n... (100)\n"));
}

}  // namespace
}  // namespace wgsync
