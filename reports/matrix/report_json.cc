#include "reports/matrix/report_json.h"

#include <string>
#include <utility>

#include "reports/matrix/matrix_model.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {

using nlohmann::json;

json ReportJson(absl::string_view kind) {
  return {{"kind", std::string(kind)}, {"schema", 1}};
}

json RunJson(const Run& run) {
  json j = {{"folder", run.folder}, {"digest", run.digest}};
  for (const char* field : {"device", "driver_digest", "suite_digest"}) {
    auto it = run.context.find(field);
    if (it != run.context.end()) j[field] = *it;
  }
  return j;
}

json RunSummaryJson(const Run& run) {
  const Tally tally = TallyRun(run);
  json j = RunJson(run);
  j["name"] = ColumnName(run);
  j["model"] = RunModel(run);
  j["finished"] = run.finished;
  j["remarks"] = ColumnRemarks(run);
  j["verdicts"] = json::object();
  for (const auto& [kind, count] : tally.verdicts) {
    j["verdicts"][std::string(VerdictName(kind))] = count;
  }
  j["fail"] = {{"violation", tally.violation},
               {"progress", tally.progress},
               {"customary", tally.customary}};
  j["characterised"] = tally.characterised;
  j["could_bind"] = tally.could_bind;
  return j;
}

json ResultJson(const CaseResult* r) {
  if (r == nullptr) return nullptr;
  json j = {{"verdict", std::string(VerdictName(r->verdict.kind))},
            {"cause", std::string(CauseName(r->verdict.cause))},
            {"k", r->k},
            {"n", r->n},
            {"unit", r->unit},
            {"bounded", r->bounded},
            {"binds", r->binds},
            {"residency", r->residency},
            {"kernel_digest", r->kernel_digest}};
  if (!r->runs.empty()) j["runs"] = r->runs;
  return j;
}

json MatrixReport(absl::Span<const Run> runs) {
  json report = ReportJson("matrix");
  report["columns"] = json::array();
  for (const Run& run : runs) report["columns"].push_back(RunSummaryJson(run));
  report["cases"] = json::array();
  for (const MatrixGroup& group : BuildMatrix(runs)) {
    for (const MatrixRow& row : group.rows) {
      json results = json::array();
      for (const MatrixCell& cell : row.cells) {
        results.push_back(ResultJson(cell.result));
      }
      report["cases"].push_back({{"case", row.id},
                                 {"family", group.family},
                                 {"primitive", group.primitive},
                                 {"results", std::move(results)}});
    }
  }
  return report;
}

}  // namespace wgsync
