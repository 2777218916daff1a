// Plain text for terminals: widths, wrapping, colours, quoting.

#ifndef WGSYNC_REPORTS_RENDER_TEXT_H_
#define WGSYNC_REPORTS_RENDER_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace wgsync {

// How many columns a UTF-8 text takes (one a code point, none for what Inked()
// puts around it).
size_t DisplayWidth(absl::string_view text);

// Padded with spaces on the right to `width`; longer texts stay as they are.
std::string PadRight(absl::string_view text, size_t width);

// At most `width` columns, the rest replaced by "...".
std::string Shorten(absl::string_view text, size_t width);

// Broken at spaces into lines that end before column `width`, each but the
// first with `indent` spaces before it, each with a newline. The first one
// begins at column `first`, behind what the caller has put there. A word that
// is longer than a line stays whole, so that it can be copied.
std::string Wrap(absl::string_view text, size_t width, size_t indent,
                 size_t first = 0);

// Rows of cells as columns as wide as their widest cells, `gap` apart; a line
// for each row, which begins with `indent` spaces and ends with none.
std::string TableText(absl::Span<const std::vector<std::string>> rows,
                      size_t indent = 0, size_t gap = 2);

// 12, 9999, 12k, 1.2M: at most four characters below 1e9.
std::string ShortCount(uint64_t n);

// "0.42 s", "12 s", "3 min 20 s".
std::string Duration(double seconds);

enum class Ink { kNone, kGreen, kRed, kYellow, kFaint, kBold };
// "1 case", "2 cases", "2 launches".
std::string Counted(size_t n, absl::string_view thing);

// The text between escape sequences, or alone where `color` is off.
std::string Inked(absl::string_view text, Ink ink, bool color);

// `name`, or name-2, name-3 and so on: the first that is not taken.
std::string UnusedName(const std::string& name,
                       const std::function<bool(const std::string&)>& is_taken);

// As one word of any POSIX shell, on one line and without control characters: a
// text that has some becomes "$(printf '...')" (without newlines at its end).
std::string ShellQuote(absl::string_view text);

// As a string of C; other bytes than line breaks and printable ASCII become
// "?".
std::string CString(absl::string_view text);

// One field of a record: "verdict     hang (not started)", after `indent`
// spaces, folded at `width` below its value. "" if there is no value.
std::string Field(absl::string_view name, absl::string_view value,
                  size_t indent, size_t width, Ink ink = Ink::kNone,
                  bool color = false);

// As a terminal may have it: control characters but line breaks become "?".
std::string Printable(absl::string_view text);

// One line: line breaks become "; " (a space after
// punctuation), other control characters "?". For what
// drivers and the operating system say.
std::string OneLine(absl::string_view text);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_RENDER_TEXT_H_
