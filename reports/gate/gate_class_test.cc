// The gate and the class of progress.

#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
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

}  // namespace
}  // namespace wgsync
