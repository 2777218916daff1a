#include "reports/words/causes.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/record/test_runs.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

CaseResult By(const std::string& id, Rule rule,
              Binding binds = Binding::kNothing) {
  CaseResult r = TestResult(id, VerdictKind::kPass);
  r.Decide(rule);
  r.binds = binds;
  return r;
}

TEST(CausesTest, GroupsByRuleWithFailuresFirst) {
  const LoggedRun run = TestRun(
      "P/D", {By("a.b/x=1", Rule::kMissed),
              By("a.b/x=2", Rule::kWaitCut, Binding::kCustomary),
              By("a.b/x=3", Rule::kMissed), By("a.b/x=4", Rule::kPass)});
  const std::vector<CauseGroup> causes = CausesOf(run);
  ASSERT_EQ(causes.size(), 2u);
  EXPECT_EQ(causes[0].verdict.rule, Rule::kWaitCut);
  EXPECT_EQ(causes[0].fails, 1u);
  EXPECT_EQ(causes[1].results.size(), 2u);
  EXPECT_EQ(causes[1].fails, 0u);
}

TEST(CausesTest, TextSaysTheReasonOnceAndTheFirstIds) {
  const LoggedRun run = TestRun(
      "P/D", {By("a.b/x=1", Rule::kMissed), By("a.b/x=2", Rule::kMissed),
              By("a.b/x=3", Rule::kMissed), By("a.b/x=4", Rule::kMissed)});
  const std::string brief = CausesText(run, 200, false, false);
  EXPECT_THAT(brief,
              HasSubstr("4 cases: hang (missed), because every awaited"));
  EXPECT_THAT(brief, HasSubstr("and 2 more: --all"));
  EXPECT_THAT(brief, Not(HasSubstr("a.b/x=3")));
  const std::string full = CausesText(run, 200, false, true);
  EXPECT_THAT(full, HasSubstr("a.b/x=4"));
  EXPECT_THAT(full, Not(HasSubstr("--all")));
}

TEST(DriverFactsTest, ADriverThatEndsLoopsExplainsTheWaitsThatItCut) {
  LoggedRun run = TestRun(
      "P/D", {By("a.b/x=1", Rule::kWaitCut), By("a.b/x=2", Rule::kWaitCut),
              By("a.b/x=3", Rule::kMissed)});
  EXPECT_THAT(DriverFacts(run), IsEmpty());
  run.header.devices.resize(1);
  EXPECT_THAT(DriverFacts(run), IsEmpty());
  run.header.devices[0].loops_cut = true;
  EXPECT_THAT(DriverFacts(run),
              ElementsAre("this driver ends loops: 2 cases are of that"));
  run.header.devices[0].loop_turns = 65280;
  EXPECT_THAT(DriverFacts(run),
              ElementsAre("this driver ends loops after about 65k turns: 2 "
                          "cases are of that"));
}

// rusticl 22.3: an acquire in a loop of 33 turns loses 8 of 64 work-items, and
// nothing waits (handoff.atomic_reduction). The limit of loops is far away.
TEST(DriverFactsTest, WorkItemsThatAreLostAfterFewTurnsAreNotOfTheLoopLimit) {
  CaseResult lost =
      By("handoff.atomic_reduction/poll=acquire/signal=release/fence=none/"
         "pay=plain/work=product/wg=64/groups=2",
         Rule::kItemsLost, Binding::kViolation);
  lost.rounds = 1;
  LoggedRun run = TestRun("P/D", {lost});
  run.header.devices.resize(1);
  run.header.devices[0].loops_cut = true;
  run.header.devices[0].loop_turns = 65280;
  EXPECT_THAT(DriverFacts(run), IsEmpty());
  run.results[0].rounds = 65000;
  EXPECT_THAT(DriverFacts(run),
              ElementsAre(HasSubstr("65k turns: 1 case is of that")));
}

}  // namespace
}  // namespace wgsync
