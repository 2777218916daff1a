// What an access costs on a device, measured once a session.

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/launch/layout.h"
#include "suite/core/next/budget.h"
#include "suite/engine/device_session.h"
#include "suite/worker/commands.h"
#include "suite/worker/messages.h"

namespace wgsync {

absl::StatusOr<uint32_t> DeviceSession::MadeAccesses(int kind, uint32_t budget,
                                                     double* seconds) {
  FillProbe();
  FinishedEvent finished;
  RETURN_IF_ERROR(RunProbe(ProbeCommand("wgsync_accesses", kind, budget, false),
                           &finished));
  *seconds = finished.host_seconds;
  const uint32_t* words = reinterpret_cast<const uint32_t*>(worker_->live());
  return __atomic_load_n(words + kLineWords, __ATOMIC_RELAXED);
}

// Doubles the count until a launch takes long enough to be timed, or until the
// driver cuts the loops short.
absl::StatusOr<double> DeviceSession::TimeAccesses(int kind) {
  constexpr double kLongEnough = 0.004;
  constexpr int kTimings = 3;  // the least of them counts
  double empty = 0, each = 1e-9;
  for (uint32_t budget = 1; budget < kMaxLoop; budget *= 2) {
    double seconds = 0;
    ASSIGN_OR_RETURN(const uint32_t made, MadeAccesses(kind, budget, &seconds));
    if (made != budget * budget) {
      // A driver that cuts loops cuts them alike; anything else is no cut.
      ASSIGN_OR_RETURN(const uint32_t again,
                       MadeAccesses(kind, budget, &seconds));
      if (made != again || made == 0 || made > budget * budget) {
        return absl::UnavailableError(
            absl::StrCat("the calibration counted ", made, " and ", again,
                         " accesses of ", budget * budget));
      }
      profile_.loops_cut = true;
      profile_.loop_turns = made;
      break;
    }
    // Where the machine holds one launch up, accesses would look a hundred
    // times as dear, and every wait that is counted in them would be cut short.
    for (int i = 1; i < kTimings && seconds - empty > kLongEnough; ++i) {
      double again = 0;
      RETURN_IF_ERROR(MadeAccesses(kind, budget, &again).status());
      seconds = std::min(seconds, again);
    }
    if (budget <= 2) empty = budget == 1 ? seconds : std::min(empty, seconds);
    each = std::max(1e-11, (seconds - empty) / (1.0 * budget * budget));
    if (seconds - empty > kLongEnough) break;
  }
  return each;
}

absl::Status DeviceSession::Calibrate() {
  if (calibrated_) return absl::OkStatus();
  constexpr int kCalibrations = 4;  // at most; the least of each counts
  constexpr double kWaitedShare = 0.1;
  double* const seconds[] = {&profile_.calibration.volatile_poll_seconds,
                             &profile_.calibration.rmw_poll_seconds,
                             &profile_.calibration.delay_seconds};
  // If a thread of the worker had to wait for a core, the machine's load was
  // timed.
  bool waited = true;
  for (int i = 0; i < kCalibrations && waited; ++i) {
    profile_.loops_cut = false;
    const double begun = MonotonicSeconds();
    const ThreadTimes then = worker_->Threads();
    for (int kind : {0, 1, 2}) {
      ASSIGN_OR_RETURN(const double each, TimeAccesses(kind));
      *seconds[kind] = i == 0 ? each : std::min(*seconds[kind], each);
    }
    waited = cpu() && LongestWait(then, worker_->Threads()) >
                          kWaitedShare * (MonotonicSeconds() - begun);
  }
  calibrated_ = true;
  return absl::OkStatus();
}

}  // namespace wgsync
