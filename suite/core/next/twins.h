// The weakened twins of a case: what the stress of its launches lets fail.

#ifndef WGSYNC_SUITE_CORE_NEXT_TWINS_H_
#define WGSYNC_SUITE_CORE_NEXT_TWINS_H_

#include <cstdint>
#include <vector>

#include "suite/core/launch/launch_spec.h"
#include "suite/core/next/attempt.h"

namespace wgsync {

// Runs the weakened twins of the launch, one of a grid of teams, if it may
// bind. Leaves CaseResult::twins and the evidence `strength`. Returns the
// numbers of the kinds of stress (stress.h) that the case is judged under:
// three launches of each measured kind, and more of those that failed a twin.
std::vector<uint32_t> RunTwins(Attempt* a, const LaunchSpec& sound);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_TWINS_H_
