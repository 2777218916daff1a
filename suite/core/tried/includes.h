// The files that a tried kernel includes, as part of its text: a driver has no
// folder in which to look for them, and what they do at memory has forms, too
// (order_forms.h). Pure.

#ifndef WGSYNC_SUITE_CORE_TRIED_INCLUDES_H_
#define WGSYNC_SUITE_CORE_TRIED_INCLUDES_H_

#include <cstdint>
#include <functional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace wgsync {

// The text of the file of this name, by a path from the kernel's folder.
using IncludeReader =
    std::function<absl::optional<std::string>(const std::string& path)>;

// `source`, the text of `file`, with the text of each file that a line
// `#include "NAME"` names, between directives #line. The compiler is left those
// that `read` does not have or that are outside of the folder, since a file of
// a stranger could have a log show any other. One with #pragma once comes once;
// one that includes itself, not again.
std::string WithIncludes(absl::string_view file, absl::string_view source,
                         const IncludeReader& read);

// The line that the compiler names for this place, and the file, "" for the
// tried one: that of the last #line before it.
struct NamedLine {
  uint32_t line = 1;
  absl::string_view file;
};
NamedLine LineOf(absl::string_view source, size_t at);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_TRIED_INCLUDES_H_
