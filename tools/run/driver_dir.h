// --driver-dir: a driver that lies in a folder of its own, as
// tools/drivers/fetch.sh puts it there.

#ifndef WGSYNC_TOOLS_RUN_DRIVER_DIR_H_
#define WGSYNC_TOOLS_RUN_DRIVER_DIR_H_

#include <string>

#include "absl/status/status.h"

namespace wgsync {

// From now on this process and its workers see the driver in `folder` and no
// other one:
//
//   folder/vendors/*.icd   each names a driver's library; at least one
//   folder/library_path    optional: folders for LD_LIBRARY_PATH
//
// Does nothing where `folder` is "". An error where it holds no driver, where
// its library is gone, and where the driver comes with a C library of its own
// (folder/root), which a process must be started in.
absl::Status UseDriverDir(const std::string& folder);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_DRIVER_DIR_H_
