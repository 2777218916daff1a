// What the suite's primitives need of the scheduler, by the litmus programs at
// the head of their kernels.

#ifndef WGSYNC_SUITE_CORE_CATALOG_NEEDS_H_
#define WGSYNC_SUITE_CORE_CATALOG_NEEDS_H_

#include "suite/core/catalog/catalog.h"
#include "suite/core/progress/litmus_facts.h"

namespace wgsync {

// The facts of the primitive's own program if it has one, otherwise those of
// its file's. Null if neither has a program: a shape, which is one, or a row of
// another project.
const progress::ProgramFacts* ProgramFactsOf(const Primitive& p);

// The least need that the program's weakest models are enough for: of two, that
// for started groups. kNoPromise if there is no program.
ProgressNeed ComputedNeed(const Primitive& p);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_CATALOG_NEEDS_H_
