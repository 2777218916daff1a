// Runs single cases again, each alone and in a fresh worker.

#ifndef WGSYNC_TOOLS_RUN_LONE_RUNS_H_
#define WGSYNC_TOOLS_RUN_LONE_RUNS_H_

#include <functional>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "suite/core/record/run_log.h"
#include "suite/engine/session.h"

namespace wgsync {

// Lone runs of cases of one run, as that run was made: by the same driver, in
// the same environment, else they say nothing of it.
class LoneRuns {
 public:
  // `like` must outlive this. `device` selects the device, "" is that of
  // `like`. Folders are made below `folder`, the first one when it is needed.
  // `wait_seconds` is how long a run waits for a device that another wgsync
  // has; `on_wait` is called before, with DeviceLock::Described().
  LoneRuns(const Run& like, std::string device, std::string folder,
           double wait_seconds, std::function<void(const std::string&)> on_wait)
      : like_(like),
        device_(std::move(device)),
        folder_(std::move(folder)),
        wait_seconds_(wait_seconds),
        on_wait_(std::move(on_wait)) {}

  struct Done {
    CaseResult result;   // with `words`
    std::string folder;  // of this lone run
  };
  // An error says why a case cannot be run again here; another case may be.
  absl::StatusOr<Done> Run(const std::string& id);

 private:
  absl::Status FindDevice();

  const wgsync::Run& like_;
  std::string device_;
  std::string folder_;
  double wait_seconds_;
  std::function<void(const std::string&)> on_wait_;
  bool looked_ = false;
  absl::Status found_;
  DeviceInfo info_;
  int count_ = 0;
};

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_LONE_RUNS_H_
