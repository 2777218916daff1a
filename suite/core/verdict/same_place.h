// Whether two launches of a case hang at the same place. Pure.

#ifndef WGSYNC_SUITE_CORE_VERDICT_SAME_PLACE_H_
#define WGSYNC_SUITE_CORE_VERDICT_SAME_PLACE_H_

#include "suite/core/catalog/catalog.h"
#include "suite/core/verdict/ladder.h"
#include "suite/core/verdict/observation.h"

namespace wgsync {

// Climbs the ladder of a launch that hangs. For a bounded launch, that is by
// the frozen pair from before a wait gave up, not by its end.
LadderResult ClimbStuck(const Primitive& primitive, Observation o);

// True if both launches froze in the same round, at a condition that memory
// meets. A launch that froze in a later round, or at something else, does not
// hang for the other launch's reason.
bool SamePlace(const Primitive& primitive, const Observation& a,
               const Observation& b);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_VERDICT_SAME_PLACE_H_
