#include "reports/gate/expectation.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reports/gate/expectation_update.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr char kToday[] = "2026-11-21";
const TagFacts kPocl = {"AuthenticAMD", "Portable/pthread", "3.1+debian",
                        "Debian GNU/Linux 12"};

Expectations Parsed(const std::string& text) {
  std::vector<std::string> errors;
  Expectations all = ParseExpectations(text, "d.expect", kToday, &errors);
  EXPECT_THAT(errors, IsEmpty()) << text;
  return all;
}

std::string ErrorOf(const std::string& line) {
  std::vector<std::string> errors;
  ParseExpectations("# a comment\n" + line + "\n", "d.expect", kToday, &errors);
  EXPECT_EQ(errors.size(), 1u) << line;
  return errors.empty() ? "" : errors[0];
}

TEST(ExpectationTest, ARuleCanCountTheCasesOfAFamily) {
  const Expectations all = Parsed(
      "idle [driver=3.1] smoke/barrier = counted least=43\n"
      "a b = hang\n");
  ASSERT_EQ(all.powers.size(), 1u);
  EXPECT_EQ(all.powers[0].line, 1);
  EXPECT_EQ(all.powers[0].cases, "smoke/barrier");
  EXPECT_EQ(all.powers[0].least, 43u);
  EXPECT_EQ(all.powers[0].tags.driver, "3.1");
  EXPECT_EQ(all.rules.size(), 1u);
  const auto fix = StartsWith(
      "d.expect:2: write TIER/FAMILY = counted least=N, with N of at least 1");
  EXPECT_THAT(ErrorOf("idle smoke/b = counted"), fix);
  EXPECT_THAT(ErrorOf("idle smoke/b = counted least=0"), fix);
  EXPECT_THAT(ErrorOf("idle smoke/b = hang least=3"), fix);
  EXPECT_THAT(ErrorOf("idle smoke/b = counted least=many"),
              StartsWith("d.expect:2: least= is not a number"));
}

TEST(ExpectationTest, ReadsALineWithEverything) {
  const Expectations all = Parsed(
      "# a comment\n\n"
      "\"cuts loops\" [vendor=Mesa device=\"llvm pipe\" driver=22.3..24 os=12]"
      " mutex.*/groups=res = flaky(broken(wait cut short))|hang rate=0.2"
      " seen=2/10 until=2027-01-31\n");
  ASSERT_EQ(all.rules.size(), 1u);
  const ExpectationRule& rule = all.rules[0];
  EXPECT_EQ(rule.line, 3);
  EXPECT_EQ(rule.reason, "cuts loops");
  EXPECT_EQ(rule.tags.vendor, "Mesa");
  EXPECT_EQ(rule.tags.device, "llvm pipe");
  EXPECT_EQ(rule.tags.driver, "22.3..24");
  EXPECT_EQ(rule.tags.os, "12");
  EXPECT_EQ(rule.glob, "mutex.*/groups=res");
  ASSERT_EQ(rule.verdicts.size(), 2u);
  EXPECT_TRUE(rule.verdicts[0].flaky);
  EXPECT_EQ(rule.verdicts[0].verdict.cause, Cause::kWaitCut);
  EXPECT_TRUE(rule.verdicts[1].any_cause);
  EXPECT_EQ(rule.seen.k, 2u);
  EXPECT_EQ(rule.seen.n, 10u);
  EXPECT_EQ(rule.until, "2027-01-31");
}

TEST(ExpectationTest, EveryMistakeHasItsLine) {
  const struct {
    const char* line;
    const char* says;
  } kMistakes[] = {
      {"barrier.* = hang", "no reason"},
      {"[os=x] barrier.* = hang", "no reason"},
      {"why [os=x barrier.* = hang", "do not end"},
      {"why [arch=x] barrier.* = hang", "unknown tag arch"},
      {"why [os=] barrier.* = hang", "no value"},
      {"why [os=a os=b] barrier.* = hang", "two values"},
      {"why [driver=new] barrier.* = hang", "is no version"},
      {"why barrier.*=hang", "no \"GLOB = VERDICT\""},
      {"why barrier.*", "no \"GLOB = VERDICT\""},
      {"why barrier.* = hung", "no verdict: hung"},
      {"why barrier.* = hang(no such cause)", "no verdict"},
      {"why barrier.* = hang(missed", "no verdict"},
      {"why barrier.* = hang|", "no verdict"},
      {"why barrier.* = hang when=now", "unknown when="},
      {"why barrier.* = hang until=tomorrow", "until= is no date"},
      {"why barrier.* = hang until=2026-13-01", "until= is no date"},
      {"why barrier.* = hang until=2026-11-20", "is past"},
      {"why barrier.* = hang rate=0.2", "for flaky(...) alone"},
      {"why barrier.* = pass|hang(missed)",
       "pass|hang has no rate; write flaky(hang) rate=0.2 seen=2/10"},
      {"why barrier.* = hang|pass rate=0.2 seen=2/10", "has no rate"},
      {"why barrier.* = flaky(hang)", "needs rate= and seen="},
      {"why barrier.* = flaky(hang) rate=0.2", "needs rate= and seen="},
      {"why barrier.* = flaky(hang) rate=2 seen=2/10", "between 0 and 1"},
      {"why barrier.* = flaky(hang) rate=0.2 seen=1/1", "at least 2"},
      {"why barrier.* = flaky(hang) rate=0.2 seen=11/10", "seen= is not"},
      {"why barrier.* = flaky(hang) rate=0.3 seen=2/10", "write rate=0.2"},
  };
  for (const auto& mistake : kMistakes) {
    const std::string error = ErrorOf(mistake.line);
    EXPECT_THAT(error, StartsWith("d.expect:2: ")) << mistake.line;
    EXPECT_THAT(error, HasSubstr(mistake.says)) << mistake.line;
  }
  EXPECT_THAT(Parsed("w b.* = hang until=2026-11-21\n").rules[0].until, kToday);
}

// In a time that grows with the rules, not with their pairs.
TEST(ExpectationTest, ManyRulesOfOneCaseAreCheckedAtOnce) {
  std::string same, apart;
  for (int i = 0; i < 1000; ++i) {
    absl::StrAppend(&same, "why b.* = hang\n");
    absl::StrAppend(&apart, "why [driver=", i, ".1] b.* = hang\n");
  }
  std::vector<std::string> ids;
  for (int i = 0; i < 2000; ++i) ids.push_back(absl::StrCat("b.a", i));
  const std::vector<std::string> overlaps =
      CheckRules(Parsed(same), ids, nullptr, /*full=*/true);
  EXPECT_THAT(overlaps.front(), HasSubstr(":2: overlaps with line 1, both"));
  EXPECT_THAT(overlaps.back(), HasSubstr("more than 64 rules match one case"));
  EXPECT_EQ(overlaps.size(), 64u);
  EXPECT_THAT(CheckRules(Parsed(apart), ids, nullptr, /*full=*/true),
              ElementsAre(HasSubstr("more than 64 rules match one case")));
}

TEST(ExpectationTest, TagsAreForARunThatAllOfThemFit) {
  const struct {
    const char* tags;
    bool fit;
  } kTags[] = {
      {"vendor=amd", true},
      {"vendor=NVIDIA", false},
      {"device=PTHREAD", true},
      {"device=pthread os=ubuntu", false},
      {"driver=3.1", true},
      {"driver=3", true},
      {"driver=3.0", false},
      {"driver=3.0..3.2", true},
      {"driver=3.2..", false},
      {"driver=..3.1", true},
      {"driver=..3.0.9", false},
      {"driver=580..590", false},
      {"os=\"Debian GNU/Linux 12\"", true},
  };
  for (const auto& t : kTags) {
    const Expectations all =
        Parsed(std::string("why [") + t.tags + "] b.* = hang\n");
    EXPECT_EQ(RuleFor(all, "b.a/groups=2", kPocl) != nullptr, t.fit) << t.tags;
  }
}

TEST(ExpectationTest, AVerdictMatchesInKindAndWhereNamedInCause) {
  const Expectations all = Parsed(
      "why a.* = stale-cache|hang(missed)\nwhy b.* = flaky(hang) "
      "rate=0.50 seen=5/10\n");
  const ExpectationRule& rule = all.rules[0];
  EXPECT_TRUE(Expects(rule, {VerdictKind::kStaleCache, Cause::kCache}));
  EXPECT_TRUE(Expects(rule, {VerdictKind::kHang, Cause::kMissed}));
  EXPECT_FALSE(Expects(rule, {VerdictKind::kHang, Cause::kNotStarted}));
  EXPECT_FALSE(Expects(rule, {VerdictKind::kStaleHoisted, Cause::kHoisted}));
  EXPECT_FALSE(Expects(rule, {VerdictKind::kPass, Cause::kNone}));
  EXPECT_TRUE(Expects(all.rules[1], {VerdictKind::kPass, Cause::kNone}));
}

TEST(ExpectationTest, TwoRulesForACaseAreAnError) {
  const Expectations all = Parsed(
      "a b.*/groups=2 = hang\nb b.a/* = hang\n"
      "c [driver=3.0] c.* = hang\nd [driver=3.1..] c.* = slow\n");
  const std::vector<std::string> ids = {"b.a/groups=2", "c.a/groups=2"};
  EXPECT_THAT(CheckRules(all, ids, nullptr, false),
              ElementsAre("d.expect:2: overlaps with line 1, both match "
                          "b.a/groups=2; narrow one of them"));
  EXPECT_THAT(CheckRules(all, ids, &kPocl, false),
              ElementsAre(HasSubstr("overlaps with line 1")));
}

TEST(ExpectationTest, ARuleThatMatchesNothingInAFullRunIsAnError) {
  const Expectations all =
      Parsed("a b.* = hang\nb [driver=9] c.* = hang\nc c.b* = hang\n");
  const std::vector<std::string> ids = {"b.a/groups=2", "c.a/groups=2"};
  EXPECT_THAT(CheckRules(all, ids, &kPocl, false), IsEmpty());
  EXPECT_THAT(CheckRules(all, ids, &kPocl, true),
              ElementsAre(StartsWith("d.expect:3: matches no case")));
}

LoggedRun SixCases(VerdictKind two, VerdictKind three) {
  LoggedRun run =
      TestRun("Portable/pthread",
              {TestResult("b.a/poll=plain/groups=res", two),
               TestResult("b.a/poll=rmw/groups=res", VerdictKind::kPass),
               TestResult("b.a/poll=plain/groups=res_plus1", three),
               TestResult("b.a/poll=rmw/groups=res_plus1", three),
               TestResult("b.b/poll=rmw/groups=res", VerdictKind::kUnproven),
               TestResult("b.b/poll=rmw/groups=res_plus1", three)});
  return run;
}

TEST(ExpectationUpdateTest, WritesAsFewRulesAsCanBe) {
  const LoggedRun run =
      SixCases(VerdictKind::kStaleHoisted, VerdictKind::kHang);
  const ExpectationUpdate update =
      UpdateExpectations(Expectations{}, {&run, 1}, "2027-01-01");
  EXPECT_THAT(update.lines,
              ElementsAre("\"as seen with driver 7.1\" b.*/groups=res_plus1 = "
                          "hang",
                          HasSubstr(" = stale-hoisted")));
  // What it wrote holds for the run, overlaps nowhere, and matches something.
  std::string text;
  for (const std::string& line : update.lines) text += line + "\n";
  const Expectations all = Parsed(text);
  EXPECT_THAT(CheckRules(all, run.header.plan, nullptr, true), IsEmpty());
  EXPECT_THAT(UpdateExpectations(all, {&run, 1}, "2027-01-01").diff, IsEmpty());
}

TEST(ExpectationUpdateTest, KeepsCommentsAndRulesThatHold) {
  const LoggedRun run = SixCases(VerdictKind::kHang, VerdictKind::kHang);
  const Expectations old = Parsed(
      "# Two threads.\n"
      "\"a third group never starts\" b.*/groups=res_plus1 = hang\n\n"
      "# Elsewhere.\n"
      "other [driver=9] b.a/* = slow\n"
      "old b.a/poll=plain/groups=res = stale-hoisted\n");
  const ExpectationUpdate update =
      UpdateExpectations(old, {&run, 1}, "2027-01-01");
  EXPECT_THAT(
      update.lines,
      ElementsAre("# Two threads.",
                  "\"a third group never starts\" b.*/groups=res_plus1 = hang",
                  "", "# Elsewhere.", "other [driver=9] b.a/* = slow",
                  HasSubstr(" = hang")));
  EXPECT_THAT(update.diff,
              ElementsAre("-6: old b.a/poll=plain/groups=res = stale-hoisted",
                          StartsWith("+6: \"as seen with driver 7.1\" ")));
}

TEST(ExpectationUpdateTest, KeepsWhatIsLeftOutThoughItRanElsewhere) {
  const LoggedRun run = SixCases(VerdictKind::kPass, VerdictKind::kPass);
  const Expectations old = Parsed("\"wedges the GPU\" b.a/* = skip\n");
  EXPECT_THAT(UpdateExpectations(old, {&run, 1}, "2027-01-01").diff, IsEmpty());
}

TEST(ExpectationUpdateTest, WhatComesNowAndThenIsFlaky) {
  LoggedRun run = TestRun("Portable/pthread",
                          {TestResult("b.a/groups=2", VerdictKind::kBroken),
                           TestResult("b.b/groups=2", VerdictKind::kHang)});
  run.results[0].runs = {{"broken (wait cut short)", 2}, {"pass", 8}};
  run.results[1].runs = {{"hang", 1}, {"pass", 2}};
  const ExpectationUpdate update =
      UpdateExpectations(Expectations{}, {&run, 1}, "2027-01-01");
  EXPECT_THAT(update.lines,
              ElementsAre(HasSubstr("b.a/groups=2 = flaky(broken) rate=0.20 "
                                    "seen=2/10 until=2027-01-01"),
                          HasSubstr("b.b/groups=2 = flaky(hang) rate=0.33 "
                                    "seen=1/3 until=2027-01-01")));
}

}  // namespace
}  // namespace wgsync
