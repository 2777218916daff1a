#include <cstdio>
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
#include "reports/render/text.h"
#include "reports/words/progress_check.h"
#include "suite/core/base/read_file.h"
#include "suite/core/progress/model.h"
#include "suite/core/progress/program_text.h"
#include "tools/cli/cli.h"

namespace wgsync {
namespace {

constexpr size_t kMostProgramBytes = size_t{1} << 20;

struct ProgressArgs {
  std::vector<std::string> check;
  std::string why;
  Output output;
};

// "-" is standard input.
absl::StatusOr<std::string> ReadProgramText(const std::string& path) {
  if (path != "-") {
    return ReadRegularFile(path, "name a file with a program, or -",
                           kMostProgramBytes);
  }
  return std::string(std::istreambuf_iterator<char>(std::cin), {});
}

absl::StatusOr<ProgressCheck> CheckFile(const std::string& path,
                                        absl::optional<progress::Config> why) {
  const absl::StatusOr<std::string> text = ReadProgramText(path);
  if (!text.ok()) return text.status();
  const absl::StatusOr<progress::Program> program =
      progress::ParseProgram(path, *text);
  if (!program.ok()) return program.status();
  absl::StatusOr<ProgressCheck> check = CheckProgress(path, *program, why);
  if (check.ok()) return check;
  return absl::InvalidArgumentError(
      absl::StrCat(path, ": ", check.status().message()));
}

// Each file that is bad has its line of complaint, and the others are printed.
int CheckPrograms(const ProgressArgs& args,
                  absl::optional<progress::Config> why) {
  int exit_code = kAsExpected;
  std::vector<ProgressCheck> checks;
  for (const std::string& path : args.check) {
    absl::StatusOr<ProgressCheck> check = CheckFile(path, why);
    if (check.ok()) {
      checks.push_back(*std::move(check));
    } else {
      exit_code = Complain(kBadInput, check.status().message());
    }
  }
  if (args.output.json) {
    PrintJson(ProgressCheckReport(checks));
  } else if (args.check.size() > 1 && !checks.empty()) {
    std::fputs(ProgressChecksText(checks).c_str(), stdout);
  } else {
    for (const ProgressCheck& check : checks) {
      std::fputs(ProgressCheckText(check, ProseWidth()).c_str(), stdout);
    }
  }
  return exit_code;
}

int RunProgress(const ProgressArgs& args) {
  absl::optional<progress::Config> why;
  if (!args.why.empty()) {
    why = progress::FindConfig(args.why);
    if (!why.has_value()) {
      return Complain(
          kBadInput,
          absl::StrCat("--why ", ShellQuote(args.why),
                       ": there is no such model; name UNFAIR, HSA, OBE, "
                       "HSA+OBE, LOBE or FAIR, or strong-HSA and so on"));
    }
  }
  if (args.check.empty()) {
    return Complain(kBadInput,
                    "progress: name files with programs: --check FILE...");
  }
  return CheckPrograms(args, why);
}

}  // namespace

void AddProgressCommand(CommandHandle app, int* exit_code) {
  auto args = std::make_shared<ProgressArgs>();
  CommandHandle command =
      app.AddSubcommand("progress",
                        "Prints by which promises of progress between "
                        "work-groups a program ends");
  command
      .AddOption("--check", args->check,
                 "Programs, each in a file, or - for standard input")
      .TypeName("FILE");
  command
      .AddOption("--why", args->why,
                 "Shows a run that never ends by this model: HSA+OBE, "
                 "strong-LOBE; otherwise by the strongest that allows one")
      .TypeName("MODEL");
  AddJsonOption(command, &args->output);
  command.Remark(progress::kProgramFormat);
  command.OnParse([args, exit_code] { *exit_code = RunProgress(*args); });
}

}  // namespace wgsync
