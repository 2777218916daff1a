#include "suite/core/plan/host_case.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"

namespace wgsync {

std::vector<std::string> HostWordsOf(const HostCase& c) {
  std::vector<std::string> words;
  for (size_t i = 0; i < c.check->axes.size(); ++i) {
    const HostAxis& axis = c.check->axes[i];
    words.push_back(absl::StrCat(axis.key, "=", axis.values[c.values[i]]));
  }
  return words;
}

absl::string_view HostWord(const HostCase& c, absl::string_view key) {
  for (size_t i = 0; i < c.check->axes.size(); ++i) {
    const HostAxis& axis = c.check->axes[i];
    if (axis.key == key) return axis.values[c.values[i]];
  }
  return "";
}

std::vector<HostCase> HostCasesOf(const HostCheck& check) {
  std::vector<HostCase> cases(1);
  cases[0].check = &check;
  for (size_t i = 0; i < check.axes.size(); ++i) {
    std::vector<HostCase> more;
    for (HostCase c : cases) {
      for (size_t v = 0; v < check.axes[i].values.size(); ++v) {
        c.values[i] = static_cast<uint8_t>(v);
        more.push_back(c);
      }
    }
    cases = std::move(more);
  }
  cases.erase(std::remove_if(
                  cases.begin(), cases.end(),
                  [](const HostCase& c) { return !ValidateHostCase(c).ok(); }),
              cases.end());
  return cases;
}

absl::StatusOr<HostCase> ParseHostParts(
    const HostCheck& check, absl::Span<const absl::string_view> parts) {
  HostCase c;
  c.check = &check;
  for (size_t i = 0; i < check.axes.size(); ++i) {
    const HostAxis& axis = check.axes[i];
    if (i >= parts.size()) {
      return absl::InvalidArgumentError(
          absl::StrCat("it ends before /", axis.key, "="));
    }
    absl::string_view value = parts[i];
    if (!absl::ConsumePrefix(&value, axis.key) ||
        !absl::ConsumePrefix(&value, "=")) {
      return absl::InvalidArgumentError(
          absl::StrCat("\"", parts[i], "\" is where ", axis.key, "= belongs"));
    }
    const auto found = std::find(axis.values.begin(), axis.values.end(), value);
    if (found == axis.values.end()) {
      return absl::InvalidArgumentError(
          absl::StrCat(axis.key, "=", value, ": no such value; it may be ",
                       absl::StrJoin(axis.values, ", ")));
    }
    c.values[i] = static_cast<uint8_t>(found - axis.values.begin());
  }
  if (parts.size() > check.axes.size()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "\"", parts[check.axes.size()], "\" is one part too many"));
  }
  return c;
}

absl::Status ValidateHostCase(const HostCase& c) {
  const std::vector<std::string> words = HostWordsOf(c);
  for (const auto& [one, other] : c.check->except) {
    if (absl::c_linear_search(words, one) &&
        absl::c_linear_search(words, other)) {
      return absl::InvalidArgumentError(absl::StrCat(
          one, " does not go with ", other, " for ", c.check->name));
    }
  }
  return absl::OkStatus();
}

}  // namespace wgsync
