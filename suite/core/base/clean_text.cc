#include "suite/core/base/clean_text.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "utf8cpp/utf8.h"

namespace wgsync {
namespace {

constexpr absl::string_view kReplacement = "\xEF\xBF\xBD";

constexpr size_t kLongestCharacter = 4;

// Returns the length of the UTF-8 character that `text` begins with, and the
// character itself in `*character`. Returns 0 if it begins with none.
size_t DecodeUtf8(absl::string_view text, uint32_t* character) {
  const absl::string_view first = text.substr(0, kLongestCharacter);
  if (utf8::find_invalid(first.begin(), first.end()) == first.begin()) return 0;
  const char* end = first.begin();
  *character = utf8::unchecked::next(end);
  return end - first.begin();
}

// The length of the terminal's control sequence (colors) that `text` begins
// with; 0 where it begins with none.
size_t ControlSequenceLength(absl::string_view text) {
  if (text.size() < 2 || text[0] != '\x1B' || text[1] != '[') return 0;
  size_t i = 2;
  while (i < text.size() && text[i] >= 0x20 && text[i] < 0x40) ++i;
  return i < text.size() ? i + 1 : i;
}

// Controls, marks of direction, and separators of lines other than '\n'.
bool IsLeftOut(uint32_t c) {
  if (c == '\n' || c == '\t') return false;
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x061C || c == 0x200E ||
         c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

// As most texts are.
bool IsPlainAscii(absl::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= ' ' && c <= '~') || c == '\n' || c == '\t';
  });
}

// Of the colons that a word begins with, one is left.
std::string WithoutColons(absl::string_view text) {
  std::string out;
  for (const char c : text) {
    const size_t n = out.size();
    const bool word_begins =
        n == 1 || (n > 1 && absl::ascii_isspace(out[n - 2]));
    if (c == ':' && n > 0 && out[n - 1] == ':' && word_begins) continue;
    out += c;
  }
  return out;
}

std::string WithoutCommands(std::string text) {
  if (absl::StrContains(text, "::")) text = WithoutColons(text);
  if (!absl::StrContains(text, "##")) return text;
  return absl::StrReplaceAll(text, {{"##[", "# #["},
                                    {"##vso[", "# #vso["},
                                    {"##teamcity[", "# #teamcity["}});
}

// As CleanText(), but for the commands.
std::string Characters(absl::string_view text, size_t max_bytes) {
  std::string clean;
  while (!text.empty()) {
    size_t length = ControlSequenceLength(text);
    absl::string_view piece;
    if (length == 0) {
      uint32_t character = 0;
      length = DecodeUtf8(text, &character);
      if (length == 0) {
        length = 1;
        piece = kReplacement;
      } else if (!IsLeftOut(character)) {
        piece = text.substr(0, length);
      }
    }
    if (clean.size() + piece.size() > max_bytes) {
      absl::StrAppend(&clean, "\n(", text.size(), " more bytes)");
      break;
    }
    absl::StrAppend(&clean, piece);
    text.remove_prefix(length);
  }
  return clean;
}

}  // namespace

std::string CleanText(absl::string_view text, size_t max_bytes) {
  const bool as_it_is = text.size() <= max_bytes && IsPlainAscii(text);
  return WithoutCommands(as_it_is ? std::string(text)
                                  : Characters(text, max_bytes));
}

std::string CleanLine(absl::string_view text) {
  // Names come with their terminating zero, or padded with them.
  std::string line = CleanText(text.substr(0, text.find('\0')));
  absl::RemoveExtraAsciiWhitespace(&line);
  for (char& c : line) {
    if (c == '\n' || c == '\t') c = ' ';
  }
  return line;
}

std::string FirstLines(absl::string_view text) {
  std::string out;
  int lines = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    absl::StrAppend(&out, out.empty() ? "" : " | ", line.substr(0, 200));
    if (++lines == 4) break;
  }
  return CleanText(out);  // a character may have been cut
}

}  // namespace wgsync
