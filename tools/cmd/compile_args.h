// What compilers make of waits for devices that are not here, for `wgsync
// compile` and `wgsync can --for`.

#ifndef WGSYNC_TOOLS_CMD_COMPILE_ARGS_H_
#define WGSYNC_TOOLS_CMD_COMPILE_ARGS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/cli/cli.h"

namespace wgsync {

struct CompileArgs {
  // Patterns of cases, or words of one common name.
  std::vector<std::string> cases;
  std::vector<std::string> targets, diff;
  std::string tier = "smoke", compilers, listings;
  uint32_t jobs = 0;  // one for each core
  bool all = false;
  Output output;
};

// --compilers, and --for, which it returns.
Argument& AddTargetOptions(Command& command, CompileArgs* args);

// Prints the sound forms that every target keeps, and why others are lost or
// open. Returns an exit code: 0 if there is one, 1 if forms that count are lost
// or open and none is kept, 4 if nothing is known. Errors are those of `wgsync
// compile`.
absl::StatusOr<int> PrintKept(const CompileArgs& args);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_CMD_COMPILE_ARGS_H_
