// Files of expectations for several devices: which cases are known to fail on a
// device, and which are not launched there.

#ifndef WGSYNC_REPORTS_GATE_KNOWN_H_
#define WGSYNC_REPORTS_GATE_KNOWN_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "reports/gate/expectation.h"
#include "suite/core/plan/choice.h"
#include "suite/core/record/device_info.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// A file of expectations, and the devices that it is for: those with `device`
// in their full name, whatever its case.
struct DeviceExpectations {
  std::string device;  // "": all
  Expectations rules;
};

// Each argument is FILE or DEVICE=FILE. Errors are ReadExpectations()'s, and
// that a file is empty.
absl::StatusOr<std::vector<DeviceExpectations>> ReadDeviceExpectations(
    absl::Span<const std::string> arguments, absl::string_view today);

// Those of the files that are for the device.
std::vector<const Expectations*> FilesFor(
    absl::string_view full_name, absl::Span<const DeviceExpectations> files);

// The cases that a run on this device is not to launch.
std::vector<SkipRule> SkipsOn(const DeviceInfo& device,
                              absl::Span<const DeviceExpectations> files);

// "REASON (FILE:LINE)" of the rule that expects this verdict of the run; "" if
// there is none.
std::string WhyKnown(const Run& run, const CaseResult& result,
                     absl::Span<const DeviceExpectations> files);

// The counted cases and verdicts that a device's file expects of a family of a
// tier ("smoke/barrier") and that `run` lacks. `run` has all cases of the
// family. Empty where no file counts the cases of this family.
struct LostPower {
  std::string id;  // of the case; "" for their count
  std::string text;
  bool inconclusive = false;  // other processes had the cores
};
std::vector<LostPower> PowerLostBy(const Run& run, absl::string_view cases,
                                   absl::Span<const DeviceExpectations> files);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_GATE_KNOWN_H_
