#include "suite/core/record/run_facts.h"

#include <ctime>
#include <filesystem>
#include <set>

#include "absl/strings/str_split.h"

namespace wgsync {

using nlohmann::json;

std::string JsonString(const json& object,
                       std::initializer_list<const char*> path) {
  const json* at = &object;
  for (const char* name : path) {
    if (!at->is_object()) return "";
    auto it = at->find(name);
    if (it == at->end()) return "";
    at = &*it;
  }
  return at->is_string() ? at->get<std::string>() : "";
}

std::string RunDeviceName(const Run& run) {
  std::string name = JsonString(run.context, {"device", "full_name"});
  if (!name.empty()) return name;
  std::filesystem::path folder(run.folder);
  return folder.filename().empty() ? run.folder : folder.filename().string();
}

std::string RunDriverVersion(const Run& run) {
  std::string version = JsonString(run.context, {"device", "driver_version"});
  if (!version.empty()) return version;
  return JsonString(run.context, {"fingerprint", "driver_version"});
}

std::string RunModel(const Run& run) {
  const std::string model = JsonString(run.context, {"options", "model"});
  if (!model.empty()) return model;
  return JsonString(run.context, {"fingerprint", "model"});
}

std::vector<std::string> RunPlan(const Run& run) {
  std::vector<std::string> ids;
  auto plan = run.context.find("plan");
  if (plan == run.context.end() || !plan->is_array()) return ids;
  for (const json& id : *plan) {
    if (id.is_string()) ids.push_back(id.get<std::string>());
  }
  return ids;
}

IdWords SplitId(absl::string_view id) {
  IdWords split;
  std::vector<absl::string_view> parts = absl::StrSplit(id, '/');
  split.primitive = std::string(parts[0]);
  split.family = std::string(parts[0].substr(0, parts[0].find('.')));
  for (size_t i = 1; i < parts.size(); ++i) {
    split.words.push_back(absl::StrSplit(parts[i], absl::MaxSplits('=', 1)));
  }
  return split;
}

bool WaitsForEver(VerdictKind kind) {
  return kind == VerdictKind::kHang || kind == VerdictKind::kStaleCache ||
         kind == VerdictKind::kStaleHoisted;
}

bool IsCharacterised(const CaseResult& result) {
  if (!result.binds.empty()) return false;
  switch (result.verdict.kind) {
    case VerdictKind::kCrash:
    case VerdictKind::kHang:
    case VerdictKind::kError:
    case VerdictKind::kBroken:
    case VerdictKind::kStaleCache:
    case VerdictKind::kStalePayload:
    case VerdictKind::kStaleHoisted:
    case VerdictKind::kSlow:
      return true;
    case VerdictKind::kInfra:
    case VerdictKind::kLost:
    case VerdictKind::kPass:
    case VerdictKind::kUnproven:
    case VerdictKind::kUnsupported:
    case VerdictKind::kBuildFailed:
    case VerdictKind::kNotRun:
      return false;
  }
  return false;
}

namespace {

// Whether the verdict says anything of a case that was to bind.
bool SaysSomething(VerdictKind kind) {
  switch (kind) {
    case VerdictKind::kInfra:
    case VerdictKind::kLost:
    case VerdictKind::kUnproven:
    case VerdictKind::kUnsupported:
    case VerdictKind::kBuildFailed:
    case VerdictKind::kNotRun:
      return false;
    default:
      return true;
  }
}

}  // namespace

Tally TallyRun(const Run& run) {
  Tally tally;
  std::set<std::string> have;
  for (const CaseResult& r : run.results) {
    have.insert(r.id);
    ++tally.total;
    ++tally.verdicts[r.verdict.kind];
    if (r.binds == "violation") ++tally.violation;
    if (r.binds == "progress") ++tally.progress;
    if (r.binds == "customary") ++tally.customary;
    if (IsCharacterised(r)) ++tally.characterised;
    if (r.could_bind) {
      ++tally.could_bind;
      if (SaysSomething(r.verdict.kind)) ++tally.could_bind_shown;
    }
  }
  for (const std::string& id : RunPlan(run)) {
    if (have.count(id) == 0) ++tally.missing;
  }
  return tally;
}

std::string UtcTime(int64_t unix_ns) {
  if (unix_ns <= 0) return "";
  std::time_t seconds = unix_ns / 1000000000;
  std::tm parts;
  if (gmtime_r(&seconds, &parts) == nullptr) return "";
  char text[32];
  std::strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S UTC", &parts);
  return text;
}

absl::string_view BindMeaning(absl::string_view binds) {
  if (binds == "violation") {
    return "violation: against what the OpenCL specification guarantees, or a "
           "crash";
  }
  if (binds == "progress") {
    return "progress: occupancy-bound progress not met; OpenCL does not "
           "promise it";
  }
  if (binds == "customary") {
    return "customary: not guaranteed by OpenCL; what devices without "
           "device-scope atomics must live on";
  }
  return "";
}

}  // namespace wgsync
