#include "reports/site/case_details.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/report_json.h"
#include "reports/words/evidence_text.h"
#include "reports/words/show.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

std::string ExpectedText(const ExpectationRule& rule) {
  return absl::StrJoin(
      rule.verdicts, " or ", [](std::string* out, const ExpectedVerdict& v) {
        std::string text = v.any_cause
                               ? std::string(VerdictName(v.verdict.kind))
                               : VerdictText(v.verdict);
        absl::StrAppend(out, text, v.flaky ? ", now and then" : "");
      });
}

json SourceJson(const CaseSource& source, SourceTable* sources) {
  const auto number = [sources](const auto& file) {
    return sources->Add(file.first, file.second);
  };
  return {{"files", JsonList(source.files, number)},
          {"options", source.options},
          {"exact", source.exact},
          {"note", source.note}};
}

}  // namespace

size_t SourceTable::Add(const std::string& path, const std::string& text) {
  return numbers_.try_emplace({path, text}, numbers_.size()).first->second;
}

json SourceTable::Json() const {
  json files = json::array();
  for (size_t i = 0; i < numbers_.size(); ++i) files.push_back(nullptr);
  for (const auto& [file, number] : numbers_) {
    files[number] = {{"path", file.first}, {"text", file.second}};
  }
  return files;
}

ordered_json ResultFields(const CaseResult& r) {
  return {{"verdict", VerdictName(r.verdict.kind)},
          {"letter", std::string(1, VerdictLetter(r.verdict.kind))},
          {"cause", NameOf(r.verdict.cause)},
          {"k", r.k},
          {"n", r.n},
          {"unit", NameOf(r.unit)},
          {"bounded", r.bounded},
          {"perturbed", r.perturbed},
          {"binds", InfoOf(r.binds).name},
          {"could_bind", r.could_bind},
          {"soundness", NameOf(r.soundness)},
          {"need", NameOf(r.need)},
          {"groups", r.groups},
          {"group_size", r.group_size},
          {"residency", r.residency},
          {"rounds", r.rounds},
          {"reads", r.reads},
          {"language", r.language},
          {"kernel_digest", r.kernel_digest},
          {"launch_seconds", r.launch_seconds},
          {"binary_digest", r.binary_digest}};
}

json ExpectationJson(const Run& run, const CaseResult& r,
                     absl::Span<const DeviceExpectations> files) {
  const std::vector<const Expectations*> here =
      FilesFor(RunDeviceName(run), files);
  for (const Expectations* file : here) {
    const ExpectationRule* rule = RuleFor(*file, r.id, TagFactsOf(run));
    if (rule == nullptr) continue;
    return {{"expected", ExpectedText(*rule)},
            {"reason", rule->reason},
            {"where", absl::StrCat(file->path, ":", rule->line)},
            {"met", Expects(*rule, r.verdict)}};
  }
  if (here.empty()) {
    return {{"none",
             "no file of expectations was given for this device (--expect "
             "DEVICE=FILE)"}};
  }
  return {{"none", "no rule is for this case: it is expected to pass"}};
}

json CaseDetails(const Run& run, const CaseResult& r,
                 absl::Span<const DeviceExpectations> expectations,
                 const SourceOf& source_of, SourceTable* sources) {
  const LoggedLaunches launches = LaunchesOf(run, r);
  json details = {{"facts", json(CaseFacts(run, r))},
                  {"words", LoggedWords(r, launches)},
                  {"evidence", EvidenceJson(r, launches)},
                  {"expectation", ExpectationJson(run, r, expectations)},
                  {"reproduce", ReproduceCommand(run, r.id)}};
  if (source_of) details["source"] = SourceJson(source_of(run, r), sources);
  return details;
}

}  // namespace wgsync
