#include "devices/driver/text.h"

#include <cstdint>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
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

bool IsControl(uint32_t character) {
  if (character == '\n' || character == '\t') return false;
  return character < 0x20 || (character >= 0x7F && character < 0xA0);
}

}  // namespace

std::string CleanText(absl::string_view text, size_t max_bytes) {
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
      } else if (!IsControl(character)) {
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

std::string CleanLine(absl::string_view text) {
  // Names come with their terminating zero, or padded with them.
  std::string line = CleanText(text.substr(0, text.find('\0')));
  absl::RemoveExtraAsciiWhitespace(&line);
  for (char& c : line) {
    if (c == '\n' || c == '\t') c = ' ';
  }
  return line;
}

}  // namespace wgsync
