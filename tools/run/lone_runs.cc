#include "tools/run/lone_runs.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "reports/diff/driver_facts.h"
#include "reports/words/evidence_text.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/run_facts.h"
#include "tools/run/device_list.h"
#include "tools/run/run_spec.h"

namespace wgsync {
namespace {

// The first thing that makes a lone run one of something else; "" if nothing.
std::string NotLike(const Run& like, const Run& lone) {
  if (!SameDriver(like, lone)) return "another driver is here now";
  for (const FactDifference& fact : DifferentFacts(like, lone)) {
    if (Bars(fact)) return absl::StrCat("here is another ", FactLine(fact));
  }
  return "";
}

}  // namespace

absl::Status LoneRuns::FindDevice() {
  absl::StatusOr<std::vector<DeviceInfo>> all = EnumerateDevices();
  if (!all.ok()) return all.status();
  if (!device_.empty()) {
    absl::StatusOr<std::vector<DeviceInfo>> some = ChooseDevices(*all, device_);
    if (!some.ok()) return some.status();
    all = *std::move(some);
  }
  const DeviceInfo& like = like_.profile().device;
  for (const DeviceInfo& d : *all) {
    if (!IsDevice(d) || d.full_name != like.full_name || d.slug != like.slug)
      continue;
    info_ = d;
    return absl::OkStatus();
  }
  return absl::NotFoundError("its device and driver are not here");
}

absl::StatusOr<LoneRuns::Done> LoneRuns::Run(const std::string& id) {
  if (!looked_) found_ = FindDevice();
  looked_ = true;
  if (!found_.ok()) return found_;
  absl::StatusOr<Case> c = ParseCaseId(id);
  if (!c.ok()) return c.status();
  absl::StatusOr<RunSpec> spec = SpecOf(like_);
  if (!spec.ok()) return spec.status();
  RunOptions options = spec->options;
  options.device = info_;
  options.cases = {{*c, id, "run again, alone"}};
  options.repeat = 1;
  options.repeat_stochastic = 0;
  options.isolate_case = true;
  options.lock_seconds = wait_seconds_;
  options.on_wait = on_wait_;
  options.folder = absl::StrCat(folder_, "/lone/", ++count_);
  absl::StatusOr<RunSummary> summary = RunDevice(options);
  if (!summary.ok()) return summary.status();
  absl::StatusOr<wgsync::Run> run = ReadRun(options.folder);
  if (!run.ok()) return run.status();
  const std::string other = NotLike(like_, *run);
  if (!other.empty()) return absl::FailedPreconditionError(other);
  if (run->results.empty()) return absl::InternalError("it gave no verdict");
  CaseResult& result = run->results.front();
  result.words = EvidenceWords(*run, result);
  return Done{std::move(result), options.folder};
}

}  // namespace wgsync
