// The program as its commands make it.

#include <string>

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
    "4 nothing ran or nothing binds.";

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
  AddDevicesCommand(app, exit_code);
  AddListCommand(app, exit_code);
  AddRunCommand(app, exit_code);
  AddProbeCommand(app, exit_code);
  AddShowCommand(app, exit_code);
  AddMatrixCommand(app, exit_code);
  AddImportCommand(app, exit_code);
  AddDiffCommand(app, exit_code);
  AddExpectCommand(app, exit_code);
  AddExportCommand(app, exit_code);
  AddGateCommand(app, exit_code);
  AddResidencyCommand(app, exit_code);
  AddBenchCommand(app, exit_code);
  AddRecipeCommand(app, exit_code);
  AddPowerCommand(app, exit_code);
  AddSchemaCommand(app, exit_code);
  AddCompletionCommand(app, exit_code);
  AddManCommand(app, exit_code);
}

}  // namespace wgsync
