#include "suite/core/record/run_facts.h"

#include "gtest/gtest.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

TEST(CountedTextTest, HasOneDenominatorAndTheUnprovenAreInIt) {
  EXPECT_EQ(CountedText(0, 91, 12),
            "0 of 91 counted cases fail; 12 of them are unproven");
  EXPECT_EQ(CountedText(1, 2, 1),
            "1 of 2 counted cases fails; 1 of them is unproven");
  EXPECT_EQ(CountedText(2, 2, 0), "2 of 2 counted cases fail");
}

TEST(TallyResultsTest, TheUnprovenAreCounted) {
  const Tally tally =
      TallyResults({TestResult("barrier.a/groups=2", VerdictKind::kPass),
                    TestResult("barrier.a/groups=3", VerdictKind::kUnproven),
                    TestResult("barrier.a/groups=4", VerdictKind::kHang,
                               Cause::kNotStarted, "progress")});
  EXPECT_EQ(tally.could_bind, 3u);
  EXPECT_EQ(tally.could_bind_unproven, 1u);
  EXPECT_EQ(tally.failures(), 1u);
}

}  // namespace
}  // namespace wgsync
