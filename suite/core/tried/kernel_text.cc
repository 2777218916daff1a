#include "suite/core/tried/kernel_text.h"

#include <algorithm>

#include "absl/strings/ascii.h"

namespace wgsync {
namespace {

bool Joins(absl::string_view code, size_t at) {
  return at < code.size() && (absl::ascii_isalnum(code[at]) || code[at] == '_');
}

// The place after the comment that begins at `at`, if one does.
size_t AfterComment(absl::string_view code, size_t at) {
  const absl::string_view begin = code.substr(at, 2);
  if (begin != "//" && begin != "/*") return at;
  const absl::string_view end = begin == "//" ? "\n" : "*/";
  const size_t found = code.find(end, at + 2);
  return found == code.npos ? code.size() : found + end.size();
}

}  // namespace

std::vector<size_t> WordPlaces(absl::string_view code, absl::string_view name) {
  std::vector<size_t> places;
  for (size_t at = code.find(name); at != code.npos;
       at = code.find(name, at + 1)) {
    if ((at == 0 || !Joins(code, at - 1)) && !Joins(code, at + name.size())) {
      places.push_back(at);
    }
  }
  return places;
}

std::vector<size_t> CodePlaces(absl::string_view code, absl::string_view name) {
  std::vector<size_t> places;
  size_t i = 0;  // beyond a place in a comment
  for (const size_t at : WordPlaces(code, name)) {
    while (i < at) i = std::max(i + 1, AfterComment(code, i));
    if (i == at) places.push_back(at);
  }
  return places;
}

size_t ClosingBracket(absl::string_view code, size_t at, char open,
                      char close) {
  int depth = 0;
  for (; at < code.size(); ++at) {
    while (AfterComment(code, at) != at) at = AfterComment(code, at);
    if (at == code.size()) break;
    if (code[at] == open) ++depth;
    if (code[at] == close && --depth == 0) return at;
    if (depth == 0) break;
  }
  return code.npos;
}

FunctionBody BodyOf(absl::string_view code, size_t parameters) {
  const size_t close = ClosingBracket(code, parameters, '(', ')');
  const size_t begin = code.find('{', close);
  return {close, begin, ClosingBracket(code, begin, '{', '}')};
}

bool InDirective(absl::string_view code, size_t at) {
  size_t end = code.rfind('\n', at);
  while (end != code.npos && end > 0 && code[end - 1] == '\\') {
    end = code.rfind('\n', end - 1);
  }
  at = code.find_first_not_of(" \t", end + 1);  // npos + 1 is 0
  return at < code.size() && code[at] == '#';
}

size_t ParametersAt(absl::string_view code, size_t at) {
  size_t found = code.npos;
  absl::string_view word;
  while (at < code.size() && code[at] != '{' && code[at] != ';') {
    size_t next = AfterComment(code, at);
    if (next > at) {
      at = next;
      continue;
    }
    ++next;
    if (code.substr(at, 2) == "##") {
      ++next;
    } else if (code[at] == '#') {
      next = code.find('\n', at);
    } else if (code[at] == '(') {
      next = ClosingBracket(code, at, '(', ')');
      if (word != "__attribute__") found = at;
    } else if (Joins(code, at)) {
      while (Joins(code, next)) ++next;
      word = code.substr(at, next - at);
    }
    at = next;
  }
  return at < code.size() && code[at] == '{' ? found : code.npos;
}

}  // namespace wgsync
