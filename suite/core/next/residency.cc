#include "suite/core/next/residency.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/next/budget.h"
#include "suite/core/next/repeats.h"

namespace wgsync {
namespace {

// The most of a discovery's quiet turns where a driver cuts loops short; the
// others are for the groups that come late.
constexpr double kMostCutQuiet = 0.8 * kCutLoop * kCutLoop;
// How long no group must come before a discovery closes: long enough for every
// thread of a CPU to get its turn; a GPU's groups start within microseconds.
constexpr double kQuietCpu = 0.060;
constexpr double kPatientQuiet = 0.400;
constexpr double kQuietGpu = 0.0005;
constexpr double kLooksATurn = 16;  // of the discovery
constexpr double kDeadline = 30;
// A discovery that was over in less than this share of its quiet time is made
// again, with a window longer by the missing time.
constexpr double kLeastOpen = 0.5;
constexpr double kMostWidening = 1e-4;
constexpr uint32_t kMostGroups = 65536;

// Of groups that are alike, whatever their kernel does. A discovery is always a
// usual dispatch.
std::string SizeOf(const LaunchSpec& s) {
  KernelCase c = s.program.c;
  c.grid.dispatch = Dispatch::kUsual;
  return absl::StrCat(s.group_size, ShapeParts(c), " ",
                      ModelMark(s.program.model));
}

// On a GPU every build has its own registers and local memory.
std::string KernelOf(const LaunchSpec& s, bool cpu) {
  const KernelCase& c = s.program.c;
  return cpu ? absl::StrCat(c.primitive->name, " ", c.workload->name, " ",
                            SizeOf(s))
             : absl::StrCat(ProgramKey(s.program), " ", s.group_size);
}

// One count; 0 where the launch did not end.
uint32_t Count(Attempt* a, const LaunchSpec& like, double quiet) {
  const bool cut = a->profile().loops_cut;
  const double most = cut ? kMostCutQuiet : 4e9;
  double& look = a->known->residency.look_seconds;
  if (look == 0) look = a->calibration().rmw_poll_seconds;
  LaunchSpec spec = like;
  spec.discover = true;
  spec.rounds = 1;
  // A driver may report any number of units.
  const uint64_t units = a->profile().device.compute_units;
  spec.groups = static_cast<uint32_t>(
      std::min<uint64_t>(units * (a->cpu() ? 2 : 40) + 2, kMostGroups));
  for (uint32_t widened = 0;;) {
    const double turn = kLooksATurn * std::max(look, 1e-10);
    spec.delay = static_cast<uint32_t>(std::min(most, quiet / turn));
    spec.budget = cut ? kCutLoop : LoopBudget(50 * quiet / turn);
    const LaunchRecord& r =
        a->Launch(LaunchPurpose::kDiscovery, spec, kDeadline, kDeadline);
    if (r.ending != Ending::kFinished) return 0;
    const bool all = r.found >= spec.groups;
    if (!all && r.seconds < kLeastOpen * quiet && quiet / turn < most &&
        widened < Most(Repeat::kWiderDiscovery)) {
      // Looks cost less than was measured: it was over before a group that
      // comes in time had come, and does not count.
      look *= std::max(r.seconds / quiet, kMostWidening);
      ++widened;
      continue;
    }
    if (!all || spec.groups > kMostGroups) {
      return static_cast<uint32_t>(r.found);
    }
    spec.groups *= 2;
  }
}

// The fewest of several counts.
uint32_t Fewest(Attempt* a, const LaunchSpec& like, double quiet) {
  std::set<std::string>& counted = a->known->residency.counted;
  uint32_t least = 0;
  for (uint32_t i = 0; i < Most(Repeat::kDiscovery); ++i) {
    const uint32_t found = Count(a, like, quiet);
    // A GPU's groups do not come late one by one: a second count that agrees
    // says what a third would. So does another kernel's, of groups alike.
    const std::string count = absl::StrCat(SizeOf(like), " ", found);
    const bool agreed =
        !a->cpu() && (counted.count(count) != 0 || (i > 0 && found == least));
    if (agreed) counted.insert(count);
    least = i == 0 ? found : std::min(least, found);
    if (found == 0 || agreed) break;
  }
  return least;
}

// A CPU's residency is its threads, whatever the kernel does: one launch shows
// that it is what another kernel's was.
uint32_t OnCpu(Attempt* a, const LaunchSpec& like) {
  KnownResidency& known = a->known->residency;
  const auto other = known.groups.find(SizeOf(like));
  if (other != known.groups.end()) {
    const uint32_t found = Count(a, like, kQuietCpu);
    if (found == 0 || found == other->second) return found;
  }
  uint32_t least = Fewest(a, like, kQuietCpu);
  // Fewer than the device says it has, or than were found before: on a busy
  // machine a thread comes late. The last result counts all the same.
  const uint32_t hoped = known.most_resident != 0
                             ? known.most_resident
                             : a->profile().device.compute_units;
  if (least != 0 && least < hoped) least = Fewest(a, like, kPatientQuiet);
  known.most_resident = std::max(known.most_resident, least);
  if (least != 0) known.groups.emplace(SizeOf(like), least);
  return least;
}

}  // namespace

uint32_t ResidencyOf(Attempt* a, const LaunchSpec& like) {
  std::map<std::string, uint32_t>& known = a->known->residency.groups;
  const std::string kernel = KernelOf(like, a->cpu());
  const auto found = known.find(kernel);
  if (found != known.end()) return found->second;
  const Purpose before = std::exchange(a->time_of, Purpose::kDiscovery);
  const uint32_t groups =
      a->cpu() ? OnCpu(a, like) : Fewest(a, like, kQuietGpu);
  a->time_of = before;
  if (groups != 0) known[kernel] = groups;
  return groups;
}

}  // namespace wgsync
