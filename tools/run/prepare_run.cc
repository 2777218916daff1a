#include "tools/run/prepare_run.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "reports/gate/known.h"
#include "reports/render/text.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/plan/choice.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/run_header.h"
#include "suite/core/record/run_log.h"
#include "suite/engine/session.h"
#include "tools/run/choose_cases.h"
#include "tools/run/device_list.h"
#include "tools/run/run_folder.h"
#include "tools/run/run_spec.h"
#include "tools/run/share_run.h"

namespace wgsync {
namespace {

// Of a run that others are judged by.
constexpr uint32_t kBaselineRepeat = 3;
constexpr uint32_t kBaselineStochastic = 10;

// The variables by which GitLab tells a job of `parallel: N` which one it is.
constexpr char kCiIndex[] = "CI_NODE_INDEX", kCiTotal[] = "CI_NODE_TOTAL";

// Select(), whose error names the place of the pattern.
absl::StatusOr<std::vector<PlannedCase>> SelectFrom(Tier tier,
                                                    const Patterns& patterns) {
  absl::StatusOr<std::vector<PlannedCase>> cases = Select(tier, patterns.all);
  for (size_t i = 0; !cases.ok() && i < patterns.all.size(); ++i) {
    const absl::Status one = Select(tier, {patterns.all[i]}).status();
    if (one.ok()) continue;
    return absl::Status(one.code(),
                        absl::StrCat(patterns.places[i], one.message()));
  }
  return cases;
}

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
  return absl::InvalidArgumentError(absl::StrCat(
      "--shard ci: ", kCiIndex, " and ", kCiTotal,
      " are not set; run it in a job of GitLab's `parallel`, or write I/N"));
}

void AddSkips(const std::vector<SkipRule>& skips, RunOptions* options) {
  options->skips.insert(options->skips.end(), skips.begin(), skips.end());
}

// The run that the command line asks for.
absl::StatusOr<RunSpec> SpecFromArgs(const RunArgs& args) {
  RunSpec spec;
  ASSIGN_OR_RETURN(Tier tier, ParseTier(args.tier));
  ASSIGN_OR_RETURN(const Patterns patterns, ReadPatterns(args.cases));
  ASSIGN_OR_RETURN(std::vector<PlannedCase> cases, SelectFrom(tier, patterns));
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

// Groups of the devices, each of which shares the plan; an error if no device
// has an equal one.
absl::StatusOr<std::vector<DeviceRun>> ShareAmong(
    const std::vector<DeviceInfo>& devices) {
  const std::vector<std::vector<DeviceInfo>> groups = EqualDevices(devices);
  if (absl::c_none_of(groups,
                      [](const auto& group) { return group.size() > 1; })) {
    return absl::InvalidArgumentError(
        absl::StrCat("--share: ", WhyNoneAreEqual(groups),
                     "; leave it out, or see `wgsync device`"));
  }
  for (const std::vector<DeviceInfo>& group : groups) {
    if (group.size() <= kMostDevices) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "--share: ", group.size(), " devices are equal, and a log has at most ",
        kMostDevices, "; name fewer"));
  }
  return NameSharedFolders(groups);
}

// Adds the device's run, or adds the device to the run that it shares.
void AddRun(const DeviceRun& run, RunOptions options, const std::string& folder,
            std::vector<PreparedRun>* runs) {
  const std::string label = run.shared();
  if (label.empty()) {
    runs->push_back({std::move(options), run.folder, {}});
    return;
  }
  if (runs->empty() || runs->back().label != label) {
    runs->push_back({options, label, {}});
    runs->back().options.folder = absl::StrCat(folder, "/", label);
  }
  runs->back().devices.push_back(std::move(options));
}

}  // namespace

absl::Status PrepareNew(const RunArgs& args,
                        absl::Span<const DeviceExpectations> files,
                        std::string* folder, std::vector<PreparedRun>* runs) {
  ASSIGN_OR_RETURN(RunSpec spec, SpecFromArgs(args));
  ASSIGN_OR_RETURN(const std::vector<DeviceInfo> devices,
                   FindDevices(args.device));
  if (args.share) {
    ASSIGN_OR_RETURN(spec.devices, ShareAmong(devices));
  } else {
    spec.devices = NameFolders(devices);
  }
  *folder = args.out.empty() ? NewRunFolder() : args.out;
  RETURN_IF_ERROR(MakeRunFolder(*folder));
  std::error_code error;
  bool used =
      HasRunLog(*folder) || std::filesystem::exists(SpecPath(*folder), error);
  for (DeviceRun& run : spec.devices) {
    run.skips = SkipsOn(run.device, files);
    RunOptions options = spec.options;
    AddSkips(run.skips, &options);
    options.device = run.device;
    options.folder = absl::StrCat(*folder, "/", run.folder);
    used = used || HasRunLog(options.folder);
    AddRun(run, std::move(options), *folder, runs);
  }
  if (used) {
    return absl::AlreadyExistsError(absl::StrCat(
        "--out ", *folder,
        ": holds a run already; name another folder, or continue with "
        "--resume ",
        ShellQuote(*folder)));
  }
  return WriteSpec(spec, *folder);
}

absl::Status PrepareResume(const RunArgs& args,
                           absl::Span<const DeviceExpectations> files,
                           std::string* folder,
                           std::vector<PreparedRun>* runs) {
  *folder = args.resume;
  ASSIGN_OR_RETURN(RunSpec spec, ReadSpec(*folder));
  ASSIGN_OR_RETURN(const std::vector<SkipRule> skips, SkipsFromArgs(args));
  AddSkips(skips, &spec.options);
  ASSIGN_OR_RETURN(const std::vector<DeviceInfo> all, AllDevices());
  for (const DeviceRun& run : spec.devices) {
    const DeviceInfo* device = SameDevice(all, run.device);
    if (device == nullptr) {
      return absl::NotFoundError(
          absl::StrCat("--resume ", *folder, ": its device ",
                       run.device.full_name, " (", run.device.slug,
                       ") is not here, or has another driver now; see "
                       "`wgsync device`, or start a new run"));
    }
    RunOptions options = spec.options;
    AddSkips(run.skips, &options);
    AddSkips(SkipsOn(*device, files), &options);
    options.device = *device;
    options.folder =
        run.folder.empty() ? *folder : absl::StrCat(*folder, "/", run.folder);
    for (const std::string& link :
         {absl::StrCat(*folder, "/", run.shared()), options.folder}) {
      std::error_code ignored;
      if (run.folder.empty() || !std::filesystem::is_symlink(link, ignored)) {
        continue;
      }
      return absl::InvalidArgumentError(
          absl::StrCat("--resume ", *folder, ": ", link,
                       " is a link; name the run that it leads to"));
    }
    // One that cannot be read is there.
    options.resume = !absl::IsNotFound(ReadLogText(options.folder).status());
    options.retry_lost = args.retry_lost;
    AddRun(run, std::move(options), *folder, runs);
  }
  return absl::OkStatus();
}

}  // namespace wgsync
