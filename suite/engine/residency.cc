// The residency of a kernel on the device.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "suite/core/launch/decode.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/next/budget.h"
#include "suite/engine/device_session.h"
#include "suite/worker/commands.h"
#include "suite/worker/messages.h"

namespace wgsync {
namespace {

// The most of a discovery's quiet turns where a driver cuts loops short; the
// others are for the groups that come late.
constexpr double kMostCutQuiet = 0.8 * kCutLoop * kCutLoop;
// How long nobody must come before a discovery closes: long enough for every
// thread of a CPU to get its turn; a GPU's groups start within microseconds.
constexpr double kQuietCpu = 0.060;
constexpr double kPatientQuiet = 0.400;
constexpr double kQuietGpu = 0.0005;
constexpr double kLooksATurn = 16;  // of the discovery
// A discovery that was over in less than this share of its quiet time is made
// again, with a window longer by the missing time, and so many times at most.
constexpr double kLeastOpen = 0.5;
constexpr double kMostWidening = 1e-4;
constexpr int kMostWidenings = 8;
// How long a group whose start is told stays: until every thread of a CPU has
// had its turn.
constexpr double kStayCpu = 0.002;
constexpr double kStayGpu = 50e-6;
constexpr double kMostStay = 2e6;      // in looks
constexpr double kMostStayCut = 4000;  // where loops are cut short

}  // namespace

uint32_t DeviceSession::Discover(const LaunchSpec& like, double quiet,
                                 WatchResult* failure) {
  LaunchSpec spec = like;
  spec.discover = true;
  spec.rounds = 1;
  spec.groups = profile_.device.compute_units * (cpu() ? 2 : 40) + 2;
  if (look_seconds_ == 0) look_seconds_ = profile_.calibration.rmw_poll_seconds;
  for (int left = kMostWidenings;;) {
    const double turn = kLooksATurn * std::max(look_seconds_, 1e-10);
    const double most = profile_.loops_cut ? kMostCutQuiet : 4e9;
    spec.delay = static_cast<uint32_t>(std::min(most, quiet / turn));
    spec.budget = profile_.loops_cut ? kCutLoop : LoopBudget(50 * quiet / turn);
    WatchResult r = Launch(LaunchPurpose::kDiscovery, spec, 30, 30);
    if (r.o.ending != Ending::kFinished) {
      if (failure != nullptr) *failure = std::move(r);
      return 0;
    }
    const uint32_t found = DecodeDiscovery(MakeLayout(spec), worker_->live());
    if (found < spec.groups && r.o.seconds < kLeastOpen * quiet &&
        quiet / turn < most && left-- > 0) {
      // Looks cost less than was measured: it was over before a group that
      // comes in time had come, and does not count.
      look_seconds_ *= std::max(r.o.seconds / quiet, kMostWidening);
      continue;
    }
    if (found < spec.groups || spec.groups > 65536) return found;
    spec.groups *= 2;
  }
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
  const Purpose before = std::exchange(purpose_, Purpose::kDiscovery);
  const WatchResult r = Launch(LaunchPurpose::kDiscovery, spec, 30, 30);
  purpose_ = before;
  if (r.o.ending != Ending::kFinished) return {};
  return DecodeStartOrder(MakeLayout(spec), worker_->live());
}

absl::Status DeviceSession::AskNeeds(const LaunchSpec& spec,
                                     DeviceLimits* device,
                                     KernelNeeds* kernel) {
  absl::Status s = EnsureWorker();
  if (!s.ok()) return s;
  const absl::StatusOr<LaunchCommand> launch =
      CommandOf(spec, MakeLayout(spec));
  if (!launch.ok()) return launch.status();
  AwaitBuilds();
  NeedsCommand command = {*launch, launch->kernel, launch->group_shape,
                          launch->group_size};
  // NVIDIA's compiler says the registers in its log alone.
  if (profile_.claims.is_nvidia) {
    for (std::string* field : {&command.key, &command.options}) {
      absl::StrAppend(field, " -cl-nv-verbose");
    }
  }
  worker_->Send(CommandJson(command), timeouts_.build);
  nlohmann::json e;
  NeedsEvent needs;
  if (worker_->Await(NeedsEvent::kName, timeouts_.build, &e) !=
          WorkerProcess::Got::kEvent ||
      !IsEvent(e, &needs)) {
    return Gone("asking for what a kernel needs");
  }
  if (!needs.ok) return absl::UnavailableError(needs.what);
  *device = needs.device;
  *kernel = needs.kernel;
  kernel->registers = RegistersOfLog(needs.build_log);
  return absl::OkStatus();
}

uint32_t DeviceSession::CountOnce(const LaunchSpec& like, double quiet_seconds,
                                  WatchResult* failure) {
  const Purpose before = std::exchange(purpose_, Purpose::kDiscovery);
  const uint32_t found = Discover(like, quiet_seconds, failure);
  purpose_ = before;
  return found;
}

uint32_t DeviceSession::FewestFound(const LaunchSpec& like,
                                    double quiet_seconds,
                                    WatchResult* failure) {
  uint32_t least = 0;
  for (int i = 0; i < 3; ++i) {
    const uint32_t found = CountOnce(like, quiet_seconds, failure);
    // A GPU's groups do not come late one by one: a second count that agrees
    // says what a third would.
    // So does another kernel's, of groups of this size.
    const std::string count =
        absl::StrCat(like.group_size, ShapeParts(like.program.c), " ",
                     ModelMark(like.program.model), " ", found);
    const bool agreed =
        !cpu() && (counted_.count(count) != 0 || (i > 0 && found == least));
    if (agreed) counted_.insert(count);
    least = i == 0 ? found : std::min(least, found);
    if (found == 0 || agreed) break;
  }
  return least;
}

uint32_t DeviceSession::Residency(const LaunchSpec& like,
                                  WatchResult* failure) {
  // On a GPU every build has registers and local memory of its own.
  const std::string key =
      cpu() ? absl::StrCat(like.program.c.primitive->name, " ",
                           like.program.c.workload->name, " ", like.group_size,
                           ShapeParts(like.program.c), " ",
                           ModelMark(like.program.model))
            : absl::StrCat(ProgramKey(like.program), " ", like.group_size);
  const auto known = residency_.find(key);
  if (known != residency_.end()) return known->second;
  // A CPU's residency is its threads, whatever the kernel does: one launch
  // shows that it is what another kernel's was.
  const std::string threads =
      absl::StrCat(like.group_size, ShapeParts(like.program.c), " ",
                   ModelMark(like.program.model));
  const auto other = residency_.find(threads);
  if (cpu() && other != residency_.end()) {
    const uint32_t found = CountOnce(like, kQuietCpu, failure);
    if (found == 0 || found == other->second) {
      if (found != 0) residency_[key] = found;
      return found;
    }
  }
  uint32_t least = FewestFound(like, cpu() ? kQuietCpu : kQuietGpu, failure);
  // Fewer than the device says it has, or than were found before: on a busy
  // machine a thread comes late. What counts is still what is found.
  const uint32_t hoped =
      most_resident_ != 0 ? most_resident_ : profile_.device.compute_units;
  if (cpu() && least != 0 && least < hoped) {
    least = FewestFound(like, kPatientQuiet, failure);
  }
  if (cpu()) most_resident_ = std::max(most_resident_, least);
  if (least != 0) residency_[key] = least;
  if (cpu() && least != 0) residency_.emplace(threads, least);
  return least;
}

}  // namespace wgsync
