// Runs cases on a real driver below the fault layer, with faults planted in
// some of them, and scores what came out.

#ifndef WGSYNC_SUITE_PROOF_PLANTED_FAULT_BENCH_H_
#define WGSYNC_SUITE_PROOF_PLANTED_FAULT_BENCH_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "devices/faults/fault_state.h"
#include "suite/core/record/result.h"
#include "suite/engine/session.h"
#include "suite/proof/planted/faults/fault_rules.h"

namespace wgsync {

class FaultBench {
 public:
  // Loads the layer over PoCL (or the device that WGSYNC_TEST_DEVICE names),
  // compiles what the cases need, and sees which entry points are called when.
  // A failure of the test where that is not to be had.
  static FaultBench& The();

  bool ready() const { return ready_; }
  // Entry points that are called in this phase.
  const std::set<uint32_t>& reached(FaultPhase phase) const {
    return reached_.at(phase);
  }

  // Runs the rows, all of one phase: a case without a fault, then each row's
  // case with one after it that must be as the first.
  void Run(const std::vector<FaultRow>& rows);
  void Run(const LastingFault& lasting);

 private:
  FaultBench();
  RunOptions Options(FaultPhase phase, size_t cases);
  RunOptions OptionsFor(const std::vector<std::string>& ids);
  // Runs, checks the log, and that no worker is left.
  absl::StatusOr<RunSummary> RunAndCheck(const RunOptions& options);
  void RunSome(const std::vector<FaultRow>& rows);
  void SeeWhatIsReached();
  void Score(const FaultRow& row, const CaseResult& r, uint32_t fired,
             const std::string& clean);

  bool ready_ = false;
  FaultState* state_ = nullptr;
  DeviceInfo device_;
  int runs_ = 0;
  std::map<FaultPhase, std::set<uint32_t>> reached_;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROOF_PLANTED_FAULT_BENCH_H_
