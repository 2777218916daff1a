// replay.c: one C file on libOpenCL alone that makes a launch again.

#ifndef WGSYNC_REPORTS_EXPORT_REPLAY_H_
#define WGSYNC_REPORTS_EXPORT_REPLAY_H_

#include <string>

#include "absl/status/statusor.h"
#include "reports/export/decisive.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/record/result.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// C11 with POSIX, some 200 lines. It reads kernel.cl next to it, fills the
// buffers as they were, launches, waits no longer than the run would have,
// and checks memory as the suite does. It exits with 0 right, 1 wrong, 2 hung,
// 3 could not run, 4 wrong option. kUnimplemented where the memory before or
// after the launch does not fit into its tables.
absl::StatusOr<std::string> ReplayProgram(const Run& run,
                                          const CaseResult& result,
                                          const DecisiveLaunch& launch);

// The launch's program as the compiler gets it, but for comments, conditionals
// that are resolved, and white space.
std::string KernelText(const DecisiveLaunch& launch);

// Whether replay.c has -d. The groups of a shape take their delays from the
// seats in the payload, and not from the kernel's argument.
bool TakesDelay(const Primitive& primitive);

// How often replay.c launches if it is not told: so often that 95 % of replays
// see a failure that comes as often as in the run, at most 1,000 times. At
// least 4 times, 32 where the verdict is of what may be wrong now and then.
int DefaultLaunches(const CaseResult& result);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_EXPORT_REPLAY_H_
