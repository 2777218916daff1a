// Checks a small program by all candidate executions: each way to read from
// writes and to order them, judged by the axioms as relations.
//
// Written apart from explore.h, as its second opinion: the two share the
// program alone. With `cycles` it also has the executions that graphs do not:
// those with a cycle of program order and reads-from, which the specification
// allows between relaxed accesses. Values come from the program's own, so that
// none comes out of thin air unless the program computes it elsewhere.

#ifndef WGSYNC_SUITE_CORE_MEMORY_CANDIDATES_TESTING_H_
#define WGSYNC_SUITE_CORE_MEMORY_CANDIDATES_TESTING_H_

#include "suite/core/litmus/program.h"
#include "suite/core/memory/explore.h"

namespace wgsync {
namespace memory {

// As Explore() answers, for some ten accesses at most: the limits are `states`
// candidates, and 63 events in each with the initial values.
Answer Enumerate(const Program& program, const Rules& rules, bool cycles,
                 const Limits& limits = {});

}  // namespace memory
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_MEMORY_CANDIDATES_TESTING_H_
