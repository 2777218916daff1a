#include "suite/core/litmus/line_reader.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "suite/core/base/clean_text.h"
#include "suite/core/base/status_macros.h"

namespace wgsync {
namespace litmus {
namespace {

bool IsNameLetter(char c) { return absl::ascii_isalnum(c) || c == '_'; }

size_t TokenLength(absl::string_view text) {
  if (IsNameLetter(text[0])) {
    size_t length = 1;
    while (length < text.size() && IsNameLetter(text[length])) ++length;
    return length;
  }
  for (absl::string_view two : {":=", "==", "!=", "<=", ">=", "&&", "||"}) {
    if (text.substr(0, 2) == two) return 2;
  }
  return 1;
}

}  // namespace

LineReader::LineReader(absl::string_view name, size_t line,
                       absl::string_view text)
    : name_(CleanLine(name)), line_(line) {
  text = text.substr(0, std::min(text.find('#'), text.find("//")));
  for (size_t at = 0; at < text.size();) {
    if (absl::ascii_isspace(text[at])) {
      ++at;
      continue;
    }
    const size_t length = TokenLength(text.substr(at));
    tokens_.push_back({std::string(text.substr(at, length)), at + 1});
    at += length;
    end_column_ = at + 1;
  }
}

absl::string_view LineReader::Peek(size_t ahead) const {
  const size_t at = next_ + ahead;
  return at < tokens_.size() ? absl::string_view(tokens_[at].text) : "";
}

std::string LineReader::Take() { return AtEnd() ? "" : tokens_[next_++].text; }

bool LineReader::Take(absl::string_view text) {
  if (AtEnd() || Peek() != text) return false;
  ++next_;
  return true;
}

int LineReader::TakeOneOf(absl::Span<const absl::string_view> names) {
  const auto at = std::find(names.begin(), names.end(), Peek());
  if (AtEnd() || at == names.end()) return -1;
  ++next_;
  return static_cast<int>(at - names.begin());
}

size_t LineReader::Column() const {
  return AtEnd() ? end_column_ : tokens_[next_].column;
}

void LineReader::FailAt(size_t column, absl::string_view problem) {
  if (!status_.ok()) return;
  status_ = BadInput(name_, ":", line_, ":", column, ": ", CleanLine(problem));
  next_ = tokens_.size();
}

void LineReader::Fail(absl::string_view problem) { FailAt(Column(), problem); }

void LineReader::Expect(absl::string_view text) {
  if (Take(text)) return;
  Fail(
      absl::StrCat("\"", text, "\" is missing here",
                   AtEnd() ? "" : absl::StrCat("; there is \"", Peek(), "\"")));
}

std::string LineReader::TakeName(absl::string_view what) {
  if (AtEnd() || !IsNameLetter(Peek()[0]) || absl::ascii_isdigit(Peek()[0])) {
    Fail(absl::StrCat(what,
                      " is missing here; a name has letters, digits and "
                      "_, and begins with no digit"));
  }
  return Take();
}

int LineReader::TakeNumber(absl::string_view what, int least, int most) {
  const size_t column = Column();
  const int sign = Take("-") ? -1 : 1;
  int value = 0;
  if (AtEnd() || !absl::ascii_isdigit(Peek()[0]) ||
      !absl::SimpleAtoi(Peek(), &value) || sign * value < least ||
      sign * value > most) {
    FailAt(column, absl::StrCat(what, " must be a whole number from ", least,
                                " to ", most));
    return 0;
  }
  Take();
  return sign * value;
}

void LineReader::ExpectEnd() {
  if (AtEnd()) return;
  const bool sum = absl::StrContains("+-*/", Peek());
  Fail(absl::StrCat("\"", Peek(), "\" is left over; ",
                    sum ? "a sum is of a register and a number, as t+1"
                        : "write one instruction or demand per line"));
}

std::vector<LineReader> LinesOf(absl::string_view name,
                                absl::string_view text) {
  absl::ConsumePrefix(&text, "\xEF\xBB\xBF");
  std::vector<LineReader> lines;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    lines.emplace_back(name, lines.size() + 1, line);
  }
  return lines;
}

}  // namespace litmus
}  // namespace wgsync
