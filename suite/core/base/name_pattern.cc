#include "suite/core/base/name_pattern.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace wgsync {
namespace {

// Fewer are in most names.
constexpr size_t kFewestLetters = 3;

// "*lookback*" of "lookback", "lookback*" and "*lookback".
std::string Anywhere(absl::string_view pattern) {
  const size_t begin = pattern.find_first_not_of('*');
  if (begin == pattern.npos) return "*";
  const size_t end = pattern.find_last_not_of('*') + 1;
  return absl::StrCat("*", pattern.substr(begin, end - begin), "*");
}

// Whether a word, or a number, goes on from the character before `at`.
bool IsInside(absl::string_view text, size_t at, bool is(unsigned char)) {
  return at > 0 && at < text.size() && is(text[at - 1]) && is(text[at]);
}

}  // namespace

bool HasWildcard(absl::string_view pattern) {
  return pattern.find_first_of("*?") != absl::string_view::npos;
}

bool PatternMatches(absl::string_view pattern, absl::string_view id) {
  if (pattern.empty()) return false;
  if (HasWildcard(pattern)) return GlobMatches(pattern, id);
  for (size_t at = id.find(pattern); at != id.npos;
       at = id.find(pattern, at + 1)) {
    if (!IsInside(id, at, absl::ascii_isalnum) &&
        !IsInside(id, at + pattern.size(), absl::ascii_isdigit)) {
      return true;
    }
  }
  return false;
}

bool GlobMatches(absl::string_view glob, absl::string_view text) {
  size_t g = 0;
  size_t t = 0;
  size_t star = absl::string_view::npos;  // the last * seen
  size_t star_text = 0;                   // what it has swallowed so far
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      star_text = t;
    } else if (g < glob.size() && (glob[g] == '?' || glob[g] == text[t])) {
      ++g;
      ++t;
    } else if (star != absl::string_view::npos) {
      g = star + 1;
      t = ++star_text;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

size_t EditDistance(absl::string_view glob, absl::string_view text) {
  std::vector<size_t> row(text.size() + 1);
  for (size_t j = 0; j <= text.size(); ++j) row[j] = j;
  for (char letter : glob) {
    size_t diagonal = row[0];
    row[0] += letter == '*' ? 0 : 1;
    for (size_t j = 1; j <= text.size(); ++j) {
      const size_t above = row[j];
      if (letter == '*') {
        row[j] = std::min(above, row[j - 1]);
      } else {
        const bool same = letter == '?' || letter == text[j - 1];
        row[j] =
            std::min({diagonal + (same ? 0 : 1), above + 1, row[j - 1] + 1});
      }
      diagonal = above;
    }
  }
  return row[text.size()];
}

std::string WiderPattern(absl::string_view pattern,
                         absl::Span<const std::string> ids) {
  const std::string wide = Anywhere(pattern);
  const bool found =
      std::any_of(ids.begin(), ids.end(),
                  [&](const std::string& id) { return GlobMatches(wide, id); });
  return found && wide != "*" ? wide : "";
}

std::string NearestName(absl::string_view pattern,
                        absl::Span<const std::string> ids) {
  // Anywhere in the name, so that a long one is as near as a short
  // one, and the second half anywhere in the family: "host_sync.reed".
  std::string wide = Anywhere(pattern);
  if (wide == "*") return "";
  const size_t letters = wide.size() - 2;
  if (letters < kFewestLetters) return "";
  wide = absl::StrReplaceAll(wide, {{".", ".*"}});
  size_t least = std::max<size_t>(2, letters / 3) + 1;
  // Everything is near a short pattern if all of it may change.
  least = std::min(least, letters);
  const bool of_id = absl::StrContains(pattern, '/');
  std::string nearest;
  size_t least_whole = 0;
  for (const std::string& id : ids) {
    const std::string name = of_id ? id : id.substr(0, id.find('/'));
    const size_t distance = EditDistance(wide, name);
    if (distance > least) continue;
    // Of misspelt ones as near, the one with the fewest other letters.
    const size_t whole = EditDistance(pattern, name);
    if (distance == least && (distance == 0 || whole >= least_whole)) continue;
    least = distance;
    least_whole = whole;
    nearest = name;
  }
  return nearest;
}

std::string NearestText(absl::string_view pattern,
                        absl::Span<const std::string> ids,
                        absl::string_view otherwise) {
  const std::string near = NearestName(pattern, ids);
  return near.empty() ? std::string(otherwise)
                      : absl::StrCat("the nearest is ", near);
}

}  // namespace wgsync
