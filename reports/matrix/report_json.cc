#include "reports/matrix/report_json.h"

#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/matrix_model.h"
#include "reports/matrix/progress_class.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/json_schema.h"
#include "suite/core/record/log_schema.h"
#include "suite/core/record/progress_record.h"
#include "suite/core/record/result.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/run_log.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {
namespace {

using nlohmann::json;

// What reports have of a case.
void WriteResult(FieldVisitor& v, const CaseResult& r) {
  Verdict(r.verdict).Fields(v);
  v.Written("k", r.k);
  v.Written("n", r.n);
  v.Written("unit", r.unit);
  if (v.Present("failed_launches", r.case_launches != 0)) {
    v.Written("failed_launches", r.failed_launches);
  }
  if (v.Present("case_launches", r.case_launches != 0)) {
    v.Written("case_launches", r.case_launches);
  }
  v.Written("bounded", r.bounded);
  v.Written("binds", r.binds);
  v.Written("residency", r.residency);
  v.Written("kernel_digest", r.kernel_digest);
  if (v.Present("binary_digest", !r.binary_digest.empty())) {
    v.Written("binary_digest", r.binary_digest);
  }
  if (v.Present("runs", !r.runs.empty())) v.Written("runs", r.runs);
}

}  // namespace

json ReportJson(absl::string_view kind) {
  return {{"kind", std::string(kind)}, {"schema", 1}};
}

json RunJson(const Run& run) {
  json j = {{"folder", run.folder}, {"digest", run.digest}};
  for (const char* field : {"device", "driver_digest", "suite_digest"}) {
    auto it = run.context->find(field);
    if (it != run.context->end()) j[field] = *it;
  }
  return j;
}

json RunSchema() {
  return schema::Object(
      {{"folder", schema::Text()}, {"digest", schema::Text()}},
      {{"device", ContextDeviceSchema()},
       {"driver_digest", schema::Text()},
       {"suite_digest", schema::Text()}});
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
  j["fail"] = {{"violation", tally.violation},
               {"progress", tally.progress},
               {"execution", tally.execution},
               {"customary", tally.customary}};
  j["characterised"] = tally.characterised;
  j["could_bind"] = tally.could_bind;
  if (tally.inconclusive > 0) j["inconclusive"] = tally.inconclusive;
  return j;
}

json RunSummarySchema() {
  return schema::With(
      RunSchema(),
      {{"name", schema::Text()},
       {"model", schema::Text()},
       {"finished", schema::Flag()},
       {"remarks", schema::ListOf(schema::Text())},
       {"progress", schema::NullOr(ProgressClassSchema())},
       {"verdicts", schema::MapOf(VerdictNames(), schema::Count())},
       {"fail", schema::Object({{"violation", schema::Count()},
                                {"progress", schema::Count()},
                                {"execution", schema::Count()},
                                {"customary", schema::Count()}})},
       {"characterised", schema::Count()},
       {"could_bind", schema::Count()}},
      {{"inconclusive", schema::Count()}});
}

json ResultJson(const CaseResult* r) {
  if (r == nullptr) return nullptr;
  return WriteFields([r](FieldVisitor& v) { WriteResult(v, *r); });
}

json ResultSchema() {
  return schema::OfFields([](FieldVisitor& v) { WriteResult(v, {}); });
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

json MatrixSchema() {
  return schema::Document(
      "matrix", 1,
      {{"columns", schema::ListOf(RunSummarySchema())},
       {"cases",
        schema::ListOf(schema::Object(
            {{"case", schema::Text()},
             {"family", schema::Text()},
             {"primitive", schema::Text()},
             {"results", schema::ListOf(schema::NullOr(ResultSchema()))}}))}});
}

}  // namespace wgsync
