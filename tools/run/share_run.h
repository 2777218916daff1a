// Runs one plan on several equal devices at the same time.

#ifndef WGSYNC_TOOLS_RUN_SHARE_RUN_H_
#define WGSYNC_TOOLS_RUN_SHARE_RUN_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "suite/core/record/device_info.h"
#include "suite/engine/run_options.h"
#include "suite/engine/run_summary.h"

namespace wgsync {

// Devices of one kind, as far as it is known before they are opened: by
// platform, name, driver, compute units. A GPU that is there twice, by its
// UUID, counts once. Groups in the order of their first devices; one device may
// be alone.
std::vector<std::vector<DeviceInfo>> EqualDevices(
    absl::Span<const DeviceInfo> devices);

// Of groups of one device each: that it is alone, or the property in which the
// first two differ.
std::string WhyNoneAreEqual(absl::Span<const std::vector<DeviceInfo>> groups);

// Each of `devices` runs a part of the same cases, in its own thread and in its
// own folder, which is below `folder`; they differ in device, folder and resume
// alone. The log in `folder` has all parts joined; it has no end if cases are
// left since the run was stopped. The callbacks are called by all threads, with
// the number of cases that have a verdict on any device.
//
// If devices disagree on a case that counts, the case runs again alone, on each
// of them. Where most_seconds ends before that, the joined log has no end.
//
// The joined log is written in one step. A process that ends before leaves the
// parts, and a run that is resumed joins them.
//
// A device that fails leaves its cases to the others, and the summary names it.
// Errors: no device is left; devices that are not equal (kInvalidArgument).
absl::StatusOr<RunSummary> RunShared(std::vector<RunOptions> devices,
                                     const std::string& folder);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_SHARE_RUN_H_
