// The weakest orders, scopes and flags with which a program still holds: it has
// no race, its claims are true, and no wait is for ever by the order of memory.

#ifndef WGSYNC_SUITE_CORE_MEMORY_NEEDS_H_
#define WGSYNC_SUITE_CORE_MEMORY_NEEDS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/memory/explore.h"

namespace wgsync {
namespace memory {

// An atomic access, a fence or a barrier; the same in all work-items that have
// the line.
struct LineNeed {
  size_t line = 0;
  Instruction written;
  // It is part of the repair, and is then as `alone` in the repaired program.
  bool is_repaired = false;
  // The weakest that is enough while all other lines stay as they are. A fence
  // that is relaxed is not needed.
  Instruction alone;
  // Of a set that is enough, and of which no line can be weaker.
  Instruction together;
  // If the order of `alone`, or the flags of a barrier, were the next weaker:
  // the finding in a line, and its execution. "" if there is no weaker one.
  std::string what, why;
};

// A line of which no execution does all that it could.
enum class Idle {
  kNeverReached,
  kNeverOver,    // a wait or a barrier
  kNeverTaken,   // a branch, but for one to `wrong`
  kNeverTested,  // of an end, and no execution ends
};
absl::Span<const absl::string_view> NamesOf(Idle);

struct IdleLine {
  size_t line = 0;
  Idle what = Idle::kNeverReached;
};

struct Needs {
  Answer answer;  // of the program as it is written
  // It does not hold, but does with the repair: stronger orders, wider scopes
  // and more flags on as few lines as were found. If that is not enough, plain
  // accesses to words are atomic. All below is then about the repaired program.
  bool is_repaired = false;
  std::vector<LineNeed> lines;  // none if nothing repairs the program
  std::vector<IdleLine> idle;   // by line; none if a limit or a race hides them
  // The finding in a program that holds, if two scopes must be equal, as
  // before OpenCL 3.1; and if the letter of the specification promises no order
  // of all seq_cst operations (PromisesS()). "" if nothing.
  std::string before_3_1, without_s;
  // The limit that ended the search; `lines` is then empty.
  std::string undecided;
  // The limit because of which the answer leaves out executions in which a load
  // is made after a later store of its work-item (candidates.h).
  std::string late_limit;
  // The same of weaker orders than those of the program, which holds.
  std::string late_limit_of_orders;
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
