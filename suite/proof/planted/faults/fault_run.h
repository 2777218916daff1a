// Runs single cases on PoCL below the fault layer, each in a separate run.

#ifndef WGSYNC_SUITE_PROOF_PLANTED_FAULT_RUN_H_
#define WGSYNC_SUITE_PROOF_PLANTED_FAULT_RUN_H_

#include <cstdint>
#include <string>

#include "suite/core/record/device_info.h"
#include "suite/core/record/result.h"

namespace wgsync {

class FaultState;

// Loads the layer over PoCL (or the device that WGSYNC_TEST_DEVICE names), and
// gives its state, with no fault armed. Null, and a failure of the test, where
// that is not to be had.
FaultState* LoadLayer(DeviceInfo* device);

class FaultRun {
 public:
  FaultRun() : state_(LoadLayer(&device_)) {}

  bool ready() const { return state_ != nullptr; }
  // Runs a case; `faults`, for ParseFaults(), are armed once its worker is
  // there.
  CaseResult Run(const std::string& id, const std::string& faults);
  // How many calls of the last run were hit.
  uint32_t fired() const { return fired_; }

 private:
  DeviceInfo device_;
  FaultState* state_;
  int runs_ = 0;
  uint32_t fired_ = 0;
};

// Whether the environment asks for this row of a table: a quick one, or with
// $WGSYNC_PLANTED=rows every one; of those whose name has $WGSYNC_PLANTED_ONLY.
bool IsAskedFor(const std::string& name, bool quick);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROOF_PLANTED_FAULT_RUN_H_
