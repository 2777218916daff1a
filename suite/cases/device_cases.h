// The selected cases of one device, run together when the first is asked for.

#ifndef WGSYNC_SUITE_CASES_DEVICE_CASES_H_
#define WGSYNC_SUITE_CASES_DEVICE_CASES_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "suite/engine/session.h"

namespace wgsync {

// One worker process serves many cases, so that they are run as one list, in
// the plan's order, and not one by one as GoogleTest comes to them.
class DeviceCases {
 public:
  // `folder` of the run; a second Reset() uses another one beside it.
  DeviceCases(DeviceInfo device, std::string tier, std::string folder);

  // Forgets the results and the selection.
  void Reset();
  void Select(const PlannedCase& planned);

  // Runs the selected cases, if that was not done yet. The result lives until
  // Reset().
  absl::StatusOr<const CaseResult*> Result(const std::string& id);

  // Why the results prove nothing of the device, though no case may have
  // failed; "" if they prove something.
  std::string Objection();

  const DeviceInfo& device() const { return options_.device; }
  // Of the run, with its log.
  const std::string& folder() const { return options_.folder; }
  size_t selected() const { return options_.cases.size(); }

 private:
  void Run();

  RunOptions options_;
  std::string folder_;
  int resets_ = 0;
  bool has_run_ = false;
  absl::Status status_;
  std::map<std::string, CaseResult> results_;
  RunSummary summary_;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CASES_DEVICE_CASES_H_
