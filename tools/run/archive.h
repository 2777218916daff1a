// A run as one file, to attach to an issue or a pull request: its log,
// compressed by gzip.

#ifndef WGSYNC_TOOLS_RUN_ARCHIVE_H_
#define WGSYNC_TOOLS_RUN_ARCHIVE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// Errors: CheckIntegrity()'s; the log has the user's home folder; the file is
// there and not to be replaced, or cannot be written.
enum class Existing { kRefused, kReplaced };
absl::Status WriteArchive(const Run& run, const std::string& file,
                          Existing existing = Existing::kRefused);

// The file is compressed as an archive is, whole or not.
bool IsArchive(const std::string& file);

// ParseRun() of the log. A file that is not whole is an error.
absl::StatusOr<Run> ReadArchive(const std::string& file);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_ARCHIVE_H_
