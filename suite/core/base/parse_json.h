// JSON that comes from outside: a file that a user may have edited, a pipe that
// a driver may have written into.

#ifndef WGSYNC_SUITE_CORE_BASE_PARSE_JSON_H_
#define WGSYNC_SUITE_CORE_BASE_PARSE_JSON_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "nlohmann/json_fwd.hpp"

namespace wgsync {

// What we write has a depth of 6. Printing a value recurs once a level, so that
// one of a million brackets would end the process.
inline constexpr size_t kDeepestJson = 64;

// Of one string. Kernels, the longest that we write, have 20 KB.
inline constexpr size_t kLongestString = size_t{1} << 20;

// The value that `text` is; a value that is_discarded() where it is none, is
// nested deeper than kDeepestJson, or is no UTF-8. Each string and name in it
// is clean (see clean_text.h) and has at most kLongestString bytes. Throws
// nothing.
nlohmann::json ParseJson(absl::string_view text);

// The value as text with a newline at its end, on one line without `indent`. A
// byte that is not UTF-8 is replaced.
std::string JsonText(const nlohmann::json& value, int indent = -1);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_BASE_PARSE_JSON_H_
