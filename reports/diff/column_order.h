// The order of runs as columns, and those that a reader looks at first.

#ifndef WGSYNC_REPORTS_DIFF_COLUMN_ORDER_H_
#define WGSYNC_REPORTS_DIFF_COLUMN_ORDER_H_

#include <vector>

#include "absl/types/span.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// By device, device models last; of a device the newest driver first, and of a
// driver the newest run.
void SortColumns(std::vector<Run>* runs);

// Of each device, and of each model on it, the first run in that order: the
// newest of its newest driver. The runs must outlive the answer.
std::vector<const Run*> NewestOfEachDevice(absl::Span<const Run> runs);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_DIFF_COLUMN_ORDER_H_
