#include "suite/compiled/compiled_report.h"

#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/parse_json.h"
#include "suite/core/base/read_file.h"
#include "suite/core/base/status_macros.h"

namespace wgsync {
namespace {

constexpr uint32_t kSchema = 1;

// By form and target; the judgement is in `after`.
std::map<std::pair<std::string, std::string>, CompiledChange> CellsOf(
    const CompiledReport& report) {
  std::map<std::pair<std::string, std::string>, CompiledChange> cells;
  for (const CompiledForm& form : report.forms) {
    for (const CompiledResult& r : form.results) {
      cells[{form.form, r.target}] = {form.form,         r.target, form.counts,
                                      form.order_counts, {},       r.judgement};
    }
  }
  return cells;
}

}  // namespace

void CompiledTarget::Fields(FieldVisitor& v) {
  v.Field("name", &name);
  v.Field("dialect", &dialect);
  v.Field("compiler", &compiler);
  v.Field("acquire", &acquire);
  v.Field("release", &release);
}

void CompiledResult::Fields(FieldVisitor& v) {
  v.Field("target", &target);
  judgement.Fields(v);
  v.Field("listing", &listing);
}

void CompiledForm::Fields(FieldVisitor& v) {
  v.Field("form", &form);
  v.Field("case", &case_id);
  v.Field("counts", &counts);
  v.Field("order_counts", &order_counts);
  v.Field("waits", &waits);
  v.List("results", &results);
}

void CompiledReport::Fields(FieldVisitor& v) {
  v.Field("suite_digest", &suite_digest);
  v.List("targets", &targets);
  v.List("forms", &forms);
}

nlohmann::json ToJson(const CompiledReport& report) {
  nlohmann::json j = FieldsToJson(report);
  j["kind"] = "compile";
  j["schema"] = kSchema;
  return j;
}

absl::StatusOr<CompiledReport> ReadCompiledReport(const std::string& file) {
  constexpr char kFix[] = "name a file that `wgsync compile --json` wrote";
  ASSIGN_OR_RETURN(const std::string text, ReadRegularFile(file, kFix));
  const nlohmann::json j = ParseJson(text);
  CompiledReport report;
  uint32_t schema = 0;
  std::string error = "it is not a report of compiled programs";
  if (j.is_object() && j.contains("kind") && j["kind"] == "compile") {
    error = ReadFields(
        j, [&schema](FieldVisitor& v) { v.Field("schema", &schema); });
    if (error.empty() && schema > kSchema) {
      error = absl::StrCat("schema ", schema, " is a newer wgsync's");
    }
    if (error.empty()) error = FieldsFromJson(j, &report);
  }
  if (error.empty()) return report;
  return BadInput(file, ": ", error, "; ", kFix);
}

bool CompiledChange::IsWorse() const {
  return (counts && after.statement == WaitStatement::kLost) ||
         (order_counts && after.statement == WaitStatement::kOpen &&
          before.statement != WaitStatement::kLost);
}

CompiledChanges ChangesOf(const CompiledReport& before,
                          const CompiledReport& after) {
  const auto old_cells = CellsOf(before);
  CompiledChanges found;
  for (auto& [key, change] : CellsOf(after)) {
    const auto then = old_cells.find(key);
    if (then == old_cells.end()) {
      ++found.alone;
      continue;
    }
    ++found.compared;
    change.before = then->second.after;
    if (change.before.statement != change.after.statement) {
      found.changes.push_back(change);
    }
  }
  found.alone += old_cells.size() - found.compared;
  return found;
}

}  // namespace wgsync
