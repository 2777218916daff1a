// The entries of the catalog by family. Private to this folder: see catalog.h.

#ifndef WGSYNC_SUITE_CORE_CATALOG_ENTRIES_H_
#define WGSYNC_SUITE_CORE_CATALOG_ENTRIES_H_

#include <vector>

#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"

namespace wgsync {

// The accesses that primitives allow.
Polls AllPolls();
Signals AllSignals();
// An arrival at a counter is an addition: with a plain or volatile one it would
// not be a barrier at all.
Signals Additions();
// The poll is itself the exchange that takes the lock.
Polls Exchanges();
// All but those that are a data race by themselves.
Polls RacelessPolls();
// Of an algorithm of loads and stores: the order that it needs, and the nearest
// that are weaker.
Polls OrderedPolls();
Signals OrderedSignals();

std::vector<Primitive> Barriers();
std::vector<Primitive> Mutexes();
std::vector<Primitive> Handoffs();
std::vector<Primitive> Semaphores();
std::vector<Workload> AllWorkloads();
std::vector<HostCheck> AllHostChecks();

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_CATALOG_ENTRIES_H_
