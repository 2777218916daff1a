#include "suite/core/plan/expected.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/catalog/needs.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/plan.h"
#include "suite/core/progress/classify.h"
#include "suite/core/progress/litmus_facts.h"
#include "suite/core/progress/progress_model.h"

namespace wgsync {
namespace {

using progress::Fairness;
using progress::Model;
using ::testing::HasSubstr;
using N = ProgressNeed;

// What the shapes show on a device that gives just this model.
progress::Classification Gives(Model model) {
  std::vector<progress::Sighting> seen;
  for (const progress::ShapeFacts& shape : progress::ShapeTable()) {
    progress::Sighting s;
    s.shape = std::string(shape.name);
    s.hung = !shape.Guaranteed({model, Fairness::kWeak});
    s.text = "chunked, 12 copies: group 3 (role 1) never started (3 of 3)";
    if (!s.hung) s.ended = s.waited = 8;
    seen.push_back(s);
  }
  return progress::Classify(seen);
}
ShapesSeen Everywhere(Model model) { return {Gives(model), Gives(model)}; }
ShapesSeen WithinTheResidency(Model model) { return {Gives(model), {}}; }

// "rb": expected on resident grids and beyond; "r-", "--".
std::string On(ProgressNeed need, const ShapesSeen& seen) {
  const auto ends = [&](GridClass grid) {
    return ExpectedToEnd(need, grid, seen).ends;
  };
  return absl::StrCat(ends(GridClass::kResident) ? "r" : "-",
                      ends(GridClass::kBeyond) ? "b" : "-");
}

TEST(ExpectedTest, FollowsFromTheNeedAndFromWhatTheShapesHaveShown) {
  struct Row {
    ProgressNeed need;
    const char* none_ran;
    const char* unfair;
    const char* hsa;
    const char* obe;
    const char* hsa_obe;
    const char* lobe;
    const char* fair;
    const char* fair_within;
  };
  constexpr Row kRows[] = {
      {N::kNone, "rb", "rb", "rb", "rb", "rb", "rb", "rb", "rb"},
      {N::kObe, "rb", "--", "--", "rb", "rb", "rb", "rb", "rb"},
      {N::kHsa, "r-", "r-", "rb", "r-", "rb", "rb", "rb", "r-"},
      {N::kHsaObe, "r-", "r-", "r-", "r-", "rb", "rb", "rb", "r-"},
      {N::kLobe, "r-", "r-", "r-", "r-", "r-", "rb", "rb", "r-"},
      {N::kFair, "--", "--", "--", "--", "--", "--", "rb", "r-"},
      {N::kCoResident, "r-", "r-", "r-", "r-", "r-", "r-", "r-", "r-"},
      {N::kStrong, "--", "--", "--", "--", "--", "--", "--", "--"},
      {N::kNoPromise, "--", "--", "--", "--", "--", "--", "--", "--"},
      {N::kGroupLockstep, "--", "--", "--", "--", "--", "--", "--", "--"},
  };
  for (const Row& row : kRows) {
    SCOPED_TRACE(NameOf(row.need));
    EXPECT_EQ(On(row.need, {}), row.none_ran);
    EXPECT_EQ(On(row.need, Everywhere(Model::kUnfair)), row.unfair);
    EXPECT_EQ(On(row.need, Everywhere(Model::kHsa)), row.hsa);
    EXPECT_EQ(On(row.need, Everywhere(Model::kObe)), row.obe);
    EXPECT_EQ(On(row.need, Everywhere(Model::kHsaObe)), row.hsa_obe);
    EXPECT_EQ(On(row.need, Everywhere(Model::kLobe)), row.lobe);
    EXPECT_EQ(On(row.need, Everywhere(Model::kFair)), row.fair);
    EXPECT_EQ(On(row.need, WithinTheResidency(Model::kFair)), row.fair_within);
    EXPECT_EQ(ProgressExpected(row.need, GridClass::kResident),
              row.none_ran[0] == 'r');
    EXPECT_EQ(ProgressExpected(row.need, GridClass::kBeyond),
              row.none_ran[1] == 'b');
  }
}

// "rb" in the words of Needs().
std::string GridsOf(absl::string_view on) {
  return on == "rb"   ? "every grid"
         : on == "r-" ? "grids within the residency"
                      : "no grid";
}

TEST(ExpectedTest, TheTextForAReaderFollowsTheSameRules) {
  for (const NeedInfo& row : Needs()) {
    const std::string none_ran = On(row.need, {});
    const std::string fair = On(row.need, Everywhere(Model::kFair));
    const std::string unfair = On(row.need, Everywhere(Model::kUnfair));
    std::string text = GridsOf(none_ran);
    if (fair != none_ran) {
      absl::StrAppend(&text, "; ", GridsOf(fair), " if the shapes held ",
                      NameOf(*ModelOf(row.need)));
    }
    if (unfair != none_ran) {
      EXPECT_EQ(unfair, "--");
      absl::StrAppend(&text, "; none if a shape refuted ",
                      NameOf(*ModelOf(row.need)));
    }
    EXPECT_EQ(row.expected, text);
  }
}

TEST(ExpectedTest, SaysWhyInOneLine) {
  const auto why = [](ProgressNeed need, GridClass grid,
                      const ShapesSeen& seen) {
    return ExpectedToEnd(need, grid, seen).why;
  };
  EXPECT_EQ(why(N::kObe, GridClass::kResident, Everywhere(Model::kHsa)),
            "the device does not give OBE: OBE is refuted by holder_high, "
            "chunked, 12 copies: group 3 (role 1) never started (3 of 3)");
  EXPECT_EQ(why(N::kHsa, GridClass::kBeyond, Everywhere(Model::kHsa)),
            "the device gave HSA to the shapes (progress.*): HSA was held in "
            "32 launches, and a hang of this case contradicts it");
  EXPECT_EQ(why(N::kObe, GridClass::kBeyond, {}),
            "it needs that started groups go on (OBE), which is expected on "
            "every grid");
  EXPECT_EQ(why(N::kHsa, GridClass::kBeyond, {}),
            "it needs that lower ids go on (HSA progress), and its grid is "
            "larger than the residency; no shape (progress.*) of this run has "
            "shown that the device gives it there");
  EXPECT_EQ(why(N::kCoResident, GridClass::kBeyond, Everywhere(Model::kFair)),
            "it needs all groups resident, and its grid is larger than the "
            "residency");
  EXPECT_THAT(why(N::kNoPromise, GridClass::kResident, {}),
              HasSubstr("no promise is enough"));
}

TEST(ExpectedTest, ShapesRunBeforeAllCasesForWhichTheyDecide) {
  bool others = false;
  size_t shapes = 0;
  for (const PlannedCase& planned : PlanTier(Tier::kDefault)) {
    const bool shape = CaseFamily(planned.c) == "progress";
    EXPECT_FALSE(shape && others) << planned.id;
    others = others || !shape;
    shapes += shape ? 1 : 0;
  }
  EXPECT_GT(shapes, 60u);
}

}  // namespace
}  // namespace wgsync
