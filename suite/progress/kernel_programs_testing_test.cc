#include "suite/progress/kernel_programs_testing.h"

#include <set>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "suite/progress/check.h"
#include "suite/progress/named_programs.h"
#include "suite/progress/program_text.h"

namespace wgsync {
namespace progress {
namespace {

TEST(KernelProgramsTest, AProgramIsLostInNoStateUnlessNoModelIsEnough) {
  std::set<absl::string_view> names;
  for (const KernelProgram& kernel : KernelPrograms()) {
    EXPECT_TRUE(names.insert(kernel.name).second) << kernel.name;
    for (size_t groups = 2; groups <= kernel.most_groups; ++groups) {
      const Program program = ProgramOf(kernel, groups);
      EXPECT_EQ(program.groups.size(), groups) << kernel.name;
      const absl::StatusOr<Verdicts> verdicts = Check(program);
      ASSERT_TRUE(verdicts.ok()) << kernel.name << ": " << verdicts.status();
      EXPECT_EQ(verdicts->can_always_end, !WeakestModels(*verdicts).empty())
          << kernel.name << ", " << groups << " groups";
    }
  }
  EXPECT_EQ(FindKernelProgram("barriers/no_such"), nullptr);
}

TEST(KernelProgramsTest, AFileHasAProgramForAllAndOneForAName) {
  const auto programs = ReadKernelPrograms("mutexes/x.cl", R"(// A lock.
// Progress: the holder must get to run.

// Litmus: 4 groups at most, as
// spin_lock, in memory as mutexes/y; delays are left out.
// Litmus of x_per_item: 3 groups at most; one round.
//   words x
//   $2group
//     x := 1

static int x;
//   no program
)");
  ASSERT_TRUE(programs.ok()) << programs.status();
  ASSERT_EQ(programs->size(), 2u);
  EXPECT_EQ((*programs)[0].name, "mutexes/x");
  EXPECT_EQ((*programs)[0].most_groups, 4u);
  EXPECT_EQ((*programs)[0].same, "spin_lock");
  EXPECT_EQ((*programs)[0].memory, "mutexes/y");
  EXPECT_EQ((*programs)[1].name, "mutexes/x_per_item");
  EXPECT_EQ((*programs)[1].most_groups, 3u);
  EXPECT_EQ((*programs)[1].text, "words x\n$2group\nx := 1\n");
}

TEST(KernelProgramsTest, WithoutGroupsOrProgramItIsAnError) {
  for (absl::string_view bad :
       {"// Litmus: at most 3\n//   words x\n",
        "// Litmus of: 3 groups at most\n//   words x\n",
        "// Litmus: 1 groups at most\n//   words x\n",
        "// Litmus: 3 groups at most.\n",
        "// Litmus: 3 groups at most, as spin_lock.\n//   words x\n"}) {
    EXPECT_FALSE(ReadKernelPrograms("mutexes/x.cl", bad).ok()) << bad;
  }
}

TEST(KernelProgramsTest, TheProgramOfAnotherOneIsThere) {
  for (const KernelProgram& kernel : KernelPrograms()) {
    if (kernel.same.empty()) continue;
    EXPECT_TRUE(FindKernelProgram(kernel.same) != nullptr ||
                FindIdiom(kernel.same) != nullptr)
        << kernel.name << ": " << kernel.same;
  }
}

Config WeakestOf(absl::string_view text) {
  const Program program = ParseProgram("test", ExpandGroups(text, 3)).value();
  return WeakestModels(Check(program).value()).front();
}

TEST(KernelProgramsTest, ARingOfFlagsWaitsForHigherIdsFromItsSecondRoundOn) {
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
  const KernelProgram* ring = FindKernelProgram("mutexes/flag_per_group");
  ASSERT_NE(ring, nullptr);
  const Program program = ProgramOf(*ring, 3);
  EXPECT_EQ(WeakestModels(Check(program).value()).front().model, Model::kFair);
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
