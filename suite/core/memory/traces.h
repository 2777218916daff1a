// All that each work-item of a program can do alone, for each choice of values
// that its reads may return.

#ifndef WGSYNC_SUITE_CORE_MEMORY_TRACES_H_
#define WGSYNC_SUITE_CORE_MEMORY_TRACES_H_

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "suite/core/litmus/program.h"
#include "suite/core/memory/explore.h"
#include "suite/core/memory/graph.h"
#include "suite/core/memory/relation.h"

namespace wgsync {
namespace memory {

struct Action {
  int thread = -1;
  const Instruction* at = nullptr;
  size_t word = 0;
  int read = 0, written = 0;
  bool reads = false, writes = false;
  int meeting = -1;
  bool exit = false;  // of a barrier

  bool IsFence() const { return !reads && !writes; }
  bool IsAtomic() const { return thread >= 0 && at->IsAtomic(); }
  Order OrderOf() const {
    if (meeting >= 0) return exit ? Order::kAcquire : Order::kRelease;
    if (!IsFence() && !IsAtomic()) return Order::kRelaxed;
    return at->access == Access::kCas && !writes ? at->failure : at->order;
  }
};

inline Mask BitOf(size_t word, int value) {
  return Bit((word * 8 + static_cast<size_t>(value)) % 64);
}

// "group 1, line 7", or "the start".
std::string PlaceOf(const Program& program, const Action& action);

// What one work-item does if it reads certain values. A trace that is not
// `ended` stops for ever at an await, in a loop of reads or at a barrier.
struct Trace {
  std::vector<Action> actions;
  size_t writes = 0;
  std::map<size_t, int> added;                  // to words that only grow
  std::map<std::pair<size_t, int>, int> times;  // of writes of a word's value
  Mask read = 0, written = 0;  // words and values: each one of 64 bits
  std::vector<int> registers;
  litmus::Passed passed;
  int meetings = 0;
  bool ended = false;
  std::optional<Fault> fault;  // after the actions
  // Of one that is not ended: where it stops, and the state of its loop.
  const Instruction* stop = nullptr;
  std::optional<Cursor> loops;
};

// Whether the stores of the chosen traces have an order in which each is
// justified: its work-item makes it, in the chosen trace or in one that occurs,
// if it reads the start's values, its own, and those of the stores before it.
// Otherwise a value is out of thin air. `late` are the loads, as events of a
// candidate, before which another trace makes a store.
bool Justify(const Program& program, const std::vector<const Trace*>& chosen,
             const std::vector<std::set<const Trace*>>& occurs, Mask* late);

// "a wait that nothing ends: group 0, line 6": the work-items that stop for
// ever if the words have these latest values. "" if all end, or one can go on.
std::string Stuck(const Program& program,
                  const std::vector<const Trace*>& traces,
                  const std::vector<int>& latest);

// The traces of each work-item, with all values that an execution can have in
// memory. `limit` says if one is longer than `most` actions, or all take more
// than so many steps. `coherent`: a work-item must not see a write after a
// later one.
std::vector<std::vector<Trace>> TracesOf(const Program& program, bool coherent,
                                         size_t most, size_t steps,
                                         std::string* limit);

}  // namespace memory
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_MEMORY_TRACES_H_
