#include "reports/words/cts_results.h"

#include <cstdlib>
#include <set>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "reports/render/junit.h"
#include "reports/words/run_junit.h"
#include "suite/core/base/write_file.h"

namespace wgsync {
namespace {

const char* Word(JunitStatus status) {
  return status == JunitStatus::kPassed    ? "pass"
         : status == JunitStatus::kSkipped ? "skip"
                                           : "fail";
}

}  // namespace

std::string CtsResults(const std::string& command,
                       const std::vector<std::string>& arguments,
                       absl::Span<const Run* const> runs) {
  nlohmann::ordered_json results = nlohmann::ordered_json::object();
  for (const Run* run : runs) {
    const std::string device =
        runs.size() < 2 ? ""
                        : absl::StrCat("/device=", run->profile().device.slug);
    std::set<std::string> done;
    for (const CaseResult& r : run->results) {
      done.insert(r.id);
      results[absl::StrCat(r.id, device)] = Word(StatusOf(*run, r));
    }
    for (const std::string& id : run->header.plan) {
      if (done.count(id) == 0) results[absl::StrCat(id, device)] = "fail";
    }
  }
  const nlohmann::ordered_json all = {
      {"cmd", command}, {"args", arguments}, {"results", results}};
  return absl::StrCat(
      all.dump(2, ' ', false, nlohmann::json::error_handler_t::replace), "\n");
}

absl::Status WriteCtsResults(const std::string& command,
                             const std::vector<std::string>& arguments,
                             absl::Span<const Run* const> runs) {
  const char* file = std::getenv("CL_CONFORMANCE_RESULTS_FILENAME");
  if (file == nullptr || *file == '\0') return absl::OkStatus();
  const char* outputs = std::getenv("TEST_UNDECLARED_OUTPUTS_DIR");
  const bool below = outputs != nullptr && *file != '/';
  return WriteTextFile(below ? absl::StrCat(outputs, "/", file) : file,
                       CtsResults(command, arguments, runs));
}

}  // namespace wgsync
