// Pages that need no network and no server: a folder, or one file.

#ifndef WGSYNC_REPORTS_SITE_PAGE_H_
#define WGSYNC_REPORTS_SITE_PAGE_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "nlohmann/json_fwd.hpp"
#include "reports/site/site_data.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// Paths in the page's folder, and what they hold.
using SiteFiles = std::vector<std::pair<std::string, std::string>>;

// The page first, index.html; then, unless it is to be a single file, a script
// for each block of evidence, which the page loads when a case is opened: from
// a disk a browser lets a page load scripts and no other data. Whatever texts
// the data has, none of them is read as HTML: they stand in it as JSON without
// "<" or packed, and its scripts make text of them alone. The page's policy
// lets nothing run but its program and scripts of its folder, and nothing be
// fetched.
SiteFiles SitePage(SiteData data, absl::string_view title, bool single_file);

// The page that leads to the pages of a matrix. `index` has
//   {"columns":[PageColumnJson() without "remarks" and "defects", and with no
//               more than "tone" and "says" of the answers; "page":number],
//    "questions":QuestionsJson(),
//    "pages":[{"folder","vendor","number"}],
//    "cases":[[id of a case that fails, [columns]]]}
std::string OverviewPage(const nlohmann::json& index, absl::string_view title);

// Makes the folder (and its parents), unless it has other files and no earlier
// page, and writes into it
//   index.html, evidence/*.js, matrix.md, matrix.csv, matrix.json
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
