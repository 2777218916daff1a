#include "tools/run/run_folder.h"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "reports/render/text.h"
#include "suite/core/base/clean_text.h"

namespace wgsync {

std::string NewRunFolder() {
  const std::string now =
      absl::FormatTime("%Y%m%dT%H%M%SZ", absl::Now(), absl::UTCTimeZone());
  return UnusedName(absl::StrCat("wgsync-runs/", now),
                    [](const std::string& folder) {
                      std::error_code ignored;
                      return std::filesystem::exists(folder, ignored);
                    });
}

absl::Status MakeRunFolder(const std::string& folder) {
  // Commands to paste and logs have it.
  if (CleanText(folder) != folder) {
    return absl::InvalidArgumentError(
        absl::StrCat("--out ", CleanLine(folder),
                     ": the name has control characters or bytes that are not "
                     "UTF-8; name another folder"));
  }
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error && access(folder.c_str(), W_OK | X_OK) != 0) {
    error = std::error_code(errno, std::generic_category());
  }
  if (!error) return absl::OkStatus();
  return absl::PermissionDeniedError(
      absl::StrCat("--out ", folder, ": cannot write there: ", error.message(),
                   "; name another folder"));
}

}  // namespace wgsync
