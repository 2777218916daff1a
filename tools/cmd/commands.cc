// The program as its commands make it.

#include <string>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "tools/cli/cli.h"
#include "tools/cli/command_line.h"

namespace wgsync {
namespace {

constexpr char kAbout[] =
    "Tests synchronization between OpenCL work-groups on the devices of this "
    "machine";

// One line; the manual page has more words for them.
constexpr char kFooter[] =
    "Exit codes: 0 as expected, 1 failures, 2 bad input, 3 infrastructure, "
    "4 nothing ran or nothing counts.";

}  // namespace

void AddCommands(CLI::App* app, int* exit_code) {
  app->name("wgsync");
  app->description(kAbout);
  app->footer(kFooter);
  app->set_version_flag("--version", absl::StrCat("wgsync ", kVersion),
                        "Prints the version and exits");
  app->require_subcommand(1);
  app->formatter(MakeHelpFormatter());
  app->set_help_flag("-h,--help", "Prints this and exits");
  app->option_defaults()->always_capture_default();
  const CommandHandle handle(app);
  AddDevicesCommand(handle, exit_code);
  AddListCommand(handle, exit_code);
  AddRunCommand(handle, exit_code);
  AddProbeCommand(handle, exit_code);
  AddShowCommand(handle, exit_code);
  AddMatrixCommand(handle, exit_code);
  AddImportCommand(handle, exit_code);
  AddDiffCommand(handle, exit_code);
  AddExpectCommand(handle, exit_code);
  AddExportCommand(handle, exit_code);
  AddGateCommand(handle, exit_code);
  AddResidencyCommand(handle, exit_code);
  AddBenchCommand(handle, exit_code);
  AddCanCommand(handle, exit_code);
  AddRecipeCommand(handle, exit_code);
  AddPowerCommand(handle, exit_code);
  AddSchemaCommand(handle, exit_code);
  AddCompletionCommand(handle, exit_code);
  AddManCommand(handle, exit_code);
}

}  // namespace wgsync
