#include "tools/run/lone_runs.h"

#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "reports/diff/driver_facts.h"
#include "reports/words/evidence_text.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/plan/case.h"
#include "tools/run/device_list.h"
#include "tools/run/run_spec.h"

namespace wgsync {
namespace {

// The first thing that makes a lone run one of something else; "" if nothing.
std::string NotLike(const Run& like, const Run& lone) {
  for (const FactDifference& fact : DifferentFacts(like, lone)) {
    if (Bars(fact) || fact.name == kSuiteFact || fact.name == kBoardFact) {
      return absl::StrCat("here is another ", FactLine(fact));
    }
  }
  return SameDriver(like, lone) ? "" : "another driver is here now";
}

}  // namespace

absl::Status LoneRuns::FindDevice() {
  ASSIGN_OR_RETURN(const std::vector<DeviceInfo> some, FindDevices(device_));
  const DeviceInfo* here = SameDevice(some, like_.profile().device);
  if (here == nullptr) {
    return absl::NotFoundError("its device and driver are not here");
  }
  info_ = *here;
  return absl::OkStatus();
}

absl::StatusOr<LoneRuns::Done> LoneRuns::Run(const std::string& id) {
  if (!looked_) found_ = FindDevice();
  looked_ = true;
  RETURN_IF_ERROR(found_);
  ASSIGN_OR_RETURN(RunSpec spec, SpecOf(like_));
  ASSIGN_OR_RETURN(Case c, ParseCaseId(id));
  RunOptions options = spec.options;
  options.device = info_;
  options.cases = {{c, id, "run again, alone"}};
  options.repeat = 1;
  options.repeat_stochastic = 0;
  options.isolate_case = true;
  options.lock_seconds = wait_seconds_;
  options.on_wait = on_wait_;
  // A gate that goes on has some already.
  do {
    options.folder = absl::StrCat(folder_, "/", kLoneFolder, "/", ++count_);
  } while (HasRunLog(options.folder));
  ASSIGN_OR_RETURN(RunSummary summary, RunDevice(options));
  ASSIGN_OR_RETURN(wgsync::Run run, ReadRun(options.folder));
  const std::string other = NotLike(like_, run);
  if (!other.empty()) return absl::FailedPreconditionError(other);
  if (run.results.empty()) return absl::InternalError("it gave no verdict");
  CaseResult& result = run.results.front();
  result.words = EvidenceWords(run, result);
  return Done{std::move(result), options.folder};
}

}  // namespace wgsync
