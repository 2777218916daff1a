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
#include "suite/core/base/read_file.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/plan/choice.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/run_log.h"
#include "suite/engine/session.h"
#include "tools/cli/cli.h"
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

// Patterns of the command line, those of lists with their places.
struct Patterns {
  std::vector<std::string> all;
  std::vector<std::string> places;  // "FILE:LINE: "; "" of other patterns
};

absl::StatusOr<Patterns> ReadLists(const std::vector<std::string>& arguments) {
  Patterns patterns;
  for (const std::string& argument : arguments) {
    if (argument.empty() || argument[0] != '@') {
      patterns.all.push_back(argument);
      patterns.places.emplace_back();
      continue;
    }
    const std::string file = argument.substr(1);
    const absl::StatusOr<std::string> text =
        ReadRegularFile(file, "name a file with a case in each line");
    if (!text.ok()) return text.status();
    const std::vector<ListedCase> cases = ParseCaseList(*text);
    if (cases.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(
          file, ": no case in it; write an id or a pattern in each line"));
    }
    for (const ListedCase& listed : cases) {
      patterns.all.push_back(listed.pattern);
      patterns.places.push_back(absl::StrCat(file, ":", listed.line, ": "));
    }
  }
  return patterns;
}

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
  const absl::StatusOr<Patterns> patterns = ReadLists(args.skip);
  if (!patterns.ok()) return patterns.status();
  std::vector<SkipRule> skips;
  if (patterns->all.empty()) return skips;
  const absl::Status known = SelectFrom(Tier::kFull, *patterns).status();
  if (!known.ok()) {
    return absl::Status(known.code(),
                        absl::StrCat("--skip: ", known.message()));
  }
  for (size_t i = 0; i < patterns->all.size(); ++i) {
    const bool listed = !patterns->places[i].empty();
    skips.push_back(
        {patterns->all[i], false,
         listed ? absl::StrCat("--skip, ",
                               absl::StripSuffix(patterns->places[i], ": "))
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
  absl::StatusOr<Tier> tier = ParseTier(args.tier);
  if (!tier.ok()) return tier.status();
  const absl::StatusOr<Patterns> patterns = ReadLists(args.cases);
  if (!patterns.ok()) return patterns.status();
  absl::StatusOr<std::vector<PlannedCase>> cases = SelectFrom(*tier, *patterns);
  if (!cases.ok()) return cases.status();
  absl::StatusOr<std::vector<SkipRule>> skips = SkipsFromArgs(args);
  if (!skips.ok()) return skips.status();
  const absl::StatusOr<Part> part = PartFromArgs(args);
  if (!part.ok()) return part.status();
  absl::StatusOr<BindMask> bind = ParseBind(args.bind);
  if (!bind.ok()) return bind.status();
  spec.options.cases = CasesOf(*part, *std::move(cases));
  spec.options.part = *part;
  spec.options.skips = *std::move(skips);
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

// The device of a run as it is now, or nullptr: the same driver, and where
// there are several of them the same UUID, otherwise the same place.
const DeviceInfo* SameDevice(const std::vector<DeviceInfo>& all,
                             const DeviceInfo& then) {
  const DeviceInfo* same = nullptr;
  for (const DeviceInfo& d : all) {
    if (d.full_name != then.full_name || d.slug != then.slug) continue;
    if (!then.uuid.empty() && d.uuid == then.uuid) return &d;
    if (same == nullptr || d.index == then.index) same = &d;
  }
  return same;
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

int PrepareNew(const RunArgs& args, absl::Span<const DeviceExpectations> files,
               std::string* folder, std::vector<PreparedRun>* runs) {
  absl::StatusOr<RunSpec> spec = SpecFromArgs(args);
  if (!spec.ok()) return Complain(kBadInput, spec.status().message());
  const absl::StatusOr<std::vector<DeviceInfo>> devices =
      FindDevices(args.device);
  if (!devices.ok()) return ComplainOf(devices.status());
  if (args.share) {
    absl::StatusOr<std::vector<DeviceRun>> shared = ShareAmong(*devices);
    if (!shared.ok()) return Complain(kBadInput, shared.status().message());
    spec->devices = *std::move(shared);
  } else {
    spec->devices = NameFolders(*devices);
  }
  *folder = args.out.empty() ? NewRunFolder() : args.out;
  absl::Status made = MakeRunFolder(*folder);
  if (!made.ok()) return Complain(kBadInput, made.message());
  std::error_code error;
  bool used =
      HasRunLog(*folder) || std::filesystem::exists(SpecPath(*folder), error);
  for (DeviceRun& run : spec->devices) {
    run.skips = SkipsOn(run.device, files);
    RunOptions options = spec->options;
    AddSkips(run.skips, &options);
    options.device = run.device;
    options.folder = absl::StrCat(*folder, "/", run.folder);
    used = used || HasRunLog(options.folder);
    AddRun(run, std::move(options), *folder, runs);
  }
  if (used) {
    return Complain(kBadInput,
                    absl::StrCat("--out ", *folder,
                                 ": holds a run already; name another folder, "
                                 "or continue with --resume ",
                                 ShellQuote(*folder)));
  }
  absl::Status written = WriteSpec(*spec, *folder);
  return written.ok() ? kAsExpected : Complain(kBadInput, written.message());
}

int PrepareResume(const RunArgs& args,
                  absl::Span<const DeviceExpectations> files,
                  std::string* folder, std::vector<PreparedRun>* runs) {
  *folder = args.resume;
  absl::StatusOr<RunSpec> spec = ReadSpec(*folder);
  if (!spec.ok()) return Complain(kBadInput, spec.status().message());
  const absl::StatusOr<std::vector<SkipRule>> skips = SkipsFromArgs(args);
  if (!skips.ok()) return Complain(kBadInput, skips.status().message());
  AddSkips(*skips, &spec->options);
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
    RunOptions options = spec->options;
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
      return Complain(kBadInput, absl::StrCat("--resume ", *folder, ": ", link,
                                              " is a link; name the run that "
                                              "it leads to"));
    }
    options.resume = HasRunLog(options.folder);
    options.retry_lost = args.retry_lost;
    AddRun(run, std::move(options), *folder, runs);
  }
  return kAsExpected;
}

}  // namespace wgsync
