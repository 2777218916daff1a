#include "tools/run/tried_log.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "reports/words/try_text.h"
#include "suite/core/base/sha256.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/tried/try_results.h"
#include "suite/worker/worker_process.h"
#include "tools/run/run_folder.h"

namespace wgsync {

absl::Status TriedLog::Open(const DeviceProfile& profile) {
  begun_ = UnixNanoseconds();
  if (folder_.empty() || log_ != nullptr) return absl::OkStatus();
  RunHeader header;
  header.suite_digest = SuiteDigest();
  header.boot_id = BootId();
  header.unix_ns = begun_;
  header.settings.tier = "tried";
  header.devices = {profile};
  ASSIGN_OR_RETURN(log_, RunLogWriter::Create(folder_, header));
  return absl::OkStatus();
}

absl::Status TriedLog::Append(CaseResult result) {
  result.started_unix_ns = begun_;
  result.finished_unix_ns = UnixNanoseconds();
  return log_->Append(result);
}

absl::Status TriedLog::Add(const TrySpec& spec, const TryReport& report) {
  if (log_ == nullptr) return absl::OkStatus();
  RETURN_IF_ERROR(log_->Kernel(absl::StrCat(TriedPrimitive(spec.file), ".cl"),
                               spec.source));
  const std::string program =
      Sha256(absl::StrCat(report.options, "\n", spec.added, spec.source));
  for (TriedCase& c : TriedCases(report, program)) {
    const std::string text = TryRowText(report, c.row);
    if (!text.empty()) c.result.findings.push_back(FoundText(text));
    RETURN_IF_ERROR(Append(std::move(c.result)));
  }
  return absl::OkStatus();
}

absl::Status TriedLog::AddRefused(const TrySpec& spec, const std::string& log) {
  if (log_ == nullptr) return absl::OkStatus();
  // A file that names no grid has the kernel decide on them.
  std::vector<std::string> grids = spec.grids;
  if (grids.empty()) grids.push_back("");
  for (const std::string& grid : grids) {
    CaseResult result;
    result.id = absl::StrCat(TriedPrimitive(spec.file),
                             grid.empty() ? "" : "/groups=", grid);
    result.Decide(Rule::kBuildRefused);
    result.could_bind = true;
    result.build_log = log;
    RETURN_IF_ERROR(Append(std::move(result)));
  }
  return absl::OkStatus();
}

absl::Status TriedLog::Finish(int exit_code) {
  return log_ == nullptr ? absl::OkStatus() : log_->Finished(exit_code);
}

}  // namespace wgsync
