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
  EXPECT_NEAR(ProbabilityIfNotGrown({5, 10}, {0, 10}), 1, 1e-9);
  EXPECT_DOUBLE_EQ(ProbabilityIfNotGrown({0, 0}, {10, 10}), 1);
  EXPECT_DOUBLE_EQ(ProbabilityIfNotGrown({1, 10}, {0, 0}), 1);
}

TEST(LongerTest, FiveAboveFiveAreOneChoiceOf252) {
  const std::vector<double> low = {1, 2, 3, 4, 5}, high = {6, 7, 8, 9, 10};
  EXPECT_NEAR(ProbabilityIfNotLonger(low, high), 1.0 / 252, 1e-12);
  EXPECT_NEAR(ProbabilityIfNotLonger(high, low), 1, 1e-12);
  EXPECT_EQ(ProbabilityIfNotLonger({}, high), 1);
  EXPECT_EQ(ProbabilityIfNotLonger(low, {}), 1);
}

TEST(LongerTest, AnOutlierCountsByItsRankAlone) {
  // U is 20 of 25: 28 of the 252 choices rank as high.
  EXPECT_NEAR(ProbabilityIfNotLonger({1, 2, 3, 4, 100}, {5, 6, 7, 8, 9}),
              ProbabilityIfNotLonger({1, 2, 3, 4, 10}, {5, 6, 7, 8, 9}), 1e-12);
  EXPECT_NEAR(ProbabilityIfNotLonger({1, 2, 3, 4, 100}, {5, 6, 7, 8, 9}),
              19.0 / 252, 1e-12);
}

TEST(LongerTest, EqualValuesShareTheirRank) {
  // Of the six choices of two of {1, 2, 2, 3}, two rank as high as {2, 3}.
  EXPECT_NEAR(ProbabilityIfNotLonger({1, 2}, {2, 3}), 2.0 / 6, 1e-12);
  EXPECT_NEAR(ProbabilityIfNotLonger({2, 2}, {2, 2}), 1, 1e-12);
}

TEST(LongerTest, ManyValuesAreJudgedByTheNormalDistribution) {
  std::vector<double> a, b, later;
  for (int i = 0; i < 30; ++i) {
    a.push_back(i);
    b.push_back(i + 0.5);
    later.push_back(i + 12);
  }
  EXPECT_NEAR(ProbabilityIfNotLonger(a, b), 0.41, 0.02);
  EXPECT_LT(ProbabilityIfNotLonger(a, later), 0.001);
  EXPECT_GT(ProbabilityIfNotLonger(later, a), 0.999);
  EXPECT_EQ(ProbabilityIfNotLonger(std::vector<double>(30, 1),
                                   std::vector<double>(30, 1)),
            1);
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
