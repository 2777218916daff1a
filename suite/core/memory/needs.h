// The weakest orders, scopes and flags with which a program still holds: it has
// no race, its claims are true, and no wait is for ever by the order of memory.

#ifndef WGSYNC_SUITE_CORE_MEMORY_NEEDS_H_
#define WGSYNC_SUITE_CORE_MEMORY_NEEDS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "suite/core/memory/explore.h"

namespace wgsync {
namespace memory {

// An atomic access, a fence or a barrier; the same in all work-items that have
// the line.
struct LineNeed {
  size_t line = 0;
  Instruction written;
  // The weakest that is enough while all other lines stay as they are. A fence
  // that is relaxed is not needed.
  Instruction alone;
  // Of a set that is enough, and of which no line can be weaker.
  Instruction together;
  // If the order of `alone`, or the flags of a barrier, were the next weaker:
  // the finding in a line, and its execution. "" if there is no weaker one.
  std::string what, why;

  // `alone` has more than is written: only if the program is repaired.
  bool MustBeStronger() const;
};

struct Needs {
  Answer answer;  // of the program as it is written
  // The program does not hold, but does with the strongest orders and the
  // widest scopes. The lines are then of these: `alone` equals `together`.
  bool is_repaired = false;
  std::vector<LineNeed> lines;  // none if nothing repairs the program
  // The limit that ended the search; `lines` is then empty.
  std::string undecided;
  // The limit because of which the answer leaves out executions in which a load
  // is made after a later store of its work-item (candidates.h).
  std::string late_limit;
  size_t states = 0;  // of all searches

  bool Holds() const {
    return answer.verdict == Verdict::kHolds && !answer.can_hang;
  }
};

// Limits::states and Limits::comparisons are for all searches together.
Needs FindNeeds(const Program& program, const Limits& limits = {});

}  // namespace memory
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_MEMORY_NEEDS_H_
