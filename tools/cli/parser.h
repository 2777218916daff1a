// The command line is parsed by its description. Only parser.cc knows CLI11,
// whose header takes a compiler seconds in each file.

#ifndef WGSYNC_TOOLS_CLI_PARSER_H_
#define WGSYNC_TOOLS_CLI_PARSER_H_

#include <string>
#include <vector>

#include "tools/cli/command_line.h"

namespace wgsync {

// Sets the targets of the arguments that `args`, those after the program's
// name, give, and runs the command that they name, or prints its help. Returns
// the exit code; of an error that of ComplainOf(). A fault of the arguments is
// one line: "--devise: no such option of `wgsync run`; did you mean --device?
// See `wgsync run --help`". It names the first argument that is not known as it
// was typed, and the help of the command that was meant.
int ParseAndRun(const Command& program, std::vector<std::string> args);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_CLI_PARSER_H_
