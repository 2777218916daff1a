#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "reports/words/program_check.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/read_file.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/litmus/program_text.h"
#include "tools/cli/cli.h"

namespace wgsync {
namespace {

constexpr size_t kMostProgramBytes = size_t{1} << 20;

constexpr char kExample[] =
    "A program, here a flag that hands over data from one group to another:\n"
    "    words flag                # atomic words, 0 at the start\n"
    "    data x                    # ordinary memory: two at once are a race\n"
    "    group\n"
    "      write x := 1\n"
    "      release flag := 1\n"
    "    group\n"
    "      acquire while flag == 0     # waits\n"
    "      t = read x\n"
    "    never 1:t != 1            # the register t of work-item 1 at the end";

constexpr ExitCode kExitCodeOf[] = {kAsExpected, kFailures, kNothingBinds};

struct CheckArgs {
  std::vector<std::string> files;
  std::string why;
  bool all = false;
  Output output;
};

// "-" is standard input.
absl::StatusOr<ProgramCheck> CheckFile(const std::string& path,
                                       absl::optional<progress::Config> why) {
  if (path == "-") {
    return CheckProgram(
        path, std::string(std::istreambuf_iterator<char>(std::cin), {}), why);
  }
  ASSIGN_OR_RETURN(const std::string text,
                   ReadRegularFile(path, "name a file with a program, or -",
                                   kMostProgramBytes));
  return CheckProgram(path, text, why);
}

// Each file that is bad has its line of complaint, and the others are printed.
absl::StatusOr<int> Check(const CheckArgs& args) {
  absl::optional<progress::Config> why;
  if (!args.why.empty()) {
    ASSIGN_OR_RETURN(why, progress::FindConfig(args.why));
  }
  int exit_code = kAsExpected;
  std::vector<ProgramCheck> checks;
  for (const std::string& path : args.files) {
    absl::StatusOr<ProgramCheck> check = CheckFile(path, why);
    if (check.ok()) {
      exit_code = WorseExit(
          exit_code, kExitCodeOf[static_cast<size_t>(VerdictOf(*check))]);
      checks.push_back(*std::move(check));
    } else {
      exit_code =
          WorseExit(exit_code, Complain(kBadInput, check.status().message()));
    }
  }
  if (args.output.json) {
    nlohmann::json report = ReportJson("check");
    report.update(FieldsToJson(CheckReport{std::move(checks)}));
    PrintJson(report);
    return exit_code;
  }
  for (const ProgramCheck& check : checks) {
    const std::string text = args.files.size() > 1
                                 ? absl::StrCat(CheckSummary(check), "\n")
                                 : CheckText(check, args.all, ProseWidth());
    PrintText(text);
  }
  return exit_code;
}

}  // namespace

Command CheckCommand() {
  auto args = std::make_shared<CheckArgs>();
  Command command("check",
                  "Checks an algorithm of yours: its need of progress, the "
                  "weakest orders that are enough, its races");
  command
      .Add("file FILE", args->files,
           "Programs, each in a file, or - for standard input; several have a "
           "line each")
      .Required();
  command.Add("--all", args->all,
              "Shows for each order that is needed an execution without it, "
              "not only for the first");
  command.Add("--why MODEL", args->why,
              "Shows a run that never ends by this model of progress: HSA+OBE, "
              "strong-LOBE; otherwise by the strongest that allows one");
  AddJsonOption(command, &args->output);
  command.footer = absl::StrCat(kExample, "\n", litmus::ProgramFormat());
  command.run = [args] { return Check(*args); };
  return command;
}

}  // namespace wgsync
