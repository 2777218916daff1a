// The stress under which the launches of a grid of teams run, and the groups
// that are partners in each; and that of locks of loads and stores. Pure.

#ifndef WGSYNC_SUITE_CORE_LAUNCH_STRESS_H_
#define WGSYNC_SUITE_CORE_LAUNCH_STRESS_H_

#include <cstdint>

#include "suite/core/launch/launch_spec.h"

namespace wgsync {

// So many kinds of stress were measured, and take turns.
inline constexpr uint32_t kStressKinds = 4;
// Launches with a number from this one on are under kinds that chance chose:
// so many in a row have one kind. The number decides all.
inline constexpr uint32_t kChanceStress = 1u << 20;
inline constexpr uint32_t kSameStress = 64;

// Numbers of launches of a grid of teams: the first one under the kind of this
// one, and the i-th after that.
uint32_t FirstOfKind(uint32_t number);
uint32_t NthOfKind(uint32_t first, uint32_t i);

// Whether a missing order of the launch shows only if groups come to a free
// lock at the same moment: a lock of loads and stores alone, on a CPU, where
// two threads do so rarely.
bool MeetsAtFreeLock(const LaunchSpec& spec, bool cpu);

// The launch with the stress of its number, from 0 on.
// A grid of teams: other groups are partners in each. The work-items of a CPU's
// group run one after the other: there each comes less late.
// A lock of MeetsAtFreeLock(): groups meet at it, and three of four launches
// hold it for short.
// All others are as they were.
LaunchSpec Stressed(LaunchSpec spec, uint32_t number, bool cpu);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LAUNCH_STRESS_H_
