#include "suite/progress/check.h"

#include <chrono>
#include <cstdio>
#include <random>

#include "gtest/gtest.h"
#include "suite/progress/brute_force_testing.h"
#include "suite/progress/program_text.h"
#include "suite/progress/program_text_testing.h"

namespace wgsync {
namespace progress {
namespace {

constexpr int kPrograms = 10000;
constexpr size_t kMostByForce = 400;

TEST(CheckTest, AgreesWithBruteForce) {
  std::mt19937 random(20211020);
  int compared = 0, left_out = 0, litmus = 0;
  int guaranteed[2][6] = {};
  double seconds[2] = {};
  const auto now = [] {
    return std::chrono::duration<double>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
  };
  while (compared < kPrograms) {
    const Program program = RandomProgram(&random);
    Verdicts by_force;
    const double begin = now();
    if (!JudgeByForce(program, kMostByForce, &by_force)) {
      ++left_out;
      continue;
    }
    const double middle = now();
    const absl::StatusOr<Verdicts> verdicts = Check(program);
    seconds[0] += middle - begin;
    seconds[1] += now() - middle;
    if (!verdicts.ok()) {
      ++left_out;  // an index that the array does not have
      continue;
    }
    ++compared;
    litmus += verdicts->IsLitmus();
    EXPECT_EQ(verdicts->states, by_force.states) << ProgramText(program);
    EXPECT_EQ(verdicts->has_cycle, by_force.has_cycle) << ProgramText(program);
    EXPECT_EQ(verdicts->can_always_end, by_force.can_always_end)
        << ProgramText(program);
    for (const Config config : Configs()) {
      ASSERT_EQ(verdicts->Guaranteed(config), by_force.Guaranteed(config))
          << ConfigName(config) << "\n"
          << ProgramText(program);
      guaranteed[static_cast<size_t>(config.fairness)]
                [static_cast<size_t>(config.model)] +=
          verdicts->Guaranteed(config);
    }
  }
  std::printf(
      "%d programs, and %d left out; %d are litmus; %.1f s by force, "
      "%.2f s by the checker\n",
      compared, left_out, litmus, seconds[0], seconds[1]);
  for (const Config config : Configs()) {
    std::printf("%-14s guarantees %d\n", ConfigName(config).c_str(),
                guaranteed[static_cast<size_t>(config.fairness)]
                          [static_cast<size_t>(config.model)]);
  }
  EXPECT_LT(left_out, kPrograms / 10);
  // The programs tell each model from the next one, or they test nothing.
  for (int m = 0; m < 5; ++m) {
    EXPECT_NE(guaranteed[0][m], guaranteed[0][m + 1]) << m;
    EXPECT_NE(guaranteed[0][m + 1], guaranteed[1][m + 1]) << m;
  }
}

TEST(CheckTest, AWeakerModelGuaranteesNothingMore) {
  std::mt19937 random(7);
  int checked = 0;
  for (int i = 0; i < kPrograms; ++i) {
    const Program program = RandomProgram(&random);
    const absl::StatusOr<Verdicts> verdicts = Check(program, 10000);
    if (!verdicts.ok()) continue;  // it counts up for ever
    ++checked;
    for (const Config weak : Configs()) {
      for (const Config strong : Configs()) {
        if (!IsAtMost(weak, strong) || !verdicts->Guaranteed(weak)) continue;
        ASSERT_TRUE(verdicts->Guaranteed(strong))
            << ConfigName(weak) << ", " << ConfigName(strong) << "\n"
            << ProgramText(program);
      }
    }
  }
  EXPECT_GT(checked, kPrograms * 9 / 10);
}

TEST(CheckTest, PromisesByEver) {
  // Groups 0 to 4; 1 and 3 have started, 0 and 3 have ended.
  const GroupSet unfinished = 0b10110, ever = 0b01010;
  EXPECT_EQ(Promised(Model::kUnfair, unfinished, ever), 0u);
  EXPECT_EQ(Promised(Model::kHsa, unfinished, ever), 0b00010u);
  EXPECT_EQ(Promised(Model::kObe, unfinished, ever), 0b00010u);
  EXPECT_EQ(Promised(Model::kHsaObe, unfinished, ever), 0b00010u);
  EXPECT_EQ(Promised(Model::kLobe, unfinished, ever), 0b00110u);
  EXPECT_EQ(Promised(Model::kFair, unfinished, ever), 0b10110u);
  EXPECT_EQ(Promised(Model::kLobe, 0b11, 0), 0u);
}

TEST(CheckTest, SaysWhenThereAreTooManyStates) {
  const absl::StatusOr<Program> program =
      ParseProgram("p", "words x\ngroup\n again: add(x, 1)\n goto again\n");
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ(Check(*program, 1000).status().message(),
            "p: it reaches more than 1000 states; take fewer groups, or bound "
            "what counts up");
  EXPECT_EQ(
      Check(*program).status().message(),
      "p:3: group 0 writes 32768, and a word has 16 bits; bound what counts "
      "up");
}

TEST(CheckTest, SaysWhichIndexIsWrong) {
  const absl::StatusOr<Program> program =
      ParseProgram("p", "words x[2]\ngroup\n k = x[0]\n x[k-1] := 1\n");
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ(Check(*program).status().message(),
            "p:4: group 0 uses x[-1], and x has 2 words");
}

TEST(CheckTest, OrdersConfigs) {
  const Config hsa = {Model::kHsa, Fairness::kWeak};
  const Config obe = {Model::kObe, Fairness::kWeak};
  const Config both = {Model::kHsaObe, Fairness::kWeak};
  const Config strong_hsa = {Model::kHsa, Fairness::kStrong};
  EXPECT_TRUE(IsAtMost(hsa, both));
  EXPECT_TRUE(IsAtMost(obe, both));
  EXPECT_TRUE(IsAtMost(hsa, strong_hsa));
  EXPECT_FALSE(IsAtMost(strong_hsa, both));
  EXPECT_FALSE(IsAtMost(hsa, obe));
  EXPECT_FALSE(IsAtMost(obe, hsa));
}

}  // namespace
}  // namespace progress
}  // namespace wgsync
