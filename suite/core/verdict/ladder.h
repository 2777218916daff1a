// Where a frozen launch is stuck: a ladder, whose first rung that holds is the
// cause. Pure.
//
//   not started      a group of the earliest unfinished round has no start word
//   no two looks     a launch that never stood still has no cause to find
//   stuck inside     a group started and did not arrive, or left its wait and
//                    not its closing work-group barrier, or has a signal to
//                    give between two waits of one round
//   condition true   all arrived, and a waiter's condition holds in both
//                    snapshots: a candidate for stale; in one of them only, it
//                    proves nothing
//   extra arrivals   a group counted more arrivals than the launch has
//   lost release     a lock is not free, and every group that had it gave it
//                    back
//   holder starved   a lock is held by a group that is still in the kernel
//   ended early      a group that is waited for has ended, and never arrived
//   unreachable goal all arrived, a counter without reset holds every arrival,
//                    and a goal is beyond them
//   lost arrival     all arrived, and a counter without reset is below the
//                    arrivals
//   missed           all arrived, and a word that is reset is not what is
//                    awaited; a ticket lock serves a later number than awaited
//   signal missing   all arrived, and memory does not show a stored signal
//
// Without a board only the first rung can hold, and the fourth where the words
// alone show that memory meets the waits: see waits.h.
//
// Primitives that wait only for started groups (need obe or none, and locks
// that every work-item takes) skip the first rung: a group that never started
// holds no lock. Where nobody waits for the lock and nobody has it, the groups
// in the kernel are stuck inside, or what has not started is to blame. In
// lock-step a work-item that has won a lock waits for those that have not, and
// is not counted: there no release is called lost.

#ifndef WGSYNC_SUITE_CORE_VERDICT_LADDER_H_
#define WGSYNC_SUITE_CORE_VERDICT_LADDER_H_

#include "suite/core/catalog/catalog.h"
#include "suite/core/verdict/finding.h"
#include "suite/core/verdict/observation.h"

namespace wgsync {

// Without a frozen pair only the first rung can be climbed. The first finding
// has the groups that the rung names (not started, stuck, waiting).
Place ClimbLadder(const Primitive& primitive, const Observation& o);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_VERDICT_LADDER_H_
