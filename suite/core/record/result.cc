#include "suite/core/record/result.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/soundness.h"

namespace wgsync {

using nlohmann::json;

namespace {

constexpr size_t kLongestId = 255;

constexpr auto kUnitNames = EnumNames<Unit>(
    {{Unit::kRuns, "runs"}, {Unit::kReads, "reads"}}, Unit::kReads);

constexpr auto kDeciderNames =
    EnumNames<DecidedBy>({{DecidedBy::kNotRecorded, "not_recorded"},
                          {DecidedBy::kEvidence, "evidence"},
                          {DecidedBy::kHostEvidence, "host_evidence"},
                          {DecidedBy::kDevice, "device"},
                          {DecidedBy::kNoLaunch, "no_launch"},
                          {DecidedBy::kBuild, "build"},
                          {DecidedBy::kControlBuild, "control_build"},
                          {DecidedBy::kHarness, "harness"},
                          {DecidedBy::kWedged, "wedged"},
                          {DecidedBy::kMachineDown, "machine_down"},
                          {DecidedBy::kLeftOut, "left_out"},
                          {DecidedBy::kTried, "tried"}},
                         DecidedBy::kTried);

}  // namespace

NameSpan NamesOf(DecidedBy) { return kDeciderNames.names; }
NameSpan NamesOf(Unit) { return kUnitNames.names; }

bool IsCaseId(absl::string_view text) {
  return !text.empty() && text.size() <= kLongestId &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return absl::ascii_islower(c) || absl::ascii_isdigit(c) ||
                  absl::StrContains("_./=", c);
         });
}

std::vector<std::pair<Verdict, uint64_t>> VerdictsOfRuns(const CaseResult& r) {
  std::vector<std::pair<Verdict, uint64_t>> verdicts;
  for (const auto& [text, count] : r.runs) {
    Verdict one;
    if (ParseVerdictText(text, &one)) verdicts.emplace_back(one, count);
  }
  return verdicts;
}

void CaseResult::Decide(Rule rule) {
  verdict = VerdictOf(rule);
  judged.by = InfoOf(rule).by;
}

void Judged::Fields(FieldVisitor& v) {
  v.Enum("by", &by);
  if (v.When("evidence", by == DecidedBy::kEvidence)) {
    v.Struct("evidence", &evidence);
  }
  if (v.When("host", by == DecidedBy::kHostEvidence)) v.Struct("host", &host);
}

void ShapeResult::Fields(FieldVisitor& v) {
  v.Field("ended", &ended);
  v.Field("waited", &waited);
  v.Field("groups", &groups);
  v.Field("copies", &copies);
  v.Field("late", &late);
  v.Field("stuck_copies", &stuck_copies);
  v.Field("group", &group);
  v.Field("role", &role);
  v.Field("started", &started);
}

void CaseResult::Fields(FieldVisitor& v) {
  v.Field("case", &id);
  v.Rare("device", &device, 0u);
  verdict.Fields(v);
  v.Field("bounded", &bounded);
  v.Field("k", &k);
  v.Field("n", &n);
  v.Enum("unit", &unit);
  v.Field("also", &also);
  v.Field("perturbed", &perturbed);
  v.EnumOrNone("soundness", &soundness);
  v.Field("soundness_why", &soundness_why);
  v.EnumOrNone("need", &need);
  v.Enum("binds", &binds);
  v.Field("could_bind", &could_bind);
  v.Field("groups", &groups);
  v.Field("group_size", &group_size);
  v.Field("residency", &residency);
  v.Rare("promised", &promised, 0u);
  v.Field("rounds", &rounds);
  v.Field("reads", &reads);
  v.Field("language", &language);
  v.Field("kernel_digest", &kernel_digest);
  v.Field("seconds", &seconds);
  v.Field("launch_seconds", &launch_seconds);
  v.Field("deadline_seconds", &deadline_seconds);
  v.Field("started_unix_ns", &started_unix_ns);
  v.Field("finished_unix_ns", &finished_unix_ns);
  v.Rare("words", &words, {});
  v.RareList("findings", &findings);
  v.Rare("build_log", &build_log, {});
  // Logs of schema 1 lack it.
  v.Rare("runs", &runs, {});
  v.Rare("launches", &launches, {});
  v.Rare("failed_launches", &failed_launches, uint64_t{0});
  v.Rare("case_launches", &case_launches, uint64_t{0});
  v.Rare("other_cores", &other_cores, 0.0);
  v.RareList("twins", &twins);
  if (v.Present("shape", shape.groups != 0)) v.Struct("shape", &shape);
  v.Rare("binary_digest", &binary_digest, {});
  v.Rare("launch_digest", &launch_digest, {});
  if (v.Present("judged", judged.by != DecidedBy::kNotRecorded)) {
    v.Struct("judged", &judged);
  }
  if (v.Present("host", judged.by == DecidedBy::kHostEvidence)) {
    v.Struct("host", &host);
  }
}

std::string ReasonText(const CaseResult& r) {
  std::string text = ReasonText(r.verdict);
  const Primitive* p = FindPrimitive(r.id.substr(0, r.id.find('/')));
  if (r.verdict.kind == VerdictKind::kPass && p != nullptr &&
      !p->no_promise.empty()) {
    const std::string launches =
        r.case_launches == 0   ? "the launches that were made"
        : r.case_launches == 1 ? "1 launch"
                               : absl::StrCat(r.case_launches, " launches");
    text.insert(
        VerdictText(r.verdict).size(),
        absl::StrCat(" (right in ", launches, "; ", p->no_promise, ")"));
  }
  return text;
}

json ToJson(const CaseResult& r) { return FieldsToJson(r); }

bool FromJson(const json& j, CaseResult* r, std::string* error) {
  CaseResult read;
  *error = FieldsFromJson(j, &read);
  if (error->empty() && !IsCaseId(read.id)) *error = "\"case\" is not an id";
  if (!error->empty()) return false;
  *r = std::move(read);
  return true;
}

}  // namespace wgsync
