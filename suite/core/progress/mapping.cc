#include "suite/core/progress/mapping.h"

#include <random>
#include <utility>

namespace wgsync {
namespace progress {

absl::string_view MappingName(Mapping mapping) {
  constexpr absl::string_view kNames[] = {"plain", "round-robin", "chunked",
                                          "shuffled"};
  return kNames[static_cast<size_t>(mapping)];
}

std::vector<uint32_t> CopiesById(size_t groups, size_t copies, Mapping mapping,
                                 uint64_t seed) {
  if (mapping == Mapping::kPlain) copies = 1;
  std::vector<uint32_t> copy_of(groups * copies);
  for (size_t id = 0; id < copy_of.size(); ++id) {
    copy_of[id] = static_cast<uint32_t>(
        mapping == Mapping::kChunked ? id % copies : id / groups);
  }
  if (mapping != Mapping::kShuffled) return copy_of;
  // Not std::shuffle(), which may differ elsewhere.
  std::mt19937_64 random(seed);
  for (size_t left = copy_of.size(); left > 1; --left) {
    std::swap(copy_of[left - 1], copy_of[random() % left]);
  }
  return copy_of;
}

}  // namespace progress
}  // namespace wgsync
