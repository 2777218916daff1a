#include "tools/run/run_spec.h"

#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/matrix_model.h"
#include "reports/render/text.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/parse_json.h"
#include "suite/core/base/read_file.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr uint32_t kSchema = 1;

// run.json.
struct SpecFile {
  uint32_t schema = kSchema;
  std::vector<DeviceRun> devices;
  std::vector<std::string> plan;
  Part part;
  RunSettings settings;

  void Fields(FieldVisitor& v) {
    v.Field("schema", &schema);
    if (schema != kSchema) v.Fail("schema", "is of another wgsync");
    v.Field("plan", &plan);
    if (v.Present("part", !part.whole())) v.Struct("part", &part);
    v.Struct("options", &settings);
    v.List("devices", &devices);
  }
};

absl::Status Bad(const std::string& where, absl::string_view what) {
  return BadInput(where, ": ", what, "; start a new run");
}

// A folder in the folder of the runs, or one in that; nothing outside of it.
bool IsFolderOfRun(const std::string& name) {
  const std::vector<std::string> parts = absl::StrSplit(name, '/');
  return parts.size() <= 2 &&
         absl::c_none_of(parts, [](const std::string& part) {
           return part.empty() || part[0] == '.';
         });
}

// What run.json and the head of a log have in common.
absl::StatusOr<RunSpec> MakeSpec(const std::vector<std::string>& plan,
                                 const Part& part, const RunSettings& settings,
                                 std::vector<DeviceRun> devices,
                                 const std::string& where,
                                 Unknown unknown = Unknown::kRefused) {
  RunSpec spec;
  for (const std::string& id : plan) {
    absl::StatusOr<Case> c = ParseCaseId(id);
    if (!c.ok() && unknown == Unknown::kLeftOut) continue;
    if (!c.ok()) {
      return Bad(where, absl::StrCat("this wgsync does not know its case ", id,
                                     ": ", c.status().message()));
    }
    spec.options.cases.push_back({*c, id, "in the plan of the run"});
  }
  for (const DeviceRun& run : devices) {
    if (run.device.full_name.empty() || run.device.slug.empty()) {
      return Bad(where, "does not say which device it is of");
    }
  }
  spec.options.part = part;
  static_cast<RunSettings&>(spec.options) = settings;
  spec.devices = std::move(devices);
  return spec;
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

void DeviceRun::Fields(FieldVisitor& v) {
  device.Fields(v);
  v.Field("folder", &folder);
  if (!IsFolderOfRun(folder)) v.Fail("folder", "is not a separate folder");
  v.RareList("skips", &skips);
}

json SpecToJson(const RunSpec& spec) {
  SpecFile file = {kSchema, spec.devices, {}, spec.options.part, spec.options};
  for (const PlannedCase& c : spec.options.cases) file.plan.push_back(c.id);
  return FieldsToJson(file);
}

absl::StatusOr<RunSpec> SpecFromJson(const json& j, const std::string& where) {
  SpecFile file;
  const std::string error = FieldsFromJson(j, &file);
  if (!error.empty()) return Bad(where, error);
  return MakeSpec(file.plan, file.part, file.settings, std::move(file.devices),
                  where);
}

absl::StatusOr<RunSpec> SpecOf(const Run& run, Unknown unknown) {
  const RunHeader& header = run.header;
  if (IsTried(run)) {
    return BadInput(run.folder, ": is of tried kernels; ", ResumeText(run));
  }
  return MakeSpec(header.plan, header.part, header.settings,
                  {{run.profile().device, "", {}}},
                  absl::StrCat(run.folder, "/", kRunLogFile, ":1"), unknown);
}

std::string SpecPath(const std::string& folder) {
  return absl::StrCat(folder, "/", kRunSpecFile);
}

absl::Status WriteSpec(const RunSpec& spec, const std::string& folder) {
  return WriteRunFile(folder, kRunSpecFile, JsonText(SpecToJson(spec), 1),
                      "name another folder with --out");
}

absl::StatusOr<RunSpec> ReadSpec(const std::string& folder) {
  if (HasRunLog(folder)) {
    ASSIGN_OR_RETURN(Run run, ReadRun(folder));
    if (run.header.shared) {
      return BadInput(folder,
                      ": is a part of a run that devices share; name "
                      "the folder above it that has ",
                      kRunSpecFile);
    }
    return SpecOf(run);
  }
  std::string path = SpecPath(folder);
  const absl::StatusOr<std::string> text =
      ReadRegularFile(path, "name a folder that `wgsync run` wrote");
  if (absl::IsNotFound(text.status())) {
    return absl::NotFoundError(
        absl::StrCat(folder, ": neither ", kRunSpecFile, " nor ", kRunLogFile,
                     " in it; name a folder that `wgsync run` wrote"));
  }
  RETURN_IF_ERROR(text.status());
  return SpecFromJson(ParseJson(*text), path);
}

}  // namespace wgsync
