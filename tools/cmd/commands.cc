// The program as its commands make it.

#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "suite/core/base/suite_digest.h"
#include "tools/cli/cli.h"
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

// Commands by what a user wants to do, in the order of the help. The names of a
// group in small letters are listed without a word about them.
constexpr struct {
  const char* group;
  Command (*command)();
} kCommandsByGroup[] = {
    {"Test", RunCommand},
    {"Test", ListCommand},
    {"Read", ShowCommand},
    {"Read", ExplainCommand},
    {"Read", MatrixCommand},
    {"Read", DiffCommand},
    {"Read", HistoryCommand},
    {"Read", GateCommand},
    {"Read", ExpectCommand},
    {"Advise", CanCommand},
    {"Advise", CheckCommand},
    {"Advise", ProgressCommand},
    {"Advise", BenchCommand},
    {"Device", DeviceCommand},
    {"Share", ExportCommand},
    {"Share", ImportCommand},
    {"other commands", ManCommand},
    {"other commands", CompletionCommand},
    {"other commands", SchemaCommand},
};

// Old names of commands, with the command line of today. The words replace the
// old name, and D is the value of --device; without words it is not the same. A
// second word of an old name is an option of it.
constexpr struct {
  absl::string_view name, written, words;
} kOldNames[] = {
    {"devices", "device", "device"},
    {"progress --check", "check", "check"},
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

// Takes the words of an old name out of the arguments, if all are there.
bool TakeOldName(absl::string_view name, std::vector<std::string>* args) {
  const std::pair<absl::string_view, absl::string_view> words =
      absl::StrSplit(name, absl::MaxSplits(' ', 1));
  if (args->empty() || (*args)[0] != words.first) return false;
  if (!words.second.empty()) {
    const auto option = absl::c_find(*args, words.second);
    if (option == args->end()) return false;
    args->erase(option);
  }
  args->erase(args->begin());
  return true;
}

// The digest is what logs and reports call the suite.
std::string VersionText() {
  return absl::StrCat("wgsync ", kVersion, "\ncommit ", kCommit, "\nsuite ",
                      SuiteDigest());
}

// The path to a command, and the words that help of all has at its end.
void Place(absl::string_view above, Command* command) {
  command->path = absl::StrCat(above, command->name);
  absl::StrAppend(&command->footer, command->footer.empty() ? "" : "\n",
                  kFooter);
  for (Command& below : command->commands) {
    Place(absl::StrCat(command->path, " "), &below);
  }
}

}  // namespace

Command Program() {
  Command program("wgsync", kAbout);
  // A function, since a digest takes milliseconds.
  program.Add("--version", TextFlag(VersionText),
              "Prints version, commit and digest, and exits");
  // Above --help.
  std::swap(program.arguments[0], program.arguments[1]);
  for (const auto& row : kCommandsByGroup) {
    program.commands.push_back(row.command());
    program.commands.back().group = row.group;
  }
  Place("", &program);
  return program;
}

absl::StatusOr<std::vector<std::string>> CurrentArguments(
    std::vector<std::string> args, std::string* note) {
  for (const auto& old : kOldNames) {
    if (!TakeOldName(old.name, &args)) continue;
    *note = absl::StrCat("`wgsync ", old.name, "` is now `wgsync ", old.written,
                         "`");
    if (old.words.empty()) return absl::InvalidArgumentError(*note);
    *note += "; the old name works in this version";
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
