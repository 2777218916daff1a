// What is drawn, as data: residency against the work-group size, times of
// barriers against the grid, and how evenly locks are had.

#ifndef WGSYNC_REPORTS_SITE_CHART_DATA_H_
#define WGSYNC_REPORTS_SITE_CHART_DATA_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "nlohmann/json_fwd.hpp"
#include "suite/core/record/bench_data.h"

namespace wgsync {

// Each chart is
//   {"title","note","form":"lines"|"ranges","x","y","log":bool,
//    "categories":[text],
//    "series":[{"name","note":[text or ""],"points":[P]}]}
// with one P for each category: null, a number, or [least, median, most]. The
// series that end lowest (of "ranges": highest) come first. A chart of a bench
// has also "left_out":[{"why","forms":[text]}]: forms of access that failed on
// any grid of the device's files, and such as need groups in lockstep. They are
// not drawn; a chart of nothing else has no series. One of barriers has
// "always": the primitive whose series are drawn at first wherever they end.

// Of each device: "ns a barrier" by grid, a series for each primitive and
// soundness, of its fastest access there, which `note` names; and of each grid
// with more groups than one "acquisitions of a group", a category a lock.
// Files of one device and driver make charts together.
std::vector<nlohmann::json> BenchCharts(absl::Span<const Bench> benches);

// Of each device in what `wgsync device --residency --json` printed. `name` is
// for the errors, which say what is wrong and where.
absl::StatusOr<std::vector<nlohmann::json>> ResidencyCharts(
    absl::string_view text, const std::string& name);
// The same of a file.
absl::StatusOr<std::vector<nlohmann::json>> ReadResidencyCharts(
    const std::string& file);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_SITE_CHART_DATA_H_
