#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "nlohmann/json.hpp"
#include "reports/diff/progress_change.h"
#include "reports/gate/gate.h"
#include "reports/gate/gate_parts.h"
#include "reports/gate/gate_text.h"
#include "reports/matrix/report_json.h"
#include "suite/core/base/json_schema.h"

namespace wgsync {
namespace {

using nlohmann::json;

json CaseJson(const Gate& gate, const GateCase& c) {
  json lone = json::array();
  for (const CaseResult& r : c.lone) lone.push_back(ResultJson(&r));
  return {{"case", c.id},
          {"outcome", std::string(OutcomeName(c.outcome))},
          {"fails", FailsGate(c.outcome)},
          {"change", ChangeText(c)},
          {"expected", ExpectedText(c)},
          {"came", ResultJson(c.after)},
          {"lone", std::move(lone)},
          {"why", c.why},
          {"rule", RulePlace(gate, c)},
          {"evidence", EvidenceOf(c)},
          {"more", MoreCommand(gate, c)},
          {"reproduce", RepeatCommand(gate, c)}};
}

}  // namespace

json GateReport(const Gate& gate) {
  json j = ReportJson("gate");
  j["exit"] = gate.ExitCode();
  j["says"] = GateVerdict(gate);
  j["barred"] = gate.barred;
  j["baseline"] = gate.baseline == nullptr ? json() : RunJson(*gate.baseline);
  j["expectations"] =
      gate.expectations == nullptr ? json() : json(gate.expectations->path);
  j["new"] = RunSummaryJson(*gate.after);
  j["header"] = HeaderLines(gate);
  j["times"] = gate.times.has_value() ? TimesJson(*gate.times) : json();
  j["progress"] = ProgressChangeJson(gate.diff.progress);
  j["class_shrinks"] = gate.ClassShrinks();
  const Coverage covered = gate.Covered();
  j["covered"] = {{"compared", covered.compared}, {"counted", covered.counted}};
  j["counts"] = json::object();
  j["cases"] = json::array();
  for (const GateCase& c : gate.cases) {
    const std::string outcome(OutcomeName(c.outcome));
    j["counts"][outcome] = j["counts"].value(outcome, 0) + 1;
    if (c.outcome != Outcome::kAsExpected) {
      j["cases"].push_back(CaseJson(gate, c));
    }
  }
  return j;
}

json GateSchema() {
  const absl::Span<const absl::string_view> outcomes = NamesOf(Outcome());
  const json one = schema::Object({{"case", schema::Text()},
                                   {"outcome", schema::OneOf(outcomes)},
                                   {"fails", schema::Flag()},
                                   {"change", schema::Text()},
                                   {"expected", schema::Text()},
                                   {"came", schema::NullOr(ResultSchema())},
                                   {"lone", schema::ListOf(ResultSchema())},
                                   {"why", schema::Text()},
                                   {"rule", schema::Text()},
                                   {"evidence", schema::ListOf(schema::Text())},
                                   {"more", schema::Text()},
                                   {"reproduce", schema::Text()}});
  return schema::Document("gate", 1,
                          {{"exit", schema::Count()},
                           {"says", schema::Text()},
                           {"barred", schema::Flag()},
                           {"baseline", schema::NullOr(RunSchema())},
                           {"expectations", schema::NullOr(schema::Text())},
                           {"new", RunSummarySchema()},
                           {"header", schema::ListOf(schema::Text())},
                           {"times", schema::NullOr(TimesSchema())},
                           {"progress", schema::NullOr(ProgressChangeSchema())},
                           {"class_shrinks", schema::Flag()},
                           {"covered", schema::MapOf(schema::Count())},
                           {"counts", schema::MapOf(outcomes, schema::Count())},
                           {"cases", schema::ListOf(one)}});
}

}  // namespace wgsync
