// What one waiting role and two snapshots of memory show of a wait. Private to
// this folder: see ladder.h.

#ifndef WGSYNC_SUITE_VERDICT_WAITS_H_
#define WGSYNC_SUITE_VERDICT_WAITS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "suite/verdict/observation.h"

namespace wgsync {

inline bool Holds(Comparison comparison, uint32_t seen, uint32_t goal) {
  return comparison == Comparison::kReaches
             ? static_cast<int32_t>(seen - goal) >= 0
             : seen == goal;
}

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

inline absl::optional<uint32_t> WordOf(const Snapshot& s, const RoleFacts& r) {
  if (r.word >= s.words.size()) return absl::nullopt;
  return s.words[r.word];
}

inline std::string WaitText(const RoleFacts& r, const Snapshot& s) {
  const absl::optional<uint32_t> word = WordOf(s, r);
  return absl::StrCat(
      r.watcher ? "a watcher in group " : "group ", r.group, " waits for word ",
      r.word, r.comparison == Comparison::kReaches ? " to reach " : " to be ",
      r.goal, "; memory holds ",
      word.has_value() ? absl::StrCat(*word) : "no such word");
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

#endif  // WGSYNC_SUITE_VERDICT_WAITS_H_
