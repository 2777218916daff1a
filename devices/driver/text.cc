#include "devices/driver/text.h"

#include <cstdint>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace wgsync {
namespace {

constexpr absl::string_view kReplacement = "\xEF\xBF\xBD";

// The length of the UTF-8 character that `text` begins with, and the character
// itself; 0 where it begins with none.
size_t DecodeUtf8(absl::string_view text, uint32_t* character) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t first = byte(0);
  size_t length = 1;
  uint32_t value = first;
  uint32_t smallest = 0;
  if (first >= 0xF0 && first < 0xF8) {
    length = 4, value = first & 0x07, smallest = 0x10000;
  } else if (first >= 0xE0 && first < 0xF0) {
    length = 3, value = first & 0x0F, smallest = 0x800;
  } else if (first >= 0xC0 && first < 0xE0) {
    length = 2, value = first & 0x1F, smallest = 0x80;
  } else if (first >= 0x80) {
    return 0;
  }
  if (length > text.size()) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    value = value << 6 | (byte(i) & 0x3F);
  }
  const bool surrogate = value >= 0xD800 && value < 0xE000;
  if (value < smallest || value > 0x10FFFF || surrogate) return 0;
  *character = value;
  return length;
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
