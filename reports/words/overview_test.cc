#include "reports/words/overview.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reports/matrix/test_shapes.h"
#include "reports/render/text.h"
#include "suite/core/record/test_runs.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kForm[] =
    "/poll=acquire/signal=release/fence=none/pay=plain/work=exchange/wg=64/"
    "groups=";

CaseResult By(const std::string& primitive, const std::string& groups,
              Rule rule) {
  CaseResult r =
      TestResult(absl::StrCat(primitive, kForm, groups), VerdictKind::kPass);
  r.Decide(rule);
  r.groups = 2;
  return r;
}

LoggedRun SomeRun() {
  return TestRun("A Platform With A Long Name/A Device With A Long Name",
                 {By("barrier.counter_per_group", "res", Rule::kPass),
                  By("barrier.modulo", "res", Rule::kMissed),
                  By("barrier.modulo", "2", Rule::kMissed),
                  By("mutex.spin_exchange", "res", Rule::kLostRelease),
                  By("mutex.mcs", "res", Rule::kCouldNotFail)});
}

DeviceOverview Of(const LoggedRun& run) {
  DeviceOverview of;
  of.run = &run;
  return of;
}

std::string LineWith(const std::string& text, const std::string& part) {
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    if (absl::StrContains(line, part)) return std::string(line);
  }
  return "";
}

TEST(OverviewTest, HasARowForEachDevice) {
  const LoggedRun run = SomeRun();
  const std::string text = OverviewText({Of(run)}, 120);
  // Cases, pass, unproven, hang, other, fails.
  EXPECT_THAT(
      LineWith(text, "A Platform"),
      HasSubstr("7.1            5     1        1     2     1     0     -"));
}

TEST(OverviewTest, CountsKnownAndNewFailures) {
  const LoggedRun run = SomeRun();
  DeviceOverview of = Of(run);
  of.known = {&run.results[3]};
  of.fresh = {&run.results[1], &run.results[2]};
  of.has_file = true;
  const std::string text = OverviewText({of}, 120);
  EXPECT_THAT(LineWith(text, "A Platform"), HasSubstr("     3     1"));
  EXPECT_THAT(text, HasSubstr("2 new: hang (missed), because every awaited"));
  EXPECT_THAT(text, HasSubstr("known: 1 broken (lost release)"));
}

TEST(OverviewTest, WithoutAFileNothingIsKnown) {
  const LoggedRun run = SomeRun();
  DeviceOverview of = Of(run);
  of.fresh = {&run.results[1]};
  EXPECT_THAT(LineWith(OverviewText({of}, 120), "A Platform"),
              HasSubstr("     1     -"));
}

// Of them: of the unproven cases, those that other processes' load explains.
TEST(OverviewTest, HasAColumnOfInconclusiveCasesIfThereAreSome) {
  LoggedRun run = SomeRun();
  EXPECT_THAT(OverviewText({Of(run)}, 120), Not(HasSubstr("inconclusive")));
  run.results[4].other_cores = 1.5;
  for (const size_t width : {80u, 120u}) {
    const std::string text = OverviewText({Of(run)}, width);
    EXPECT_THAT(LineWith(text, "driver "), HasSubstr("known inconclusive"));
    EXPECT_THAT(LineWith(text, "  7.1  "),
                HasSubstr("5     1        1     2     1     0     -"
                          "            1"));
  }
}

TEST(OverviewTest, NoLineIsLongerThanTheScreen) {
  LoggedRun run = SomeRun();
  run.results[4].other_cores = 1.5;
  DeviceOverview of = Of(run);
  of.has_file = true;
  for (const CaseResult& r : run.results) of.fresh.push_back(&r);
  for (const size_t width : {80u, 120u}) {
    size_t lines = 0;
    const std::string text = OverviewText({of, of}, width);
    for (absl::string_view line : absl::StrSplit(text, '\n')) {
      EXPECT_LE(DisplayWidth(line), width) << line;
      ++lines;
    }
    EXPECT_LE(lines, 22u) << text;
  }
}

TEST(OverviewTest, TellsTheClassOfADeviceThatWasAskedForIt) {
  const LoggedRun run = TestRun("P/D", ShapeCases(progress::Model::kHsaObe));
  EXPECT_THAT(OverviewText({Of(run)}, 120),
              HasSubstr("    progress: at most HSA+OBE; held in "));
  const LoggedRun other = SomeRun();
  EXPECT_EQ(LineWith(OverviewText({Of(other)}, 120), "progress:"), "");
}

TEST(AnswersLineTest, AnswersThatAreAlikeStandTogether) {
  LoggedRun run = SomeRun();
  EXPECT_EQ(AnswersLine(run),
            "barrier: yes, up to 2 groups of 64; lock, semaphore, look-back, "
            "hand-off, host-sync: not known")
      << "one lock failed, and another one is not proven";
  run.results.pop_back();
  run.header.plan.erase(run.header.plan.begin() + 4);
  run.results.back().binds = Binding::kViolation;
  run.results[0].residency = 0;
  EXPECT_EQ(AnswersLine(run),
            "barrier: yes, with 2 groups of 64; lock: "
            "no; semaphore, look-back, hand-off, host-sync: not known");
}

}  // namespace
}  // namespace wgsync
