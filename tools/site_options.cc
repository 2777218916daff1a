#include "tools/site_options.h"

#include <utility>

#include "reports/expectation.h"
#include "tools/case_source.h"
#include "tools/today.h"

namespace wgsync {

absl::StatusOr<SiteOptions> ReadSiteOptions(
    const std::vector<std::string>& expectations) {
  SiteOptions options;
  options.source_of = SourceOfCase;
  for (const std::string& path : expectations) {
    absl::StatusOr<Expectations> file = ReadExpectations(path, Today());
    if (!file.ok()) return file.status();
    options.expectations.push_back(*std::move(file));
  }
  return options;
}

}  // namespace wgsync
