#include "suite/progress/primitives.h"

#include <set>
#include <string>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "suite/progress/check.h"
#include "suite/progress/idioms.h"
#include "suite/progress/program_text.h"

namespace wgsync {
namespace progress {
namespace {

TEST(PrimitivesTest, AProgramIsLostInNoStateUnlessNoModelIsEnough) {
  std::set<absl::string_view> names;
  for (const PrimitiveRow& row : PrimitiveRows()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_NE(row.same.empty(), row.text.empty()) << row.name;
    for (size_t groups = 2; groups <= row.most_groups; ++groups) {
      const Program program = PrimitiveProgram(row, groups);
      EXPECT_EQ(program.groups.size(), groups) << row.name;
      const absl::StatusOr<Verdicts> verdicts = Check(program);
      ASSERT_TRUE(verdicts.ok()) << row.name << ": " << verdicts.status();
      EXPECT_EQ(verdicts->can_always_end, !WeakestModels(*verdicts).empty())
          << row.name << ", " << groups << " groups";
    }
  }
  EXPECT_EQ(FindPrimitiveRow("barriers/no_such"), nullptr);
}

Config WeakestOf(absl::string_view text) {
  const Program program = ParseProgram("test", ExpandGroups(text, 3)).value();
  return WeakestModels(Check(program).value()).front();
}

TEST(PrimitivesTest, ARingOfFlagsWaitsForHigherIdsFromItsSecondRoundOn) {
  EXPECT_EQ(WeakestOf(R"(
words flag[$N]
group
  flag[1] := 1
group
  while flag[1] == 0
  flag[2] := 1
group
  while flag[2] == 0
  flag[0] := 1
)")
                .model,
            Model::kHsa);
  const PrimitiveRow* ring = FindPrimitiveRow("mutexes/flag_per_group");
  ASSERT_NE(ring, nullptr);
  EXPECT_EQ(WeakestOf(ring->text).model, Model::kFair);
}

TEST(ExpandGroupsTest, RepeatsAndLeavesOutLines) {
  constexpr absl::string_view kText =
      "$N $LAST $MORE $TWICE\n$2two\n$3three\nx[$EACH]";
  EXPECT_EQ(ExpandGroups(kText, 2), "2 1 3 4\ntwo\nx[0]\nx[1]\n");
  EXPECT_EQ(ExpandGroups(kText, 3), "3 2 4 6\nthree\nx[0]\nx[1]\nx[2]\n");
}

}  // namespace
}  // namespace progress
}  // namespace wgsync
