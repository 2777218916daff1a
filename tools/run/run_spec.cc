#include "tools/run/run_spec.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "nlohmann/json.hpp"
#include "reports/render/text.h"
#include "reports/render/text_file.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/parse_json.h"
#include "suite/core/base/read_file.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/run_log.h"
#include "suite/engine/run_options.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr int kSchema = 1;

struct DeviceSkips {
  std::vector<SkipRule> skips;

  void Fields(FieldVisitor& v) {
    if (v.Present("skips", !skips.empty())) v.List("skips", &skips);
  }
};

absl::Status Bad(const std::string& where, absl::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrCat(where, ": ", what, "; start a new run"));
}

// A folder in the folder of the runs, or one in that; nothing outside of it.
bool IsFolderOfRun(const std::string& name) {
  const std::vector<std::string> parts = absl::StrSplit(name, '/');
  return parts.size() <= 2 &&
         std::none_of(parts.begin(), parts.end(), [](const std::string& part) {
           return part.empty() || part[0] == '.';
         });
}

absl::StatusOr<DeviceInfo> DeviceFromJson(const json& j,
                                          const std::string& where) {
  DeviceInfo d;
  const std::string error = FieldsFromJson(j, &d);
  if (!error.empty()) return Bad(where, absl::StrCat("device: ", error));
  if (d.full_name.empty() || d.slug.empty()) {
    return Bad(where, "does not say which device it is of");
  }
  return d;
}

absl::StatusOr<std::vector<PlannedCase>> PlanFromJson(
    const json& ids, const std::string& where) {
  std::vector<PlannedCase> cases;
  if (!ids.is_array()) return Bad(where, "has no plan");
  for (const json& id : ids) {
    if (!id.is_string())
      return Bad(where,
                 "has a case in its plan that is no "
                 "string");
    absl::StatusOr<Case> c = ParseCaseId(id.get<std::string>());
    if (!c.ok()) {
      return Bad(where, absl::StrCat("this wgsync does not know its case ",
                                     id.get<std::string>(), ": ",
                                     c.status().message()));
    }
    cases.push_back({*c, id.get<std::string>(), "in the plan of the run"});
  }
  return cases;
}

// Plan and options, which run.json and a log's context have in common.
absl::Status CommonFromJson(const json& j, const std::string& where,
                            RunSpec* spec) {
  if (!j.is_object()) return Bad(where, "not a JSON object");
  absl::StatusOr<std::vector<PlannedCase>> cases =
      PlanFromJson(j.value("plan", json()), where);
  if (!cases.ok()) return cases.status();
  spec->options.cases = *std::move(cases);
  if (j.contains("part")) {
    const std::string error = FieldsFromJson(j["part"], &spec->options.part);
    if (!error.empty()) return Bad(where, absl::StrCat("part: ", error));
  }
  const json options = j.value("options", json());
  if (!options.is_object()) return Bad(where, "has no options");
  const std::string error = FieldsFromJson(options, &spec->options);
  if (!error.empty()) return Bad(where, absl::StrCat("options: ", error));
  return absl::OkStatus();
}

}  // namespace

std::vector<DeviceRun> NameFolders(const std::vector<DeviceInfo>& devices) {
  std::vector<DeviceRun> runs;
  std::set<std::string> taken;
  for (const DeviceInfo& device : devices) {
    const std::string folder = UnusedName(
        device.slug, [&](const std::string& s) { return taken.count(s) > 0; });
    taken.insert(folder);
    runs.push_back({device, folder, {}});
  }
  return runs;
}

std::vector<DeviceRun> NameSharedFolders(
    const std::vector<std::vector<DeviceInfo>>& groups) {
  std::vector<DeviceInfo> firsts;
  firsts.reserve(groups.size());
  for (const std::vector<DeviceInfo>& group : groups) {
    firsts.push_back(group.front());
  }
  std::vector<DeviceRun> runs;
  const std::vector<DeviceRun> names = NameFolders(firsts);
  for (size_t i = 0; i < groups.size(); ++i) {
    if (groups[i].size() == 1) {
      runs.push_back(names[i]);
      continue;
    }
    for (size_t n = 1; n <= groups[i].size(); ++n) {
      runs.push_back(
          {groups[i][n - 1], absl::StrCat(names[i].folder, "/", n), {}});
    }
  }
  return runs;
}

json SpecToJson(const RunSpec& spec) {
  json j;
  j["schema"] = kSchema;
  j["devices"] = json::array();
  for (const DeviceRun& run : spec.devices) {
    json device = FieldsToJson(run.device);
    device["folder"] = run.folder;
    if (!run.skips.empty()) {
      DeviceSkips skips = {run.skips};
      device.update(FieldsToJson(skips));
    }
    j["devices"].push_back(device);
  }
  j["plan"] = json::array();
  for (const PlannedCase& c : spec.options.cases) j["plan"].push_back(c.id);
  if (!spec.options.part.whole()) j["part"] = FieldsToJson(spec.options.part);
  j["options"] = FieldsToJson(spec.options);
  return j;
}

absl::StatusOr<RunSpec> SpecFromJson(const json& j, const std::string& where) {
  RunSpec spec;
  absl::Status common = CommonFromJson(j, where, &spec);
  if (!common.ok()) return common;
  if (j.value("schema", json()) != kSchema) {
    return Bad(where, absl::StrCat("not of schema ", kSchema,
                                   ", or made by another wgsync"));
  }
  json devices = j.value("devices", json());
  if (!devices.is_array()) return Bad(where, "has no devices");
  for (const json& one : devices) {
    absl::StatusOr<DeviceInfo> device = DeviceFromJson(one, where);
    if (!device.ok()) return device.status();
    const std::string folder = JsonString(one, {"folder"});
    if (!IsFolderOfRun(folder)) {
      return Bad(where, "has a device without a separate folder");
    }
    DeviceSkips skips;
    const std::string error = FieldsFromJson(one, &skips);
    if (!error.empty()) return Bad(where, absl::StrCat("device: ", error));
    spec.devices.push_back({*std::move(device), folder, skips.skips});
  }
  return spec;
}

absl::StatusOr<RunSpec> SpecFromContext(const json& context,
                                        const std::string& where) {
  RunSpec spec;
  absl::Status common = CommonFromJson(context, where, &spec);
  if (!common.ok()) return common;
  absl::StatusOr<DeviceInfo> device =
      DeviceFromJson(context.value("device", json()), where);
  if (!device.ok()) return device.status();
  spec.devices.push_back({*std::move(device), "", {}});
  return spec;
}

std::string SpecPath(const std::string& folder) {
  return absl::StrCat(folder, "/", kRunSpecFile);
}

absl::Status WriteSpec(const RunSpec& spec, const std::string& folder) {
  return WriteRunFile(
      folder, kRunSpecFile,
      SpecToJson(spec).dump(1, ' ', false, json::error_handler_t::replace) +
          "\n",
      "name another folder with --out");
}

absl::StatusOr<RunSpec> ReadSpec(const std::string& folder) {
  if (HasRunLog(folder)) {
    absl::StatusOr<Run> run = ReadRun(folder);
    if (!run.ok()) return run.status();
    if (run->header.shared) {
      return absl::InvalidArgumentError(
          absl::StrCat(folder,
                       ": is a part of a run that devices share; name "
                       "the folder above it that has ",
                       kRunSpecFile));
    }
    return SpecFromContext(*run->context,
                           absl::StrCat(folder, "/", kRunLogFile, ":1"));
  }
  std::string path = SpecPath(folder);
  const absl::StatusOr<std::string> text =
      ReadRegularFile(path, "name a folder that `wgsync run` wrote");
  if (absl::IsNotFound(text.status())) {
    return absl::NotFoundError(
        absl::StrCat(folder, ": neither ", kRunSpecFile, " nor ", kRunLogFile,
                     " in it; name a folder that `wgsync run` wrote"));
  }
  if (!text.ok()) return text.status();
  return SpecFromJson(ParseJson(*text), path);
}

}  // namespace wgsync
