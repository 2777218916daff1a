// HTML that needs nothing but itself: no file beside it, and no network.

#ifndef WGSYNC_REPORTS_SITE_PAGE_H_
#define WGSYNC_REPORTS_SITE_PAGE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "nlohmann/json_fwd.hpp"
#include "reports/site/site_data.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// The page. Whatever texts the data has, none of them is read as HTML: they
// stand in it as JSON without "<", and its scripts make text of them alone. The
// page's policy lets nothing run but these scripts, and nothing be fetched.
std::string SitePage(const SiteData& data, absl::string_view title);

// The page that leads to the pages of a matrix. `index` has
//   {"columns":[PageColumnJson() without "can" and "remarks"; "page":number],
//    "pages":[{"folder","vendor","number"}],
//    "cases":[[id of a case that fails, [columns]]]}
std::string OverviewPage(const nlohmann::json& index, absl::string_view title);

// Makes the folder (and its parents) and writes into it
//   index.html, matrix.md, matrix.csv, matrix.json
// of runs as SortColumns() leaves them. Where that page has more than
// options.most_bytes, or of more than 100 runs, index.html is an overview
// instead, and pages of one vendor each (page_parts.h) are in folders next to
// it, with their own three files. No file is larger then, but of a run that
// alone is. Evidence that runs lack is read from their logs, for one page after
// the other. Errors name the file and the fix.
absl::Status WriteMatrixSite(absl::Span<const Run> runs,
                             const SiteOptions& options,
                             const std::string& folder);

// index.html, diff.md, diff.csv, diff.json: what changed from run to run, in
// the order given.
absl::Status WriteSeriesSite(absl::Span<const Run> runs,
                             const SiteOptions& options,
                             const std::string& folder);

// JSON as it may stand in a <script>: it has no "<" and is valid UTF-8.
std::string ScriptJson(const nlohmann::json& value);

// The bytes as zlib has compressed them, in base64.
std::string Packed(absl::string_view bytes);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_SITE_PAGE_H_
