#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "reports/words/progress_synthesis.h"
#include "reports/words/progress_table.h"
#include "suite/core/base/read_file.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "suite/core/plan/plan.h"
#include "suite/core/progress/progress_model.h"
#include "suite/core/record/run_log.h"
#include "suite/engine/session.h"
#include "suite/progress/synthesize.h"
#include "tools/cli/cli.h"
#include "tools/run/driver_dir.h"
#include "tools/run/live_line.h"
#include "tools/run/read_runs.h"
#include "tools/run/run_folder.h"

namespace wgsync {
namespace {

constexpr uint64_t kAtOnce = 20000;  // programs, a second or so
constexpr double kSecondsBetweenSaves = 5;

struct ProgressArgs {
  std::vector<std::string> synthesize;  // two models
  progress::Bounds bounds;
  std::string state;
  std::string run, device, driver_dir, out;
  Output output;
};

// Where the file of --state left off; from the first program if there is none.
absl::StatusOr<progress::Synthesis> BeginSynthesis(const ProgressArgs& args) {
  progress::Synthesis fresh;
  fresh.bounds = args.bounds;
  if (args.state.empty() || !std::filesystem::exists(args.state)) return fresh;
  ASSIGN_OR_RETURN(const std::string text,
                   ReadRegularFile(args.state, "name another file"));
  absl::StatusOr<progress::Synthesis> state = ReadSynthesisState(text);
  if (!state.ok()) {
    return BadInput(args.state, ": ", state.status().message());
  }
  const progress::Bounds& of = state->bounds;
  if (of.groups != args.bounds.groups || of.words != args.bounds.words ||
      of.instructions != args.bounds.instructions) {
    return BadInput(args.state, ": it has other bounds; say --groups ",
                    of.groups, " --instructions ", of.instructions, " --words ",
                    of.words, ", or name another file");
  }
  return state;
}

absl::StatusOr<int> Synthesize(const ProgressArgs& args, progress::Config a,
                               progress::Config b) {
  ASSIGN_OR_RETURN(progress::Synthesis synthesis, BeginSynthesis(args));
  RETURN_IF_ERROR(CheckWritable(args.state));
  const progress::ProgramSpace space(synthesis.bounds);
  Progress live;
  absl::Time saved = absl::Now();
  while (synthesis.next < space.size()) {
    live.Start("programs", synthesis.next, space.size());
    progress::Advance(space, kAtOnce, &synthesis);
    const bool last = synthesis.next == space.size();
    if (args.state.empty() ||
        (!last && absl::Now() - saved < absl::Seconds(kSecondsBetweenSaves))) {
      continue;
    }
    saved = absl::Now();
    RETURN_IF_ERROR(WriteTextFile(args.state, SynthesisStateText(synthesis)));
  }
  live.Clear();
  if (args.output.json) return PrintJson(SynthesisReport(synthesis, a, b));
  return PrintText(SynthesisText(synthesis, a, b, ProseWidth()));
}

absl::StatusOr<std::vector<Run>> ReadOrMakeRuns(const ProgressArgs& args) {
  if (args.device.empty()) return OpenRuns(args.run);
  RETURN_IF_ERROR(UseDriverDir(args.driver_dir));
  RunOptions options;
  options.tier = "default";
  ASSIGN_OR_RETURN(options.cases, Select(Tier::kDefault, {"progress.*"}));
  ASSIGN_OR_RETURN(Run run,
                   RunHere(args.device, std::move(options),
                           args.out.empty() ? NewRunFolder() : args.out));
  return std::vector<Run>{std::move(run)};
}

// Nothing binds if no run shows a class.
absl::StatusOr<int> Classify(const ProgressArgs& args) {
  ASSIGN_OR_RETURN(const std::vector<Run> runs, ReadOrMakeRuns(args));
  nlohmann::json report = ReportJson("progress-class");
  report["devices"] = nlohmann::json::array();
  bool any = false;
  for (const Run& run : runs) {
    const ProgressTable table = MakeProgressTable(run);
    any = any || !table.classification.empty();
    if (args.output.json) {
      report["devices"].push_back(ProgressTableJson(run, table));
    } else {
      std::printf(
          "%s%s", &run == runs.data() ? "" : "\n",
          ProgressTableText(run, table, ProseWidth(), args.output.Colored())
              .c_str());
    }
  }
  if (args.output.json) PrintJson(report);
  return any ? kAsExpected : kNothingBinds;
}

absl::StatusOr<int> RunProgress(const ProgressArgs& args) {
  const bool classifies = !args.run.empty() || !args.device.empty();
  if ((!args.run.empty() && !args.device.empty()) ||
      (classifies && !args.synthesize.empty())) {
    return BadInput(
        "progress: one at a time: --run RUN, --device D or --synthesize MODEL "
        "MODEL");
  }
  if (classifies) return Classify(args);
  if (args.synthesize.size() == 2) {
    ASSIGN_OR_RETURN(const progress::Config a,
                     progress::FindConfig(args.synthesize[0]));
    ASSIGN_OR_RETURN(const progress::Config b,
                     progress::FindConfig(args.synthesize[1]));
    if (a == b) {
      return BadInput("--synthesize: both models are ", progress::ConfigName(a),
                      "; name two that differ");
    }
    return Synthesize(args, a, b);
  }
  return BadInput(
      "progress: name a run, --run RUN, a device, --device D, or two models, "
      "--synthesize MODEL MODEL; a program is for `wgsync check`");
}

// Its bounds have no meaning without it.
void AddSynthesisOptions(Command& command, ProgressArgs* args) {
  command
      .Add("--synthesize MODEL", args->synthesize,
           "Finds the smallest programs that end by one of two models and "
           "not by the other")
      .Exactly(2);
  progress::Bounds& bounds = args->bounds;
  command.Add("--groups N", bounds.groups, "Of it: 2 to so many groups")
      .Within(2, progress::kMostSynthesisGroups)
      .Needs({"--synthesize"});
  command
      .Add("--instructions N", bounds.instructions,
           "Of it: up to so many, of all groups together; each more takes "
           "some 50 times as long")
      .Within(2, progress::kMostSynthesisInstructions)
      .Needs({"--synthesize"});
  command.Add("--words N", bounds.words, "Of it: up to so many words")
      .Within(1, progress::kMostSynthesisWords)
      .Needs({"--synthesize"});
  command
      .Add("--state FILE", args->state,
           "Of it: keeps in this file how far it is, and resumes there")
      .Needs({"--synthesize"});
}

}  // namespace

Command ProgressCommand() {
  auto args = std::make_shared<ProgressArgs>();
  Command command("progress",
                  "Prints which progress between work-groups a device "
                  "gives, or the programs that tell two models apart");
  command.Add("--run RUN", args->run,
              "Classifies the device of this folder that `wgsync run` wrote");
  command.Add("--device DEVICE", args->device,
              "Classifies this device: runs the default tier's cases "
              "progress.* on it, now");
  command
      .Add("--out FOLDER", args->out,
           "Of --device: folder of the run (default: wgsync-runs/TIME)")
      .Needs({"--device"});
  AddDriverDirOption(command, &args->driver_dir);
  AddSynthesisOptions(command, args.get());
  AddOutputOptions(command, &args->output);
  command.run = [args] { return RunProgress(*args); };
  return command;
}

}  // namespace wgsync
