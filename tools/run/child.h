// Another program, run to its end.

#ifndef WGSYNC_TOOLS_RUN_CHILD_H_
#define WGSYNC_TOOLS_RUN_CHILD_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace wgsync {

// Runs `command`, found on the PATH, in a separate process group, with its
// output in the file at `output` and its complaints nowhere. Returns its exit
// code. An error, in a few words, if there is no such program, if a signal ends
// it, and if it takes longer than `seconds`: then it is killed.
absl::StatusOr<int> RunChild(const std::vector<std::string>& command,
                             const std::string& output, double seconds);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_CHILD_H_
