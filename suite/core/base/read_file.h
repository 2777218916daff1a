// Reads files that strangers may have made.

#ifndef WGSYNC_SUITE_CORE_BASE_READ_FILE_H_
#define WGSYNC_SUITE_CORE_BASE_READ_FILE_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace wgsync {

// Documents of a page, a benchmark or a file of expectations have less.
inline constexpr size_t kMostFileBytes = size_t{64} << 20;

// All of a regular file of at most `most` bytes; a link is followed. A FIFO or
// a device, which could be read for ever, is an error, and so is a folder.
// Errors are one line, "PATH: cannot read it: REASON; FIX": kInvalidArgument
// for a file of a kind or size that is refused, otherwise Errno()'s code. That
// is kNotFound if the file is missing; `fix` is for that.
absl::StatusOr<std::string> ReadRegularFile(const std::string& path,
                                            absl::string_view fix,
                                            size_t most = kMostFileBytes);

// The same of a file that need not be there, such as those of /proc: "" where
// it cannot be read.
std::string ReadIfThere(const std::string& path);
// The first line of such a file, as CleanLine() has it.
std::string FirstLine(const std::string& path);

// The value after `key` and `separator` in the first line of such a file that
// begins with them, as CleanLine() has it; "" if no line does.
std::string ValueIn(const std::string& path, absl::string_view key,
                    char separator);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_BASE_READ_FILE_H_
