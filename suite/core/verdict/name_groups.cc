// Groups by their numbers, as a reader would say them.

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "suite/core/verdict/ladder.h"

namespace wgsync {

std::string NameGroups(const std::vector<uint32_t>& groups) {
  if (groups.empty()) return "no group";
  if (groups.size() == 1) return absl::StrCat("group ", groups[0]);
  if (groups.back() - groups.front() + 1 == groups.size() &&
      groups.size() > 2) {
    return absl::StrCat("groups ", groups.front(), " to ", groups.back());
  }
  constexpr size_t kShown = 8;
  const size_t shown = std::min(groups.size(), kShown);
  std::string text = absl::StrCat(
      "groups ",
      absl::StrJoin(groups.begin(), groups.begin() + shown - 1, ", "));
  if (groups.size() > kShown) {
    return absl::StrCat(text, " and ", groups.size() - shown + 1, " more");
  }
  return absl::StrCat(text, " and ", groups[shown - 1]);
}

}  // namespace wgsync
