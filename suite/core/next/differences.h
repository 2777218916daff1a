// The differences of a case: the same launch with one thing changed, which
// tells stale from broken, and the compiler from a cache.

#ifndef WGSYNC_SUITE_CORE_NEXT_DIFFERENCES_H_
#define WGSYNC_SUITE_CORE_NEXT_DIFFERENCES_H_

#include <cstdint>

#include "absl/types/optional.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/next/attempt.h"
#include "suite/core/verdict/finding.h"

namespace wgsync {

// Asks for what explains the evidence of the launch that was judged, the last
// exhibit: another poll or signal where it is stuck, another payload, fence or
// an ordered board where its payload is wrong. Leaves that evidence.
// `launches_to_wrong` is RunBoards()'s.
void RunDifferences(Attempt* a, uint32_t launches_to_wrong);

// After RunDifferences() of a payload that is stale, in another worker which
// did not repeat it: launches the case and the difference that was right in
// turn. While the case alone comes out wrong, chance halves with each time.
// Leaves whether the difference is more than that; returns how often each was
// wrong.
Finding CompareInTurn(Attempt* a);

// The program of the same payload on the same grid where the end of a kernel is
// the barrier.
ProgramSpec BoundaryOf(ProgramSpec p);

// The program with a fence and a scope that order its payload; none where it
// has them, or has one word, which has nothing to be ordered against.
absl::optional<ProgramSpec> Ordered(ProgramSpec p);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_DIFFERENCES_H_
