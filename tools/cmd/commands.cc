// The program as its commands make it.

#include <string>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
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
  };
  return groups;
}

// What commands were called, and what is written instead. The words replace
// the old name; D is the value of --device. Without them it is not the same.
constexpr struct {
  absl::string_view name, written, words;
} kOldNames[] = {
    {"devices", "device", "device"},
    {"residency", "device D --residency", "device D --residency"},
    {"power", "device D|RUN --power", "device D --power"},
    {"probe", "device D --hang-test", "device D"},
    {"recipe",
     "can WHAT --all --run RUN --bench FILE` or `wgsync can WHAT --all "
     "--device D --time",
     ""},
};

// Takes --device out of the arguments; returns its value, "" without one.
std::string TakeDevice(std::vector<std::string>* args) {
  constexpr absl::string_view kDevice = "--device";
  for (auto at = args->begin(); at != args->end(); ++at) {
    const bool joined = absl::StartsWith(*at, "--device=");
    if (!joined && (*at != kDevice || at + 1 == args->end())) continue;
    std::string value = joined ? at->substr(kDevice.size() + 1) : *(at + 1);
    args->erase(at, at + (joined ? 1 : 2));
    return value;
  }
  return "";
}

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

absl::StatusOr<std::vector<std::string>> CurrentArguments(
    std::vector<std::string> args, std::string* note) {
  for (const auto& old : kOldNames) {
    if (args.empty() || args[0] != old.name) continue;
    *note = absl::StrCat("`wgsync ", old.name, "` is now `wgsync ", old.written,
                         "`");
    if (old.words.empty()) return absl::InvalidArgumentError(*note);
    *note += "; the old name works in this version";
    args.erase(args.begin());
    std::vector<std::string> now;
    for (absl::string_view word : absl::StrSplit(old.words, ' ')) {
      if (word != "D") {
        now.emplace_back(word);
      } else if (std::string device = TakeDevice(&args); !device.empty()) {
        now.push_back(std::move(device));
      }
    }
    now.insert(now.end(), args.begin(), args.end());
    return now;
  }
  return args;
}

}  // namespace wgsync
