// How often a bounded wait looks before it gives up.

#ifndef WGSYNC_SUITE_CORE_NEXT_BUDGET_H_
#define WGSYNC_SUITE_CORE_NEXT_BUDGET_H_

#include <cstdint>

#include "suite/core/catalog/access.h"
#include "suite/core/record/device_profile.h"

namespace wgsync {

// What a bounded wait may take, about; in seconds.
inline constexpr double kBoundedSeconds = 0.4;
// The most turns of one loop of a kernel that any driver lets it have.
inline constexpr uint32_t kMaxLoop = 65535;
// Where a driver cuts loops short: the square is below 65,536 looks.
inline constexpr uint32_t kCutLoop = 220;

// The budget of two nested loops that look so often in all, from 1 to kMaxLoop.
uint32_t LoopBudget(double polls);

// The budget of a wait of about `seconds` on this device where so many wait for
// one word.
uint32_t BudgetFor(const DeviceProfile& profile, double seconds, Poll poll,
                   uint64_t waiters);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_BUDGET_H_
