#include "reports/render/text.h"

#include <algorithm>
#include <cmath>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

namespace wgsync {
namespace {

bool ContinuesCodePoint(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// By Ink.
constexpr absl::string_view kInkCodes[] = {"", "32", "1;31", "33", "2", "1"};

}  // namespace

size_t DisplayWidth(absl::string_view text) {
  size_t width = 0;
  bool escape = false;  // ESC [ ... m
  for (char c : text) {
    escape = escape || c == '\x1b';
    width += escape || ContinuesCodePoint(c) ? 0 : 1;
    if (c == 'm') escape = false;
  }
  return width;
}

std::string PadRight(absl::string_view text, size_t width) {
  size_t has = DisplayWidth(text);
  return absl::StrCat(text, std::string(width > has ? width - has : 0, ' '));
}

std::string Shorten(absl::string_view text, size_t width) {
  if (DisplayWidth(text) <= width) return std::string(text);
  size_t keep = width > 3 ? width - 3 : 0;
  size_t bytes = 0;
  for (size_t columns = 0; bytes < text.size(); ++bytes) {
    if (!ContinuesCodePoint(text[bytes]) && columns++ == keep) break;
  }
  return absl::StrCat(text.substr(0, bytes), std::string(width - keep, '.'));
}

std::string Wrap(absl::string_view text, size_t width, size_t indent,
                 size_t first) {
  std::string out;
  size_t column = first;
  bool begun = false;  // the line has a word
  for (absl::string_view word : absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    size_t has = DisplayWidth(word);
    if (begun && column + 1 + has > width) {
      absl::StrAppend(&out, "\n", std::string(indent, ' '));
      column = indent;
    } else if (begun) {
      out += ' ';
      ++column;
    }
    absl::StrAppend(&out, word);
    column += has;
    begun = true;
  }
  return out + "\n";
}

std::string TableText(absl::Span<const std::vector<std::string>> rows,
                      size_t indent, size_t gap) {
  std::vector<size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], DisplayWidth(row[i]));
    }
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line(indent, ' ');
    for (size_t i = 0; i < row.size(); ++i) {
      absl::StrAppend(&line, PadRight(row[i], widths[i] + gap));
    }
    line.erase(line.find_last_not_of(' ') + 1);
    absl::StrAppend(&text, line, "\n");
  }
  return text;
}

std::string ShortCount(uint64_t n) {
  struct Unit {
    double size;
    const char* letter;
  };
  if (n < 10000) return absl::StrCat(n);
  for (Unit unit : {Unit{1e3, "k"}, Unit{1e6, "M"}, Unit{1e9, "G"}}) {
    double scaled = static_cast<double>(n) / unit.size;
    if (scaled < 9.95) return absl::StrFormat("%.1f%s", scaled, unit.letter);
    if (scaled < 999.5) return absl::StrFormat("%.0f%s", scaled, unit.letter);
  }
  return absl::StrFormat("%.0g", static_cast<double>(n));
}

std::string Duration(double seconds) {
  if (seconds < 1) return absl::StrFormat("%.2f s", seconds);
  if (seconds < 10) return absl::StrFormat("%.1f s", seconds);
  int64_t whole = std::llround(seconds);
  if (whole < 60) return absl::StrCat(whole, " s");
  if (whole < 3600) return absl::StrCat(whole / 60, " min ", whole % 60, " s");
  return absl::StrCat(whole / 3600, " h ", whole % 3600 / 60, " min");
}

std::string Counted(size_t n, absl::string_view thing) {
  const char* const plural = absl::EndsWith(thing, "ch") ? "es" : "s";
  return absl::StrCat(n, " ", thing, n == 1 ? "" : plural);
}

std::string Inked(absl::string_view text, Ink ink, bool color) {
  if (!color || ink == Ink::kNone) return std::string(text);
  return absl::StrCat("\x1b[", kInkCodes[static_cast<size_t>(ink)], "m", text,
                      "\x1b[0m");
}

std::string UnusedName(
    const std::string& name,
    const std::function<bool(const std::string&)>& is_taken) {
  std::string free = name;
  for (int i = 2; is_taken(free); ++i) free = absl::StrCat(name, "-", i);
  return free;
}

std::string ShellQuote(absl::string_view text) {
  const auto control = [](char c) {
    return absl::ascii_iscntrl(static_cast<unsigned char>(c));
  };
  if (absl::c_none_of(text, control)) {
    return absl::StrCat("'", absl::StrReplaceAll(text, {{"'", "'\\''"}}), "'");
  }
  std::string octal;
  for (const char c : text) {
    if (control(c) || absl::StrContains("'\\%", c)) {
      absl::StrAppendFormat(&octal, "\\%03o", static_cast<unsigned char>(c));
    } else {
      octal += c;
    }
  }
  return absl::StrCat("\"$(printf '", octal, "')\"");
}

std::string CString(absl::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    const char printed = c >= ' ' && c <= '~' ? c : '?';
    // Two ? would begin a trigraph.
    const bool trigraph = printed == '?' && out.back() == '?';
    if (printed == '"' || printed == '\\' || trigraph) out += '\\';
    out += printed;
  }
  return out + "\"";
}

std::string Field(absl::string_view name, absl::string_view value,
                  size_t indent, size_t width, Ink ink, bool color) {
  constexpr size_t kNameWidth = 12;
  if (value.empty()) return "";
  const size_t at = indent + kNameWidth;
  return absl::StrCat(std::string(indent, ' '), PadRight(name, kNameWidth),
                      Wrap(Inked(OneLine(value), ink, color), width, at, at));
}

std::string Printable(absl::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c != '\n' && absl::ascii_iscntrl(static_cast<unsigned char>(c))) {
      c = c == '\t' ? ' ' : '?';
    }
  }
  return out;
}

std::string OneLine(absl::string_view text) {
  std::vector<std::string> lines;
  for (absl::string_view line :
       absl::StrSplit(text, absl::ByAnyChar("\r\n"), absl::SkipEmpty())) {
    std::string clean = Printable(absl::StripAsciiWhitespace(line));
    if (!clean.empty()) lines.push_back(std::move(clean));
  }
  std::string out;
  for (const std::string& line : lines) {
    bool goes_on = !out.empty() && absl::ascii_ispunct(out.back());
    absl::StrAppend(&out, out.empty() ? "" : goes_on ? " " : "; ", line);
  }
  return out;
}

}  // namespace wgsync
