#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "reports/gate/expectation.h"
#include "reports/gate/gate.h"
#include "reports/gate/gate_text.h"
#include "reports/render/junit.h"
#include "reports/render/text.h"
#include "reports/render/text_file.h"
#include "reports/words/overview.h"
#include "reports/words/run_junit.h"
#include "suite/core/launch/model.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/run_log.h"
#include "suite/engine/session.h"
#include "tools/cli/cli.h"
#include "tools/cli/command_line.h"
#include "tools/cmd/device_list.h"
#include "tools/cmd/driver_dir.h"
#include "tools/cmd/interrupt.h"
#include "tools/cmd/known_failures.h"
#include "tools/cmd/run_folder.h"
#include "tools/cmd/run_spec.h"
#include "tools/cmd/screen.h"
#include "tools/cmd/side_by_side.h"
#include "tools/cmd/site_options.h"
#include "tools/cmd/today.h"

namespace wgsync {
namespace {

struct RunArgs {
  std::string device;
  std::vector<std::string> cases;
  std::string tier = "smoke";
  std::string model;
  uint32_t repeat = 1;
  bool baseline = false;
  bool safe = false;
  bool without_waits = false;
  std::vector<std::string> bind = {"violation", "progress", "customary"};
  std::string isolate = "worker";
  std::vector<std::string> known;
  bool verbose = false;
  std::string expect, driver_dir, junit;
  std::string out;
  std::string resume;
  bool retry_lost = false;
  uint32_t jobs = 1;
  double wait_seconds = std::numeric_limits<double>::infinity();
};

// A device's part of the run, ready to go, and what came of it.
struct Job {
  RunOptions options;
  int exit_code = kAsExpected;
  absl::optional<Run> run;                     // read back from its log
  DeviceOverview overview;                     // of it
  const Expectations* expectations = nullptr;  // not owned
  absl::Span<const DeviceExpectations> known;
  bool verbose = false;
  std::string label;  // where there are several
  std::vector<JunitSuite> suites;
};

// Of a run that others are judged by.
constexpr uint32_t kBaselineRepeat = 3;
constexpr uint32_t kBaselineStochastic = 10;

constexpr char kClearLine[] = "\r\x1b[K";

std::string Name(const DeviceInfo& d) { return OneLine(d.full_name); }

// With the mark of the model that it is made to behave like.
std::string MarkedName(const RunOptions& o) {
  const std::string mark = ModelMark(o.model);
  return mark.empty() ? Name(o.device)
                      : absl::StrCat(mark, " on ", Name(o.device));
}

// What is to be run from the command line alone.
absl::StatusOr<RunSpec> SpecFromArgs(const RunArgs& args) {
  RunSpec spec;
  absl::StatusOr<Tier> tier = ParseTier(args.tier);
  if (!tier.ok()) return tier.status();
  absl::StatusOr<std::vector<PlannedCase>> cases = Select(*tier, args.cases);
  if (!cases.ok()) return cases.status();
  absl::StatusOr<BindMask> bind = ParseBind(args.bind);
  if (!bind.ok()) return bind.status();
  spec.options.cases = *std::move(cases);
  spec.options.tier = args.tier;
  if (!args.model.empty()) {
    absl::StatusOr<DeviceModel> model = ParseModel(args.model);
    if (!model.ok()) return model.status();
    spec.options.model = *model;
  }
  spec.options.repeat =
      args.baseline ? std::max(args.repeat, kBaselineRepeat) : args.repeat;
  spec.options.repeat_stochastic = args.baseline ? kBaselineStochastic : 0;
  spec.options.safe = args.safe;
  spec.options.without_waits = args.without_waits;
  spec.options.isolate_case = args.isolate == "case";
  spec.options.bind = *bind;
  return spec;
}

// A new run: its folder with run.json, and a job for each device.
int PrepareNew(const RunArgs& args, std::string* folder,
               std::vector<Job>* jobs) {
  absl::StatusOr<RunSpec> spec = SpecFromArgs(args);
  if (!spec.ok()) return Complain(kBadInput, spec.status().message());
  std::vector<DeviceInfo> devices;
  int exit_code = FindDevices(args.device, &devices);
  if (exit_code != kAsExpected) return exit_code;
  spec->devices = NameFolders(devices);
  *folder = args.out.empty() ? NewRunFolder() : args.out;
  absl::Status made = MakeRunFolder(*folder);
  if (!made.ok()) return Complain(kBadInput, made.message());
  std::error_code error;
  bool used =
      HasRunLog(*folder) || std::filesystem::exists(SpecPath(*folder), error);
  for (const DeviceRun& run : spec->devices) {
    Job job;
    job.options = spec->options;
    if (spec->devices.size() > 1) job.label = run.folder;
    job.options.device = run.device;
    job.options.folder = absl::StrCat(*folder, "/", run.folder);
    used = used || HasRunLog(job.options.folder);
    jobs->push_back(std::move(job));
  }
  if (used) {
    return Complain(kBadInput,
                    absl::StrCat("--out ", *folder,
                                 ": holds a run already; name another folder, "
                                 "or go on with --resume ",
                                 ShellQuote(*folder)));
  }
  absl::Status written = WriteSpec(*spec, *folder);
  return written.ok() ? kAsExpected : Complain(kBadInput, written.message());
}

// The device of a run as it is now, or nullptr: the same driver, and where
// there are several of them the same place.
const DeviceInfo* SameDevice(const std::vector<DeviceInfo>& all,
                             const DeviceInfo& then) {
  const DeviceInfo* same = nullptr;
  for (const DeviceInfo& d : all) {
    if (d.full_name != then.full_name || d.slug != then.slug) continue;
    if (same == nullptr || d.index == then.index) same = &d;
  }
  return same;
}

// Goes on with the runs of a folder.
int PrepareResume(const RunArgs& args, std::string* folder,
                  std::vector<Job>* jobs) {
  *folder = args.resume;
  absl::StatusOr<RunSpec> spec = ReadSpec(*folder);
  if (!spec.ok()) return Complain(kBadInput, spec.status().message());
  absl::StatusOr<std::vector<DeviceInfo>> all = EnumerateDevices();
  if (!all.ok()) return Complain(kInfrastructure, all.status().message());
  for (const DeviceRun& run : spec->devices) {
    const DeviceInfo* device = SameDevice(*all, run.device);
    if (device == nullptr) {
      return Complain(
          kBadInput,
          absl::StrCat("--resume ", *folder, ": its device ",
                       run.device.full_name, " (", run.device.slug,
                       ") is not here, or has another driver now; see "
                       "`wgsync device`, or start a new run"));
    }
    Job job;
    job.options = spec->options;
    if (spec->devices.size() > 1) job.label = run.folder;
    job.options.device = *device;
    job.options.folder =
        run.folder.empty() ? *folder : absl::StrCat(*folder, "/", run.folder);
    std::error_code ignored;
    if (!run.folder.empty() &&
        std::filesystem::is_symlink(job.options.folder, ignored)) {
      return Complain(kBadInput, absl::StrCat("--resume ", *folder, ": ",
                                              job.options.folder,
                                              " is a link; name the run that "
                                              "it leads to"));
    }
    job.options.resume = HasRunLog(job.options.folder);
    job.options.retry_lost = args.retry_lost;
    jobs->push_back(std::move(job));
  }
  return kAsExpected;
}

// Of one of several devices with its label.
void PrintNotes(const std::string& label, const RunSummary& summary) {
  for (const std::string& note : summary.notes) {
    std::printf("note: %s%s%s\n", label.c_str(), label.empty() ? "" : ": ",
                OneLine(note).c_str());
  }
}

std::string CountsLine(const RunSummary& summary) {
  return absl::StrJoin(summary.counts, ", ",
                       [](std::string* out, const auto& count) {
                         absl::StrAppend(out, count.second, " ", count.first);
                       });
}

// Counts, and where the time went.
void PrintDetails(const Job& job, const RunSummary& summary, double seconds) {
  const std::string counts = CountsLine(summary);
  const std::string counted = CountedText(
      summary.failures, summary.could_bind + summary.unproven_binding,
      summary.unproven_binding);
  std::printf("%s: %s; %s; %s\n", MarkedName(job.options).c_str(),
              counts.empty() ? "nothing ran" : counts.c_str(), counted.c_str(),
              Duration(seconds).c_str());
  if (!summary.times.empty()) {
    std::printf("  time: %s\n", summary.times.c_str());
  }
}

// The device's exit code, with a line for what is more than a failed case.
int ExplainExit(const DeviceInfo& device, const RunSummary& summary) {
  int exit_code = summary.ExitCode();
  if (exit_code == kNothingBinds) {
    Complain(exit_code,
             summary.inconclusive_binding > 0
                 ? absl::StrCat(Name(device),
                                ": inconclusive: other processes had the "
                                "cores; run it again on an idle machine")
                 : absl::StrCat(Name(device),
                                ": nothing ran, or no case between work-groups "
                                "counts: this run proves nothing"));
  } else if (exit_code == kInfrastructure) {
    std::fflush(stdout);
    Complain(exit_code, absl::StrCat(Name(device),
                                     ": the device or the suite failed, not "
                                     "the cases; see the notes"));
  }
  return exit_code;
}

absl::Status MakeSuites(const Run& run, const RunSummary& summary, Job* job) {
  absl::StatusOr<EvidenceFiles> evidence = WriteEvidence(run);
  if (!evidence.ok()) return evidence.status();
  const bool failed = summary.ExitCode() == kInfrastructure;
  job->suites = RunSuites(
      {&run, *std::move(evidence),
       failed ? absl::StrCat("the device or the suite failed, not the cases",
                             summary.notes.empty() ? "" : ": ",
                             summary.notes.empty() ? "" : summary.notes.back())
              : "",
       job->label});
  return absl::OkStatus();
}

// With --expect the file says what fails; nothing is run again.
int JudgeByFile(const Run& run, Job* job, Screen* screen) {
  GateOptions options;
  options.confirm = 0;
  Gate gate = OpenGate(nullptr, job->expectations, run, options);
  Conclude(&gate);
  job->suites = GateSuites(gate, job->label);
  const auto taken = screen->Take();
  std::fputs(GateText(gate, ProseWidth()).c_str(), stdout);
  return gate.ExitCode();
}

int RunJob(Job* job, size_t index, Screen* screen) {
  RunOptions& options = job->options;
  options.on_wait = [=](const std::string& lock) {
    screen->Waits(index, lock);
  };
  options.on_start = [&](const std::string& id, size_t done, size_t) {
    screen->Starts(index, id, done);
  };
  options.on_result = [&](const CaseResult& r, size_t done, size_t) {
    screen->Ends(index, r, done);
  };
  screen->Opens(index);
  auto begin = std::chrono::steady_clock::now();
  absl::StatusOr<RunSummary> summary = RunDevice(options);
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - begin;
  if (!summary.ok()) {
    const auto taken = screen->Take();
    const std::string why =
        absl::StrCat(Name(options.device), ": ", summary.status().message());
    job->suites = {
        ErrorSuite(job->label.empty() ? "run" : job->label + ".run", why)};
    return ComplainOf(absl::Status(summary.status().code(), why));
  }
  {
    const auto taken = screen->Take();
    if (job->verbose) PrintDetails(*job, *summary, seconds.count());
    PrintNotes(job->label, *summary);
    std::fflush(stdout);
  }
  // From the log, since a resumed run has failures of before.
  absl::StatusOr<Run> run = ReadRun(options.folder);
  if (!run.ok()) return ComplainOf(run.status());
  if (job->expectations != nullptr) return JudgeByFile(*run, job, screen);
  const absl::Status files = MakeSuites(*run, *summary, job);
  if (!files.ok()) return ComplainOf(files);
  job->run = *std::move(run);
  job->overview = FailuresOf(*job->run, options.bind, job->known);
  // A failure that is known fails no run.
  summary->failures = job->overview.fresh.size();
  const auto taken = screen->Take();
  return ExplainExit(options.device, *summary);
}

void PrintOverview(const std::vector<Job>& jobs, const std::string& folder) {
  std::vector<DeviceOverview> devices;
  for (const Job& job : jobs) {
    if (job.run.has_value()) devices.push_back(job.overview);
  }
  if (devices.empty()) return;
  std::fputs(OverviewText(devices, ProseWidth()).c_str(), stdout);
  const std::string quoted = ShellQuote(folder);
  std::printf(
      "Next\n  wgsync can --run %s\n  wgsync show %s [CASE]\n"
      "  wgsync matrix %s\n",
      quoted.c_str(), quoted.c_str(), quoted.c_str());
}

// junit.xml of the run, and where --junit asks for it.
int WriteJunit(const RunArgs& args, const std::string& folder,
               const std::vector<Job>& jobs) {
  std::vector<JunitSuite> suites;
  for (const Job& job : jobs) {
    suites.insert(suites.end(), job.suites.begin(), job.suites.end());
  }
  const std::string text = JunitXml(suites);
  absl::Status written = WriteRunFile(folder, "junit.xml", text);
  if (written.ok() && !args.junit.empty()) {
    written = WriteTextFile(args.junit, text);
  }
  return written.ok() ? kAsExpected : ComplainOf(written);
}

int RunAll(const RunArgs& args) {
  std::string folder;
  std::vector<Job> jobs;
  absl::Status driver = UseDriverDir(args.driver_dir);
  if (!driver.ok()) return Complain(kBadInput, driver.message());
  int exit_code = CheckWritable(args.junit);
  if (exit_code != kAsExpected) return exit_code;
  const absl::StatusOr<SiteOptions> known = ReadSiteOptions(args.known);
  if (!known.ok()) return ComplainOf(known.status());
  Expectations expectations;
  if (!args.expect.empty()) {
    absl::StatusOr<Expectations> read = ReadExpectations(args.expect, Today());
    if (!read.ok()) return ComplainOf(read.status());
    expectations = *std::move(read);
  }
  exit_code = args.resume.empty() ? PrepareNew(args, &folder, &jobs)
                                  : PrepareResume(args, &folder, &jobs);
  if (exit_code != kAsExpected) return exit_code;
  std::printf("run: %s\n", folder.c_str());
  std::fflush(stdout);
  LeaveWithMessage(
      absl::StrCat(isatty(STDERR_FILENO) ? kClearLine : "",
                   "wgsync: interrupted; go on with: wgsync run --resume ",
                   ShellQuote(folder), "\n"));
  std::vector<DeviceInfo> devices;
  std::vector<Screen::Job> shown;
  for (Job& job : jobs) {
    if (!args.expect.empty()) job.expectations = &expectations;
    job.known = known->expectations;
    job.verbose = args.verbose;
    job.options.lock_seconds = args.wait_seconds;
    devices.push_back(job.options.device);
    shown.push_back({MarkedName(job.options), job.options.cases.size()});
  }
  Screen screen(std::move(shown));
  RunSideBySide(devices, args.jobs, [&](size_t i) {
    jobs[i].exit_code = RunJob(&jobs[i], i, &screen);
  });
  for (const Job& job : jobs) exit_code = WorseExit(exit_code, job.exit_code);
  PrintOverview(jobs, folder);
  return WorseExit(exit_code, WriteJunit(args, folder, jobs));
}

// A run that goes on has its options already.
int CheckResume(const RunArgs& args, const std::vector<OptionHandle>& fresh) {
  if (args.resume.empty()) {
    return args.retry_lost ? Complain(kBadInput, "--retry-lost needs --resume")
                           : kAsExpected;
  }
  for (const OptionHandle& option : fresh) {
    if (option.Count() == 0) continue;
    return Complain(kBadInput,
                    absl::StrCat(option.Name(),
                                 " does not go with --resume, which takes it "
                                 "from the run"));
  }
  return kAsExpected;
}

}  // namespace

void AddRunCommand(CommandHandle app, int* exit_code) {
  auto args = std::make_shared<RunArgs>();
  CommandHandle run = app.AddSubcommand(
      "run", "Runs cases on a device, or on every device that is there");
  run.Remark(
      "Tiers: smoke has 114 cases, default 894, full 3945. A case takes a "
      "second or two as a rule, and one that hangs some more.");
  std::vector<OptionHandle> fresh = {
      AddDeviceOption(run, &args->device),
      run.AddOption("--cases", args->cases,
                    "Only these cases: ids, parts of ids, or globs (* and ?)")
          .TypeName("GLOB"),
      AddTierOption(run, &args->tier),
      run.AddOption("--model", args->model,
                    "Make the device behave like this model, NAME or NAME=N: "
                    "for proving the suite (kernels/models/README.md)")
          .TypeName("MODEL"),
      run.AddOption("--repeat", args->repeat, "Every case this many times")
          .Within(1, 1000000),
      run.AddFlag("--baseline", args->baseline,
                  "To judge others by: every case 3 times, and 10 times "
                  "where it does not always end alike"),
      run.AddFlag("--without-waits", args->without_waits,
                  "A self-check: run each case without its waits; none may "
                  "pass"),
      run.AddFlag("--safe", args->safe,
                  "Never launch a wait that could not end by itself"),
      run.AddOption("--bind", args->bind, "What counts as failure")
          .TypeName("violation|progress|customary")
          .Delimiter(','),
      run.AddOption("--isolate", args->isolate,
                    "A worker process for many cases, or for each "
                    "case")
          .OneOf({"worker", "case"}),
      run.AddOption("--out", args->out,
                    "Folder of the run (default: wgsync-runs/TIME)")
          .TypeName("FOLDER")};
  run.AddOption("--resume", args->resume,
                "Go on with the run in this folder, with its device, cases and "
                "options")
      .TypeName("RUN");
  run.AddOption("--expect", args->expect,
                "A file of expectations: what it expects does not fail, and "
                "everything else but a pass does")
      .TypeName("FILE");
  run.AddOption("--known", args->known,
                "A file of expectations, or DEVICE=FILE for the devices with "
                "that in their names: failures that it expects are known, and "
                "do not fail the run")
      .TypeName("FILE");
  run.AddFlag("--verbose", args->verbose, "Print where the time went");
  AddDriverDirOption(run, &args->driver_dir);
  run.AddOption("--junit", args->junit,
                "Write JUnit's XML to this file too; the folder of the run "
                "has it as junit.xml")
      .TypeName("FILE");
  run.AddOption("--jobs", args->jobs,
                "Up to so many GPUs at the same time; CPU devices, which share "
                "the cores, follow one by one")
      .Within(1, 64);
  AddWaitOption(run, &args->wait_seconds);
  run.AddFlag("--retry-lost", args->retry_lost,
              "With --resume: launch again what ran when the machine went "
              "down");
  run.OnParse([=] {
    *exit_code = CheckResume(*args, fresh);
    if (*exit_code == kAsExpected) *exit_code = RunAll(*args);
  });
}

}  // namespace wgsync
