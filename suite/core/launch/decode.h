// From memory to facts.

#ifndef WGSYNC_SUITE_CORE_LAUNCH_DECODE_H_
#define WGSYNC_SUITE_CORE_LAUNCH_DECODE_H_

#include <cstdint>
#include <vector>

#include "suite/core/launch/layout.h"
#include "suite/core/verdict/observation.h"

namespace wgsync {

// Of a primitive that discovers its groups, the facts are those of the groups
// found, once there are any.
//
// `half` holds the regions at the layout's offsets; of the payload at least the
// first kSnapshotPayloadBytes.
Snapshot DecodeSnapshot(const LaunchSpec& spec, const Layout& layout,
                        const uint8_t* half);

// After the end of a launch: the counts of wrong reads, their records, and
// whether memory holds at the end what it must.
PayloadFacts DecodePayload(const LaunchSpec& spec, const Layout& layout,
                           const uint8_t* half);

// Sets the number of groups where a discovery has found them.
// Of a launch of teams, reduces the observation to one team's part: a team that
// still waits, or has left a wait unmet, or has read something wrong, if there
// is one. What the payload's facts count is of all teams.
void KeepOneTeam(const LaunchSpec& spec, const Layout& layout, Observation* o);

// Of a launch with start_order: the groups in the order in which they started;
// empty where the tickets are not those of all groups, each once.
std::vector<uint32_t> DecodeStartOrder(const Layout& layout,
                                       const uint8_t* half);

// What a discovery found: groups present at the close; 0 if nobody closed it.
uint32_t DecodeDiscovery(const Layout& layout, const uint8_t* half);

// The synchronization words are those of the snapshot.
bool SameWords(const Layout& layout, const uint8_t* half, const Snapshot& s);

// Two snapshots of a launch show no difference in words, board or payload.
bool SameMemory(const Snapshot& a, const Snapshot& b);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LAUNCH_DECODE_H_
