// Files that reports are written to.

#ifndef WGSYNC_REPORTS_RENDER_TEXT_FILE_H_
#define WGSYNC_REPORTS_RENDER_TEXT_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace wgsync {

// Replaces the file's contents. Error: kPermissionDenied, which names the file
// and ends with `fix`, what its user can do.
absl::Status WriteTextFile(const std::string& path, absl::string_view text,
                           absl::string_view fix = "name another file");

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_RENDER_TEXT_FILE_H_
