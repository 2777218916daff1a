// Launches of a tried kernel that are made up, for tests.

#ifndef WGSYNC_SUITE_CORE_TRIED_NEXT_TRY_TESTING_H_
#define WGSYNC_SUITE_CORE_TRIED_NEXT_TRY_TESTING_H_

#include <functional>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "suite/core/tried/next_try.h"

namespace wgsync {

inline TryPlan PlanOf(std::vector<TryGrid> grids) {
  TryPlan plan;
  plan.grids = std::move(grids);
  plan.launches = 5;
  plan.residency = 4;
  return plan;
}

// What a launch shows; right, and able to fail, unless `play` changes it.
inline TryReport Played(const TryPlan& plan,
                        const std::function<void(TryRecord*)>& play) {
  std::vector<TryRecord> records;
  while (const auto next = NextTry(plan, records)) {
    TryRecord r;
    static_cast<TryLaunch&>(r) = *next;
    r.checked = 10;
    r.overlapped = true;
    play(&r);
    records.push_back(r);
    EXPECT_LT(records.size(), 300u);
    if (records.size() == 300) break;
  }
  TryReport report;
  Conclude(plan, records, &report);
  return report;
}

inline std::vector<TryGrid> ThreeGrids() {
  return {{"1", 1}, {"res", 4}, {"res_x10", 40}};
}

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_TRIED_NEXT_TRY_TESTING_H_
