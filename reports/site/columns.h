// The columns of a page: which run stands where, and what its head says.

#ifndef WGSYNC_REPORTS_SITE_COLUMNS_H_
#define WGSYNC_REPORTS_SITE_COLUMNS_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "nlohmann/json_fwd.hpp"
#include "suite/core/record/run_log.h"

namespace wgsync {

// By vendor and device; of one device the newest driver first, and of one
// driver the latest run. Runs on device models stand behind all others.
void SortColumns(std::vector<Run>* runs);

// {"key","platform","vendor","device","driver","model","type","device_key",
//  "begun","finished","tier","suite","folder","remarks":[...]}. `key` names the
// run wherever it is stored; two columns have the same device_key where they
// are of one device.
nlohmann::ordered_json ColumnJson(const Run& run);
nlohmann::json ColumnSchema();

// Of each run, in their order.
nlohmann::ordered_json ColumnsJson(absl::Span<const Run> runs);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_SITE_COLUMNS_H_
