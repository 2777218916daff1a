// Tries a kernel that is not the suite's on one device: launches it as
// NextTry() says, in the engine's worker, and concludes.

#ifndef WGSYNC_SUITE_TRIED_TRY_RUN_H_
#define WGSYNC_SUITE_TRIED_TRY_RUN_H_

#include <functional>

#include "absl/status/statusor.h"
#include "suite/core/record/device_profile.h"
#include "suite/core/tried/next_try.h"
#include "suite/core/tried/try_spec.h"
#include "suite/engine/device_work.h"

namespace wgsync {

struct TryOptions : DeviceWork, TryLimits {
  TrySpec spec;
  double max_minutes = 5;  // then no further launch begins
  // Once the device is open; an error ends the work.
  std::function<absl::Status(const DeviceProfile&)> on_open;
  // After a launch: the report if no other followed.
  std::function<void(const TryReport&)> on_launch;
};

// kInvalidArgument: the file or its description is wrong, in one line, and the
// compiler's log after it. kFailedPrecondition: a GPU without its hang test.
absl::StatusOr<TryReport> RunTry(const TryOptions& options);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_TRIED_TRY_RUN_H_
