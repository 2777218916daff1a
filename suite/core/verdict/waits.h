// What one waiting role, the words and two snapshots of memory show of a wait:
// what it compares with its goal, whether that holds, and for which groups.
// Pure; the twin of WG_AWAITED in kernels/lib/board.cl and of WG_SUM in
// kernels/lib/wait.cl.

#ifndef WGSYNC_SUITE_CORE_VERDICT_WAITS_H_
#define WGSYNC_SUITE_CORE_VERDICT_WAITS_H_

#include <cstdint>
#include <vector>

#include "absl/types/optional.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/verdict/finding.h"
#include "suite/core/verdict/observation.h"

namespace wgsync {

// Whether `seen` is what is awaited. No value is a multiple of 0.
bool Holds(Comparison comparison, uint32_t seen, uint32_t goal);

// What `s` shows of the word at `at`: where the primitive has several counters,
// what a single one would hold that had taken all their arrivals. Nothing where
// the snapshot lacks it.
absl::optional<uint32_t> AwaitedWord(const Primitive& primitive,
                                     const Snapshot& s, uint32_t at);

// The wait that the role is in: FindingKind::kWaitsForWord.
Finding FoundWait(const Primitive& primitive, const RoleFacts& r,
                  const Snapshot& s);

// The rest is for ladder.cc.

// The role has begun a wait and not left it.
inline bool BegunAndNotLeft(const RoleFacts& r) {
  return r.waits_known && r.arrived > r.left;
}

// What two snapshots show of the condition of a wait.
enum class Condition { kTrue, kFalse, kMoves };

inline bool SameWait(const RoleFacts& a, const RoleFacts& b) {
  return a.arrived == b.arrived && a.left == b.left && a.word == b.word &&
         a.comparison == b.comparison && a.goal == b.goal;
}

std::vector<uint32_t> GroupsWithout(const std::vector<bool>& flags);

// The group that signals and never waits, where the primitive has one.
uint32_t WriterOf(const Primitive& primitive, const Snapshot& s);

// All arrivals are in the one counter, or in those that are awaited together.
bool CountsAll(const Primitive& primitive);
// By how much it has risen.
uint32_t RisenBy(const Primitive& primitive, const Snapshot& s);

// The groups whose every wait memory meets in both snapshots of a launch
// without a board, and what shows it.
struct MetUnseen {
  FindingKind kind = FindingKind::kWordRisen;
  std::vector<uint32_t> groups;
  std::vector<uint64_t> numbers;
};
// By a word that only rises: all groups that have not ended, if it shows all
// that there can be to wait for. By flags that the work-items of group 0 watch
// and answer: group 0, if every flag is raised for the same round. The others
// wait for its answer alone.
MetUnseen MetForAll(const Primitive& primitive, const Observation& o);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_VERDICT_WAITS_H_
