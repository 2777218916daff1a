#include "suite/core/tried/includes.h"

#include <algorithm>
#include <set>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "suite/core/tried/kernel_text.h"

namespace wgsync {
namespace {

constexpr absl::string_view kLine = "\n#line ";

// A text that includes itself several times would grow without an end.
constexpr size_t kMostFiles = 100;

class Includer {
 public:
  explicit Includer(const IncludeReader& read) : read_(read) {}

  // `folder` is "" or ends with a slash.
  std::string Expand(absl::string_view file, absl::string_view folder,
                     absl::string_view source) {
    std::string out;
    size_t from = 0;
    for (const size_t at : CodePlaces(source, "include")) {
      const size_t begin = source.rfind('\n', at) + 1;  // npos + 1 is 0
      const size_t end = std::min(source.find('\n', at), source.size());
      const absl::string_view before =
          absl::StripAsciiWhitespace(source.substr(begin, at - begin));
      absl::string_view name = absl::StripLeadingAsciiWhitespace(
          source.substr(at + 7, end - at - 7));
      if (before != "#" || !absl::ConsumePrefix(&name, "\"")) continue;
      name = name.substr(0, name.find('"'));
      const absl::optional<std::string> text =
          TextOf(absl::StrCat(folder, name));
      if (!text) continue;
      absl::StrAppend(&out, source.substr(from, begin - from), "\n#line 1 \"",
                      name, "\"\n", *text, kLine, LineOf(source, end).line + 1,
                      " \"", file, "\"");
      from = end;
    }
    return absl::StrCat(out, source.substr(from));
  }

 private:
  absl::optional<std::string> TextOf(const std::string& path) {
    const std::vector<absl::string_view> parts = absl::StrSplit(path, '/');
    if (path[0] == '/' || absl::c_linear_search(parts, "..") ||
        ++files_ > kMostFiles) {
      return absl::nullopt;
    }
    if (open_.count(path) + once_.count(path) > 0) return "";
    const absl::optional<std::string> text = read_(path);
    if (!text) return absl::nullopt;
    if (absl::StrContains(*text, "#pragma once")) once_.insert(path);
    open_.insert(path);
    std::string whole = Expand(
        parts.back(), path.substr(0, path.size() - parts.back().size()), *text);
    open_.erase(path);
    return whole;
  }

  const IncludeReader& read_;
  std::set<std::string> open_, once_;
  size_t files_ = 0;
};

}  // namespace

std::string WithIncludes(absl::string_view file, absl::string_view source,
                         const IncludeReader& read) {
  return Includer(read).Expand(file.substr(file.rfind('/') + 1), "",
                               source);  // npos + 1 is 0
}

NamedLine LineOf(absl::string_view source, size_t at) {
  NamedLine named;
  const size_t directive = source.substr(0, at).rfind(kLine);
  size_t from = 0;
  if (directive != source.npos) {
    from = std::min(source.find('\n', directive + 1), at);
    const std::vector<absl::string_view> parts =
        absl::StrSplit(source.substr(directive + kLine.size(),
                                     from - directive - kLine.size()),
                       absl::MaxSplits(' ', 1));
    uint32_t line = 0;
    // The line after the directive is this one.
    if (absl::SimpleAtoi(parts[0], &line) && line > 0) named.line = line - 1;
    if (parts.size() > 1) {
      named.file = absl::StripSuffix(absl::StripPrefix(parts[1], "\""), "\"");
    }
  }
  named.line += static_cast<uint32_t>(
      absl::c_count(source.substr(from, at - from), '\n'));
  return named;
}

}  // namespace wgsync
