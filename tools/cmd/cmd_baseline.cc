#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "reports/diff/driver_facts.h"
#include "reports/diff/join_shards.h"
#include "reports/diff/run_store.h"
#include "reports/gate/baseline.h"
#include "reports/gate/gate.h"
#include "reports/render/text.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "suite/core/record/run_log.h"
#include "tools/cli/cli.h"
#include "tools/run/driver_dir.h"
#include "tools/run/prepare_run.h"
#include "tools/run/read_runs.h"
#include "tools/run/run_folder.h"

namespace wgsync {
namespace {

struct BaselineArgs {
  std::string file, run_folder, reason;
  RunArgs run;  // of `make --device`
};

// A run of the device, or the rest of it, which `make` then writes as a file;
// nullopt if --max-minutes stopped it.
absl::StatusOr<absl::optional<Run>> MakeRun(const BaselineArgs& args) {
  RETURN_IF_ERROR(UseDriverDir(args.run.driver_dir));
  RunArgs asked = args.run;
  asked.baseline = true;
  asked.one_device = true;
  const auto resumed = [&](const std::string& folder) {
    return absl::StrCat("wgsync baseline make --resume ", ShellQuote(folder),
                        " -o ", ShellQuote(args.file));
  };
  ASSIGN_OR_RETURN(const PreparedRuns prepared,
                   PrepareRuns(asked, nullptr, {}, resumed));
  std::printf("run: %s\n", prepared.folder.c_str());
  std::fflush(stdout);
  const RunOptions& options = prepared.runs[0].options;
  ASSIGN_OR_RETURN(const RunSummary summary, RunShown(options));
  if (!summary.stopped) return ReadRun(options.folder);
  std::printf("stopped by --max-minutes; to resume: %s\n",
              resumed(prepared.folder).c_str());
  return absl::nullopt;
}

absl::StatusOr<int> Make(const BaselineArgs& args) {
  const bool makes = !args.run.device.empty() || !args.run.resume.empty();
  if (args.run_folder.empty() != makes) {
    return BadInput(
        "baseline make: name either a RUN that is there, or --device D or "
        "--resume RUN to make one");
  }
  std::error_code error;
  const bool exists = std::filesystem::exists(args.file, error);
  if (exists || !absl::EndsWith(args.file, ".gz")) {
    return BadInput("-o ", args.file, exists ? ": is there already" : "",
                    ": name a new file that ends in .gz");
  }
  RETURN_IF_ERROR(CheckWritable(args.file));
  if (args.run.dry_run) {
    RETURN_IF_ERROR(PrintPlan(args.run, nullptr));
    return kAsExpected;
  }
  absl::optional<Run> run;
  if (makes) {
    ASSIGN_OR_RETURN(run, MakeRun(args));
    if (!run.has_value()) return kNothingBinds;
  } else {
    ASSIGN_OR_RETURN(run, ReadOneRun(args.run_folder, Changed::kRefused));
  }
  RETURN_IF_ERROR(CheckBaseline(*run));
  RETURN_IF_ERROR(WriteArchive(*run, args.file));
  std::printf("%s: %s", args.file.c_str(), BaselineText(*run).c_str());
  return kAsExpected;
}

absl::StatusOr<Run> ReadFile(const std::string& file) {
  if (IsArchive(file)) {
    ASSIGN_OR_RETURN(Run run, ReadOneRun(file, Changed::kRefused));
    RETURN_IF_ERROR(CheckBaseline(run));
    return run;
  }
  std::error_code error;
  if (!std::filesystem::exists(file, error)) {
    return BadInput(
        file, ": is not there; `wgsync baseline make` writes such a file");
  }
  return BadInput(
      file, ": is not the file of a run; make one with `wgsync baseline make`");
}

absl::StatusOr<int> Show(const BaselineArgs& args) {
  ASSIGN_OR_RETURN(const Run run, ReadFile(args.file));
  return PrintText(BaselineText(run));
}

absl::StatusOr<int> Update(const BaselineArgs& args) {
  ASSIGN_OR_RETURN(const Run before, ReadFile(args.file));
  ASSIGN_OR_RETURN(const Run after,
                   ReadOneRun(args.run_folder, Changed::kRefused));
  RETURN_IF_ERROR(CheckIntegrity(before));
  RETURN_IF_ERROR(CheckBaseline(after));
  RETURN_IF_ERROR(CheckIntegrity(after));
  GateOptions options;
  options.confirm = 0;
  Gate gate = OpenGate(&before, nullptr, after, options);
  Conclude(&gate);
  for (const FactDifference& fact : gate.diff.facts) {
    if (!Bars(fact)) continue;
    return BadInput(after.folder, ": differs from ", args.file,
                    " not by the driver alone: ", FactLine(fact),
                    "; make another file with `wgsync baseline make`");
  }
  PrintText(BaselineChangesText(gate));
  std::fflush(stdout);
  const size_t worse = CountWorse(gate);
  if (worse > 0 && args.reason.empty()) {
    const size_t missing = gate.Missing();
    return BadInput(
        args.file, ": is left as it was: ", Counted(worse, "change"),
        " for the worse",
        missing == 0
            ? ""
            : absl::StrCat(", ", missing, " of them by cases that ",
                           after.folder, " (tier ", after.header.settings.tier,
                           ") does not have: was it made with `wgsync "
                           "run --baseline --tier ",
                           before.header.settings.tier, "`?"),
        "; say with --reason TEXT why to accept it");
  }
  ASSIGN_OR_RETURN(const std::string log, LogText(after));
  ASSIGN_OR_RETURN(const Run taken,
                   ParseRun(TakenLog(before, log,
                                     args.reason.empty() ? "no case got worse"
                                                         : args.reason),
                            args.file));
  RETURN_IF_ERROR(WriteArchive(taken, args.file, Existing::kReplaced));
  std::printf("%s: %s", args.file.c_str(), BaselineText(taken).c_str());
  return kAsExpected;
}

}  // namespace

Command BaselineCommand() {
  auto args = std::make_shared<BaselineArgs>();
  Command baseline("baseline", "The file of a run that the gate judges by");
  Command make("make", "Writes the file, of a new run or of one that is there");
  make.Add("run RUN", args->run_folder,
           "A run that was made with --baseline; or --device");
  AddDeviceOption(make, &args->run.device);
  AddTierOption(make, &args->run.tier);
  AddCaseOptions(make, &args->run);
  AddPartOptions(make, &args->run);
  make.Add("-o,--out FILE", args->file, "A new file: FILE.gz").Required();
  AddDriverDirOption(make, &args->run.driver_dir);
  AddEngineOptions(make, &args->run.wait_seconds);
  make.run = [args] { return Make(*args); };
  Command show("show", "Prints what a file holds");
  show.Add("file FILE", args->file, "The file").Required();
  show.run = [args] { return Show(*args); };
  Command update("update",
                 "Puts a new run in place of the file's, and says "
                 "what changes");
  update.Add("file FILE", args->file, "The file").Required();
  update.Add("run RUN", args->run_folder, "The new run, made with --baseline")
      .Required();
  update.Add("--reason TEXT", args->reason,
             "Why a case may get worse; the file keeps it");
  update.run = [args] { return Update(*args); };
  baseline.commands = {make, show, update};
  return baseline;
}

}  // namespace wgsync
