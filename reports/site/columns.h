// The columns of a page: what the head of each says.

#ifndef WGSYNC_REPORTS_SITE_COLUMNS_H_
#define WGSYNC_REPORTS_SITE_COLUMNS_H_

#include "absl/types/span.h"
#include "nlohmann/json_fwd.hpp"
#include "reports/gate/known.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// {"key","platform","vendor","device","driver","model","type","device_key",
//  "begun","finished","tier","suite","folder","remarks":[...]}. `key` names the
// run wherever it is stored; two columns have the same device_key where they
// are of one device.
nlohmann::ordered_json ColumnJson(const Run& run);

// The same for a page, which has also "full_name", "cases" of the run's
// "planned" that have a verdict of a launch or a check, the "counted" ones,
// "failures", "unproven" and "passes" among them,
//   "answers":[{"tone","says","note","text","case","code"}]: AnswersOf() with
//     the paragraph of `wgsync can`, the case that decides, and the access of
//     the form to write, as CodeJson() has it;
//   "defects":[{"says","verdict","fresh","known","case"}]: DefectsOf(), known
//   by
//     these files;
// and "progress", null if the run does not show its device's class:
//   {"class","sentences":[...],
//    "models":[{"model","state","launches", and "by" if it is refuted, or not
//               held since a case failed}],
//    "livelocks":[...]}
// The models are the weak ones that promise something. "by" and a livelock are
// a case each, {"case","shape","says"}.
nlohmann::ordered_json PageColumnJson(
    const Run& run, absl::Span<const DeviceExpectations> files);

// [[name, about]]: the question of each of the answers.
nlohmann::json QuestionsJson();

// Of each run, in their order.
nlohmann::ordered_json ColumnsJson(absl::Span<const Run> runs);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_SITE_COLUMNS_H_
