#include "reports/gate/gtest_text.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

namespace wgsync {
namespace {

std::string ForFilters(absl::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (absl::string_view("-:*?.").find(c) != absl::string_view::npos) c = '_';
  }
  return out;
}

bool MayLookLikeAStatus(absl::string_view line) {
  for (size_t i = 1; i < line.size(); ++i) {
    if (line[i - 1] == ']' &&
        absl::ascii_isspace(static_cast<unsigned char>(line[i]))) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string TestName::Full() const { return absl::StrCat(suite, ".", name); }

TestName NameOf(absl::string_view id, absl::string_view slug) {
  const size_t dot = std::min(id.find('.'), id.size());
  TestName name{ForFilters(id.substr(0, dot)),
                ForFilters(id.substr(std::min(dot + 1, id.size())))};
  if (!slug.empty()) absl::StrAppend(&name.name, "/device=", ForFilters(slug));
  return name;
}

std::string TestMessage(absl::string_view text) {
  std::vector<std::string> lines = absl::StrSplit(text, '\n');
  for (std::string& line : lines) {
    if (!MayLookLikeAStatus(line)) continue;
    line = absl::StrReplaceAll(line, {{"[", "("}, {"]", ")"}});
  }
  return absl::StrJoin(lines, "\n");
}

}  // namespace wgsync
