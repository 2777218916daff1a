#include "reports/gate/deqp_files.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr Binding kBinds = Binding::kProgress;

// Without the comments.
std::vector<std::vector<std::string>> Entries(
    const std::vector<LoggedRun>& runs) {
  std::vector<std::vector<std::string>> all;
  for (DeqpFile& file : DeqpFiles(runs)) {
    while (!file.lines.empty() && file.lines[0][0] == '#') {
      file.lines.erase(file.lines.begin());
    }
    all.push_back(file.lines);
  }
  return all;
}

LoggedRun RunOf(const CaseResult& r) { return TestRun("P/D", {r}); }

const CaseResult kPasses = TestResult("b.a/groups=2", VerdictKind::kPass);
const CaseResult kHangs =
    TestResult("b.a/groups=2", VerdictKind::kHang, Cause::kNotStarted, kBinds);
const CaseResult kInfra = TestResult("b.a/groups=2", VerdictKind::kInfra);

TEST(DeqpFilesTest, ACaseThatFailsEachTimeIsAFail) {
  EXPECT_THAT(
      Entries({RunOf(kHangs), RunOf(kHangs), RunOf(kInfra)}),
      ElementsAre(ElementsAre("b.a/groups=2,Fail"), IsEmpty(), IsEmpty()));
}

TEST(DeqpFilesTest, ACaseThatFailsAndPassesIsAFlake) {
  const auto is_flake =
      ElementsAre(IsEmpty(), ElementsAre("^b\\.a/groups=2$"), IsEmpty());
  EXPECT_THAT(Entries({RunOf(kHangs), RunOf(kPasses)}), is_flake);
  CaseResult repeated = kHangs;
  repeated.runs = {{"pass", 2}, {"hang (not started)", 1}};
  EXPECT_THAT(Entries({RunOf(repeated)}), is_flake);
}

TEST(DeqpFilesTest, ACaseThatLostTheDeviceOrWasLeftOutIsASkip) {
  const auto is_skip =
      ElementsAre(IsEmpty(), IsEmpty(), ElementsAre("^b\\.a/groups=2$"));
  const CaseResult lost =
      TestResult("b.a/groups=2", VerdictKind::kLost, Cause::kNone, kBinds);
  EXPECT_THAT(Entries({RunOf(kPasses), RunOf(lost)}), is_skip);
  CaseResult left_out = kPasses;
  left_out.Decide(Rule::kLeftOut);
  EXPECT_THAT(Entries({RunOf(left_out)}), is_skip);
}

TEST(DeqpFilesTest, WhatDoesNotFailIsInNone) {
  CaseResult characterised = kHangs;
  characterised.binds = Binding::kNothing;
  for (const CaseResult& r : {kPasses, characterised, kInfra}) {
    EXPECT_THAT(Entries({RunOf(r)}),
                ElementsAre(IsEmpty(), IsEmpty(), IsEmpty()));
  }
}

TEST(DeqpFilesTest, EachFileSaysWhatItIsOf) {
  for (const DeqpFile& file : DeqpFiles(std::vector{RunOf(kPasses)})) {
    EXPECT_THAT(file.lines,
                ElementsAre(StartsWith("# "), "# P/D, driver 7.1, 1 run."));
  }
}

}  // namespace
}  // namespace wgsync
