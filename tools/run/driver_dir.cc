#include "tools/run/driver_dir.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "suite/core/base/read_file.h"
#include "suite/core/base/status_macros.h"

namespace wgsync {
namespace {

namespace fs = std::filesystem;

absl::Status Bad(const std::string& folder, absl::string_view what) {
  return BadInput("--driver-dir ", folder, ": ", what);
}

}  // namespace

absl::Status UseDriverDir(const std::string& folder) {
  if (folder.empty()) return absl::OkStatus();
  std::error_code error;
  const fs::path top = fs::absolute(folder, error);
  if (fs::exists(top / "root", error)) {
    return Bad(folder,
               absl::StrCat("this driver has a C library of its own; start "
                            "wgsync inside of it: ",
                            folder, "/run wgsync ..."));
  }
  size_t drivers = 0;
  fs::directory_iterator it(top / "vendors", error);
  for (; !error && it != fs::directory_iterator(); it.increment(error)) {
    if (it->path().extension() != ".icd") continue;
    ++drivers;
    const std::string library = FirstLine(it->path());
    std::error_code unknown;
    if (!fs::exists(library, unknown)) {
      return Bad(folder, absl::StrCat(it->path().string(), " names ", library,
                                      ", which is not there; fetch the driver "
                                      "again"));
    }
  }
  if (drivers == 0) {
    return Bad(folder,
               "no vendors/*.icd in it; name a folder that "
               "tools/drivers/fetch.sh made");
  }
  setenv("OCL_ICD_VENDORS", (top / "vendors").c_str(), 1);
  unsetenv("OCL_ICD_FILENAMES");
  const std::string libraries = FirstLine(top / "library_path");
  if (!libraries.empty()) setenv("LD_LIBRARY_PATH", libraries.c_str(), 1);
  return absl::OkStatus();
}

}  // namespace wgsync
