// What the pages of several subcommands take beside their runs.

#ifndef WGSYNC_TOOLS_RUN_SITE_OPTIONS_H_
#define WGSYNC_TOOLS_RUN_SITE_OPTIONS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "reports/site/site_data.h"

namespace wgsync {

// What --expect of these subcommands takes.
inline constexpr char kExpectHelp[] =
    "Files of expectations, shown beside the cases on the page: FILE, or "
    "DEVICE=FILE for the devices with that in their names";

// The sources of the cases as SourceOfCase() finds them, and the files of
// expectations; errors are ReadExpectations()'s.
absl::StatusOr<SiteOptions> ReadSiteOptions(
    const std::vector<std::string>& expectations);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_SITE_OPTIONS_H_
