// The entries of the catalog by family. Private to this folder: see catalog.h.

#ifndef WGSYNC_SUITE_CORE_CATALOG_ENTRIES_H_
#define WGSYNC_SUITE_CORE_CATALOG_ENTRIES_H_

#include <vector>

#include "suite/core/catalog/catalog.h"

namespace wgsync {

std::vector<Primitive> Barriers();
std::vector<Primitive> Mutexes();
std::vector<Primitive> Handoffs();
std::vector<Primitive> Semaphores();
std::vector<Primitive> ProgressShapes();
std::vector<Workload> AllWorkloads();
std::vector<HostCheck> AllHostChecks();

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_CATALOG_ENTRIES_H_
