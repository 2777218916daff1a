// What the symbols of a case stand for on a device.

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"

namespace wgsync {

bool NeedsC11(const KernelCase& c) {
  return c.primitive->device_barrier || IsC11(c.access.poll) ||
         IsC11(c.access.signal) ||
         RowOf(c.access.fence).reach == FenceReach::kDevice;
}

bool HasWaits(const KernelCase& c) {
  if (c.primitive->by_item) return true;
  const bool one_group =
      c.grid.groups == Groups::kNumber && c.grid.groups_number == 1;
  return c.primitive->need != ProgressNeed::kNone && !one_group;
}

bool HasRaces(const KernelCase& c) {
  const bool one_group =
      c.grid.groups == Groups::kNumber && c.grid.groups_number == 1;
  return c.primitive->need == ProgressNeed::kNone && !one_group &&
         !c.primitive->host_boundary && !c.primitive->host_finishes;
}

bool NeedsResidency(Groups groups) {
  return groups != Groups::kNumber && groups < Groups::kG65537;
}

namespace {

// A lock of loads and stores has so many times the rounds on a CPU: its faults
// show in few of them.
constexpr uint32_t kMeetingRounds = 4;

uint64_t GroupsOfSymbol(const KernelCase& c, uint32_t residency,
                        uint32_t promised) {
  const uint64_t res = residency;
  switch (c.grid.groups) {
    case Groups::kNumber:
      return c.grid.groups_number;
    case Groups::kResHalf:
      return std::max<uint64_t>(1, res / 2);
    case Groups::kResLess1:
      return res - 1;
    case Groups::kRes:
      return res;
    case Groups::kResPlus1:
      return res + 1;
    case Groups::kResX2:
      return res * 2;
    case Groups::kResX10:
      return res * 10;
    case Groups::kG65537:
      return 65537;
    case Groups::kPromisedHalf:
      return std::max<uint64_t>(1, promised / 2);
    case Groups::kPromised:
      return promised;
  }
  return 0;
}

}  // namespace

uint64_t ResolveGroups(const KernelCase& c, uint32_t residency,
                       uint32_t promised) {
  if (NeedsResidency(c.grid.groups) && residency == 0) return 0;
  const uint64_t groups = GroupsOfSymbol(c, residency, promised);
  return c.grid.team == 0 ? groups : groups / c.grid.team * c.grid.team;
}

std::string GridRefused(const KernelCase& c, uint64_t groups,
                        uint32_t group_size) {
  const Primitive& p = *c.primitive;
  if (c.grid.team != 0) groups = c.grid.team;
  if (p.max_groups != 0 && groups > p.max_groups) {
    return absl::StrCat(groups, " groups: ", p.name, " counts ", p.max_groups,
                        " at most");
  }
  if (groups < p.shape.roles) {
    return absl::StrCat(groups, " groups: one copy of ", p.name, " has ",
                        p.shape.roles);
  }
  if (p.item_for_each_group && groups > group_size) {
    return absl::StrCat(groups, " groups of ", group_size, ": ", p.name,
                        " needs a work-item for each group of the grid");
  }
  return "";
}

uint32_t ResolveGroupSize(const KernelCase& c, uint32_t max_group_size,
                          uint32_t sub_group_size) {
  switch (c.grid.group_size) {
    case GroupSize::kNumber:
      return c.grid.group_size_number;
    case GroupSize::kSubGroup:
      return sub_group_size;
    case GroupSize::kMax:
      return max_group_size;
  }
  return 0;
}

uint64_t ResolveBallast(const KernelCase& c, uint64_t local_memory_bytes) {
  constexpr uint64_t kKib = 1024;
  switch (c.grid.ballast) {
    case Ballast::kNumber:
      return c.grid.ballast_kib * kKib;
    case Ballast::kNone:
      return 0;
    case Ballast::kHalf:
      return local_memory_bytes / 2 / kKib * kKib;
    case Ballast::kMax:
      return local_memory_bytes / kKib * kKib;
  }
  return 0;
}

std::array<uint64_t, 3> Sides(uint64_t count, uint32_t dims) {
  std::array<uint64_t, 3> sides = {count, 1, 1};
  for (uint32_t dim = dims - 1; dim > 0 && count > 0; --dim) {
    // The largest divisor that leaves sides no shorter than itself.
    uint64_t least = 1;
    for (uint64_t side = 2;; ++side) {
      uint64_t power = side;
      for (uint32_t i = 0; i < dim; ++i) power *= side;
      if (power > count) break;
      if (count % side == 0) least = side;
    }
    sides[dim] = least;
    count /= least;
    sides[0] = count;
  }
  std::sort(sides.rbegin(), sides.rend());
  return sides;
}

uint32_t RoundsOf(const KernelCase& c, bool is_gpu) {
  const Workload& w = *c.workload;
  const bool fewer = c.grid.team != 0 && w.rounds_in_teams != 0;
  const uint32_t on_gpu = fewer ? w.rounds_in_teams : w.rounds;
  const uint32_t on_cpu =
      w.rounds_cpu * (c.primitive->loads_and_stores ? kMeetingRounds : 1);
  return (is_gpu ? on_gpu : on_cpu) * c.primitive->rounds_factor;
}

uint64_t CheckedReads(const KernelCase& c, uint64_t groups, uint64_t group_size,
                      uint64_t rounds) {
  if (groups == 0) return 0;
  if (c.grid.team != 0) {
    KernelCase one = c;
    one.grid.team = 0;
    return groups / c.grid.team *
           CheckedReads(one, c.grid.team, group_size, rounds);
  }
  // Under a lock, each turn of each holder reads the count and its owner once;
  // or a copy of so many words; or so many words by each work-item.
  if (IsLock(c.primitive->family)) {
    const uint64_t turn =
        c.workload->reads_once != 0
            ? c.workload->reads_once * group_size
            : (c.primitive->by_item ? group_size : 1) *
                  std::max<uint64_t>(1, c.workload->reads_per_item);
    return groups * rounds * turn;
  }
  // The writer of a hand-off does not read its own message.
  const bool has_writer =
      c.primitive->family == Family::kHandoff && !c.primitive->unawaited;
  const uint64_t readers = c.primitive->half_waits ? groups / 2
                           : has_writer            ? groups - 1
                                                   : groups;
  const Workload& w = *c.workload;
  const uint64_t side = TileSide(static_cast<uint32_t>(group_size));
  const uint64_t reading = w.tiled ? side * side : group_size;
  uint64_t a_round = w.reads_per_item * readers * reading +
                     w.reads_per_group * readers + w.reads_once * group_size;
  if (w.reads_all_groups) a_round += readers * groups;
  return a_round * rounds;
}

}  // namespace wgsync
