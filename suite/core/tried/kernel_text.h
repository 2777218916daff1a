// Places in a kernel's text. Comments, strings and branches of #if are text as
// any other. Pure.

#ifndef WGSYNC_SUITE_CORE_TRIED_KERNEL_TEXT_H_
#define WGSYNC_SUITE_CORE_TRIED_KERNEL_TEXT_H_

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"

namespace wgsync {

// Where the name is a whole word.
std::vector<size_t> WordPlaces(absl::string_view code, absl::string_view name);

bool IsInComment(absl::string_view code, size_t at);

// The place of the bracket that closes the one at `at`; npos: none does.
size_t ClosingBracket(absl::string_view code, size_t at, char open, char close);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_TRIED_KERNEL_TEXT_H_
