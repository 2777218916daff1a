// The controls of a case: the launch without its waits, which must end and must
// come out wrong; and the rounds, delays and time-outs that follow from it.

#ifndef WGSYNC_SUITE_CORE_NEXT_CONTROLS_H_
#define WGSYNC_SUITE_CORE_NEXT_CONTROLS_H_

#include "suite/core/next/attempt.h"

namespace wgsync {

// A control that is timed has so many rounds, and the shortest launch so many.
inline constexpr uint32_t kTimedRounds = 8;
inline constexpr uint32_t kLeastRounds = 2;

// Asks for launches until the control is timed and known to be wrong, unless
// an earlier case has had the same ones: Known::controls. Leaves the evidence
// `control`, `negative` and `doubt`; the launch's rounds, elements, delay and
// budget; and the attempt's time-outs. A control that did not end is
// Attempt::last and the evidence kHung.
void RunControls(Attempt* a);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_CONTROLS_H_
