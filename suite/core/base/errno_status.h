// Errors of system calls on files.

#ifndef WGSYNC_SUITE_CORE_BASE_ERRNO_STATUS_H_
#define WGSYNC_SUITE_CORE_BASE_ERRNO_STATUS_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace wgsync {

// "PATH: what: No such file or directory; fix", with the code that Abseil gives
// `error`. A full or broken disk has another code than what the user can name.
absl::Status Errno(int error, absl::string_view path, absl::string_view what,
                   absl::string_view fix);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_BASE_ERRNO_STATUS_H_
