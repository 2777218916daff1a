// The gate and the class of progress.

#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "reports/diff/diff_text.h"
#include "reports/gate/gate.h"
#include "reports/gate/gate_text.h"
#include "reports/matrix/test_shapes.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using progress::Model;
using ::testing::HasSubstr;
using ::testing::Not;

// The gate over two devices, without lone runs.
class TwoClasses {
 public:
  TwoClasses(std::vector<CaseResult> before, std::vector<CaseResult> after,
             GateOptions options = {})
      : before_(TestRun("P/D", std::move(before))),
        after_(TestRun("P/D", std::move(after))) {
    options.confirm = 0;
    gate_ = OpenGate(&before_, nullptr, after_, options);
    Conclude(&gate_);
  }

  LoggedRun before_, after_;
  Gate gate_;
};

// An expectation may take the hangs of cases; a class that shrinks fails all
// the same.
TEST(GateClassTest, AClassThatShrinksFailsByItself) {
  const LoggedRun before = TestRun("P/D", ShapeCases(Model::kLobe));
  const LoggedRun after = TestRun("P/D", ShapeCases(Model::kHsaObe));
  std::vector<std::string> errors;
  const Expectations rules =
      ParseExpectations("\"known\" progress.late_* = hang(not started)",
                        "d.expect", "2026-11-21", &errors);
  ASSERT_TRUE(errors.empty()) << errors[0];
  Gate gate = OpenGate(&before, &rules, after, {});
  Conclude(&gate);
  EXPECT_EQ(gate.Count(Outcome::kRegression), 0u);
  EXPECT_TRUE(gate.ClassShrinks());
  EXPECT_EQ(gate.ExitCode(), 1);
  EXPECT_THAT(GateText(gate, 200),
              HasSubstr("gate: the class of progress shrinks, 21 of 21"));
}

TEST(GateClassTest, ItHasItsOwnLineInEveryForm) {
  const TwoClasses two(ShapeCases(Model::kLobe), ShapeCases(Model::kHsaObe));
  ASSERT_TRUE(two.gate_.ClassShrinks());
  EXPECT_EQ(two.gate_.ExitCode(), 1);
  const std::string text = GateText(two.gate_, 200);
  EXPECT_THAT(
      text, HasSubstr("regression: the class of progress shrinks\n"
                      "    expected    at most LOBE; held in 264 launches: "));
  EXPECT_THAT(text, HasSubstr("LOBE: held in the baseline, and refuted"));
  EXPECT_THAT(text, HasSubstr("gate: the class of progress shrinks, 2 cases "
                              "not as expected"));
  EXPECT_THAT(GateMarkdown(two.gate_), HasSubstr("(the class of progress)"));
  EXPECT_THAT(GateJunit(two.gate_),
              HasSubstr("<failure message=\"the class of progress shrinks: "));
  const nlohmann::json json = GateReport(two.gate_);
  EXPECT_TRUE(json["class_shrinks"].get<bool>());
  EXPECT_EQ(json["progress"]["lost"].dump(), "[\"LOBE\"]");
}

TEST(GateClassTest, AClassThatGrowsIsToldAndFailsNothing) {
  const TwoClasses two(ShapeCases(Model::kHsaObe), ShapeCases(Model::kLobe));
  EXPECT_FALSE(two.gate_.ClassShrinks());
  EXPECT_EQ(two.gate_.ExitCode(), 0);
  EXPECT_THAT(GateText(two.gate_, 200),
              HasSubstr("progress: the class grows: refuted before and held "
                        "now: LOBE"));
  EXPECT_THAT(GateJunit(two.gate_), Not(HasSubstr("<failure")));
}

TEST(GateClassTest, ARunThatSawTooLittleIsTold) {
  std::vector<CaseResult> few = ShapeCases(Model::kHsaObe);
  few.resize(1);
  GateOptions options;
  options.subset = true;
  const TwoClasses two(ShapeCases(Model::kHsaObe), few, options);
  EXPECT_EQ(two.gate_.ExitCode(), 0);
  EXPECT_THAT(GateText(two.gate_, 200),
              HasSubstr("the later run saw too little to tell: "));
  EXPECT_THAT(GateJunit(two.gate_), HasSubstr("<skipped"));
}

TEST(GateClassTest, AGateThatIsBarredJudgesNoClass) {
  TwoClasses two(ShapeCases(Model::kLobe), ShapeCases(Model::kHsaObe));
  two.gate_.barred = true;
  EXPECT_FALSE(two.gate_.ClassShrinks());
  EXPECT_EQ(two.gate_.ExitCode(), 3);
  EXPECT_THAT(GateText(two.gate_, 200), Not(HasSubstr("progress: ")));
}

TEST(GateClassTest, WithoutTheFamilyNothingIsSaid) {
  const CaseResult r = TestResult("b.a/groups=2", VerdictKind::kPass);
  const TwoClasses two({r}, {r});
  EXPECT_EQ(two.gate_.ExitCode(), 0);
  EXPECT_THAT(GateText(two.gate_, 200), Not(HasSubstr("progress")));
  EXPECT_THAT(GateJunit(two.gate_), Not(HasSubstr("progress")));
  EXPECT_TRUE(GateReport(two.gate_)["progress"].is_null());
}

constexpr char kCross[] = "trylock_cross";

// A shape that ended in eight launches: two on each of four grids.
CaseResult Ends(absl::string_view shape, uint64_t groups) {
  CaseResult r = ShapeCase(shape);
  r.need = shape == kCross ? ProgressNeed::kStrong : ProgressNeed::kFair;
  r.could_bind = false;
  r.shape.ended = 8;
  r.groups = r.shape.groups = groups + 3;
  r.findings = {Found(FindingKind::kCopiesEnded, {8, groups / 2, groups, 8})};
  return r;
}

// The same, and the third launch, the first on the second grid, did not end.
CaseResult Fails(absl::string_view shape, Rule rule, uint64_t groups) {
  CaseResult r = Ends(shape, groups);
  r.Decide(rule);
  r.shape.ended = 2;
  r.groups = r.shape.groups = groups + 1;
  r.findings[0].numbers[0] = 2;
  return r;
}

// The judgement of a shape whose lone runs give `lone` in turn.
GateCase Judged(const CaseResult& before, const CaseResult& after,
                const std::vector<CaseResult>& lone, int exit_code,
                const char* rules = "") {
  const CaseResult other = TestResult("b.a/groups=2", VerdictKind::kPass);
  const LoggedRun old_run = TestRun("P/D", {before, other});
  const LoggedRun new_run = TestRun("P/D", {after, other});
  std::vector<std::string> errors;
  const Expectations file =
      ParseExpectations(rules, "d.expect", "2026-11-21", &errors);
  Gate gate = OpenGate(&old_run, &file, new_run, {});
  for (GateCase& c : gate.cases) {
    if (c.id == after.id) c.lone = lone;
    EXPECT_FALSE(WantsLoneRun(gate, c)) << c.id;
  }
  Conclude(&gate);
  EXPECT_EQ(gate.ExitCode(), exit_code);
  EXPECT_EQ(GateReport(gate)["counts"].value("not promised", 0),
            exit_code == 0 ? 1 : 0);
  const GateCase& judged = gate.cases[0];
  EXPECT_EQ(judged.id, after.id);
  if (exit_code == 0) {
    EXPECT_THAT(GateText(gate, 400),
                HasSubstr("not promised: 1\n  " + after.id +
                          "\n      pass -> " + ResultText(after) + "; needs "));
  }
  GateCase copy;
  copy.outcome = judged.outcome;
  copy.why = judged.why;
  return copy;
}

TEST(GateClassTest, AShapeThatBindsNothingMayFailOnAnotherGrid) {
  const auto hang = [](uint64_t groups) {
    return Fails("handoff_down", Rule::kNotStarted, groups);
  };
  const CaseResult before = Ends("handoff_down", 42240);
  EXPECT_EQ(Judged(before, hang(42238), {3, hang(42238)}, 0).why,
            "needs more than the device promises, and the grids differ: 42240 "
            "and 42238 groups; 3 hang (not started) in 3 lone runs");
  // Its launches are larger and larger; they are the same in both runs.
  const GateCase same = Judged(before, hang(42240), {3, hang(42240)}, 1);
  EXPECT_EQ(same.outcome, Outcome::kRegression);
  EXPECT_EQ(same.why, "in 3 of 3 lone runs");
  // An older log does not say which grid was the first.
  CaseResult older = before;
  older.findings.clear();
  Judged(older, hang(42238), {3, hang(42238)}, 1);
}

TEST(GateClassTest, AShapeThatBindsFailsOnAnotherGrid) {
  for (const bool in_baseline : {true, false}) {
    CaseResult before = Ends(kCross, 42240);
    CaseResult after = Fails(kCross, Rule::kLivelock, 42238);
    (in_baseline ? before : after).could_bind = true;
    EXPECT_EQ(Judged(before, after, {3, after}, 1).outcome,
              Outcome::kRegression);
  }
}

TEST(GateClassTest, RetriesMayGoOnForEverOnAnyGrid) {
  const CaseResult before = Ends(kCross, 42240);
  const CaseResult livelock = Fails(kCross, Rule::kLivelock, 42240);
  const CaseResult slow = Fails(kCross, Rule::kFinishedLate, 42240);
  const CaseResult starved = Fails(kCross, Rule::kNotStarted, 42240);
  EXPECT_EQ(Judged(before, livelock, {livelock, slow, livelock}, 0).why,
            "needs strong fairness, which is expected of no device: without it "
            "groups may retry for ever; 2 hang (livelock), 1 slow in 3 lone "
            "runs");
  // A group that is not run is a change of the driver.
  Judged(before, livelock, {livelock, livelock, starved}, 1);
  Judged(before, starved, {3, starved}, 1);
  // A shape that ends on a device that is fair, weakly.
  CaseResult fair = livelock;
  fair.need = ProgressNeed::kFair;
  Judged(before, fair, {3, fair}, 1);
}

TEST(GateClassTest, AValueThatDoesNotStayMayBeMissed) {
  for (const ProgressNeed need :
       {ProgressNeed::kNoPromise, ProgressNeed::kGroupLockstep}) {
    CaseResult before = TestResult("a.a/groups=2", VerdictKind::kPass);
    before.need = need;
    before.could_bind = false;
    CaseResult missed = before, lost = before;
    missed.Decide(Rule::kMissed);
    lost.Decide(Rule::kNotStarted);
    EXPECT_EQ(Judged(before, missed, {missed, before, missed}, 0).why,
              "needs a value that does not stay, which a slow poller misses on "
              "any device; 2 hang (missed), 1 pass in 3 lone runs");
    Judged(before, missed, {missed, lost, missed}, 1);
    CaseResult unknown = before;
    unknown.Decide(Rule::kFrozenUnexplained);
    Judged(before, missed, {unknown, before, before}, 0);
    Judged(before, unknown, {before, missed, before}, 0);
    // Without lockstep a group may hang in itself.
    Judged(before, unknown, {3, unknown},
           need == ProgressNeed::kGroupLockstep ? 1 : 0);
    // The value is there.
    CaseResult unseen = before;
    unseen.Decide(Rule::kPollUnhelped);
    Judged(before, missed, {missed, unseen, missed}, 1);
    // Counted for what it reads, and not for the hang.
    for (CaseResult* r : {&before, &missed}) r->could_bind = true;
    Judged(before, missed, {missed, before, missed}, 0);
    CaseResult wrong = missed;
    wrong.Decide(Rule::kWrongPayload);
    wrong.binds = Binding::kCustomary;
    Judged(before, wrong, {3, wrong}, 1);
  }
  CaseResult stays = TestResult("a.a/groups=2", VerdictKind::kPass);
  stays.could_bind = false;
  const CaseResult before = stays;
  stays.Decide(Rule::kMissed);
  stays.need = ProgressNeed::kCoResident;
  Judged(before, stays, {3, stays}, 1);
}

TEST(GateClassTest, ARuleSaysMoreThanThePromise) {
  const CaseResult livelock = Fails(kCross, Rule::kLivelock, 42240);
  EXPECT_EQ(Judged(Ends(kCross, 42240), livelock, {3, livelock}, 1,
                   "why progress.trylock_cross/* = pass\n")
                .outcome,
            Outcome::kRegression);
}

// Though it went on to a larger grid than the one that hung.
TEST(GateClassTest, ALoneRunOfAShapeThatEndsIsCompared) {
  const CaseResult before = Ends("handoff_down", 42240);
  const CaseResult hang = Fails("handoff_down", Rule::kNotStarted, 42240);
  EXPECT_EQ(Judged(before, hang, {hang, before, before}, 1).outcome,
            Outcome::kIntermittent);
}

}  // namespace
}  // namespace wgsync
