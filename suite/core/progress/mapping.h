// The mappings by which copies of a shape share the ids of one grid.

#ifndef WGSYNC_SUITE_CORE_PROGRESS_MAPPING_H_
#define WGSYNC_SUITE_CORE_PROGRESS_MAPPING_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

namespace wgsync {
namespace progress {

// How the groups of M copies of a program share the ids of one grid. Each keeps
// the order of a copy's groups.
enum class Mapping {
  kPlain,       // one copy alone
  kRoundRobin,  // test group i of copy m is m * N + i
  kChunked,     // i * M + m
  kShuffled,    // at random, by a seed
};

// "round-robin"
absl::string_view MappingName(Mapping mapping);

// The copy of each id of a grid of `copies` copies of so many groups. The
// groups of a copy come in their order. The same for a seed on every machine.
std::vector<uint32_t> CopiesById(size_t groups, size_t copies, Mapping mapping,
                                 uint64_t seed = 0);

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_PROGRESS_MAPPING_H_
