// Measures the residency of one device: for each kernel, group size, ballast
// and register pressure the groups that are found on it at once, the smallest
// grid that hangs because a group does not start, the order of starts, and how
// many groups may wait for one far behind them.

#ifndef WGSYNC_SUITE_RESIDENCY_SURVEY_H_
#define WGSYNC_SUITE_RESIDENCY_SURVEY_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/residency_record.h"
#include "suite/engine/device_work.h"

namespace wgsync {

// One kernel and shape.
struct SurveyedKernel {
  std::string name;  // of the access, for the report: "fenced"
  KernelCase c;      // of barrier.counter_per_group
  BoardMode board = BoardMode::kOff;
};

struct SurveyOptions : DeviceWork {
  std::vector<SurveyedKernel> kernels;
  // Of the usual shape's kernels: the group that is waited for, in residencies;
  // empty: none.
  std::vector<uint32_t> distances;
  bool safe = false;  // never an unbounded wait
  // After each kernel. May be empty.
  std::function<void(const ResidencyRow&)> on_row;
};

// An error where the device cannot be asked at all. Waits are bounded alone on
// a GPU and driver whose hang test has not passed.
absl::StatusOr<ResidencyReport> SurveyResidency(const SurveyOptions& options);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_RESIDENCY_SURVEY_H_
