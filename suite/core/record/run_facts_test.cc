#include "suite/core/record/run_facts.h"

#include <string>
#include <vector>

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
                               Cause::kNotStarted, Binding::kProgress)});
  EXPECT_EQ(tally.could_bind, 3u);
  EXPECT_EQ(tally.could_bind_unproven, 1u);
  EXPECT_EQ(tally.failures(), 1u);
}

TEST(CountsTextTest, CountsRunsAndLaunches) {
  CaseResult r = TestResult("barrier.a/groups=2", VerdictKind::kHang);
  EXPECT_EQ(CountsText(r), "");
  r.k = r.n = 3;
  EXPECT_EQ(CountsText(r), "3 of 3 runs");
  r.failed_launches = 3;
  r.case_launches = 31;
  EXPECT_EQ(CountsText(r), "3 of 3 runs, 3 of 31 launches");
  r.failed_launches = 0;
  r.k = r.n = 1;
  EXPECT_EQ(CountsText(r), "right in 31 launches");
  r.failed_launches = r.case_launches = 1;
  EXPECT_EQ(CountsText(r), "1 of 1 launch");
}

TEST(ShowsBeyondTest, ABarrierThatLacksAGroupOnNoLargerGrid) {
  const auto hung = [](const std::string& id, Cause cause) {
    CaseResult r = TestResult(id, VerdictKind::kHang, cause);
    r.groups = 5;
    r.group_size = 64;
    return std::vector<CaseResult>{r};
  };
  const auto barrier = hung("barrier.a/wg=64/groups=5", Cause::kNotStarted);
  EXPECT_TRUE(ShowsBeyond(barrier, 5, 64));
  EXPECT_TRUE(ShowsBeyond(barrier, 8, 64));
  EXPECT_FALSE(ShowsBeyond(barrier, 4, 64));
  EXPECT_FALSE(ShowsBeyond(barrier, 8, 32)) << "of groups of another size";
  EXPECT_FALSE(ShowsBeyond(hung("barrier.a/groups=5", Cause::kNone), 5, 64));
  EXPECT_FALSE(ShowsBeyond(hung("mutex.a/groups=5", Cause::kNotStarted), 5, 64))
      << "a lock may hang for another reason";
  EXPECT_FALSE(ShowsBeyond(
      hung("barrier.a/groups=5/regs=60", Cause::kNotStarted), 5, 64));
  const auto polled = hung("barrier.a/groups=5/host=poll", Cause::kNotStarted);
  EXPECT_FALSE(ShowsBeyond(polled, 5, 64)) << "its host lends no thread";
  EXPECT_TRUE(ShowsBeyond(polled, 5, 64, true));
  EXPECT_FALSE(ShowsBeyond(barrier, 5, 64, true));
}

}  // namespace
}  // namespace wgsync
