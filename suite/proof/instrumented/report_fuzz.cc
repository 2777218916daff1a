// What is read back from files: run logs, run.json, verdicts.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/matrix.h"
#include "reports/matrix/matrix_model.h"
#include "reports/words/show.h"
#include "suite/core/base/parse_json.h"
#include "suite/core/record/result.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/run_log.h"
#include "suite/proof/instrumented/fuzz.h"
#include "tools/run/run_spec.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr size_t kShown = 3;

void Report(const Run& run) {
  const std::vector<Run> runs = {run};
  MatrixText(runs, {/*color=*/true, /*width=*/40});
  MatrixMarkdown(runs);
  ShowRun(run, 60);
  TallyRun(run);
  for (size_t i = 0; i < run.results.size() && i < kShown; ++i) {
    ShowCase(run, run.results[i], 60);
    FindCases(run, run.results[i].id).status().IgnoreError();
  }
  RunDeviceName(run);
  RunDriverVersion(run);
}

FUZZ_TARGET(run_log) {
  const absl::StatusOr<Run> run = ParseRun(input, "runs/any");
  if (!run.ok()) {
    Must(absl::StartsWith(run.status().message(), "runs/any/log.jsonl:"),
         "the error names file and line");
    return;
  }
  Must(!run->header.devices.empty(), "a run has a device");
  Report(*run);
  SpecOf(*run).status().IgnoreError();
}

FUZZ_TARGET(run_spec) {
  const absl::StatusOr<RunSpec> spec =
      SpecFromJson(ParseJson(input), "run.json");
  if (!spec.ok()) {
    Must(absl::StartsWith(spec.status().message(), "run.json: "),
         "the error names the file");
    return;
  }
  const json written = SpecToJson(*spec);
  const absl::StatusOr<RunSpec> again = SpecFromJson(written, "run.json");
  Must(again.ok() && SpecToJson(*again) == written, "it is read back");
}

FUZZ_TARGET(result) {
  CaseResult result;
  std::string error;
  if (!FromJson(ParseJson(input), &result, &error)) {
    Must(!error.empty(), "the error says something");
    return;
  }
  const json written = ToJson(result);
  CaseResult again;
  Must(FromJson(written, &again, &error) && ToJson(again) == written,
       "it is read back");
}

}  // namespace
}  // namespace wgsync
