// The parts that machine-readable reports share, so that the same thing has the
// same name in each. Their shapes are in README.md, "JSON".

#ifndef WGSYNC_REPORTS_MATRIX_REPORT_JSON_H_
#define WGSYNC_REPORTS_MATRIX_REPORT_JSON_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "nlohmann/json_fwd.hpp"
#include "suite/core/record/run_log.h"

namespace wgsync {

class FieldVisitor;

// {"kind":KIND,"schema":1}, to which a report adds its own fields. A field that
// changes its meaning asks for another schema, a new one does not.
nlohmann::json ReportJson(absl::string_view kind);

// The list of what `element_of` makes of each element of `range`.
template <typename Json = nlohmann::json, typename Range, typename ElementOf>
Json JsonList(const Range& range, ElementOf element_of) {
  Json list = Json::array();
  for (const auto& one : range) list.push_back(element_of(one));
  return list;
}

// {"folder","digest","device":{...},"driver_digest","suite_digest"}: which run.
nlohmann::json RunJson(const Run& run);

// The same with {"name","model","finished","remarks":[...],"verdicts":{NAME:N},
// "fail":{"violation","progress","execution","customary"},"characterised",
// "could_bind"}.
nlohmann::json RunSummaryJson(const Run& run);

// {"verdict","cause","k","n","unit","bounded","binds",...}; null for nullptr.
// WriteResult() lists the fields.
nlohmann::json ResultJson(const CaseResult* result);
void WriteResult(FieldVisitor& v, const CaseResult& result);

// Of `wgsync matrix --json`.
nlohmann::json MatrixReport(absl::Span<const Run> runs);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_MATRIX_REPORT_JSON_H_
