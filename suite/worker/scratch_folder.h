// A folder that is gone with it, with all that a driver left there.

#ifndef WGSYNC_SUITE_WORKER_SCRATCH_FOLDER_H_
#define WGSYNC_SUITE_WORKER_SCRATCH_FOLDER_H_

#include <string>

#include "absl/status/status.h"

namespace wgsync {

class ScratchFolder {
 public:
  explicit ScratchFolder(std::string path);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  // "" if it could not be made.
  const std::string& path() const { return path_; }
  // An error if a temporary folder could not be made.
  absl::Status status() const;

  // A new folder in $TMPDIR or /tmp that no other process uses. A signal that
  // ends this process removes it as well (see RemoveTemporary()).
  static ScratchFolder Temporary();
  // The place of those.
  static std::string TemporaryPlace();
  // The name of a new folder in a run's folder; "" if none can be made.
  static std::string Within(const std::string& folder);
  // Removes those that processes left in a run's folder when they were killed;
  // for the process that has the run. A link is removed, not followed.
  static void RemoveOthers(const std::string& folder, const std::string& own);
  // Removes the temporary folders of this process. For a signal handler that
  // ends it: it allocates nothing and takes no lock.
  static void RemoveTemporary();

 private:
  ScratchFolder(std::string path, bool temporary);

  std::string path_;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_SCRATCH_FOLDER_H_
