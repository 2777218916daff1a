#include <string>

#include "nlohmann/json.hpp"
#include "reports/diff/progress_change.h"
#include "reports/gate/gate.h"
#include "reports/gate/gate_parts.h"
#include "reports/gate/gate_text.h"
#include "reports/matrix/report_json.h"

namespace wgsync {
namespace {

using nlohmann::json;

json CaseJson(const Gate& gate, const GateCase& c) {
  const auto lone = [](const CaseResult& r) { return ResultJson(&r); };
  return {{"case", c.id},
          {"outcome", std::string(OutcomeName(c.outcome))},
          {"fails", FailsGate(c.outcome)},
          {"change", ChangeText(c)},
          {"expected", ExpectedText(c)},
          {"came", ResultJson(c.after)},
          {"lone", JsonList(c.lone, lone)},
          {"why", c.why},
          {"rule", RulePlace(gate, c)},
          {"evidence", EvidenceOf(gate, c)},
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
  j["part"] = PartText(gate);
  j["changed_in_wgsync"] = json::array();
  j["counts"] = json::object();
  j["cases"] = json::array();
  for (const GateCase& c : gate.cases) {
    const std::string outcome(OutcomeName(c.outcome));
    j["counts"][outcome] = j["counts"].value(outcome, 0) + 1;
    if (c.outcome == Outcome::kChanged) j["changed_in_wgsync"].push_back(c.id);
    if (c.outcome != Outcome::kAsExpected) {
      j["cases"].push_back(CaseJson(gate, c));
    }
  }
  return j;
}

}  // namespace wgsync
