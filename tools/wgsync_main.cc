// The wgsync command line.

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "suite/engine/session.h"
#include "tools/cli/cli.h"
#include "tools/cli/parse_error.h"
#include "tools/run/interrupt.h"

namespace wgsync {
namespace {

// Only the shells' scripts say it.
constexpr char kComplete[] = "__complete";

// CLI11 would only say that a command is missing.
std::string UnknownCommand(const CLI::App& app, const std::string& name) {
  if (name[0] == '-') return "";
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    if (command->get_name() == name) return "";
    names.push_back(command->get_name());
  }
  return absl::StrCat("no command ", name, "; there are ",
                      absl::StrJoin(names, ", "));
}

// Who knows nothing yet sees the commands by task, and which come first.
int NoCommand(const CLI::App& app) {
  if (isatty(STDOUT_FILENO) != 0) std::fputs(app.help().c_str(), stdout);
  return Complain(kBadInput,
                  "name a command: first `wgsync run`, then `wgsync can --run "
                  "RUN`; see `wgsync --help`");
}

int Main(int argc, char** argv) {
  CLI::App app;
  int exit_code = kAsExpected;
  AddCommands(&app, &exit_code);
  if (argc > 1 && absl::string_view(argv[1]) == kComplete) {
    return PrintCompletions(app, argc, argv);
  }
  if (argc == 1) return NoCommand(app);
  std::string note;
  absl::StatusOr<std::vector<std::string>> args =
      CurrentArguments({argv + 1, argv + argc}, &note);
  if (!args.ok()) return ComplainOf(args.status());
  const std::string unknown = UnknownCommand(app, args->front());
  if (!unknown.empty()) return Complain(kBadInput, unknown);
  // CLI11 takes them from the back.
  std::reverse(args->begin(), args->end());
  try {
    app.parse(*args);
  } catch (const CLI::ParseError& error) {
    // Help and version arrive as errors too.
    if (error.get_exit_code() == 0) return FinishOutput(app.exit(error));
    return Complain(kBadInput, ParseErrorLine(app, error));
  }
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
