// What clinfo prints about the drivers of this machine.

#ifndef WGSYNC_TOOLS_RUN_CLINFO_H_
#define WGSYNC_TOOLS_RUN_CLINFO_H_

#include <string>

#include "absl/status/status.h"

namespace wgsync {

// Writes the output of `clinfo --json` (clinfo 3.0.21 or later) to `path`. An
// error, in a few words, if there is no clinfo on the PATH, if it fails or
// prints something else, and if it takes longer than `seconds`: then it is
// killed. The file is not left there then.
absl::Status WriteClinfo(const std::string& path, double seconds = 20);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_CLINFO_H_
