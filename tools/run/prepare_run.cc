#include "tools/run/prepare_run.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "nlohmann/json.hpp"
#include "reports/render/text.h"
#include "suite/core/base/parse_json.h"
#include "suite/core/base/read_file.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/plan/choice.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/run_header.h"
#include "suite/engine/session.h"
#include "tools/run/choose_cases.h"
#include "tools/run/device_list.h"
#include "tools/run/interrupt.h"
#include "tools/run/read_runs.h"
#include "tools/run/run_folder.h"
#include "tools/run/share_run.h"

namespace wgsync {
namespace {

// Of a run that others are judged by.
constexpr uint32_t kBaselineRepeat = 3;
constexpr uint32_t kBaselineStochastic = 10;

// The variables by which GitLab tells a job of `parallel: N` which one it is.
constexpr char kCiIndex[] = "CI_NODE_INDEX", kCiTotal[] = "CI_NODE_TOTAL";

constexpr char kClearLine[] = "\r\x1b[K";

// A pattern that fits no case at all would leave nothing out, unnoticed.
absl::StatusOr<std::vector<SkipRule>> SkipsFromArgs(const RunArgs& args) {
  ASSIGN_OR_RETURN(const Patterns patterns, ReadPatterns(args.skip));
  std::vector<SkipRule> skips;
  if (patterns.all.empty()) return skips;
  const absl::Status known = SelectFrom(Tier::kFull, patterns).status();
  if (!known.ok()) {
    return absl::Status(known.code(),
                        absl::StrCat("--skip: ", known.message()));
  }
  for (size_t i = 0; i < patterns.all.size(); ++i) {
    const bool listed = !patterns.places[i].empty();
    skips.push_back(
        {patterns.all[i], false,
         listed ? absl::StrCat("--skip, ",
                               absl::StripSuffix(patterns.places[i], ": "))
                : "--skip"});
  }
  return skips;
}

absl::StatusOr<Part> PartFromArgs(const RunArgs& args) {
  if (args.shard.empty()) return Part();
  if (args.shard != "ci") return ParsePart(args.shard);
  const char* index = std::getenv(kCiIndex);
  const char* total = std::getenv(kCiTotal);
  if (index != nullptr && total != nullptr) {
    return ParsePart(absl::StrCat(index, "/", total));
  }
  return BadInput(
      "--shard ci: ", kCiIndex, " and ", kCiTotal,
      " are not set; run it in a job of GitLab's `parallel`, or write I/N");
}

void AddSkips(const std::vector<SkipRule>& skips, RunOptions* options) {
  options->skips.insert(options->skips.end(), skips.begin(), skips.end());
}

// The cases of a run that failed, as its log or its gate has them.
absl::StatusOr<std::set<std::string>> FailedCases(const std::string& folder) {
  std::set<std::string> failed;
  const std::string gate = absl::StrCat(folder, "/", kGateFile);
  const absl::StatusOr<std::string> text =
      ReadRegularFile(gate, "name another run");
  if (text.ok()) {
    const nlohmann::json report = ParseJson(*text);
    if (!report.is_object()) {
      return BadInput(gate, ": not a JSON object; run the gate again");
    }
    for (const nlohmann::json& c :
         report.value("cases", nlohmann::json::array())) {
      if (!c.is_object() || !c.value("fails", false)) continue;
      failed.insert(c.value("case", ""));
    }
  } else {
    ASSIGN_OR_RETURN(const Run run, ReadOneRun(folder));
    for (const CaseResult& r : run.results) {
      if (Fails(r.binds, run.header.settings.bind)) failed.insert(r.id);
    }
  }
  if (!failed.empty()) return failed;
  return BadInput("--failed ", folder,
                  ": no case failed there; leave the option out");
}

void Keep(const std::set<std::string>& ids, std::vector<PlannedCase>* cases) {
  cases->erase(std::remove_if(
                   cases->begin(), cases->end(),
                   [&](const PlannedCase& c) { return ids.count(c.id) == 0; }),
               cases->end());
}

// Of the cases of a baseline, or of a run of which some failed, those that
// `args` name.
absl::Status ChooseFrom(const RunArgs& args, const std::string& what,
                        std::vector<PlannedCase>* cases) {
  ASSIGN_OR_RETURN(const Patterns patterns, ReadPatterns(args.cases));
  if (patterns.all.empty()) return absl::OkStatus();
  ASSIGN_OR_RETURN(const std::set<std::string> named,
                   NamedCases(patterns, IdsOf(*cases), what));
  Keep(named, cases);
  return absl::OkStatus();
}

absl::StatusOr<std::vector<PlannedCase>> CasesFromArgs(const RunArgs& args,
                                                       Tier tier) {
  if (args.failed.empty()) {
    ASSIGN_OR_RETURN(const Patterns patterns, ReadPatterns(args.cases));
    return SelectFrom(tier, patterns);
  }
  std::vector<PlannedCase> cases;
  ASSIGN_OR_RETURN(const std::set<std::string> failed,
                   FailedCases(args.failed));
  for (const std::string& id : failed) {
    ASSIGN_OR_RETURN(const Case c, ParseCaseId(id));
    cases.push_back({c, id, "failed"});
  }
  SortForRunning(&cases);
  RETURN_IF_ERROR(ChooseFrom(args, args.failed, &cases));
  return cases;
}

// A case that is left out is not compared, and not in the plan.
absl::StatusOr<RunSpec> SpecLike(const RunArgs& args, const Run& baseline) {
  ASSIGN_OR_RETURN(RunSpec spec, SpecOf(baseline, Unknown::kLeftOut));
  std::vector<PlannedCase>& cases = spec.options.cases;
  RETURN_IF_ERROR(ChooseFrom(args, "the baseline", &cases));
  if (!args.failed.empty()) {
    ASSIGN_OR_RETURN(const std::set<std::string> failed,
                     FailedCases(args.failed));
    Keep(failed, &cases);
  }
  ASSIGN_OR_RETURN(const std::vector<SkipRule> skips, SkipsFromArgs(args));
  std::set<std::string> kept;
  for (const PlannedCase& c : cases) {
    if (SkipRuleFor(skips, c.id) == nullptr) kept.insert(c.id);
  }
  Keep(kept, &cases);
  if (!args.shard.empty()) {
    ASSIGN_OR_RETURN(spec.options.part, PartFromArgs(args));
    cases = CasesOf(spec.options.part, std::move(cases));
  }
  if (cases.empty()) {
    return BadInput(
        baseline.folder,
        ": no case of the baseline is chosen; choose others, or leave out "
        "--cases, --skip, --shard and --failed");
  }
  AddSkips(skips, &spec.options);
  spec.options.repeat = 1;
  spec.options.repeat_stochastic = 0;
  spec.options.model = {};  // the new side is a device
  return spec;
}

// Groups of the devices, each of which shares the plan; an error if no device
// has an equal one.
absl::StatusOr<std::vector<DeviceRun>> ShareAmong(
    const std::vector<DeviceInfo>& devices) {
  const std::vector<std::vector<DeviceInfo>> groups = EqualDevices(devices);
  if (absl::c_none_of(groups,
                      [](const auto& group) { return group.size() > 1; })) {
    return BadInput("--share: ", WhyNoneAreEqual(groups),
                    "; leave it out, or see `wgsync device`");
  }
  for (const std::vector<DeviceInfo>& group : groups) {
    if (group.size() <= kMostDevices) continue;
    return BadInput("--share: ", group.size(),
                    " devices are equal, and a log has at most ", kMostDevices,
                    "; name fewer");
  }
  return NameSharedFolders(groups);
}

// Adds the device's run, or adds the device to the run that it shares.
void AddRun(const DeviceRun& run, RunOptions options, PreparedRuns* prepared) {
  std::vector<PreparedRun>& runs = prepared->runs;
  const std::string label = run.shared();
  if (label.empty()) {
    runs.push_back({std::move(options), run.folder, {}});
    return;
  }
  if (runs.empty() || runs.back().label != label) {
    runs.push_back({options, label, {}});
    runs.back().options.folder = absl::StrCat(prepared->folder, "/", label);
  }
  runs.back().devices.push_back(std::move(options));
}

// A new run: its folder, with run.json, and a run for each device.
absl::Status PrepareNew(const RunArgs& args, const Run* baseline,
                        absl::Span<const DeviceExpectations> files,
                        PreparedRuns* runs) {
  ASSIGN_OR_RETURN(RunSpec spec, SpecFromArgs(args, baseline));
  ASSIGN_OR_RETURN(const std::vector<DeviceInfo> devices,
                   FindDevices(args.device));
  if (args.one_device) {
    RETURN_IF_ERROR(OnlyDevice(args.device, devices).status());
  }
  if (args.share) {
    ASSIGN_OR_RETURN(spec.devices, ShareAmong(devices));
  } else {
    spec.devices = NameFolders(devices);
  }
  const std::string& folder = runs->folder =
      args.out.empty() ? NewRunFolder() : args.out;
  RETURN_IF_ERROR(MakeRunFolder(folder));
  std::error_code error;
  bool used =
      HasRunLog(folder) || std::filesystem::exists(SpecPath(folder), error);
  for (DeviceRun& run : spec.devices) {
    run.skips = SkipsOn(run.device, files);
    RunOptions options = spec.options;
    AddSkips(run.skips, &options);
    options.device = run.device;
    options.folder = absl::StrCat(folder, "/", run.folder);
    used = used || HasRunLog(options.folder);
    AddRun(run, std::move(options), runs);
  }
  if (used) {
    return absl::AlreadyExistsError(absl::StrCat(
        "--out ", folder,
        ": holds a run already; name another folder, or continue with "
        "--resume ",
        ShellQuote(folder)));
  }
  return WriteSpec(spec, folder);
}

// The same of the runs in the folder args.resume.
absl::Status PrepareResume(const RunArgs& args,
                           absl::Span<const DeviceExpectations> files,
                           PreparedRuns* runs) {
  const std::string& folder = runs->folder = args.resume;
  ASSIGN_OR_RETURN(RunSpec spec, ReadSpec(folder));
  ASSIGN_OR_RETURN(const std::vector<SkipRule> skips, SkipsFromArgs(args));
  AddSkips(skips, &spec.options);
  ASSIGN_OR_RETURN(const std::vector<DeviceInfo> all, AllDevices());
  for (const DeviceRun& run : spec.devices) {
    const DeviceInfo* device = SameDevice(all, run.device);
    if (device == nullptr) {
      return absl::NotFoundError(
          absl::StrCat("--resume ", folder, ": its device ",
                       run.device.full_name, " (", run.device.slug,
                       ") is not here, or has another driver now; see "
                       "`wgsync device`, or start a new run"));
    }
    RunOptions options = spec.options;
    AddSkips(run.skips, &options);
    AddSkips(SkipsOn(*device, files), &options);
    options.device = *device;
    options.folder =
        run.folder.empty() ? folder : absl::StrCat(folder, "/", run.folder);
    for (const std::string& link :
         {absl::StrCat(folder, "/", run.shared()), options.folder}) {
      std::error_code ignored;
      if (run.folder.empty() || !std::filesystem::is_symlink(link, ignored)) {
        continue;
      }
      return BadInput("--resume ", folder, ": ", link,
                      " is a link; name the run that it leads to");
    }
    // One that cannot be read is there.
    options.resume = !absl::IsNotFound(ReadLogText(options.folder).status());
    options.retry_lost = args.retry_lost;
    AddRun(run, std::move(options), runs);
  }
  return absl::OkStatus();
}

}  // namespace

void AddCaseOptions(Command& command, RunArgs* args) {
  command.Add("--cases GLOB", args->cases,
              "Only these cases: ids, parts of ids, globs (* and ?), or "
              "@FILE with one in each line");
  command.Add("--shard I/N", args->shard,
              "One part of the cases, such as 2/3; ci: the one that "
              "CI_NODE_INDEX and CI_NODE_TOTAL say");
  command.Add("--failed RUN", args->failed,
              "Only the cases that failed in this run, or in the gate with "
              "this --out");
}

void AddPartOptions(Command& command, RunArgs* args) {
  command.Add("--skip GLOB", args->skip,
              "Never launch these cases: as for --cases. They count as "
              "not-run, and a gate does not compare them");
  command
      .Add("--max-minutes N", args->max_minutes,
           "Begin no case after so long; --resume goes on")
      .Within(0.0, 100000.0)
      .DefaultStr("");
  command.Add("--resume RUN", args->resume,
              "Go on with the run in this folder, with its device, cases and "
              "options");
  command.Add("--known FILE", args->known,
              "A file of expectations, or DEVICE=FILE for the devices with "
              "that in their names: failures that it expects are known, and "
              "do not fail");
  command
      .Add("--dry-run", args->dry_run,
           "Print the cases that would be run, and launch nothing")
      .Excludes({"--resume"});
}

bool ChoosesCases(const RunArgs& args) {
  return !args.cases.empty() || !args.skip.empty() || !args.shard.empty() ||
         !args.failed.empty();
}

absl::StatusOr<RunSpec> SpecFromArgs(const RunArgs& args, const Run* baseline) {
  if (baseline != nullptr) return SpecLike(args, *baseline);
  RunSpec spec;
  ASSIGN_OR_RETURN(Tier tier, ParseTier(args.tier));
  ASSIGN_OR_RETURN(std::vector<PlannedCase> cases, CasesFromArgs(args, tier));
  ASSIGN_OR_RETURN(std::vector<SkipRule> skips, SkipsFromArgs(args));
  ASSIGN_OR_RETURN(const Part part, PartFromArgs(args));
  ASSIGN_OR_RETURN(BindMask bind, ParseBind(args.bind));
  spec.options.cases = CasesOf(part, std::move(cases));
  spec.options.part = part;
  spec.options.skips = std::move(skips);
  spec.options.tier = args.tier;
  if (!args.model.empty()) {
    ASSIGN_OR_RETURN(DeviceModel model, ParseModel(args.model));
    spec.options.model = model;
  }
  spec.options.repeat =
      args.baseline ? std::max(args.repeat, kBaselineRepeat) : args.repeat;
  spec.options.repeat_stochastic = args.baseline ? kBaselineStochastic : 0;
  spec.options.safe = args.safe;
  spec.options.without_waits = args.without_waits;
  spec.options.isolate_case = args.isolate == "case";
  spec.options.bind = bind;
  return spec;
}

absl::Status PrintPlan(const RunArgs& args, const Run* baseline) {
  ASSIGN_OR_RETURN(const RunSpec spec, SpecFromArgs(args, baseline));
  std::set<std::string> ids;
  for (const PlannedCase& c : spec.options.cases) {
    if (SkipRuleFor(spec.options.skips, c.id) != nullptr) continue;
    ids.insert(c.id);
    std::printf("%s\n", c.id.c_str());
  }
  std::string took;
  if (baseline != nullptr) {
    double seconds = 0;
    for (const CaseResult& r : baseline->results) {
      if (ids.count(r.id) > 0) seconds += r.seconds;
    }
    took = absl::StrCat("; the baseline took ", Duration(seconds), " for ",
                        ids.size() == 1 ? "it" : "them");
  }
  std::printf("%s would be run%s\n", Counted(ids.size(), "case").c_str(),
              took.c_str());
  return absl::OkStatus();
}

absl::StatusOr<PreparedRuns> PrepareRuns(
    const RunArgs& args, const Run* baseline,
    absl::Span<const DeviceExpectations> files,
    const std::function<std::string(const std::string&)>& resume) {
  PreparedRuns prepared;
  RETURN_IF_ERROR(args.resume.empty()
                      ? PrepareNew(args, baseline, files, &prepared)
                      : PrepareResume(args, files, &prepared));
  std::vector<PreparedRun>& runs = prepared.runs;
  if (args.one_device && (runs.size() != 1 || !runs[0].devices.empty())) {
    return BadInput("--resume ", prepared.folder,
                    ": is a run of several devices; name a gate's --out");
  }
  for (PreparedRun& run : runs) {
    run.options.lock_seconds = args.wait_seconds;
    run.options.most_seconds = 60 * args.max_minutes;
  }
  LeaveWithMessage(absl::StrCat(
      isatty(STDERR_FILENO) ? kClearLine : "",
      "wgsync: interrupted; to resume: ", resume(prepared.folder), "\n"));
  return prepared;
}

}  // namespace wgsync
