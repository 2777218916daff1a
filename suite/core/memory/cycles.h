// Where an execution may have a cycle of program order and reads-from: a load
// that is made after a later store of its work-item (candidates.h).

#ifndef WGSYNC_SUITE_CORE_MEMORY_CYCLES_H_
#define WGSYNC_SUITE_CORE_MEMORY_CYCLES_H_

#include <cstddef>
#include <vector>

#include "absl/functional/function_ref.h"
#include "suite/core/litmus/program.h"

namespace wgsync {
namespace memory {

// From a step of one work-item to one of another, which comes later: a write
// and a read that may be from it, or a barrier.
struct Hop {
  size_t from, to;
  int word = -1;  // whose value may come without an order
};

// Whether there may be a cycle of hops and of program order, of steps that have
// these `threads`: `comes(a, b)` if b is a or comes after it in its work-item.
// A shortest cycle comes to each work-item once. It needs values of two words
// without an order: otherwise it breaks the coherence of one word, or
// happens-before.
bool MayHaveCycle(const std::vector<size_t>& threads,
                  const std::vector<Hop>& hops,
                  absl::FunctionRef<bool(size_t, size_t)> comes);

// Whether an execution with such a cycle may add to the answer of a program
// that holds without: no search for them is needed otherwise.
bool MayHaveCycles(const litmus::Program& program);

}  // namespace memory
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_MEMORY_CYCLES_H_
