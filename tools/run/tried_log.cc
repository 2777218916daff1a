#include "tools/run/tried_log.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "reports/words/try_text.h"
#include "suite/core/base/sha256.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/tried/try_results.h"
#include "suite/worker/worker_process.h"

namespace wgsync {

absl::Status TriedLog::Open(const DeviceProfile& profile) {
  begun_ = UnixNanoseconds();
  if (folder_.empty() || log_ != nullptr) return absl::OkStatus();
  RunHeader header;
  header.suite_digest = SuiteDigest();
  header.boot_id = BootId();
  header.unix_ns = begun_;
  header.settings.tier = kTriedTier;
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
  RETURN_IF_ERROR(
      log_->Kernel(TriedFile(TriedPrimitive(spec.file)), spec.source));
  const std::string program =
      Sha256(absl::StrCat(report.options, "\n", spec.added, spec.source));
  for (TriedCase& c : TriedCases(report, program)) {
    const std::string text = TryRowText(report, c.row);
    if (!text.empty()) c.result.findings.push_back(FoundText(text));
    RETURN_IF_ERROR(Append(std::move(c.result)));
  }
  return absl::OkStatus();
}

absl::Status TriedLog::AddRefused(const TrySpec& spec, const std::string& why,
                                  const std::string& log) {
  if (log_ == nullptr) return absl::OkStatus();
  if (log.empty()) return log_->Note(why);
  std::vector<std::string> grids = spec.grids;
  if (grids.empty()) grids = absl::StrSplit(kDefaultGrids, ',');
  for (const std::string& grid : grids) {
    CaseResult result;
    result.id = absl::StrCat(TriedPrimitive(spec.file), "/groups=", grid);
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
