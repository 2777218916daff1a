#include "reports/diff/exact_test.h"

#include "gtest/gtest.h"

namespace wgsync {
namespace {

TEST(ExactTest, TheLadyTastingTea) {
  // Fisher's own: 3 of 4 cups right, 1 of 4 wrong ones: 17 of 70.
  EXPECT_NEAR(ProbabilityIfNotGrown({1, 4}, {3, 4}), 17.0 / 70, 1e-9);
}

TEST(ExactTest, ThreeOfTenAfterNoneOfTenAreNoProof) {
  EXPECT_NEAR(ProbabilityIfNotGrown({0, 10}, {3, 10}), 120.0 / 1140, 1e-9);
}

TEST(ExactTest, TenOfTenAfterTwoOfTenAre) {
  EXPECT_NEAR(ProbabilityIfNotGrown({2, 10}, {10, 10}), 45.0 / 125970, 1e-9);
  EXPECT_LT(ProbabilityIfNotGrown({2, 10}, {10, 10}), 0.001);
}

TEST(ExactTest, FewerAreNeverMore) {
  EXPECT_GT(ProbabilityIfNotGrown({5, 10}, {2, 10}), 0.95);
  EXPECT_DOUBLE_EQ(ProbabilityIfNotGrown({5, 10}, {0, 10}), 1);
  EXPECT_DOUBLE_EQ(ProbabilityIfNotGrown({0, 0}, {10, 10}), 1);
  EXPECT_DOUBLE_EQ(ProbabilityIfNotGrown({1, 10}, {0, 0}), 1);
}

TEST(HolmTest, StopsAtTheFirstThatIsNotRejected) {
  // 0.01 <= 0.05 / 3; 0.03 > 0.05 / 2, so 0.04 is not even asked.
  EXPECT_EQ(RejectedByHolm({0.04, 0.01, 0.03}, 0.05),
            (std::vector<bool>{false, true, false}));
  EXPECT_EQ(RejectedByHolm({0.03, 0.01, 0.02}, 0.05),
            (std::vector<bool>{true, true, true}));
  EXPECT_TRUE(RejectedByHolm({}, 0.05).empty());
}

}  // namespace
}  // namespace wgsync
