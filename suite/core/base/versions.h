// Versions of drivers, which each vendor writes in its own way.

#ifndef WGSYNC_SUITE_CORE_BASE_VERSIONS_H_
#define WGSYNC_SUITE_CORE_BASE_VERSIONS_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

namespace wgsync {

// The numbers in a version, in their order: "580.159.04" has 580, 159, 4.
std::vector<int64_t> VersionParts(absl::string_view version);

// Less than 0, 0, more than 0: as numbers, part by part. The parts that only
// the longer version has do not count.
int CompareVersions(absl::string_view a, absl::string_view b);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_BASE_VERSIONS_H_
