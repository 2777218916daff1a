// One line of a program's text as tokens, with the column of each.

#ifndef WGSYNC_SUITE_CORE_LITMUS_LINE_READER_H_
#define WGSYNC_SUITE_CORE_LITMUS_LINE_READER_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace wgsync {
namespace litmus {

struct Token {
  std::string text;
  size_t column = 1;  // from 1, in bytes
};

// Keeps the first error; after it the line has no more tokens, and its callers
// get "" or 0. So a caller asks for status() once, at the end.
class LineReader {
 public:
  // Comments begin with # or // and end with the line. `name` is the file's.
  LineReader(absl::string_view name, size_t line, absl::string_view text);

  bool AtEnd() const { return next_ == tokens_.size(); }
  bool IsBlank() const { return tokens_.empty(); }
  // The token `ahead` of the next one, "" at the end.
  absl::string_view Peek(size_t ahead = 0) const;
  std::string Take();
  // Takes the next token if it is `text`.
  bool Take(absl::string_view text);
  // Takes the next token if it is one of `names`, and returns which; -1 if not.
  int TakeOneOf(absl::Span<const absl::string_view> names);
  // Takes the next token; an error if it is not `text`.
  void Expect(absl::string_view text);
  std::string TakeName(absl::string_view what);
  // A whole number of that range.
  int TakeNumber(absl::string_view what, int least, int most);
  void ExpectEnd();

  // The first error: "NAME:LINE:COLUMN: PROBLEM", at the next token.
  void Fail(absl::string_view problem);
  void FailAt(size_t column, absl::string_view problem);
  size_t Column() const;
  const absl::Status& status() const { return status_; }

  const std::string& name() const { return name_; }
  size_t line() const { return line_; }

 private:
  std::string name_;
  size_t line_;
  std::vector<Token> tokens_;
  size_t end_column_ = 1;
  size_t next_ = 0;
  absl::Status status_;
};

// All lines of a file. A byte order mark before the text is skipped.
std::vector<LineReader> LinesOf(absl::string_view name, absl::string_view text);

}  // namespace litmus
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LITMUS_LINE_READER_H_
