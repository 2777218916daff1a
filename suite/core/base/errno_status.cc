#include "suite/core/base/errno_status.h"

#include <cstring>

#include "absl/strings/str_cat.h"

namespace wgsync {

absl::Status Errno(int error, absl::string_view path, absl::string_view what,
                   absl::string_view fix) {
  return absl::Status(
      absl::ErrnoToStatusCode(error),
      absl::StrCat(path, ": ", what, ": ", std::strerror(error), "; ", fix));
}

}  // namespace wgsync
