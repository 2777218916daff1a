#include "suite/core/tried/kernel_text.h"

#include "absl/strings/ascii.h"

namespace wgsync {
namespace {

bool Joins(absl::string_view code, size_t at) {
  return at < code.size() && (absl::ascii_isalnum(code[at]) || code[at] == '_');
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

bool IsInComment(absl::string_view code, size_t at) {
  for (size_t i = 0; i < at; ++i) {
    const absl::string_view two = code.substr(i, 2);
    if (two != "//" && two != "/*") continue;
    i = code.find(two == "//" ? "\n" : "*/", i + 2);
    if (i >= at) return true;
  }
  return false;
}

size_t ClosingBracket(absl::string_view code, size_t at, char open,
                      char close) {
  int depth = 0;
  for (; at < code.size(); ++at) {
    if (code[at] == open) ++depth;
    if (code[at] == close && --depth == 0) return at;
    if (depth == 0) break;
  }
  return code.npos;
}

}  // namespace wgsync
