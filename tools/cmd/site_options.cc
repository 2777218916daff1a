#include "tools/cmd/site_options.h"

#include <utility>

#include "reports/gate/expectation.h"
#include "reports/site/case_source.h"
#include "tools/cmd/today.h"

namespace wgsync {

absl::StatusOr<SiteOptions> ReadSiteOptions(
    const std::vector<std::string>& expectations) {
  SiteOptions options;
  options.source_of = SourceOfCase;
  for (const std::string& argument : expectations) {
    const size_t split = argument.find('=');
    const bool is_named = split != std::string::npos;
    absl::StatusOr<Expectations> file = ReadExpectations(
        is_named ? argument.substr(split + 1) : argument, Today());
    if (!file.ok()) return file.status();
    options.expectations.push_back(
        {is_named ? argument.substr(0, split) : "", *std::move(file)});
  }
  return options;
}

}  // namespace wgsync
