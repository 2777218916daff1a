#include "reports/words/run_junit.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

constexpr char kId[] = "barrier.a/poll=rmw/groups=2";

// The case of the only result of a run.
JunitCase Only(const CaseResult& r) {
  const LoggedRun run = TestRun("P/D", {r});
  const std::vector<JunitSuite> suites = RunSuites({&run, {}, "", ""});
  EXPECT_EQ(suites.size(), 2);
  EXPECT_EQ(suites[0].cases[0].name, "run");
  EXPECT_EQ(suites[1].cases.size(), 1);
  return suites[1].cases[0];
}

JunitStatus StatusOf(VerdictKind kind, Binding binds = Binding::kNothing) {
  return Only(TestResult(kId, kind, Cause::kNone, binds)).status;
}

TEST(RunJunitTest, EveryVerdictHasItsStatus) {
  const std::map<VerdictKind, JunitStatus> expected = {
      {VerdictKind::kInfra, JunitStatus::kError},
      {VerdictKind::kCrash, JunitStatus::kPassed},
      {VerdictKind::kLost, JunitStatus::kError},
      {VerdictKind::kHang, JunitStatus::kPassed},
      {VerdictKind::kError, JunitStatus::kPassed},
      {VerdictKind::kBroken, JunitStatus::kPassed},
      {VerdictKind::kStaleCache, JunitStatus::kPassed},
      {VerdictKind::kStalePayload, JunitStatus::kPassed},
      {VerdictKind::kStaleHoisted, JunitStatus::kPassed},
      {VerdictKind::kSlow, JunitStatus::kPassed},
      {VerdictKind::kPass, JunitStatus::kPassed},
      {VerdictKind::kUnproven, JunitStatus::kSkipped},
      {VerdictKind::kUnsupported, JunitStatus::kSkipped},
      {VerdictKind::kBuildFailed, JunitStatus::kSkipped},
      {VerdictKind::kNotRun, JunitStatus::kSkipped}};
  EXPECT_EQ(expected.size(), static_cast<size_t>(VerdictKind::kNotRun) + 1);
  for (const auto& [kind, status] : expected) {
    EXPECT_EQ(StatusOf(kind), status) << VerdictName(kind);
  }
}

TEST(RunJunitTest, ASuiteBeginsWithItsFirstCase) {
  CaseResult r = TestResult(kId, VerdictKind::kPass);
  r.started_unix_ns = 1767323045999999999;
  LoggedRun run = TestRun("P/D", {r});
  EXPECT_EQ(RunSuites({&run, {}, "", ""})[1].timestamp, "2026-01-02T03:04:05");
  run.results[0].started_unix_ns = 0;  // the log does not know
  EXPECT_EQ(RunSuites({&run, {}, "", ""})[1].timestamp, "");
}

TEST(RunJunitTest, WhatBindsIsAFailure) {
  for (const BindingInfo& binds : Bindings()) {
    if (binds.value == Binding::kNothing) continue;
    const JunitCase c = Only(
        TestResult(kId, VerdictKind::kHang, Cause::kNotStarted, binds.value));
    EXPECT_EQ(c.status, JunitStatus::kFailure);
    EXPECT_EQ(c.type, binds.name);
    EXPECT_EQ(c.message, "hang (not started)");
    EXPECT_THAT(c.properties, Contains(Pair("binds", std::string(binds.name))));
  }
}

TEST(RunJunitTest, WhatTheRunWasToldNotToBindIsNone) {
  LoggedRun run =
      TestRun("P/D", {TestResult(kId, VerdictKind::kHang, Cause::kNotStarted,
                                 Binding::kProgress)});
  run.header.settings.bind = {true, false, false};
  EXPECT_EQ(RunSuites({&run, {}, "", ""})[1].cases[0].status,
            JunitStatus::kPassed);
  run.header.settings.bind = {false, true, false};
  EXPECT_EQ(RunSuites({&run, {}, "", ""})[1].cases[0].status,
            JunitStatus::kFailure);
}

TEST(RunJunitTest, WhatIsOnlyCharacterisedPassesAndSaysSo) {
  CaseResult r = TestResult(kId, VerdictKind::kHang, Cause::kNotStarted);
  r.words = {"group 1\nnever started"};
  const JunitCase c = Only(r);
  EXPECT_THAT(c.properties, Contains(Pair("verdict", "hang")));
  EXPECT_THAT(c.properties, Contains(Pair("cause", "not started")));
  EXPECT_THAT(c.properties, Contains(Pair("characterised", "true")));
  EXPECT_THAT(c.output, HasSubstr("- group 1; never started\n"));
  EXPECT_THAT(c.output, HasSubstr("Reproduce: wgsync run --device 'P/D'"));
  EXPECT_EQ(c.class_name, "barrier.a");
  EXPECT_EQ(c.name, kId);
}

TEST(RunJunitTest, ACaseWithoutAVerdictIsThere) {
  LoggedRun run = TestRun("P/D", {TestResult(kId, VerdictKind::kPass)});
  run.header.plan.push_back("mutex.begun/groups=2");
  run.header.plan.push_back("mutex.waits/groups=2");
  run.unfinished["mutex.begun/groups=2"] = "b1";
  run.finished = false;
  const std::vector<JunitSuite> suites = RunSuites({&run, {}, "", ""});
  ASSERT_EQ(suites.size(), 3);
  EXPECT_EQ(suites[0].cases[0].status, JunitStatus::kError);
  EXPECT_THAT(suites[0].cases[0].message, HasSubstr("was cut short"));
  EXPECT_EQ(suites[2].name, "mutex");
  EXPECT_EQ(suites[2].cases[0].status, JunitStatus::kError);
  EXPECT_EQ(suites[2].cases[1].status, JunitStatus::kSkipped);
}

TEST(RunJunitTest, ARunThatProvesNothingIsAnError) {
  CaseResult r = TestResult(kId, VerdictKind::kPass);
  LoggedRun run = TestRun("P/D", {r});
  EXPECT_EQ(RunSuites({&run, {}, "", ""})[0].cases[0].status,
            JunitStatus::kPassed);
  EXPECT_EQ(RunSuites({&run, {}, "wedged", ""})[0].cases[0].message, "wedged");
  run.results[0].could_bind = false;
  EXPECT_EQ(RunSuites({&run, {}, "", ""})[0].cases[0].status,
            JunitStatus::kError);
}

TEST(RunJunitTest, SeveralDevicesAreTold) {
  const LoggedRun run = TestRun("P/D", {TestResult(kId, VerdictKind::kPass)});
  const std::vector<JunitSuite> suites = RunSuites({&run, {}, "", "d-3.1"});
  EXPECT_EQ(suites[0].name, "d-3.1.run");
  EXPECT_EQ(suites[1].name, "d-3.1.barrier");
  EXPECT_EQ(suites[1].cases[0].class_name, "d-3_1.barrier.a");
}

TEST(WriteEvidenceTest, OfWhatFailsAndIsAnError) {
  std::string folder = testing::TempDir() + "/evidence_XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  LoggedRun run =
      TestRun("P/D", {TestResult(kId, VerdictKind::kHang, Cause::kNotStarted,
                                 Binding::kProgress),
                      TestResult("mutex.a/groups=2", VerdictKind::kPass),
                      TestResult("mutex.b/groups=2", VerdictKind::kInfra)});
  run.folder = folder;
  auto files = WriteEvidence(run);
  ASSERT_TRUE(files.ok()) << files.status();
  EXPECT_THAT(*files,
              ElementsAre(Pair(kId, folder + "/evidence/barrier.a_poll=rmw_"
                                             "groups=2.txt"),
                          Pair("mutex.b/groups=2",
                               folder + "/evidence/mutex.b_groups=2.txt")));
  std::ifstream file((*files)[kId]);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  EXPECT_THAT(text, HasSubstr("\n  hang (not started)"));
  const std::vector<JunitSuite> suites = RunSuites({&run, *files, "", ""});
  EXPECT_THAT(suites[1].cases[0].attachments, ElementsAre((*files)[kId]));
  EXPECT_THAT(suites[2].cases[0].attachments, IsEmpty());
  std::filesystem::remove_all(folder);
}

TEST(RunSuitesTest, AFailureThatIsKnownIsSkippedAndSaysWhy) {
  LoggedRun run =
      TestRun("P/D", {TestResult(kId, VerdictKind::kHang),
                      TestResult("mutex.b/groups=2", VerdictKind::kInfra)});
  run.results[0].binds = Binding::kProgress;
  const std::vector<JunitSuite> suites = RunSuites(
      {&run,
       {},
       "",
       "",
       {{kId, "too many (a.expect:3)"}, {"mutex.b/groups=2", "never"}}});
  const JunitCase& known = suites[1].cases[0];
  EXPECT_EQ(known.status, JunitStatus::kSkipped);
  EXPECT_EQ(known.type, "known");
  EXPECT_THAT(known.message,
              HasSubstr("known failure: too many (a.expect:3): hang"));
  EXPECT_EQ(suites[2].cases[0].status, JunitStatus::kError)
      << "an error of the suite is never expected";
}

TEST(WriteEvidenceTest, AFolderThatCannotBeWrittenIsSaid) {
  LoggedRun run = TestRun("P/D", {TestResult(kId, VerdictKind::kInfra)});
  run.folder = "/proc/none";
  const absl::Status status = WriteEvidence(run).status();
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("/proc/none: cannot write it"));
}

}  // namespace
}  // namespace wgsync
