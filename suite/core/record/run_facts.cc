#include "suite/core/record/run_facts.h"

#include <filesystem>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/time.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/field_visitor.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/verdict/kinds.h"

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

std::string JsonString(const JsonValue& object,
                       std::initializer_list<const char*> path) {
  return JsonString(*object, path);
}

std::string RunDeviceName(const Run& run) {
  const std::string& name = run.profile().device.full_name;
  if (!name.empty()) return name;
  std::filesystem::path folder(run.folder);
  return folder.filename().empty() ? run.folder : folder.filename().string();
}

std::string RunDriverVersion(const Run& run) {
  const std::string& version = run.profile().device.driver_version;
  if (!version.empty()) return version;
  return JsonString(run.profile().fingerprint, {"driver_version"});
}

int64_t RunBegan(const Run& run) {
  if (run.header.unix_ns != 0) return run.header.unix_ns;
  return run.results.empty() ? 0 : run.results.front().started_unix_ns;
}

std::string RunModel(const Run& run) {
  const std::string model = ModelText(run.header.settings.model);
  if (!model.empty()) return model;
  return JsonString(run.profile().fingerprint, {"model"});
}

std::string IdWords::Of(absl::string_view field,
                        absl::string_view otherwise) const {
  for (const auto& [name, value] : words) {
    if (name == field) return value;
  }
  return std::string(otherwise);
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

bool IsTried(const CaseResult& r) {
  return absl::StartsWith(r.id, kTriedPrefix);
}

std::string TriedFile(absl::string_view id) {
  return absl::StrCat(id.substr(0, id.find('/')), ".cl");
}

bool IsTried(const Run& run) { return run.header.settings.tier == kTriedTier; }

bool IsCharacterised(const CaseResult& result) {
  const VerdictKind kind = result.verdict.kind;
  return result.binds == Binding::kNothing && IsConclusive(kind) &&
         !IsRight(kind);
}

std::string CountsText(const CaseResult& r) {
  std::string text;
  if (r.n > 1 || r.k != r.n) {
    text = absl::StrCat(r.k, " of ", r.n, " ", NameOf(r.unit));
  }
  if (r.case_launches == 0) return text;
  const absl::string_view of = r.case_launches == 1 ? " launch" : " launches";
  return absl::StrCat(text, text.empty() ? "" : ", ",
                      r.failed_launches == 0
                          ? "right in "
                          : absl::StrCat(r.failed_launches, " of "),
                      r.case_launches, of);
}

const CaseResult* ShowsBeyond(const std::vector<CaseResult>& results,
                              uint64_t groups, uint32_t group_size,
                              bool polls) {
  for (const CaseResult& r : results) {
    if (r.groups <= groups && r.group_size == group_size &&
        r.verdict.kind == VerdictKind::kHang &&
        r.verdict.cause == Cause::kNotStarted &&
        absl::StartsWith(r.id, "barrier.") &&
        absl::StrContains(r.id, "/host=poll") == polls &&
        !absl::StrContains(r.id, "/regs=") &&
        !absl::StrContains(r.id, "/ballast=")) {
      return &r;
    }
  }
  return nullptr;
}

bool IsCountedProof(const CaseResult& r) {
  return r.could_bind && IsConclusive(r.verdict.kind);
}

size_t Tally::failures() const {
  size_t sum = 0;
  for (const auto& [binds, count] : fails) sum += count;
  return sum;
}

Tally TallyResults(const std::vector<CaseResult>& results) {
  Tally tally;
  for (const CaseResult& r : results) {
    const VerdictKind kind = r.verdict.kind;
    ++tally.total;
    ++tally.verdicts[kind];
    if (r.binds != Binding::kNothing) ++tally.fails[r.binds];
    if (IsCharacterised(r)) ++tally.characterised;
    if (IsInconclusive(r)) ++tally.inconclusive;
    if (IsCountedProof(r)) ++tally.could_bind_shown;
    if (!r.could_bind) continue;
    ++tally.could_bind;
    if (kind != VerdictKind::kUnproven) continue;
    ++tally.could_bind_unproven;
    if (IsInconclusive(r)) ++tally.could_bind_inconclusive;
  }
  return tally;
}

Tally TallyRun(const Run& run) {
  Tally tally = TallyResults(run.results);
  std::set<std::string> have;
  for (const CaseResult& r : run.results) have.insert(r.id);
  for (const std::string& id : run.header.plan) {
    if (have.count(id) == 0) ++tally.missing;
  }
  return tally;
}

std::string CountedText(size_t failures, size_t counted, size_t unproven) {
  std::string text = absl::StrCat(failures, " of ", counted, " counted cases",
                                  failures == 1 ? " fails" : " fail");
  if (unproven == 0) return text;
  return absl::StrCat(text, "; ", unproven, " of them ",
                      unproven == 1 ? "is" : "are", " unproven");
}

std::string UtcTime(int64_t unix_ns) {
  if (unix_ns <= 0) return "";
  return absl::FormatTime("%Y-%m-%d %H:%M:%S UTC", absl::FromUnixNanos(unix_ns),
                          absl::UTCTimeZone());
}

}  // namespace wgsync
