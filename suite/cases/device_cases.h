// The selected cases of one device, run when the first is asked for.

#ifndef WGSYNC_SUITE_CASES_DEVICE_CASES_H_
#define WGSYNC_SUITE_CASES_DEVICE_CASES_H_

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "reports/gate/known.h"
#include "reports/words/evidence_text.h"
#include "suite/core/record/run_log.h"
#include "suite/engine/other_load.h"
#include "suite/engine/session.h"

namespace wgsync {

// One worker process serves many cases, so that they are run as one list, on a
// second thread; each test waits for the verdict of its case. The list is
// in the order of selection: where tests are asked in that order, a test's time
// is that of its case. One device runs at a time; the others wait for it.
//
// All functions are for one thread, the one that GoogleTest runs tests on.
class DeviceCases {
 public:
  // `folder` of the run; a second Reset() uses another one beside it. `known`
  // must outlive this. No case begins more than `last_start` seconds after
  // this was made; those that are left have no verdict, and the run can be
  // resumed. `whole` are the cases that are all of a family: "smoke/barrier";
  // "" where only a part of it will be selected.
  DeviceCases(DeviceInfo device, std::string tier, std::string folder,
              const std::vector<DeviceExpectations>* known, double last_start,
              std::string whole);
  ~DeviceCases();
  DeviceCases(const DeviceCases&) = delete;
  DeviceCases& operator=(const DeviceCases&) = delete;

  // Forgets the results and the selection, after the end of the run.
  void Reset();
  void Select(const PlannedCase& planned);

  // Starts the run of the selected cases, if that was not done yet, and waits
  // until the case has a verdict or the run has ended. DeadlineExceeded: it was
  // not begun in time.
  absl::StatusOr<CaseResult> Result(const std::string& id);

  // What the case's verdict rests on, a sentence each. After Result().
  std::vector<std::string> Words(const std::string& id);

  // Why the failure is expected; "" if it is new.
  std::string WhyKnown(const CaseResult& result);

  // Waits for the end of the run. Why its results prove nothing of the device,
  // though no case may have failed; or, of a whole family, a line for each
  // thing that the device's files expect and that was found in none of three
  // tries (PowerLostBy()); where many are lost, in one. "" if they prove all
  // that they can.
  std::string Objection();

  // Cases that prove nothing because other processes had the cores, a line
  // each. After Objection().
  const std::vector<std::string>& inconclusive() const { return inconclusive_; }

  // Cases that pass and are expected to fail, a line each, once the run has
  // ended.
  std::vector<std::string> UnexpectedPasses();

  const DeviceInfo& device() const { return options_.device; }
  // Of the run, with its log.
  const std::string& folder() const { return options_.folder; }
  size_t selected() const { return options_.cases.size(); }

 private:
  void Run();
  void Join();
  // Until the last start of a case.
  double SecondsLeft() const;
  std::string FindObjection();
  // The last part of it, of results that prove something.
  std::string LostPowerText();
  // Runs the cases of `lost` again, and puts their results into `run`.
  void TryAgain(const std::vector<LostPower>& lost, int number,
                wgsync::Run* run);
  // The run's log as far as it is written; null where it cannot be read.
  const wgsync::Run* Log();

  RunOptions options_;
  std::string folder_;
  const std::chrono::steady_clock::time_point made_;
  const double last_start_;
  const std::string whole_;
  const std::vector<DeviceExpectations>* known_;
  int resets_ = 0;
  std::thread thread_;
  bool begun_ = false;
  absl::StatusOr<wgsync::Run> log_;  // of WhyKnown()
  absl::optional<OtherLoad> load_;   // since the run began
  absl::optional<std::string> objection_;
  std::vector<std::string> inconclusive_;
  // Shared with the thread.
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;
  absl::Status status_;
  std::map<std::string, CaseResult> results_;
  RunningWords words_;
  RunSummary summary_;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CASES_DEVICE_CASES_H_
