// What one waiting role and two snapshots of memory show of a wait. Private to
// this folder: see ladder.h.

#ifndef WGSYNC_SUITE_CORE_VERDICT_WAITS_H_
#define WGSYNC_SUITE_CORE_VERDICT_WAITS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "suite/core/verdict/observation.h"

namespace wgsync {

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

inline std::vector<uint32_t> GroupsWithout(const std::vector<bool>& flags) {
  std::vector<uint32_t> groups;
  for (size_t g = 0; g < flags.size(); ++g) {
    if (!flags[g]) groups.push_back(static_cast<uint32_t>(g));
  }
  return groups;
}

inline void Unique(std::vector<uint32_t>* groups) {
  std::sort(groups->begin(), groups->end());
  groups->erase(std::unique(groups->begin(), groups->end()), groups->end());
}

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_VERDICT_WAITS_H_
