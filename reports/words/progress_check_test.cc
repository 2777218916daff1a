#include "reports/words/progress_check.h"

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/fields_json.h"
#include "suite/progress/program_text.h"

namespace wgsync {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

absl::StatusOr<ProgressCheck> CheckOf(absl::string_view text) {
  const absl::StatusOr<progress::Program> program =
      progress::ParseProgram("f", text);
  if (!program.ok()) return program.status();
  return CheckProgress(*program, absl::nullopt);
}

std::string SummaryOf(absl::string_view text) {
  const absl::StatusOr<ProgressCheck> check = CheckOf(text);
  if (!check.ok()) return std::string(check.status().message());
  return LassoSummary(check->program, *check->lasso);
}

TEST(LassoSummaryTest, APolledWordHasItsIndex) {
  EXPECT_EQ(SummaryOf("words x\ngroup\n while x == 0\n"),
            "group 0 polls x for ever");
  EXPECT_EQ(SummaryOf("words f[3]\ngroup\n f[0] := 1\n t = f[0]\n"
                      " while f[t+1] == 0\n"),
            "group 0 polls f[2] for ever");
}

TEST(LassoSummaryTest, ARegisterIsNoWord) {
  EXPECT_EQ(SummaryOf("words x\ngroup\n x := 1\ngroup\n t = x\n"
                      " while t == 0\n"),
            "group 1 polls its register t for ever");
  EXPECT_EQ(SummaryOf("words x, f[3]\ngroup\n k = x\n while k == 0\n"),
            "group 0 polls its register k for ever");
}

TEST(LassoSummaryTest, AJumpToItselfPollsNothing) {
  EXPECT_EQ(SummaryOf("words x\ngroup\n L: goto L\n"),
            "group 0 loops for ever");
}

constexpr char kLabels[] =
    "words x, y\ngroup\n y := 1\nL0: if x == 0 goto L1\n goto end\n"
    "L1: x := 0\n goto L0\n";

TEST(ProgressCheckTextTest, StepsHaveTheLabelsOfTheFile) {
  const absl::StatusOr<ProgressCheck> check = CheckOf(kLabels);
  ASSERT_TRUE(check.ok()) << check.status();
  EXPECT_THAT(ProgressCheckText(*check, 1000),
              EndsWith("    group 0: y := 1\n"
                       "  and then for ever\n"
                       "    group 0: L0: if x == 0 goto L1\n"
                       "    group 0: L1: x := 0\n"
                       "    group 0: goto L0\n"));
  const nlohmann::json report = FieldsToJson(*check);
  EXPECT_EQ(report["counterexample"]["cycle"][1]["instruction"], "L1: x := 0");
}

TEST(ProgressCheckTextTest, WithoutLabelsTheStepsAreNumbered) {
  const absl::StatusOr<ProgressCheck> check = CheckOf(
      "atomic_store(1,1)\natomic_chk_branch(0,0,2)\n"
      "atomic_exch_branch(0,0,0,1)\n");
  ASSERT_TRUE(check.ok()) << check.status();
  EXPECT_THAT(ProgressCheckText(*check, 1000),
              HasSubstr("    group 0: L1: if x == 0 goto L2\n"
                        "    group 0: L2: if exchange(x, 0) == 0 goto L1\n"));
}

TEST(ProgressCheckTextTest, GoingWrongIsNotTheEnd) {
  const absl::StatusOr<ProgressCheck> check =
      CheckOf("words x\ngroup\n if x == 0 goto wrong\ngroup\n while x == 0\n");
  ASSERT_TRUE(check.ok()) << check.status();
  EXPECT_THAT(ProgressCheckText(*check, 1000),
              HasSubstr("    group 0: if x == 0 goto wrong\n"));
}

TEST(CheckProgressTest, ErrorsNameFileAndLine) {
  EXPECT_EQ(SummaryOf("words x[2]\ngroup\n t = add(x[0], 1)\n x[t+7] := 1\n"),
            "f:4: group 0 uses x[7], and x has 2 words");
}

}  // namespace
}  // namespace wgsync
