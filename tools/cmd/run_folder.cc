#include "tools/cmd/run_folder.h"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace wgsync {

std::string NewRunFolder() {
  std::string base = absl::StrCat(
      "wgsync-runs/",
      absl::FormatTime("%Y%m%dT%H%M%SZ", absl::Now(), absl::UTCTimeZone()));
  std::string folder = base;
  std::error_code ignored;
  for (int i = 2; std::filesystem::exists(folder, ignored); ++i) {
    folder = absl::StrCat(base, "-", i);
  }
  return folder;
}

absl::Status MakeRunFolder(const std::string& folder) {
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
