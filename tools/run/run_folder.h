// The folders that commands write runs into, and a run on one device of this
// machine, for commands that judge it at once.

#ifndef WGSYNC_TOOLS_RUN_RUN_FOLDER_H_
#define WGSYNC_TOOLS_RUN_RUN_FOLDER_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "suite/core/record/run_log.h"
#include "suite/engine/session.h"

namespace wgsync {

// In the folder of a gate that made a run: its report.
inline constexpr char kGateFile[] = "gate.json";

// A folder below wgsync-runs/, named by the current time, that is not there
// yet.
std::string NewRunFolder();

// The last of these folders, by name.
absl::StatusOr<std::string> NewestRunFolder();

// Makes `folder`, which --out named, and sees that it can be written.
absl::Status MakeRunFolder(const std::string& folder);

// RunDevice(), which shows its progress.
absl::StatusOr<RunSummary> RunShown(RunOptions options);

// Runs `options` on the device that `device` selects, into a folder below
// `folder`, shows its progress, and reads the log back. A signal to end says
// how to resume it.
absl::StatusOr<Run> RunHere(const std::string& device, RunOptions options,
                            const std::string& folder);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_RUN_FOLDER_H_
