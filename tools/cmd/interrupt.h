// Leaving on SIGINT, SIGTERM and SIGHUP.

#ifndef WGSYNC_TOOLS_CMD_INTERRUPT_H_
#define WGSYNC_TOOLS_CMD_INTERRUPT_H_

#include <string>

namespace wgsync {

// From now on these signals end the process as they do by default, after
// `message` was written to stderr. Nothing else needs doing: workers die with
// this process and every line of a run's log is written at once.
void LeaveWithMessage(const std::string& message);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_CMD_INTERRUPT_H_
