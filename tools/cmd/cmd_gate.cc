#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "nlohmann/json.hpp"
#include "reports/diff/run_store.h"
#include "reports/gate/expectation.h"
#include "reports/gate/gate.h"
#include "reports/gate/gate_text.h"
#include "reports/render/text.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/run_log.h"
#include "suite/engine/session.h"
#include "tools/cli/cli.h"
#include "tools/run/annotations.h"
#include "tools/run/driver_dir.h"
#include "tools/run/gate_bench.h"
#include "tools/run/live_line.h"
#include "tools/run/lone_runs.h"
#include "tools/run/read_runs.h"
#include "tools/run/run_folder.h"
#include "tools/run/run_spec.h"

namespace wgsync {
namespace {

struct GateArgs {
  std::string baseline, after, device, driver_dir, expect;
  std::string tier = "smoke";
  std::string out, junit, markdown;
  GateOptions options;
  double wait_seconds = std::numeric_limits<double>::infinity();
  TimesArgs times;
  Output output;
};

// The two sides of the gate.
struct Sides {
  absl::optional<Run> baseline;
  absl::optional<Expectations> expectations;
  absl::optional<Run> after;
  absl::optional<TimesRead> times;
};

bool IsFile(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

// Times of one device say nothing of another one's runs.
absl::Status CheckTimes(const GateArgs& args, const Sides& sides) {
  if (!sides.times.has_value() || args.options.across) return absl::OkStatus();
  for (const absl::optional<Run>* run : {&sides.baseline, &sides.after}) {
    if (!run->has_value() ||
        RunDeviceName(**run) == sides.times->times.device) {
      continue;
    }
    return absl::InvalidArgumentError(absl::StrCat(
        args.times.before[0], " has times of \"", sides.times->times.device,
        "\", and ", (*run)->folder, " is a run of \"", RunDeviceName(**run),
        "\"; name times of the same device, or compare all the same with "
        "--across"));
  }
  return absl::OkStatus();
}

absl::Status ReadSides(const GateArgs& args, Sides* sides) {
  std::string expect = args.expect;
  if (IsFile(args.baseline)) {
    if (!expect.empty()) {
      return absl::InvalidArgumentError(
          "--expect does not go with a --baseline that is a file of "
          "expectations itself; leave one of them out");
    }
    expect = args.baseline;
  } else {
    ASSIGN_OR_RETURN(Run run, ReadOneRun(args.baseline, Changed::kRefused));
    RETURN_IF_ERROR(CheckIntegrity(run));
    sides->baseline = std::move(run);
  }
  if (!expect.empty()) {
    ASSIGN_OR_RETURN(sides->expectations, ReadExpectations(expect, Today()));
  }
  if (!args.times.before.empty()) {
    ASSIGN_OR_RETURN(sides->times, ReadTimes(args.times));
  }
  if (!args.after.empty()) {
    ASSIGN_OR_RETURN(Run run, ReadOneRun(args.after, Changed::kRefused));
    if (run.finished) {
      RETURN_IF_ERROR(CheckIntegrity(run));
    }
    sides->after = std::move(run);
  }
  return CheckTimes(args, *sides);
}

// What the baseline ran, once; of a file of expectations, the tier.
absl::StatusOr<RunOptions> NewRunOptions(const GateArgs& args,
                                         const Sides& sides) {
  if (sides.baseline.has_value()) {
    ASSIGN_OR_RETURN(RunSpec spec, SpecOf(*sides.baseline));
    RunOptions options = std::move(spec.options);
    options.repeat = 1;
    options.repeat_stochastic = 0;
    options.model = {};  // the new side is a device
    return options;
  }
  RunOptions options;
  ASSIGN_OR_RETURN(Tier tier, ParseTier(args.tier));
  options.tier = args.tier;
  options.cases = PlanTier(tier);
  return options;
}

// Runs the new side on --device.
absl::Status RunNewSide(const GateArgs& args, const std::string& folder,
                        Sides* sides) {
  ASSIGN_OR_RETURN(RunOptions options, NewRunOptions(args, *sides));
  options.lock_seconds = args.wait_seconds;
  ASSIGN_OR_RETURN(
      sides->after,
      RunHere(
          args.device, std::move(options), folder,
          sides->expectations.has_value() ? &*sides->expectations : nullptr));
  return absl::OkStatus();
}

// Runs again what changed, until the gate knows enough.
void RunAgain(const GateArgs& args, const std::string& folder, Gate* gate) {
  Progress progress;
  progress.Name(OneLine(RunDeviceName(*gate->after)));
  LoneRuns lone_runs(*gate->after, args.device, folder, args.wait_seconds,
                     [&](const std::string& lock) { progress.Waits(lock); });
  for (size_t i = 0; i < gate->cases.size(); ++i) {
    GateCase& c = gate->cases[i];
    while (WantsLoneRun(*gate, c)) {
      progress.Start(absl::StrCat("again: ", c.id), i, gate->cases.size());
      absl::StatusOr<LoneRuns::Done> done = lone_runs.Run(c.id);
      if (!done.ok()) {
        c.not_run_again = std::string(done.status().message());
        break;
      }
      c.lone.push_back(std::move(done->result));
      c.lone_folder = done->folder;
    }
  }
}

absl::StatusOr<int> RunGate(const GateArgs& args) {
  if (args.after.empty() && args.device.empty()) {
    return absl::InvalidArgumentError(
        "gate: what is to be judged? name the new run, or "
        "--device D to make it now");
  }
  const bool measures = !args.times.before.empty() && args.times.after.empty();
  if (measures && args.device.empty()) {
    return absl::InvalidArgumentError(
        "--times: what is to be compared with it? name files of wgsync bench "
        "--json by --times-new, or --device D to measure now");
  }
  if (args.options.new_driver && IsFile(args.baseline)) {
    return absl::InvalidArgumentError(
        "--new-driver: a file of expectations is of no driver; "
        "name a run as --baseline");
  }
  for (const std::string& file : {args.junit, args.markdown}) {
    RETURN_IF_ERROR(CheckWritable(file));
  }
  RETURN_IF_ERROR(UseDriverDir(args.driver_dir));
  Sides sides;
  RETURN_IF_ERROR(ReadSides(args, &sides));
  const std::string folder = args.out.empty() ? NewRunFolder() : args.out;
  if (!sides.after.has_value()) {
    RETURN_IF_ERROR(RunNewSide(args, folder, &sides));
  }
  Gate gate =
      OpenGate(sides.baseline.has_value() ? &*sides.baseline : nullptr,
               sides.expectations.has_value() ? &*sides.expectations : nullptr,
               *sides.after, args.options);
  RunAgain(args, folder, &gate);
  if (measures && !gate.barred) {
    RETURN_IF_ERROR(TimeHere(args.device, args.wait_seconds, &*sides.times));
  }
  if (sides.times.has_value()) gate.times = sides.times->times;
  Conclude(&gate);
  if (args.output.json) {
    PrintJson(GateReport(gate));
  } else {
    std::fputs(GateText(gate, ProseWidth(), args.output.Colored()).c_str(),
               stdout);
  }
  std::vector<Annotation> failures;
  for (const GateCase& c : gate.cases) {
    if (FailsGate(c.outcome) || c.outcome == Outcome::kInfra) {
      failures.push_back({c.id, MessageText(c)});
    }
  }
  if (gate.ClassShrinks() || gate.ExitCode() == kNothingBinds) {
    failures.push_back(
        {gate.ClassShrinks() ? "progress" : "gate", GateVerdict(gate)});
  }
  if (!args.output.json) Annotate(failures);
  if (!args.junit.empty()) {
    RETURN_IF_ERROR(WriteTextFile(args.junit, GateJunit(gate)));
  }
  if (!args.markdown.empty()) {
    RETURN_IF_ERROR(WriteTextFile(args.markdown, GateMarkdown(gate)));
  }
  return gate.ExitCode();
}

}  // namespace

Command GateCommand() {
  auto args = std::make_shared<GateArgs>();
  Command gate("gate", "Judges by a baseline whether a driver may be taken");
  gate.Add("--baseline RUN|FILE", args->baseline,
           "A run, or a file of expectations")
      .Required();
  gate.Add("new RUN", args->after, "The run to be judged");
  gate.Add("--device DEVICE", args->device,
           "Where to run what is judged; with a run, where to run again what "
           "changed");
  AddDriverDirOption(gate, &args->driver_dir);
  gate.Add("--expect FILE", args->expect,
           "Expectations beside a baseline that is a run");
  gate.Add("--tier smoke|default|full", args->tier,
           "With a file as the baseline: which cases");
  gate.Add("--confirm N", args->options.confirm,
           "The most lone runs of a case that changed; 0: none");
  gate.Add("--times FILE", args->times.before,
           "Also judges times: files of wgsync bench --json; --device "
           "measures what they are compared with");
  gate.Add("--times-new FILE", args->times.after,
           "Files of the new driver in place of --device; one alone "
           "never fails the gate")
      .Needs({"--times"});
  gate.Add("--slower N", args->times.slower,
           "So many times the baseline's time is a regression")
      .Within(1.0, 1000.0);
  gate.Add("--min-compared N", args->options.min_compared,
           "Exit code 4 if fewer than this percentage of the baseline "
           "run's counted cases can be compared; unproven ones cannot")
      .Within(0.0, 100.0);
  gate.Add("--new-driver", args->options.new_driver,
           "Exit code 4 if the driver is the baseline run's");
  AddEngineOptions(gate, &args->wait_seconds);
  gate.Add("--across", args->options.across,
           "Compare although not the driver alone differs");
  gate.Add("--subset", args->options.subset,
           "Allow a new run without some of the baseline's cases");
  gate.Add("--out FOLDER", args->out,
           "Folder of the runs that it makes (default: wgsync-runs/TIME)");
  gate.Add("--junit FILE", args->junit, "Write JUnit's XML to this file");
  gate.Add("--markdown FILE", args->markdown,
           "Write a summary for a pull request to this file");
  AddOutputOptions(gate, &args->output);
  gate.run = [args] { return RunGate(*args); };
  return gate;
}

}  // namespace wgsync
