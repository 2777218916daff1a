// What clinfo prints about the drivers of this machine.

#ifndef WGSYNC_TOOLS_RUN_CLINFO_H_
#define WGSYNC_TOOLS_RUN_CLINFO_H_

#include <string>

#include "absl/status/statusor.h"

namespace wgsync {

// Returns the output of `clinfo --json` (clinfo 3.0.21 or later). An error, in
// a few words, if there is no clinfo on the PATH, if it fails or prints
// something else, and if it takes longer than `seconds`: then it is killed.
absl::StatusOr<std::string> ClinfoJson(double seconds = 20);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_CLINFO_H_
