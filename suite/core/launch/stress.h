// The stress under which the launches of a grid of teams run, and the groups
// that are partners in each. Pure.

#ifndef WGSYNC_SUITE_CORE_LAUNCH_STRESS_H_
#define WGSYNC_SUITE_CORE_LAUNCH_STRESS_H_

#include <cstdint>

#include "suite/core/launch/launch_spec.h"

namespace wgsync {

// So many kinds of stress take turns.
inline constexpr uint32_t kStressKinds = 4;

// The launch with the stress of its number, from 0 on, and with other groups as
// partners in each. The work-items of a CPU's group run one after the other:
// there each comes less late. As it is where the grid is one.
LaunchSpec Stressed(LaunchSpec spec, uint32_t number, bool cpu);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LAUNCH_STRESS_H_
