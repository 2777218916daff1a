#include "suite/core/base/versions.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"

namespace wgsync {

std::vector<int64_t> VersionParts(absl::string_view version) {
  std::vector<int64_t> parts;
  bool in_number = false;
  for (char c : version) {
    if (!absl::ascii_isdigit(static_cast<unsigned char>(c))) {
      in_number = false;
      continue;
    }
    if (!in_number) parts.push_back(0);
    in_number = true;
    if (parts.back() < INT64_MAX / 10 - 10) {
      parts.back() = parts.back() * 10 + (c - '0');
    }
  }
  return parts;
}

int CompareVersions(absl::string_view a, absl::string_view b) {
  const std::vector<int64_t> x = VersionParts(a), y = VersionParts(b);
  for (size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  }
  return 0;
}

}  // namespace wgsync
