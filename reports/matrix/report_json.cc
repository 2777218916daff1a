#include "reports/matrix/report_json.h"

#include <string>

#include "nlohmann/json.hpp"
#include "reports/matrix/matrix_model.h"
#include "reports/matrix/progress_class.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/record/progress_record.h"
#include "suite/core/record/result.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

using nlohmann::json;

json ReportJson(absl::string_view kind) {
  return {{"kind", std::string(kind)}, {"schema", 1}};
}

json RunJson(const Run& run) {
  return {{"folder", run.folder},
          {"digest", run.digest},
          {"device", FieldsToJson(run.profile().device)},
          {"driver_digest", run.profile().driver_digest},
          {"suite_digest", run.header.suite_digest}};
}

json RunSummaryJson(const Run& run) {
  const Tally tally = TallyRun(run);
  json j = RunJson(run);
  j["name"] = ColumnName(run);
  j["model"] = RunModel(run);
  j["finished"] = run.finished;
  j["remarks"] = ColumnRemarks(run);
  j["progress"] = ProgressClassJson(ProgressOf(run.results));
  j["verdicts"] = json::object();
  for (const auto& [kind, count] : tally.verdicts) {
    j["verdicts"][std::string(VerdictName(kind))] = count;
  }
  for (const BindingInfo& bind : Bindings()) {
    if (tally.Counts(bind.value)) {
      j["fail"][std::string(bind.name)] = tally.Failing(bind.value);
    }
  }
  j["characterised"] = tally.characterised;
  j["could_bind"] = tally.could_bind;
  if (tally.inconclusive > 0) j["inconclusive"] = tally.inconclusive;
  return j;
}

void WriteResult(FieldVisitor& v, const CaseResult& r) {
  Verdict(r.verdict).Fields(v);
  v.Written("k", r.k);
  v.Written("n", r.n);
  Unit unit = r.unit;
  v.Enum("unit", &unit);
  if (v.Present("failed_launches", r.case_launches != 0)) {
    v.Written("failed_launches", r.failed_launches);
  }
  if (v.Present("case_launches", r.case_launches != 0)) {
    v.Written("case_launches", r.case_launches);
  }
  v.Written("bounded", r.bounded);
  Binding binds = r.binds;
  v.Enum("binds", &binds);
  v.Written("residency", r.residency);
  v.Written("kernel_digest", r.kernel_digest);
  if (v.Present("binary_digest", !r.binary_digest.empty())) {
    v.Written("binary_digest", r.binary_digest);
  }
  if (v.Present("runs", !r.runs.empty())) v.Written("runs", r.runs);
}

json ResultJson(const CaseResult* r) {
  if (r == nullptr) return nullptr;
  return WriteFields([r](FieldVisitor& v) { WriteResult(v, *r); });
}

json MatrixReport(absl::Span<const Run> runs) {
  json report = ReportJson("matrix");
  report["columns"] = JsonList(runs, RunSummaryJson);
  report["cases"] = json::array();
  for (const MatrixGroup& group : BuildMatrix(runs)) {
    for (const MatrixRow& row : group.rows) {
      const auto result = [](const TimelineCell& cell) {
        return ResultJson(cell.result);
      };
      report["cases"].push_back({{"case", row.id},
                                 {"family", group.family},
                                 {"primitive", group.primitive},
                                 {"results", JsonList(row.cells, result)}});
    }
  }
  return report;
}

}  // namespace wgsync
