#include "suite/residency/threshold.h"

#include <cstdint>

#include "gtest/gtest.h"

namespace wgsync {
namespace {

struct Outcome {
  uint64_t found = 0;
  int trials = 0;
  int happened = 0;
};

// It happens from `real` on; 0: nowhere.
Outcome Search(ThresholdSearch search, uint64_t real) {
  Outcome o;
  while (!search.done() && o.trials < 1000) {
    const bool happens = real != 0 && search.next() >= real;
    ++o.trials;
    if (happens) ++o.happened;
    search.Tell(happens);
  }
  o.found = search.found();
  return o;
}

TEST(ThresholdTest, WhereItIsAsExpectedOneTrialMustHappen) {
  // Known below: only the next one is tried.
  const Outcome next = Search(ThresholdSearch(4, 5, 100), 5);
  EXPECT_EQ(next.found, 5u);
  EXPECT_EQ(next.trials, 1);
  const Outcome within = Search(ThresholdSearch(0, 4224, 42240), 4224);
  EXPECT_EQ(within.found, 4224u);
  EXPECT_EQ(within.trials, 2);
  EXPECT_EQ(within.happened, 1);
}

TEST(ThresholdTest, FindsEveryThresholdFromEveryExpectation) {
  for (uint64_t real = 1; real <= 40; ++real) {
    for (uint64_t expected = 0; expected <= 45; ++expected) {
      const Outcome o = Search(ThresholdSearch(0, expected, 40), real);
      EXPECT_EQ(o.found, real) << expected;
      EXPECT_LE(o.trials, 20) << expected;
    }
  }
}

TEST(ThresholdTest, HappensFewTimesFarFromTheExpectation) {
  const Outcome above = Search(ThresholdSearch(2, 3, 1 << 20), 5000);
  EXPECT_EQ(above.found, 5000u);
  EXPECT_LE(above.happened, 14);
  const Outcome below = Search(ThresholdSearch(0, 4224, 1 << 20), 7);
  EXPECT_EQ(below.found, 7u);
  EXPECT_LE(below.happened, 14);
}

TEST(ThresholdTest, NothingIsAskedBeyondTheMostAndNothingFoundThere) {
  EXPECT_EQ(Search(ThresholdSearch(4, 5, 16), 17).found, 0u);
  EXPECT_EQ(Search(ThresholdSearch(4, 5, 16), 16).found, 16u);
  EXPECT_EQ(Search(ThresholdSearch(4, 5, 16), 0).found, 0u);
  EXPECT_EQ(Search(ThresholdSearch(4, 5, 4), 1).trials, 0);
  EXPECT_EQ(Search(ThresholdSearch(0, 9, 5), 0).found, 0u);
  EXPECT_EQ(Search(ThresholdSearch(0, 9, 5), 3).found, 3u);
}

TEST(ThresholdTest, KnowsTheLargestAtWhichItDoesNotHappen) {
  ThresholdSearch search(0, 3, 9);
  EXPECT_EQ(search.next(), 2u);
  search.Tell(false);
  EXPECT_EQ(search.below(), 2u);
  EXPECT_EQ(search.next(), 3u);
  search.Tell(true);
  EXPECT_TRUE(search.done());
  EXPECT_EQ(search.below(), 2u);
}

}  // namespace
}  // namespace wgsync
