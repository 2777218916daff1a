#include "suite/core/plan/seen_to_fail.h"

#include <set>

#include "absl/strings/match.h"
#include "gtest/gtest.h"
#include "suite/core/plan/plan.h"
#include "suite/core/plan/soundness.h"

namespace wgsync {
namespace {

TEST(SeenToFailTest, EachRacyCaseHasARowAndEachRowARacyCase) {
  Claims claims;
  claims.highest_c11 = 300;
  claims.order_acq_rel = claims.order_seq_cst = claims.scope_device = true;
  std::set<const SeenToFail*> used;
  for (const PlannedCase& planned : PlanTier(Tier::kFull)) {
    if (SoundnessOf(planned.c, claims).soundness != Soundness::kRacy) continue;
    const SeenToFail* row = FindSeenToFail(planned.id);
    EXPECT_NE(row, nullptr) << planned.id;
    used.insert(row);
  }
  for (const SeenToFail& row : SeenToFailRows()) {
    if (absl::StartsWith(row.form, "twin ")) continue;  // twins_test
    EXPECT_EQ(used.count(&row), 1u) << row.form << ": no racy case has it";
  }
}

// A form that failed nowhere has no control that is proven to fail.
TEST(SeenToFailTest, AFormThatFailedNowhereSaysSo) {
  for (const SeenToFail& row : SeenToFailRows()) {
    EXPECT_EQ(row.date.size(), 10u) << row.form;
    EXPECT_EQ(absl::StrContains(SeenToFailText(row.form), "no device so far"),
              row.devices.empty())
        << row.form;
    EXPECT_EQ(FailedNowhere(row.form), row.devices.empty()) << row.form;
  }
  EXPECT_EQ(SeenToFailText("barrier.of_a_later_suite"), "");
  EXPECT_FALSE(FailedNowhere("barrier.of_a_later_suite"));
}

}  // namespace
}  // namespace wgsync
