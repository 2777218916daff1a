// What the launches of a tried kernel say together: of a grid, and of all
// grids. Pure.

#ifndef WGSYNC_SUITE_CORE_TRIED_TRY_ROWS_H_
#define WGSYNC_SUITE_CORE_TRIED_TRY_ROWS_H_

#include <cstdint>
#include <vector>

#include "suite/core/tried/try_report.h"

namespace wgsync {

// Of those without a changed text whose results are judged, or a search's.
bool IsMeasured(const TryRecord& r);
// Launches that IsLate() in which groups overlapped.
uint64_t Overlapped(const std::vector<TryRecord>& records);

// The launches of this purpose and grid; of kOneWeaker those without `order`.
TryRow RowOf(const std::vector<TryRecord>& records, TryPurpose purpose,
             uint32_t groups, uint32_t order = 0);

// The smallest grid that does not end, in whatever launch, and the largest one
// below it that does.
struct Threshold {
  uint32_t ends = 0, hangs = 0;
  bool sometimes = false;  // other launches of the grid end
  // One group alone does not end, and a larger grid does: it may wait for
  // another group, and is not `hangs`.
  bool alone = false;
};

Threshold ThresholdOf(const std::vector<TryRecord>& records);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_TRIED_TRY_ROWS_H_
