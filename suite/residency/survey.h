// Measures the residency of one device: for each kernel, group size, ballast
// and register pressure the groups that are found on it at once, the smallest
// grid that hangs because a group does not start, the order of starts, and how
// many groups may wait for one far behind them.

#ifndef WGSYNC_SUITE_RESIDENCY_SURVEY_H_
#define WGSYNC_SUITE_RESIDENCY_SURVEY_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/device_info.h"
#include "suite/core/record/residency_record.h"
#include "suite/worker/timeouts.h"

namespace wgsync {

// One kernel and shape.
struct SurveyedKernel {
  std::string name;  // of the access, for the report: "fenced"
  KernelCase c;      // of barrier.counter_per_group
  BoardMode board = BoardMode::kOff;
};

struct SurveyOptions {
  DeviceInfo device;
  std::vector<SurveyedKernel> kernels;
  // Of the usual shape's kernels: the group that is waited for, in residencies;
  // empty: none.
  std::vector<uint32_t> distances;
  bool safe = false;  // never an unbounded wait
  Timeouts timeouts;
  // How long it waits for the device if another wgsync has it; called before a
  // wait, with DeviceLock::Described().
  double lock_seconds = std::numeric_limits<double>::infinity();
  std::function<void(const std::string& lock)> on_wait;
  // Before each kernel, and after it. May be empty.
  std::function<void(const std::string& id, size_t done, size_t total)>
      on_start;
  std::function<void(const ResidencyRow&)> on_row;
};

// An error where the device cannot be asked at all. Waits are bounded alone on
// a GPU and driver whose hang test has not passed.
absl::StatusOr<ResidencyReport> SurveyResidency(const SurveyOptions& options);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_RESIDENCY_SURVEY_H_
