// Leaving on SIGINT, SIGTERM and SIGHUP.

#ifndef WGSYNC_TOOLS_RUN_INTERRUPT_H_
#define WGSYNC_TOOLS_RUN_INTERRUPT_H_

#include <string>

namespace wgsync {

// From now on these signals end the process as they do by default, after
// `output` was written to stdout and `message` to stderr. The
// temporary folders are removed. Nothing else needs doing: workers die with
// this process and every line of a run's log is written at once. Called again
// by the same thread, it replaces both.
void LeaveWithMessage(const std::string& message,
                      const std::string& output = "");

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_INTERRUPT_H_
