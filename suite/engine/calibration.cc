// What an access costs on a device, measured once a session; and what a survey
// of the residency asks of the device besides discoveries.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/status_macros.h"
#include "suite/core/launch/decode.h"
#include "suite/core/launch/layout.h"
#include "suite/core/next/budget.h"
#include "suite/engine/device_session.h"
#include "suite/worker/commands.h"
#include "suite/worker/messages.h"

namespace wgsync {
namespace {

// How long a group whose start is told stays: until every thread of a CPU has
// had its turn.
constexpr double kStayCpu = 0.002;
constexpr double kStayGpu = 50e-6;
constexpr double kMostStay = 2e6;      // in looks
constexpr double kMostStayCut = 4000;  // where loops are cut short

}  // namespace

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

std::vector<uint32_t> DeviceSession::OrderOfStarts(const LaunchSpec& like,
                                                   uint32_t groups) {
  LaunchSpec spec = like;
  spec.discover = spec.program.start_order = true;
  spec.groups = groups;
  spec.rounds = 1;
  const double look = std::max(profile_.calibration.rmw_poll_seconds, 1e-10);
  spec.delay = static_cast<uint32_t>(
      std::min(profile_.loops_cut ? kMostStayCut : kMostStay,
               (cpu() ? kStayCpu : kStayGpu) / look));
  if (Launch(spec, 30, 30).o.ending != Ending::kFinished) return {};
  return DecodeStartOrder(MakeLayout(spec), worker_->live());
}

absl::Status DeviceSession::AskNeeds(const LaunchSpec& spec,
                                     DeviceLimits* device,
                                     KernelNeeds* kernel) {
  RETURN_IF_ERROR(EnsureWorker());
  ASSIGN_OR_RETURN(const LaunchCommand launch,
                   CommandOf(spec, MakeLayout(spec)));
  AwaitBuilds();
  NeedsEvent needs;
  RETURN_IF_ERROR(
      AskNeeds({launch, launch.kernel, launch.group_shape, launch.group_size},
               "asking for what a kernel needs", &needs));
  if (!needs.ok) return absl::UnavailableError(needs.what);
  *device = needs.device;
  *kernel = needs.needs;
  return absl::OkStatus();
}

absl::Status DeviceSession::AskNeeds(NeedsCommand command,
                                     const std::string& doing,
                                     NeedsEvent* needs) {
  // NVIDIA's compiler says the registers in its log alone.
  if (profile_.claims.is_nvidia) {
    for (std::string* field : {&command.key, &command.options}) {
      absl::StrAppend(field, " -cl-nv-verbose");
    }
  }
  worker_->Send(CommandJson(command), timeouts_.build);
  nlohmann::json e;
  if (worker_->Await(NeedsEvent::kName, timeouts_.build, &e) !=
          WorkerProcess::Got::kEvent ||
      !IsEvent(e, needs)) {
    return Gone(doing);
  }
  needs->needs.registers = RegistersOfLog(needs->build_log);
  return absl::OkStatus();
}

}  // namespace wgsync
