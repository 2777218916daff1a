// Tells the verdicts and failures that a full disk may have caused.

#ifndef WGSYNC_SUITE_ENGINE_FULL_DISK_H_
#define WGSYNC_SUITE_ENGINE_FULL_DISK_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "suite/core/record/result.h"

namespace wgsync {

// kResourceExhausted if one of the folders is on a full disk and the verdict is
// not to be kept. A driver that finds no room for its files fails in any way,
// and a control that was not compiled turns stale-hoisted into a hang. Only a
// pass needs all that it was made of. Any other verdict is dropped, and the
// case runs again once there is room. `endings` is how the case's launches
// ended, in the driver's and the system's words.
absl::Status CheckRoom(const CaseResult& r, absl::string_view endings,
                       const std::vector<std::string>& folders);

// The failure to open the device, with the full disk that can cause it.
absl::Status OrFullDisk(const absl::Status& s,
                        const std::vector<std::string>& folders);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_FULL_DISK_H_
