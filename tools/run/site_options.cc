#include "tools/run/site_options.h"

#include <utility>

#include "reports/gate/known.h"
#include "reports/gate/today.h"
#include "reports/site/case_source.h"

namespace wgsync {

absl::StatusOr<SiteOptions> ReadSiteOptions(
    const std::vector<std::string>& expectations) {
  SiteOptions options;
  options.source_of = SourceOfCase;
  absl::StatusOr<std::vector<DeviceExpectations>> files =
      ReadDeviceExpectations(expectations, Today());
  if (!files.ok()) return files.status();
  options.expectations = *std::move(files);
  return options;
}

}  // namespace wgsync
