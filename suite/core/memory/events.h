// The events of a candidate execution before it is chosen what they read: the
// initial values, then the actions of each work-item.

#ifndef WGSYNC_SUITE_CORE_MEMORY_EVENTS_H_
#define WGSYNC_SUITE_CORE_MEMORY_EVENTS_H_

#include <cstddef>
#include <vector>

#include "suite/core/litmus/program.h"
#include "suite/core/memory/explore.h"
#include "suite/core/memory/relation.h"
#include "suite/core/memory/traces.h"

namespace wgsync {
namespace memory {

struct Events {
  // Of kMostInMask events at most; `program` and `rules` stay valid.
  Events(const Program& program, const Rules& rules,
         std::vector<Action> actions);

  bool IsOfWord(size_t i) const {
    return program->ArrayOf(actions[i].word).atomic;
  }
  bool IsGlobal() const;  // and no order is of local memory alone
  bool AreInclusive(size_t a, size_t b, int memory) const;

  const Program* program;
  const Rules* rules;
  std::vector<Action> actions;
  Relation sb, meet;  // program order; barriers, from entry to exit
  Mask fences = 0, seq_cst = 0, acquires = 0, releases = 0, rmw = 0,
       word_writes = 0, atomic = 0, initial = 0;
  Mask in[2] = {}, words[2] = {};  // of a memory: actions; accesses to words
};

// What no choice can fix, in executions of global memory alone. `sources` has
// for each read the writes from which it may read: one if it is chosen. All
// axioms are asked for.
class Early {
 public:
  explicit Early(const Events& events);

  // Whether there may be a cycle of program order and reads-from.
  bool MayHaveCycle(const std::vector<Mask>& sources) const;
  // Takes the writes from `sources` that are not coherent with the reads that
  // are chosen, as far as this does not depend on the modification order and on
  // release sequences. Whether a source is left for each read.
  bool Restrict(std::vector<Mask>* sources);
  // The writes that come before each in the modification order, after
  // Restrict().
  std::vector<Mask> EarlierWrites(const std::vector<Mask>& sources) const;

 private:
  const Events& events_;
  Relation syncs_;               // if the one read from the other
  Relation order_;               // happens-before without reads
  Relation before_;              // happens-before
  std::vector<Mask> writes_;     // by word
  std::vector<size_t> threads_;  // by event, from 1 on
};

}  // namespace memory
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_MEMORY_EVENTS_H_
