// When launches that came out right are enough for a pass.

#ifndef WGSYNC_SUITE_CORE_NEXT_ENOUGH_H_
#define WGSYNC_SUITE_CORE_NEXT_ENOUGH_H_

#include <cstdint>

#include "suite/core/launch/launch_spec.h"
#include "suite/core/record/launch_record.h"
#include "suite/core/verdict/finding.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

// Launches that came out right, together.
struct RightLaunches {
  uint64_t launches = 0;
  // Of several groups that had more than one core and met; of the others, those
  // that found one group alone, and those whose groups took turns on one core.
  uint64_t side_by_side = 0;
  uint64_t alone = 0;
  uint64_t in_slices = 0;
  uint64_t turns = 0;  // of a lock; what groups that do not wait saw
  double seconds = 0;
  uint64_t reads = 0;
  uint64_t most_out = 0;  // permits of a semaphore

  void Add(const LaunchRecord& r, bool cpu);
};

// The groups of a lock came one after the other: it changed hands hardly more
// often than there are groups. Or, where no group waits, they saw hardly
// anything new after their first looks. One group alone takes no turns.
bool CameInTurn(const LaunchSpec& s, const RightLaunches& right);

// Why a pass that rests on them would prove nothing; kNone where it does.
struct Lack {
  Doubt doubt = Doubt::kNone;
  Finding finding;
};
Lack LackOf(const LaunchSpec& s, const RightLaunches& right);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_ENOUGH_H_
