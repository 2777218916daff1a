// Text that a driver or the system wrote, made safe for logs and JSON.

#ifndef WGSYNC_DEVICES_DRIVER_TEXT_H_
#define WGSYNC_DEVICES_DRIVER_TEXT_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace wgsync {

// Valid UTF-8 without control characters: terminal colors and other control
// characters but newline and tab are left out, and each byte that is not UTF-8
// becomes U+FFFD. Of a longer text the first `max_bytes` are kept, whole
// characters only, and a last line says how much was left out.
std::string CleanText(absl::string_view text, size_t max_bytes = 64 * 1024);

// The same for names and versions: one line, no space at its ends, runs of
// space as one.
std::string CleanLine(absl::string_view text);

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_DRIVER_TEXT_H_
