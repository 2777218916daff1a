// The device that tests of the engine run on.

#ifndef WGSYNC_SUITE_PROOF_PLANTED_TEST_DEVICE_H_
#define WGSYNC_SUITE_PROOF_PLANTED_TEST_DEVICE_H_

#include "absl/status/statusor.h"
#include "suite/core/record/device_info.h"
#include "suite/core/record/result.h"

namespace wgsync {

// The first that $WGSYNC_TEST_DEVICE selects, else PoCL's; an error where there
// is none. Drivers see the environment as it is at this call.
absl::StatusOr<DeviceInfo> FindTestDevice();

// Hides other drivers than PoCL's from the loader, if PoCL is registered and
// the caller chose none. By a folder: Khronos' loader takes no file there.
void ChoosePocl();

// Whether other processes had the cores, so that the case proves nothing. Then
// the line is printed by which .ci/run calls the test inconclusive.
bool MachineWasBusy(const CaseResult& r);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROOF_PLANTED_TEST_DEVICE_H_
