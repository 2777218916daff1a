// A run on one device of this machine, for commands that judge it at once.

#ifndef WGSYNC_TOOLS_RUN_RUN_HERE_H_
#define WGSYNC_TOOLS_RUN_RUN_HERE_H_

#include <string>

#include "reports/gate/expectation.h"
#include "suite/core/record/run_log.h"
#include "suite/engine/session.h"

namespace wgsync {

// Runs `options` on the device that `device` selects, into a folder below
// `folder`, shows its progress, and reads the log back into *run. Cases that
// `expectations` (may be null) leave out are not launched. Returns an exit
// code; other than kAsExpected, the reason has been printed.
int RunHere(const std::string& device, RunOptions options,
            const std::string& folder, Run* run,
            const Expectations* expectations = nullptr);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_RUN_HERE_H_
