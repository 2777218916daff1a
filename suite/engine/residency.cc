// What a survey of the residency asks of the device besides discoveries.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/status_macros.h"
#include "suite/core/launch/decode.h"
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
