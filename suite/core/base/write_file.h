// The one way in which commands write files. Only a log, which grows by lines,
// has a writer for itself: RunLogWriter.

#ifndef WGSYNC_SUITE_CORE_BASE_WRITE_FILE_H_
#define WGSYNC_SUITE_CORE_BASE_WRITE_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace wgsync {

// Makes or replaces a file. The text is written under another name in the same
// folder, ".wgsync.PID.N", brought to the disk, and renamed: whatever fails,
// the file is the old one or the new one, and whole. A file that is replaced
// keeps its permissions.
//
// Only a regular file is replaced. A link is refused, so that nothing outside
// of the folder is written and no link is lost; so are a folder, a pipe, a
// device, and a file that is read-only.
//
// Errors are one line, "PATH: cannot write it: REASON; FIX", where `fix` is
// what the user can do. Their code is Errno()'s.
absl::Status WriteTextFile(const std::string& path, absl::string_view text,
                           absl::string_view fix = "name another file");

// Returns the error that WriteTextFile() has before it writes any text, for use
// before hours of work. OK if `path` is empty. Leaves no file.
absl::Status CheckWritable(const std::string& path);

// Writes a file of a run: `name` is "junit.xml" or "evidence/ID.txt", below
// `folder`. A run may be a stranger's: a folder below its own that is a link is
// an error as well. Makes the folder in between. Otherwise as WriteTextFile().
absl::Status WriteRunFile(const std::string& folder, const std::string& name,
                          absl::string_view text,
                          absl::string_view fix = "make the folder writable");

// Makes a folder and its parents. Errors are one line, "PATH: cannot write
// there: REASON; FIX", with Errno()'s code.
absl::Status MakeFolders(const std::string& path, absl::string_view fix);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_BASE_WRITE_FILE_H_
