// One case of one run as a page shows it.

#ifndef WGSYNC_REPORTS_SITE_CASE_DETAILS_H_
#define WGSYNC_REPORTS_SITE_CASE_DETAILS_H_

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "nlohmann/json_fwd.hpp"
#include "reports/gate/known.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// The program of a case. A log has only its digest and its options; the text is
// put together anew, and `note` says whether it is the one that was compiled.
struct CaseSource {
  // Path below kernels/ and text, in the order in which one reads them; empty
  // if there is none to show.
  std::vector<std::pair<std::string, std::string>> files;
  std::string options;
  bool exact = false;
  std::string note;
};
using SourceOf = std::function<CaseSource(const Run&, const CaseResult&)>;

// Each text once, with its path: the cases name them by number.
class SourceTable {
 public:
  size_t Add(const std::string& path, const std::string& text);
  // [{"path","text"}, ...]
  nlohmann::json Json() const;

 private:
  std::map<std::pair<std::string, std::string>, size_t> numbers_;
};

// {"verdict","cause","k","n","unit",...}: the result without its evidence, for
// lines of CSV. The same fields in the same order for each.
nlohmann::ordered_json ResultFields(const CaseResult& result);

// What the files for the run's device say of it: {"expected","reason","where",
// "met"}, or {"none": why} where no rule is for it.
nlohmann::json ExpectationJson(const Run& run, const CaseResult& result,
                               absl::Span<const DeviceExpectations> files);

// {"facts":[[name,value]],"words":[],"evidence":{},"expectation":{},
//  "source":{"files":[numbers],"options","exact","note"},"reproduce"}
nlohmann::json CaseDetails(const Run& run, const CaseResult& result,
                           absl::Span<const DeviceExpectations> expectations,
                           const SourceOf& source_of, SourceTable* sources);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_SITE_CASE_DETAILS_H_
