// The wgsync command line.

#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "suite/engine/session.h"
#include "tools/cli/cli.h"
#include "tools/cli/command_line.h"
#include "tools/cli/parser.h"
#include "tools/run/interrupt.h"

namespace wgsync {
namespace {

// Only the shells' scripts say it.
constexpr char kComplete[] = "__complete";

// Who knows nothing yet sees the commands by task, and which come first.
int NoCommand(const Command& program) {
  if (isatty(STDOUT_FILENO) != 0) std::fputs(HelpText(program).c_str(), stdout);
  return Complain(kBadInput,
                  "name a command: first `wgsync run`, then `wgsync can --run "
                  "RUN`; see `wgsync --help`");
}

int Main(int argc, char** argv) {
  if (argc > 1 && absl::string_view(argv[1]) == kComplete) {
    return PrintCompletions(argc, argv);
  }
  const Command program = Program();
  if (argc == 1) return NoCommand(program);
  std::string note;
  const std::vector<std::string> args =
      CurrentArguments({argv + 1, argv + argc}, &note);
  const int exit_code = ParseAndRun(program, args);
  // What went wrong stays the only line.
  if (!note.empty() && exit_code != kBadInput && exit_code != kInfrastructure) {
    std::fprintf(stderr, "wgsync: note: %s\n", note.c_str());
  }
  return FinishOutput(exit_code);
}

}  // namespace
}  // namespace wgsync

int main(int argc, char** argv) {
  wgsync::MaybeWorkerMain(argc, argv);
  // A reader that goes away must not end a run, nor change an exit code.
  signal(SIGPIPE, SIG_IGN);
  // A limit of the size of files is an error of the write.
  signal(SIGXFSZ, SIG_IGN);
  wgsync::LeaveWithMessage("\nwgsync: interrupted\n");
  try {
    return wgsync::Main(argc, argv);
  } catch (const std::exception& error) {
    return wgsync::Complain(wgsync::kInfrastructure,
                            absl::StrCat("internal error: ", error.what()));
  }
}
