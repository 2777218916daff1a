// A folder that is gone with it, with all that a driver left there.

#ifndef WGSYNC_SUITE_WORKER_SCRATCH_FOLDER_H_
#define WGSYNC_SUITE_WORKER_SCRATCH_FOLDER_H_

#include <stdlib.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
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

  // The name of a new folder that no other process uses; "" where none can be
  // made.
  static std::string Temporary() {
    const char* tmp = getenv("TEST_TMPDIR");
    if (tmp == nullptr) tmp = getenv("TMPDIR");
    return Made(absl::StrCat(tmp == nullptr ? "/tmp" : tmp, "/wgsync"));
  }
  // The same in a run's folder.
  static std::string Within(const std::string& folder) {
    return Made(absl::StrCat(folder, "/", kScratch));
  }
  // Removes those that processes left in a run's folder when they were killed;
  // for the process that has the run. A link is removed, not followed.
  static void RemoveOthers(const std::string& folder, const std::string& own) {
    std::error_code ignored;
    std::filesystem::directory_iterator at(folder, ignored), end;
    while (!ignored && at != end) {
      const std::filesystem::path path = at->path();
      at.increment(ignored);
      const std::string name = path.filename().string();
      const bool scratch =
          absl::StartsWith(name, absl::StrCat(kScratch, ".")) &&
          name.size() == sizeof(kScratch) + kRandom;
      if (!scratch || path == own) continue;
      std::error_code failed;
      std::filesystem::remove_all(path, failed);
    }
  }

 private:
  static constexpr char kScratch[] = "scratch";
  static constexpr size_t kRandom = 6;  // characters of mkdtemp()
  static std::string Made(std::string path) {
    absl::StrAppend(&path, ".", std::string(kRandom, 'X'));
    return mkdtemp(path.data()) == nullptr ? "" : path;
  }

  std::string path_;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_SCRATCH_FOLDER_H_
