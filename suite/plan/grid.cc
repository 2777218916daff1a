// What the symbols of a case stand for on a device.

#include <algorithm>
#include <cstdint>

#include "suite/catalog/catalog.h"
#include "suite/plan/case.h"

namespace wgsync {

bool NeedsC11(const Case& c) {
  const bool poll = c.poll == Poll::kRelaxed || c.poll == Poll::kAcquire ||
                    c.poll == Poll::kSeqCst;
  const bool signal = c.signal == Signal::kRelaxed ||
                      c.signal == Signal::kRelease ||
                      c.signal == Signal::kSeqCst;
  return poll || signal || c.fence == Fence::kDevice;
}

bool HasWaits(const Case& c) {
  if (c.primitive->by_item) return true;
  const bool one_group = c.groups == Groups::kNumber && c.groups_number == 1;
  return c.primitive->need != ProgressNeed::kNone && !one_group;
}

bool HasRaces(const Case& c) {
  const bool one_group = c.groups == Groups::kNumber && c.groups_number == 1;
  return c.primitive->need == ProgressNeed::kNone && !one_group &&
         !c.primitive->host_boundary && !c.primitive->host_finishes;
}

bool NeedsResidency(Groups groups) {
  return groups != Groups::kNumber && groups != Groups::kG65537;
}

uint64_t ResolveGroups(const Case& c, uint32_t residency) {
  if (NeedsResidency(c.groups) && residency == 0) return 0;
  const uint64_t res = residency;
  switch (c.groups) {
    case Groups::kNumber:
      return c.groups_number;
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
  }
  return 0;
}

uint32_t ResolveGroupSize(const Case& c, uint32_t max_group_size,
                          uint32_t sub_group_size) {
  switch (c.group_size) {
    case GroupSize::kNumber:
      return c.group_size_number;
    case GroupSize::kSubGroup:
      return sub_group_size;
    case GroupSize::kMax:
      return max_group_size;
  }
  return 0;
}

uint64_t CheckedReads(const Case& c, uint64_t groups, uint64_t group_size,
                      uint64_t rounds) {
  if (groups == 0) return 0;
  // Under a lock, each turn of each holder reads the count and its owner once.
  if (c.primitive->family == Family::kMutex) {
    return groups * rounds * (c.primitive->by_item ? group_size : 1);
  }
  // The writer of a hand-off does not read its own message.
  const uint64_t readers =
      c.primitive->family == Family::kHandoff ? groups - 1 : groups;
  const Workload& w = *c.workload;
  const uint64_t side = TileSide(static_cast<uint32_t>(group_size));
  const uint64_t reading = w.tiled ? side * side : group_size;
  uint64_t a_round = w.reads_per_item * readers * reading +
                     w.reads_per_group * readers + w.reads_once * group_size;
  if (w.reads_all_groups) a_round += readers * groups;
  return a_round * rounds;
}

}  // namespace wgsync
