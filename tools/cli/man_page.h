// The manual page, wgsync(1).

#ifndef WGSYNC_TOOLS_CLI_MAN_PAGE_H_
#define WGSYNC_TOOLS_CLI_MAN_PAGE_H_

#include <string>

#include "tools/cli/command_line.h"

namespace wgsync {

// As troff reads it, with the macros of man(7): every command of the program,
// every argument and option of each, exit codes and environment.
std::string ManPage(const Command& program);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_CLI_MAN_PAGE_H_
