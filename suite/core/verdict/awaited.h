// What a wait compares with its goal, and whether it holds. Pure; the twin of
// WG_AWAITED in kernels/lib/board.cl and of WG_SUM in kernels/lib/wait.cl.

#ifndef WGSYNC_SUITE_CORE_VERDICT_AWAITED_H_
#define WGSYNC_SUITE_CORE_VERDICT_AWAITED_H_

#include <cstdint>

#include "absl/types/optional.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/verdict/finding.h"
#include "suite/core/verdict/observation.h"

namespace wgsync {

// Whether `seen` is what is awaited. No value is a multiple of 0.
bool Holds(Comparison comparison, uint32_t seen, uint32_t goal);

// What `s` shows of the word at `at`: where the primitive has several counters,
// what a single one would hold that had taken all their arrivals. Nothing where
// there is no such word.
absl::optional<uint32_t> AwaitedWord(const Primitive& primitive,
                                     const Snapshot& s, uint32_t at);

// The wait that the role is in: FindingKind::kWaitsForWord.
Finding FoundWait(const Primitive& primitive, const RoleFacts& r,
                  const Snapshot& s);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_VERDICT_AWAITED_H_
