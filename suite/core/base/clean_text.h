// Text that a driver, the system or a stranger wrote, made safe for logs, JSON
// and terminals.

#ifndef WGSYNC_SUITE_CORE_BASE_CLEAN_TEXT_H_
#define WGSYNC_SUITE_CORE_BASE_CLEAN_TEXT_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace wgsync {

// Valid UTF-8 that no reader takes for more than text. Left out are terminal
// colors, control characters but newline and tab, and characters that change
// the direction of others or break lines. Each byte that is not UTF-8 becomes
// U+FFFD. What begins like a command of a CI system in the output of a job
// ("::error::" of GitHub's at the beginning of a word, "##[", "##vso[" of Azure
// and "##teamcity[" anywhere) is taken apart. Of a longer text the first
// `max_bytes` are kept, whole characters only, and a last line says how much
// was left out. Clean text stays as it is.
std::string CleanText(absl::string_view text, size_t max_bytes = 64 * 1024);

// The same for names and versions: one line, no space at its ends, runs of
// space as one.
std::string CleanLine(absl::string_view text);

// The first lines of a compiler's log, or of a text that ends with one, with
// " | " between them: four, of 200 bytes at most.
std::string FirstLines(absl::string_view text);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_BASE_CLEAN_TEXT_H_
