// A folder that is gone with it, with all that a driver left there.

#ifndef WGSYNC_SUITE_WORKER_SCRATCH_FOLDER_H_
#define WGSYNC_SUITE_WORKER_SCRATCH_FOLDER_H_

#include <stdlib.h>

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"

namespace wgsync {

class ScratchFolder {
 public:
  explicit ScratchFolder(std::string path) : path_(std::move(path)) {}
  ~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::string& path() const { return path_; }

  // The name of a new folder of its own; "" where none can be made.
  static std::string Temporary() {
    const char* tmp = getenv("TEST_TMPDIR");
    if (tmp == nullptr) tmp = getenv("TMPDIR");
    std::string path =
        absl::StrCat(tmp == nullptr ? "/tmp" : tmp, "/wgsync-XXXXXX");
    return mkdtemp(&path[0]) == nullptr ? "" : path;
  }

 private:
  std::string path_;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_SCRATCH_FOLDER_H_
