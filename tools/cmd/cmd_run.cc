#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "reports/gate/expectation.h"
#include "reports/gate/gate.h"
#include "reports/gate/gate_text.h"
#include "reports/gate/known.h"
#include "reports/matrix/share_text.h"
#include "reports/render/junit.h"
#include "reports/render/text.h"
#include "reports/words/cts_results.h"
#include "reports/words/overview.h"
#include "reports/words/run_junit.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/run_log.h"
#include "suite/engine/session.h"
#include "tools/cli/cli.h"
#include "tools/run/annotations.h"
#include "tools/run/driver_dir.h"
#include "tools/run/live_line.h"
#include "tools/run/prepare_run.h"
#include "tools/run/read_runs.h"
#include "tools/run/share_run.h"
#include "tools/run/side_by_side.h"

namespace wgsync {
namespace {

// A device's part of the run, ready to go, and what came of it.
struct Job {
  RunOptions options;
  std::vector<RunOptions> devices;  // that share the run; empty: one has it
  int exit_code = kAsExpected;
  absl::optional<Run> run;                     // read back from its log
  DeviceOverview overview;                     // of it
  const Expectations* expectations = nullptr;  // not owned
  absl::Span<const DeviceExpectations> known;
  bool verbose = false;
  std::string label;  // where there are several
  std::vector<JunitSuite> suites;
};

std::string Name(const DeviceInfo& d) { return OneLine(d.full_name); }

// With the mark of the model that it is made to behave like.
std::string MarkedName(const RunOptions& o) {
  const std::string mark = ModelMark(o.model);
  return mark.empty() ? Name(o.device)
                      : absl::StrCat(mark, " on ", Name(o.device));
}

// Of one of several devices with its label.
void PrintNote(const std::string& label, const std::string& note) {
  std::printf("note: %s%s%s\n", label.c_str(), label.empty() ? "" : ": ",
              OneLine(note).c_str());
}

std::string CountsLine(const RunSummary& summary) {
  return absl::StrJoin(
      summary.tally.verdicts, ", ", [](std::string* out, const auto& count) {
        absl::StrAppend(out, count.second, " ", VerdictName(count.first));
      });
}

// Counts, and where the time went.
void PrintDetails(const Job& job, const RunSummary& summary, double seconds) {
  const std::string counts = CountsLine(summary);
  const std::string counted =
      CountedText(summary.failures, summary.tally.could_bind,
                  summary.tally.could_bind_unproven);
  std::printf("%s: %s; %s; %s\n", MarkedName(job.options).c_str(),
              counts.empty() ? "nothing ran" : counts.c_str(), counted.c_str(),
              Duration(seconds).c_str());
  if (!summary.times.empty()) {
    std::printf("  time: %s\n", summary.times.c_str());
  }
}

// The device's exit code, with a line for what is more than a failed case.
int ExplainExit(const Job& job, const RunSummary& summary) {
  const DeviceInfo& device = job.options.device;
  int exit_code = summary.ExitCode();
  if (summary.stopped) return exit_code;
  if (exit_code == kNothingBinds) {
    Complain(exit_code,
             summary.tally.could_bind_inconclusive > 0
                 ? absl::StrCat(Name(device),
                                ": inconclusive: other processes had the "
                                "cores; run it again on an idle machine")
                 : absl::StrCat(Name(device),
                                ": nothing ran, or no case between work-groups "
                                "counts: this run proves nothing"));
  } else if (exit_code == kInfrastructure) {
    std::fflush(stdout);
    const std::string bad = BadDeviceText(*job.run);
    Complain(exit_code,
             absl::StrCat(Name(device), ": ",
                          bad.empty() ? "the device or the suite failed, not "
                                        "the cases; see the notes"
                                      : bad));
  }
  return exit_code;
}

// The verdicts of the run that fail, by whether a rule of a file for its device
// expects them.
DeviceOverview FailuresOf(const Run& run, const BindMask& bind,
                          absl::Span<const DeviceExpectations> files) {
  DeviceOverview of;
  of.run = &run;
  of.has_file = !FilesFor(RunDeviceName(run), files).empty();
  for (const CaseResult& r : run.results) {
    if (!Fails(r.binds, bind)) continue;
    const bool known = !WhyKnown(run, r, files).empty();
    (known ? of.known : of.fresh).push_back(&r);
  }
  return of;
}

void MakeSuites(const Run& run, const RunSummary& summary,
                EvidenceFiles evidence, Job* job) {
  const bool failed = summary.ExitCode() == kInfrastructure;
  JunitRun junit;
  junit.run = &run;
  junit.evidence = std::move(evidence);
  if (failed) {
    junit.objection =
        absl::StrCat("the device or the suite failed, not the cases",
                     summary.notes.empty() ? "" : ": ",
                     summary.notes.empty() ? "" : summary.notes.back());
  }
  for (const CaseResult& r : run.results) {
    const std::string why = WhyKnown(run, r, job->known);
    if (!why.empty()) junit.known[r.id] = why;
  }
  junit.label = job->label;
  job->suites = RunSuites(junit);
}

// With --expect the file says what fails; nothing is run again.
int JudgeByFile(Job* job, Screen* screen) {
  GateOptions options;
  options.confirm = 0;
  Gate gate = OpenGate(nullptr, job->expectations, *job->run, options);
  Conclude(&gate);
  job->suites = GateSuites(gate, job->label);
  const auto taken = screen->Take();
  PrintText(GateText(gate, ProseWidth()));
  return gate.ExitCode();
}

absl::StatusOr<RunSummary> RunOn(const Job& job) {
  if (job.devices.empty()) return RunDevice(job.options);
  std::vector<RunOptions> devices;
  for (const RunOptions& own : job.devices) {
    RunOptions device = job.options;
    device.device = own.device;
    device.folder = own.folder;
    device.resume = own.resume;
    devices.push_back(std::move(device));
  }
  return RunShared(std::move(devices), job.options.folder);
}

absl::StatusOr<int> RunJob(Job* job, size_t index, Screen* screen) {
  RunOptions& options = job->options;
  options.on_wait = [=](const std::string& lock) {
    screen->Waits(index, lock);
  };
  options.on_busy = [=](const std::string& note) {
    const auto taken = screen->Take();
    PrintNote(job->label, note);
    std::fflush(stdout);
  };
  options.on_start = [&](const std::string& id, size_t done, size_t) {
    screen->Starts(index, id, done);
  };
  options.on_result = [&](const CaseResult& r, size_t done, size_t) {
    screen->Ends(index, r, done);
  };
  screen->Opens(index);
  auto begin = std::chrono::steady_clock::now();
  absl::StatusOr<RunSummary> summary = RunOn(*job);
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - begin;
  if (!summary.ok()) {
    return absl::Status(
        summary.status().code(),
        absl::StrCat(Name(options.device), ": ", summary.status().message()));
  }
  {
    const auto taken = screen->Take();
    if (job->verbose) PrintDetails(*job, *summary, seconds.count());
    for (const std::string& n : summary->notes) PrintNote(job->label, n);
    if (summary->stopped) {
      // A shared run is resumed by the folder of run.json, as a whole.
      const std::filesystem::path own = options.folder;
      const std::string resume =
          job->devices.empty() ? own.string() : own.parent_path().string();
      std::printf(
          "%s: stopped after %s: %zu of %zu cases have run; go on with: "
          "wgsync run --resume %s\n",
          Name(options.device).c_str(), Duration(seconds.count()).c_str(),
          summary->tally.total, options.cases.size(),
          ShellQuote(resume).c_str());
    }
    std::fflush(stdout);
  }
  // From the log, since a resumed run has failures of before.
  ASSIGN_OR_RETURN(job->run, ReadRun(options.folder));
  ASSIGN_OR_RETURN(EvidenceFiles evidence, WriteEvidence(*job->run));
  if (job->expectations != nullptr) return JudgeByFile(job, screen);
  MakeSuites(*job->run, *summary, std::move(evidence), job);
  job->overview = FailuresOf(*job->run, options.bind, job->known);
  // A failure that is known fails no run.
  summary->failures = job->overview.fresh.size();
  const auto taken = screen->Take();
  return ExplainExit(*job, *summary);
}

void PrintOverview(const std::vector<Job>& jobs, const std::string& folder) {
  std::vector<DeviceOverview> devices;
  for (const Job& job : jobs) {
    if (job.overview.run != nullptr) devices.push_back(job.overview);
  }
  if (devices.empty()) return;
  PrintText(OverviewText(devices, ProseWidth()));
  for (const DeviceOverview& device : devices) {
    PrintText(ShareText(*device.run, ProseWidth()));
  }
  std::vector<Annotation> failures;
  for (const DeviceOverview& device : devices) {
    for (const CaseResult* r : device.fresh) {
      failures.push_back(
          {absl::StrCat(r->id, " on ", OneLine(RunDeviceName(*device.run))),
           ReasonText(r->verdict)});
    }
  }
  Annotate(failures);
  const std::string quoted = ShellQuote(folder);
  std::printf(
      "Next\n  wgsync can --run %s\n  wgsync show %s [CASE]\n"
      "  wgsync matrix %s\n",
      quoted.c_str(), quoted.c_str(), quoted.c_str());
}

// junit.xml of the run, and where --junit asks for it; and the results as the
// CTS has them.
absl::Status WriteJunit(const RunArgs& args, const std::string& folder,
                        const std::vector<Job>& jobs) {
  std::vector<JunitSuite> suites;
  std::vector<const Run*> runs;
  for (const Job& job : jobs) {
    suites.insert(suites.end(), job.suites.begin(), job.suites.end());
    if (job.run.has_value()) runs.push_back(&*job.run);
  }
  const std::string text = JunitXml(suites);
  RETURN_IF_ERROR(WriteRunFile(folder, "junit.xml", text));
  if (!args.junit.empty()) RETURN_IF_ERROR(WriteTextFile(args.junit, text));
  return WriteCtsResults("wgsync", {"run"}, runs);
}

absl::StatusOr<int> RunAll(const RunArgs& args) {
  // A run that goes on has its options already.
  if (!args.resume.empty() && !args.fresh.empty()) {
    return BadInput(args.fresh[0],
                    " does not go with --resume, which takes it from the "
                    "run");
  }
  if (args.share && args.jobs > 1) {
    return BadInput(
        "--jobs does not go with --share, which runs all equal "
        "devices at the same time");
  }
  RETURN_IF_ERROR(UseDriverDir(args.driver_dir));
  ASSIGN_OR_RETURN(const SiteOptions known, ReadSiteOptions(args.known));
  std::vector<DeviceExpectations> files = known.expectations;
  Expectations expectations;
  if (!args.expect.empty()) {
    ASSIGN_OR_RETURN(expectations, ReadExpectations(args.expect, Today()));
    files.push_back({"", expectations});
  }
  if (args.dry_run) {
    RETURN_IF_ERROR(PrintPlan(args, nullptr));
    return kAsExpected;
  }
  RETURN_IF_ERROR(CheckWritable(args.junit));
  ASSIGN_OR_RETURN(
      PreparedRuns prepared,
      PrepareRuns(args, nullptr, files, [](const std::string& folder) {
        return absl::StrCat("wgsync run --resume ", ShellQuote(folder));
      }));
  const std::string& folder = prepared.folder;
  std::vector<PreparedRun>& runs = prepared.runs;
  std::printf("run: %s\n", folder.c_str());
  std::fflush(stdout);
  std::vector<DeviceInfo> devices;
  std::vector<Screen::Job> shown;
  std::vector<Job> jobs(runs.size());
  for (size_t i = 0; i < runs.size(); ++i) {
    Job& job = jobs[i];
    job.options = std::move(runs[i].options);
    job.devices = std::move(runs[i].devices);
    if (runs.size() > 1) job.label = runs[i].label;
    if (!args.expect.empty()) job.expectations = &expectations;
    job.known = known.expectations;
    job.verbose = args.verbose;
    devices.push_back(job.options.device);
    shown.push_back({MarkedName(job.options), job.options.cases.size()});
  }
  Screen screen(std::move(shown));
  RunSideBySide(devices, args.jobs, [&](size_t i) {
    Job& job = jobs[i];
    const absl::StatusOr<int> ended = RunJob(&job, i, &screen);
    const auto taken = screen.Take();
    job.exit_code = ended.ok() ? *ended : ComplainOf(ended.status());
    if (ended.ok()) return;
    job.suites = {ErrorSuite(job.label.empty() ? "run" : job.label + ".run",
                             std::string(ended.status().message()))};
  });
  PrintOverview(jobs, folder);
  RETURN_IF_ERROR(WriteJunit(args, folder, jobs));
  int exit_code = kAsExpected;
  for (const Job& job : jobs) exit_code = WorseExit(exit_code, job.exit_code);
  return exit_code;
}

}  // namespace

Command RunCommand() {
  auto args = std::make_shared<RunArgs>();
  Command run("run",
              "Runs cases on a device, or on every device that is there");
  run.footer =
      "Tiers: smoke takes a minute or two, default some minutes, full half an "
      "hour or more; `wgsync list --tier TIER` lists the cases of each.";
  AddDeviceOption(run, &args->device);
  AddCaseOptions(run, args.get());
  AddTierOption(run, &args->tier);
  run.Add("--model MODEL", args->model,
          "Make the device behave like this model, NAME or NAME=N: "
          "for proving the suite (kernels/models/README.md)");
  run.Add("--repeat N", args->repeat, "Every case this many times")
      .Within(1, 1000000);
  run.Add("--baseline", args->baseline,
          "To judge others by: every case 3 times, and 10 times "
          "where it does not always end alike");
  run.Add("--without-waits", args->without_waits,
          "A self-check: run each case without its waits; none may pass")
      .Excludes({"--baseline"});
  run.Add("--safe", args->safe,
          "Never launch a wait that could not end by itself");
  run.Add("--bind violation|progress|customary", args->bind,
          "What counts as failure")
      .Delimiter(',');
  run.Add("--isolate worker|case", args->isolate,
          "A worker process for many cases, or for each case");
  run.Add("--share", args->share,
          "Equal devices share one run: each case runs on one of them, "
          "and a sample on all, so that a sick one is seen");
  run.Add("--out FOLDER", args->out,
          "Folder of the run (default: wgsync-runs/TIME)");
  for (Argument& a : run.arguments) a.given = &args->fresh;
  AddPartOptions(run, args.get());
  run.Add("--expect FILE", args->expect,
          "A file of expectations: what it expects does not fail, and "
          "everything else but a pass does");
  run.Add("--verbose", args->verbose, "Print where the time went");
  AddDriverDirOption(run, &args->driver_dir);
  run.Add("--junit FILE", args->junit,
          "Write JUnit's XML to this file too; the folder of the run "
          "has it as junit.xml");
  run.Add("--jobs N", args->jobs,
          "Up to so many GPUs at the same time; CPU devices, which share "
          "the cores, follow one by one")
      .Within(1, 64);
  AddEngineOptions(run, &args->wait_seconds);
  run.Add("--retry-lost", args->retry_lost,
          "With --resume: launch again what ran when the machine went down")
      .Needs({"--resume"});
  run.run = [args] { return RunAll(*args); };
  return run;
}

}  // namespace wgsync
