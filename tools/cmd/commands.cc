// The program as its commands make it.

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "suite/core/base/suite_digest.h"
#include "tools/cli/cli.h"
#include "tools/cli/command_line.h"
#include "tools/cli/version.h"

namespace wgsync {
namespace {

constexpr char kAbout[] =
    "Tests synchronization between OpenCL work-groups on the devices of this "
    "machine";

// One line; the manual page has more words for them.
constexpr char kFooter[] =
    "First: `wgsync run`, then `wgsync can --run RUN`, `wgsync show RUN`.\n"
    "Exit codes: 0 as expected, 1 failures, 2 bad input, 3 infrastructure, "
    "4 nothing ran or nothing counts.";

using AddCommand = void (*)(CommandHandle, int*);

// Commands by what a user wants to do, in the order of the help. The names of a
// group in small letters are listed without a word about them.
struct Group {
  std::string name;
  std::vector<std::pair<std::string, AddCommand>> commands;
};

const std::vector<Group>& Groups() {
  static const auto& groups = *new std::vector<Group>{
      {"Test", {{"run", AddRunCommand}, {"list", AddListCommand}}},
      {"Read",
       {{"show", AddShowCommand},
        {"explain", AddExplainCommand},
        {"matrix", AddMatrixCommand},
        {"diff", AddDiffCommand},
        {"history", AddHistoryCommand},
        {"gate", AddGateCommand},
        {"expect", AddExpectCommand}}},
      {"Advise",
       {{"can", AddCanCommand},
        {"progress", AddProgressCommand},
        {"bench", AddBenchCommand}}},
      {"Device", {{"device", AddDeviceCommand}}},
      {"Share", {{"export", AddExportCommand}, {"import", AddImportCommand}}},
      {"other commands",
       {{"man", AddManCommand},
        {"completion", AddCompletionCommand},
        {"schema", AddSchemaCommand}}},
      {"old names",
       {{"devices", AddDevicesCommand},
        {"residency", AddResidencyCommand},
        {"power", AddPowerCommand},
        {"probe", AddProbeCommand},
        {"recipe", AddRecipeCommand}}},
  };
  return groups;
}

// What commands were called, and the section of `wgsync device` that some are
// now.
struct OldName {
  absl::string_view name, now, section;
  bool reads_runs = false;
};
constexpr OldName kOldNames[] = {
    {"devices", "wgsync device", "", false},
    {"residency", "wgsync device D --residency", "--residency", false},
    {"power", "wgsync device D|RUN --power", "--power", true},
    {"probe", "wgsync device D --hang-test", "--hang-test", false},
    {"recipe", "wgsync can WHAT --run RUN --bench FILE --all", "", false},
};

// The digest is what logs and reports call the suite.
std::string VersionText() {
  return absl::StrCat("wgsync ", kVersion, "\ncommit ", kCommit, "\nsuite ",
                      SuiteDigest());
}

}  // namespace

void AddCommands(CLI::App* app, int* exit_code) {
  app->name("wgsync");
  app->description(kAbout);
  app->footer(kFooter);
  // A function, since a digest takes milliseconds.
  app->set_version_flag("--version", VersionText,
                        "Prints version, commit and digest, and exits");
  app->require_subcommand(1);
  app->formatter(MakeHelpFormatter());
  app->set_help_flag("-h,--help", "Prints this and exits");
  app->option_defaults()->always_capture_default();
  for (const Group& group : Groups()) {
    for (const auto& [name, add] : group.commands) {
      add(CommandHandle(app), exit_code);
      app->get_subcommand(name)->group(group.name);
    }
  }
}

std::vector<std::string> CurrentArguments(std::vector<std::string> args,
                                          std::string* note) {
  if (args.empty()) return args;
  for (const OldName& old : kOldNames) {
    if (args[0] != old.name) continue;
    *note = absl::StrCat("`wgsync ", old.name, "` is now `", old.now,
                         "`; the old name works in this version");
  }
  if (args[0] != "device") return args;
  for (const OldName& section : kOldNames) {
    const auto flag = std::find(args.begin() + 1, args.end(), section.section);
    if (section.section.empty() || flag == args.end()) continue;
    // The hang test is an option of its command.
    if (absl::string_view(section.name) != "probe") args.erase(flag);
    std::vector<std::string> now = {std::string(section.name)};
    if (args.size() > 1 && args[1][0] != '-') {
      // What counts twins can read a run's, too.
      const bool is_run =
          section.reads_runs && std::filesystem::exists(args[1]);
      if (!is_run) now.push_back("--device");
    }
    now.insert(now.end(), args.begin() + 1, args.end());
    return now;
  }
  return args;
}

}  // namespace wgsync
