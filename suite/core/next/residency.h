// How many work-groups of a kernel are resident at once, as launches show it.
//
// A discovery is a launch of the kernel itself with more groups than can be
// resident. Each group that starts counts itself and stays. When no group has
// started for a while the count is closed, and its groups were resident
// together. What a driver promises of a concurrent dispatch is not used here:
// the two numbers are compared (CaseResult::promised).

#ifndef WGSYNC_SUITE_CORE_NEXT_RESIDENCY_H_
#define WGSYNC_SUITE_CORE_NEXT_RESIDENCY_H_

#include <cstdint>

#include "suite/core/launch/launch_spec.h"
#include "suite/core/next/attempt.h"

namespace wgsync {

// The least that several discoveries of the launch's kernel find, or what
// earlier ones have shown of it; 0 where one did not end, which is then
// `a->last`. The device has been opened; nothing else of the attempt is read.
uint32_t ResidencyOf(Attempt* a, const LaunchSpec& like);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_RESIDENCY_H_
