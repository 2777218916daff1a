#include "reports/diff/progress_change.h"

#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/test_shapes.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using progress::Model;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Run RunOf(std::vector<CaseResult> results) {
  return TestRun("P/D", std::move(results));
}

ProgressChange Between(const Run& before, const Run& after) {
  return CompareProgress(before, after, /*other_kernels=*/false);
}

std::string Text(const ProgressChange& change) {
  return absl::StrJoin(ProgressChangeLines(change), "\n");
}

TEST(ProgressChangeTest, AModelThatWasHeldAndIsRefutedIsLost) {
  const ProgressChange change = Between(RunOf(ShapeCases(Model::kLobe)),
                                        RunOf(ShapeCases(Model::kHsaObe)));
  EXPECT_THAT(change.lost, ElementsAre(Model::kLobe));
  EXPECT_THAT(change.gained, IsEmpty());
  EXPECT_THAT(Text(change),
              HasSubstr("progress: at most LOBE -> at most HSA+OBE\n"
                        "progress: the class shrinks: held before and refuted "
                        "now: LOBE\n"
                        "progress: hang now: late_middle, late_middle_x"));
  EXPECT_THAT(LostSentences(change),
              ElementsAre(HasSubstr("LOBE is refuted by late_middle, "
                                    "round-robin, 13 copies in 39 groups: "
                                    "group 4")));
  EXPECT_THAT(LostCase(change), HasSubstr("progress.late_middle/"));
}

TEST(ProgressChangeTest, TheOtherWayRoundItGrows) {
  const ProgressChange change = Between(RunOf(ShapeCases(Model::kHsaObe)),
                                        RunOf(ShapeCases(Model::kLobe)));
  EXPECT_THAT(change.lost, IsEmpty());
  EXPECT_EQ(LostCase(change), "");
  EXPECT_THAT(change.gained, ElementsAre(Model::kLobe));
  EXPECT_THAT(Text(change),
              HasSubstr("the class grows: refuted before and held now: LOBE\n"
                        "progress: end now: late_middle, late_middle_x"));
}

TEST(ProgressChangeTest, NoClassShrinksByACaseThatTheEarlierRunLacks) {
  std::vector<CaseResult> more = ShapeCases(Model::kLobe);
  more.push_back(ShapeCase("late_middle", true, "/map=chunk"));
  const ProgressChange change =
      Between(RunOf(ShapeCases(Model::kLobe)), RunOf(more));
  EXPECT_THAT(change.lost, IsEmpty());
  EXPECT_THAT(change.lost_by_others, ElementsAre(Model::kLobe));
  EXPECT_THAT(Text(change), HasSubstr("refuted now by cases that the earlier"));
}

TEST(ProgressChangeTest, OtherKernelsCountOnRequestAlone) {
  const LoggedRun before = RunOf(ShapeCases(Model::kLobe));
  LoggedRun after = RunOf(ShapeCases(Model::kHsaObe));
  for (CaseResult& r : after.results) r.kernel_digest = "k2";
  EXPECT_THAT(Between(before, after).lost, IsEmpty());
  EXPECT_THAT(Between(before, after).lost_by_others, ElementsAre(Model::kLobe));
  EXPECT_THAT(CompareProgress(before, after, true).lost,
              ElementsAre(Model::kLobe));
  // A bounded wait is another program in any case.
  for (CaseResult& r : after.results) r.bounded = true;
  EXPECT_THAT(Between(before, after).lost, ElementsAre(Model::kLobe));
}

TEST(ProgressChangeTest, ARunThatSawTooLittleShrinksNothing) {
  const LoggedRun before = RunOf(ShapeCases(Model::kHsaObe));
  const ProgressChange change = Between(before, RunOf({}));
  EXPECT_THAT(change.lost, IsEmpty());
  EXPECT_THAT(Text(change),
              HasSubstr("at most HSA+OBE -> not known\n"
                        "progress: the later run saw too little to tell: "
                        "UNFAIR, HSA, OBE, HSA+OBE, LOBE, FAIR"));
}

TEST(ProgressChangeTest, RunsWithoutTheFamilyHaveNoLine) {
  EXPECT_EQ(Text(Between(RunOf({}), RunOf({}))), "");
  EXPECT_TRUE(ProgressChangeJson(Between(RunOf({}), RunOf({}))).is_null());
  const LoggedRun run = RunOf(ShapeCases(Model::kFair));
  EXPECT_EQ(Text(Between(run, run)), "progress: at most FAIR in both runs");
  EXPECT_THAT(Text(Between(RunOf({}), run)),
              HasSubstr("not known -> at most FAIR"));
}

}  // namespace
}  // namespace wgsync
