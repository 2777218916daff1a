#include <cmath>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "nlohmann/json.hpp"
#include "reports/diff/run_store.h"
#include "reports/gate/expectation.h"
#include "reports/gate/gate.h"
#include "reports/gate/gate_text.h"
#include "reports/gate/known.h"
#include "reports/render/text.h"
#include "suite/core/base/parse_json.h"
#include "suite/core/base/read_file.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/run_log.h"
#include "suite/engine/session.h"
#include "tools/cli/cli.h"
#include "tools/run/annotations.h"
#include "tools/run/driver_dir.h"
#include "tools/run/gate_bench.h"
#include "tools/run/live_line.h"
#include "tools/run/lone_runs.h"
#include "tools/run/prepare_run.h"
#include "tools/run/read_runs.h"
#include "tools/run/run_folder.h"
#include "tools/run/run_spec.h"

namespace wgsync {
namespace {

struct GateArgs {
  std::string baseline, after, markdown;
  RunArgs run;  // of the new side
  GateOptions options;
  TimesArgs times;
  Output output;
  // The new side's times are measured here.
  bool Measures() const { return !times.before.empty() && times.after.empty(); }
};

// The two sides of the gate.
struct Sides {
  absl::optional<Run> baseline;
  absl::optional<Expectations> expectations;
  std::vector<DeviceExpectations> known;
  absl::optional<Run> after;
  absl::optional<TimesRead> times;
};

bool IsBlank(absl::string_view line) {
  return absl::StripAsciiWhitespace(line).empty();
}

// A file that is not a run.
bool IsExpectations(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error) && !IsArchive(path);
}

// Times of one device say nothing of another one's runs.
absl::Status CheckTimes(const GateArgs& args, const Sides& sides) {
  if (!sides.times.has_value() || args.options.across) return absl::OkStatus();
  for (const absl::optional<Run>* run : {&sides.baseline, &sides.after}) {
    if (!run->has_value() ||
        RunDeviceName(**run) == sides.times->times.device) {
      continue;
    }
    return BadInput(
        args.times.before[0], " has times of \"", sides.times->times.device,
        "\", and ", (*run)->folder, " is a run of \"", RunDeviceName(**run),
        "\"; name times of the same device, or compare all the same with "
        "--across");
  }
  return absl::OkStatus();
}

absl::Status ReadSides(const GateArgs& args, Sides* sides) {
  std::string expect = args.run.expect;
  if (IsExpectations(args.baseline)) {
    if (!expect.empty()) {
      return BadInput(
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
    // What a download or a full disk left would expect that all pass.
    if (!sides->baseline.has_value() &&
        absl::c_all_of(sides->expectations->lines, IsBlank)) {
      return BadInput(expect,
                      ": is empty; name a run, the file of one, or a file of "
                      "expectations");
    }
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
  ASSIGN_OR_RETURN(sides->known,
                   ReadDeviceExpectations(args.run.known, Today()));
  return CheckTimes(args, *sides);
}

const Run* Baseline(const Sides& sides) {
  return sides.baseline.has_value() ? &*sides.baseline : nullptr;
}

// `folder` has the run of the new side.
std::string ResumeCommand(const GateArgs& args, const std::string& folder) {
  std::string command =
      absl::StrCat("wgsync gate --baseline ", ShellQuote(args.baseline));
  for (const auto& [name, value] :
       {std::pair("--expect", &args.run.expect),
        std::pair("--driver-dir", &args.run.driver_dir)}) {
    if (value->empty()) continue;
    absl::StrAppend(&command, " ", name, " ", ShellQuote(*value));
  }
  for (const std::string& file : args.run.known) {
    absl::StrAppend(&command, " --known ", ShellQuote(file));
  }
  return absl::StrCat(command, " --resume ", ShellQuote(folder));
}

// Runs the new side on --device, or the rest of it, unless it is barred, such
// as by the old driver. Sets *folder, and the command that resumes it if
// --max-minutes stopped it.
absl::Status RunNewSide(const GateArgs& args, Sides* sides, std::string* folder,
                        std::string* resume) {
  std::vector<DeviceExpectations> files = sides->known;
  if (sides->expectations.has_value()) {
    files.push_back({"", *sides->expectations});
  }
  const auto resumed = [&](const std::string& made) {
    return ResumeCommand(args, made);
  };
  ASSIGN_OR_RETURN(const PreparedRuns prepared,
                   PrepareRuns(args.run, Baseline(*sides), files, resumed));
  *folder = prepared.folder;
  RunOptions options = prepared.runs[0].options;
  bool barred = false;
  options.on_head = [&] {
    const absl::StatusOr<Run> begun = ReadRun(options.folder);
    barred = begun.ok() &&
             OpenGate(Baseline(*sides), nullptr, *begun, args.options).barred;
    return !barred;
  };
  absl::optional<Run> there;
  if (options.resume) {
    ASSIGN_OR_RETURN(there, ReadRun(options.folder));
  }
  if (!there.has_value() || !there->finished) {
    ASSIGN_OR_RETURN(const RunSummary summary, RunShown(options));
    if (summary.stopped && !barred) *resume = ResumeCommand(args, *folder);
    ASSIGN_OR_RETURN(there, ReadRun(options.folder));
  }
  sides->after = std::move(there);
  return absl::OkStatus();
}

// The cases of a gate over a part of the baseline: those that `args` choose, or
// those that the run which it made, or a shard, has.
absl::Status ChoosePart(const GateArgs& args, const Sides& sides,
                        GateOptions* options) {
  const bool chooses = ChoosesCases(args.run);
  const Run& after = *sides.after;
  std::set<std::string> ids(after.header.plan.begin(), after.header.plan.end());
  if (!args.after.empty() && chooses) {
    ASSIGN_OR_RETURN(const RunSpec spec,
                     SpecFromArgs(args.run, Baseline(sides)));
    ids.clear();
    for (const PlannedCase& c : spec.options.cases) ids.insert(c.id);
    options->part = spec.options.part;
  } else {
    options->part = after.header.part;
    const bool lacks =
        !args.run.resume.empty() && sides.baseline.has_value() &&
        absl::c_any_of(sides.baseline->header.plan, [&](const auto& id) {
          return ids.count(id) == 0 && ParseCaseId(id).ok();
        });
    if (!chooses && !lacks && options->part.whole()) return absl::OkStatus();
  }
  options->chosen = std::move(ids);
  return absl::OkStatus();
}

// Runs again what changed, until the gate knows enough.
void RunAgain(const GateArgs& args, const std::string& folder, Gate* gate) {
  Progress progress;
  progress.Name(OneLine(RunDeviceName(*gate->after)));
  LoneRuns lone_runs(*gate->after, args.run.device, folder,
                     args.run.wait_seconds,
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

absl::Status CheckBaselineExists(const std::string& path) {
  std::error_code error;
  if (std::filesystem::exists(path, error)) return absl::OkStatus();
  return absl::NotFoundError(
      absl::StrCat("--baseline ", path,
                   ": no such file or folder; name a run, the file of one "
                   "(`wgsync baseline make`), or a file of expectations"));
}

// The sides that the gate in args->run.resume had, which --max-minutes stopped.
absl::Status TakeSides(GateArgs* args) {
  if (!args->baseline.empty()) return absl::OkStatus();
  if (args->run.resume.empty()) {
    return BadInput(
        "--baseline is required; name a run, the file of one, or a "
        "file of expectations");
  }
  const std::string file = absl::StrCat(args->run.resume, "/", kGateFile);
  const absl::StatusOr<std::string> text = ReadRegularFile(file, "");
  const nlohmann::json gate = text.ok() ? ParseJson(*text) : nlohmann::json();
  const std::string expect = JsonString(gate, {"expectations"});
  args->baseline = JsonString(gate, {"baseline", "folder"});
  if (args->baseline.empty()) {
    args->baseline = expect;
  } else if (args->run.expect.empty()) {
    args->run.expect = expect;
  }
  if (!args->baseline.empty()) return absl::OkStatus();
  return BadInput("--resume ", args->run.resume, ": ", kGateFile,
                  " is not there, or names no baseline; give --baseline again");
}

absl::Status CheckArgs(const GateArgs& args) {
  RETURN_IF_ERROR(CheckBaselineExists(args.baseline));
  const bool runs = !args.run.device.empty() || !args.run.resume.empty();
  if (args.after.empty() && !runs && !args.run.dry_run) {
    return BadInput(
        "gate: what is to be judged? name the new run, or "
        "--device D to make it now");
  }
  if (!args.after.empty() &&
      (!args.run.resume.empty() || std::isfinite(args.run.max_minutes))) {
    return BadInput(args.run.resume.empty() ? "--max-minutes" : "--resume",
                    " is for a run that the gate makes, and ", args.after,
                    " is there already; leave out one of them");
  }
  if (!args.run.resume.empty() && !args.run.failed.empty()) {
    return BadInput(
        "--failed does not go with --resume, which takes the cases from the "
        "run");
  }
  if (args.Measures() && args.run.device.empty()) {
    return BadInput(
        "--times: what is to be compared with it? name files of wgsync bench "
        "--json by --times-new, or --device D to measure now");
  }
  if (args.options.new_driver && IsExpectations(args.baseline)) {
    return BadInput(
        "--new-driver: a file of expectations is of no driver; "
        "name a run as --baseline");
  }
  for (const std::string& file : {args.run.junit, args.markdown}) {
    RETURN_IF_ERROR(CheckWritable(file));
  }
  return absl::OkStatus();
}

// What the gate prints, and the files that it writes; `folder` is that of a run
// that it made, or "".
absl::Status Report(const GateArgs& args, const Gate& gate,
                    const std::string& folder) {
  const nlohmann::json report = GateReport(gate);
  if (args.output.json) {
    PrintJson(report);
  } else {
    PrintText(GateText(gate, ProseWidth(), args.output.Colored()));
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
    Annotate(failures);
  }
  if (!folder.empty()) {
    RETURN_IF_ERROR(WriteRunFile(folder, kGateFile, JsonText(report, 1)));
  }
  if (!args.run.junit.empty()) {
    RETURN_IF_ERROR(WriteTextFile(args.run.junit, GateJunit(gate)));
  }
  if (args.markdown.empty()) return absl::OkStatus();
  return WriteTextFile(args.markdown, GateMarkdown(gate));
}

absl::StatusOr<int> RunGate(GateArgs args) {
  RETURN_IF_ERROR(TakeSides(&args));
  RETURN_IF_ERROR(CheckArgs(args));
  RETURN_IF_ERROR(UseDriverDir(args.run.driver_dir));
  Sides sides;
  RETURN_IF_ERROR(ReadSides(args, &sides));
  if (args.run.dry_run) {
    RETURN_IF_ERROR(PrintPlan(args.run, Baseline(sides)));
    return kAsExpected;
  }
  GateOptions options = args.options;
  const bool makes = !sides.after.has_value();
  std::string folder = args.run.out;
  if (makes) {
    args.run.one_device = true;
    RETURN_IF_ERROR(RunNewSide(args, &sides, &folder, &options.resume));
  } else if (folder.empty()) {
    folder = NewRunFolder();
  }
  RETURN_IF_ERROR(ChoosePart(args, sides, &options));
  Gate gate =
      OpenGate(Baseline(sides),
               sides.expectations.has_value() ? &*sides.expectations : nullptr,
               *sides.after, options);
  const bool stopped = !options.resume.empty();
  if (!stopped) RunAgain(args, folder, &gate);
  if (args.Measures() && !gate.barred && !stopped) {
    RETURN_IF_ERROR(
        TimeHere(args.run.device, args.run.wait_seconds, &*sides.times));
  }
  if (sides.times.has_value()) gate.times = sides.times->times;
  if (!sides.known.empty() &&
      FilesFor(RunDeviceName(*gate.after), sides.known).empty()) {
    gate.notes.push_back(
        "--known: no file is for this device, whose name has none of theirs");
  }
  Conclude(&gate, sides.known);
  RETURN_IF_ERROR(Report(args, gate, makes ? folder : ""));
  return gate.ExitCode();
}

}  // namespace

Command GateCommand() {
  auto args = std::make_shared<GateArgs>();
  Command gate("gate", "Judges by a baseline whether a driver may be taken");
  gate.Add("--baseline RUN|FILE", args->baseline,
           "A run, the file of one (wgsync baseline), or a file of "
           "expectations; with --resume by default the resumed gate's");
  gate.Add("new RUN", args->after, "The run to be judged");
  gate.Add("--device DEVICE", args->run.device,
           "Where to run what is judged; with a run, where to run again what "
           "changed");
  AddDriverDirOption(gate, &args->run.driver_dir);
  AddCaseOptions(gate, &args->run);
  AddPartOptions(gate, &args->run);
  gate.Add("--expect FILE", args->run.expect,
           "Expectations beside a baseline that is a run");
  gate.Add("--tier smoke|default|full", args->run.tier,
           "With expectations as the baseline: which cases");
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
           "Exit code 4, and no case is run, if the driver is the baseline "
           "run's");
  AddEngineOptions(gate, &args->run.wait_seconds);
  gate.Add("--across", args->options.across,
           "Compare although more than the driver differs");
  gate.Add("--subset", args->options.subset,
           "Allow a new run without some of the baseline's cases");
  gate.Add("--out FOLDER", args->run.out,
           "Folder of the runs that it makes (default: wgsync-runs/TIME)");
  gate.Add("--junit FILE", args->run.junit, "Write JUnit's XML to this file");
  gate.Add("--markdown FILE", args->markdown,
           "Write a summary for a pull request to this file");
  AddOutputOptions(gate, &args->output);
  gate.run = [args] { return RunGate(*args); };
  return gate;
}

}  // namespace wgsync
