// The program as its commands make it.

#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "suite/core/base/sha256.h"
#include "tools/cli/cli.h"
#include "tools/cli/version.h"

namespace wgsync {
namespace {

constexpr char kAbout[] =
    "Tests synchronization between OpenCL work-groups on the devices of this "
    "machine";

constexpr char kAllCodes[] =
    "0 as expected, 1 failures that count, 2 bad input (one line says what, "
    "and the fix), 3 infrastructure (no OpenCL, a wedged device, a disk that "
    "fails, a control that failed), 4 nothing ran or nothing counts; `wgsync "
    "help COMMAND` has what they mean there";

// Commands by what a user wants to do, in the order of the help. The names of a
// group in small letters are listed without a word about them. Of the lines of
// `examples`, a command below another one has those with its name.
constexpr struct {
  const char* group;
  Command (*command)();
  const char* examples;
  const char* exit_codes = "0 done, 2 bad input, 3 infrastructure";
} kCommandsByGroup[] = {
    {"Test", RunCommand,
     "wgsync run --tier default\nwgsync run --device type:gpu --cases "
     "'barrier.*' --out RUN",
     "0 as expected, 1 counted cases fail, 2 bad input, 3 infrastructure, 4 no "
     "case counts, or --max-minutes stopped it"},
    {"Test", ListCommand,
     "wgsync list --why 'mutex.*'\nwgsync list ticket lock"},
    {"Read", ShowCommand, "wgsync show\nwgsync show RUN hang --all"},
    {"Read", ExplainCommand, "wgsync explain stale-cache"},
    {"Read", MatrixCommand,
     "wgsync matrix RUN RUN --cases barrier --differ\nwgsync matrix RUN... "
     "--failures --out FOLDER"},
    {"Read", DiffCommand, "wgsync diff RUN RUN --only worse"},
    {"Read", HistoryCommand, "wgsync history barrier RUN..."},
    {"Read", BaselineCommand,
     "wgsync baseline make --device DEVICE --tier default -o FILE.gz\nwgsync "
     "baseline show FILE.gz\nwgsync baseline update FILE.gz RUN --reason TEXT",
     "0 done, 2 bad input, 3 infrastructure, 4 --max-minutes stopped make"},
    {"Read", GateCommand,
     "wgsync gate --baseline RUN --device DEVICE --new-driver\nwgsync gate "
     "--baseline RUN RUN --junit FILE",
     "0 as expected, 1 a case fails, 2 bad input, 3 infrastructure, or more "
     "differs than the driver, 4 too little was compared or proven"},
    {"Read", ExpectCommand,
     "wgsync expect check FILE --run RUN\nwgsync expect update RUN --file "
     "FILE\nwgsync expect deqp RUN --out FOLDER\nwgsync expect why barrier "
     "--file FILE"},
    {"Advise", CanCommand,
     "wgsync can --run RUN\nwgsync can grid barrier --device type:gpu\nwgsync "
     "can --for gfx1030,dg2 look-back",
     "with WHAT 0 yes, 1 no, 4 not known, else 0; 2 bad input, 3 "
     "infrastructure"},
    {"Advise", TryCommand,
     "wgsync try scan.cl\nwgsync try scan.cl --device type:gpu --groups "
     "res,res_plus1",
     "0 right, 1 wrong, hangs or crashes, 2 bad input, 3 infrastructure, 4 "
     "nothing that ran could have failed"},
    {"Advise", CompileCommand,
     "wgsync compile --for gfx1030,dg2 --json ticket lock\nwgsync compile "
     "--diff OLD NEW",
     "0 no form that counts is lost, or with --diff worse; 1 one is, 2 bad "
     "input, 3 infrastructure, 4 nothing is known, or nothing was compared"},
    {"Advise", CheckCommand, "wgsync check FILE --why HSA+OBE",
     "0 it holds, 1 it fails, 2 bad input, 4 undecided"},
    {"Advise", ProgressCommand,
     "wgsync progress --run RUN\nwgsync progress --synthesize OBE HSA",
     "0 done, 2 bad input, 3 infrastructure, 4 the run has no case progress.*"},
    {"Advise", BenchCommand, "wgsync bench --device type:gpu --json FILE",
     "0 done, 2 bad input, 3 infrastructure, 4 nothing was timed"},
    {"Device", DeviceCommand,
     "wgsync device\nwgsync device type:gpu --hang-test",
     "0 done, 2 bad input, 3 infrastructure, 4 --power without a twin"},
    {"Share", ExportCommand,
     "wgsync export RUN CASE --out FOLDER\nwgsync export RUN -o run.gz"},
    {"Share", ImportCommand,
     "wgsync import run.gz\nwgsync import RUN --verify"},
    {"other commands", ManCommand, "wgsync man | man -l -"},
    {"other commands", CompletionCommand, "source <(wgsync completion bash)"},
    {"other commands", SchemaCommand, "wgsync schema matrix"},
};

// Old names of commands, and what to write today: it replaces the old name,
// and D is the value of --device. A second word of an old name is an option of
// it.
constexpr struct {
  absl::string_view name, now;
} kOldNames[] = {
    {"devices", "device"},
    {"progress --check", "check"},
    {"residency", "device D --residency"},
    {"power", "device D --power"},
    {"probe", "device D"},
    {"recipe", "can --all"},
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

// The path to a command, and its lines of the examples.
void Place(absl::string_view above, absl::string_view examples,
           const std::string& exit_codes, Command* command) {
  command->path = absl::StrCat(above, command->name);
  command->exit_codes = exit_codes;
  command->examples = absl::StrJoin(absl::StrSplit(examples, '\n',
                                                   [&](absl::string_view line) {
                                                     return absl::StrContains(
                                                         line, command->path);
                                                   }),
                                    "\n");
  for (Command& below : command->commands) {
    Place(command->path + " ", examples, exit_codes, &below);
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
  Place("", "wgsync run\nwgsync can --run RUN\nwgsync show RUN", kAllCodes,
        &program);
  for (const auto& row : kCommandsByGroup) {
    program.commands.push_back(row.command());
    Place("wgsync ", row.examples, row.exit_codes, &program.commands.back());
    program.commands.back().group = row.group;
  }
  return program;
}

std::vector<std::string> CurrentArguments(std::vector<std::string> args,
                                          std::string* note) {
  if (args[0] == "help") {
    args.erase(args.begin());
    args.push_back("--help");
  } else if (args[0] == "version") {
    args[0] = "--version";
  }
  for (const auto& old : kOldNames) {
    if (!TakeOldName(old.name, &args)) continue;
    *note = absl::StrCat("`wgsync ", old.name, "` is now `wgsync ", old.now,
                         "`; the old name works in this version");
    std::vector<std::string> now;
    for (absl::string_view word : absl::StrSplit(old.now, ' ')) {
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
