// Files that reports are written to.

#ifndef WGSYNC_REPORTS_RENDER_TEXT_FILE_H_
#define WGSYNC_REPORTS_RENDER_TEXT_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace wgsync {

// Replaces the contents of a file that the user has named; a link is followed.
// Error: kPermissionDenied, which names the file and ends with `fix`, what its
// user can do.
absl::Status WriteTextFile(const std::string& path, absl::string_view text,
                           absl::string_view fix = "name another file");

// The same, and the file appears whole: it is written under another name and
// renamed. A file that is a link is replaced.
absl::Status ReplaceFile(const std::string& path, absl::string_view text,
                         absl::string_view fix = "name another file");

// Writes a file of a run: `name` is "junit.xml" or "evidence/ID.txt", below
// `folder`. A run may be a stranger's: a link below its folder is not followed.
// A folder that is one is an error, a file that is one is replaced. Makes the
// folder in between. The file appears whole. Errors are WriteTextFile's.
absl::Status WriteRunFile(const std::string& folder, const std::string& name,
                          absl::string_view text,
                          absl::string_view fix = "make the folder writable");

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_RENDER_TEXT_FILE_H_
