// What the synchronization words of a launch without a board show of its waits.
// Private to this folder: see ladder.h.

#ifndef WGSYNC_SUITE_CORE_VERDICT_UNSEEN_H_
#define WGSYNC_SUITE_CORE_VERDICT_UNSEEN_H_

#include <cstdint>
#include <vector>

#include "suite/core/catalog/catalog.h"
#include "suite/core/verdict/finding.h"
#include "suite/core/verdict/observation.h"

namespace wgsync {

// The group that signals and never waits, where the primitive has one.
uint32_t WriterOf(const Primitive& primitive, const Snapshot& s);

// All arrivals are in the one counter, or in those that are awaited together.
bool CountsAll(const Primitive& primitive);
// By how much it has risen.
uint32_t RisenBy(const Primitive& primitive, const Snapshot& s);

// The groups whose every wait memory meets in both snapshots, and what shows
// it.
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

#endif  // WGSYNC_SUITE_CORE_VERDICT_UNSEEN_H_
