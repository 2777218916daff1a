// Tries a kernel that is not the suite's on one device: launches it as
// NextTry() says, in the engine's worker, and concludes.

#ifndef WGSYNC_SUITE_TRIED_TRY_RUN_H_
#define WGSYNC_SUITE_TRIED_TRY_RUN_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "absl/status/statusor.h"
#include "suite/core/record/device_info.h"
#include "suite/core/tried/next_try.h"
#include "suite/core/tried/try_spec.h"
#include "suite/worker/timeouts.h"

namespace wgsync {

struct TryOptions {
  DeviceInfo device;
  TrySpec spec;
  uint32_t launches = 50;
  double seconds = 10;
  // A launch that has not ended after this, or 20 times what earlier ones
  // took, does not end.
  double limit_seconds = 2;
  double max_minutes = 5;  // then no further launch begins
  Timeouts timeouts;
  double lock_seconds = std::numeric_limits<double>::infinity();
  std::function<void(const std::string& lock)> on_wait;
  // Before each launch.
  std::function<void(const std::string& what, size_t done, size_t total)>
      on_start;
};

// kInvalidArgument: the file or its description is wrong, in one line, and the
// compiler's log after it. kFailedPrecondition: a GPU without its hang test.
absl::StatusOr<TryReport> RunTry(const TryOptions& options);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_TRIED_TRY_RUN_H_
