// The columns of a page: which run stands where, and what its head says.

#ifndef WGSYNC_REPORTS_SITE_COLUMNS_H_
#define WGSYNC_REPORTS_SITE_COLUMNS_H_

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

// The same for a page, which has also "full_name", "cases" of the run's
// "planned" that have a verdict of a launch or a check, the "counted" ones,
// "failures", "unproven" and "passes" among them, and "can": the text
// of `wgsync can` about each kind of synchronization, and "progress", null if
// the run does not show its device's class:
//   {"class","sentences":[...],
//    "models":[{"model","state","launches", and "by" if it is refuted, or not
//               held since a case failed}],
//    "livelocks":[...]}
// The models are the weak ones that promise something. "by" and a livelock are
// a case each, {"case","shape","says"}.
nlohmann::ordered_json PageColumnJson(const Run& run);

// Of each run, in their order.
nlohmann::ordered_json ColumnsJson(absl::Span<const Run> runs);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_SITE_COLUMNS_H_
