// The entries of the catalog by family. Private to this folder: see catalog.h.

#ifndef WGSYNC_SUITE_CORE_CATALOG_ENTRIES_H_
#define WGSYNC_SUITE_CORE_CATALOG_ENTRIES_H_

#include <string>
#include <vector>

#include "suite/core/catalog/catalog.h"

namespace wgsync {

using Words = std::vector<std::string>;

// The words of access that primitives allow, in the order in which reports
// list them.
const Words& AllPolls();
const Words& AllSignals();
// An arrival at a counter is an addition: a plain or volatile one is no
// barrier at all.
const Words& Additions();
// Where the poll is itself the exchange that takes the lock.
const Words& Exchanges();
// Of an algorithm of loads and stores: the order that it needs, and the nearest
// that are weaker.
const Words& OrderedPolls();
const Words& OrderedSignals();

std::vector<Primitive> Barriers();
std::vector<Primitive> Mutexes();
std::vector<Primitive> Handoffs();
std::vector<Primitive> Semaphores();
std::vector<Workload> AllWorkloads();
std::vector<HostCheck> AllHostChecks();

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_CATALOG_ENTRIES_H_
