// Reports as text that a reviewer can read: for golden files.

#ifndef WGSYNC_TOOLS_GOLDEN_READABLE_H_
#define WGSYNC_TOOLS_GOLDEN_READABLE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "nlohmann/json_fwd.hpp"

namespace wgsync {

// Replaces each byte that is neither printable ASCII nor a line feed by its
// hexadecimal number: ESC becomes "⟦1b⟧". Two texts that differ stay different.
std::string Readable(absl::string_view bytes);

// Prints containers with one line for each member down to `depth`, and deeper
// ones on one line.
std::string ReadableJson(const nlohmann::json& value, int depth);

// Reads the data that a page of `wgsync matrix --out` or `wgsync diff --out`
// embeds: the index, then the details of each group. Leaves out the sources of
// kernels, which change with the kernels and not with the report. Data that
// cannot be read becomes a line that says so.
std::string ReadablePage(const std::string& html);

// Describes the first line in which two texts differ, with the two lines before
// it; "" if they are equal.
std::string FirstDifference(absl::string_view expected, absl::string_view now);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_GOLDEN_READABLE_H_
