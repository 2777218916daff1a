// Checks a program step by step: all executions without a cycle of program
// order, reads-from and barriers. This is what hardware and compilers do, and
// what excludes values out of thin air; see candidates.h for the others.

#ifndef WGSYNC_SUITE_CORE_MEMORY_EXPLORE_H_
#define WGSYNC_SUITE_CORE_MEMORY_EXPLORE_H_

#include "suite/core/memory/model.h"
#include "suite/core/memory/program.h"

namespace wgsync {
namespace memory {

// The answer is exact unless it is kExceeded, or one of the axioms is dropped
// on which the search is built (agreement_test names them). Time and memory are
// bounded by the limits: `states` are graphs before a read, `bytes` their keys.
// kRacy comes with the execution and the two accesses, kFails with the
// execution that breaks the demand. The outcomes of a racy program are not
// complete.
Answer Explore(const Program& program, const Rules& rules = {},
               const Limits& limits = {});

}  // namespace memory
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_MEMORY_EXPLORE_H_
