// The folders that commands write runs into.

#ifndef WGSYNC_TOOLS_RUN_RUN_FOLDER_H_
#define WGSYNC_TOOLS_RUN_RUN_FOLDER_H_

#include <string>

#include "absl/status/status.h"

namespace wgsync {

// A folder below wgsync-runs/, named by the current time, that is not there
// yet.
std::string NewRunFolder();

// Makes `folder`, which --out named, and sees that it can be written.
absl::Status MakeRunFolder(const std::string& folder);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_RUN_FOLDER_H_
