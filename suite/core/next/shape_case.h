// A case that is a shape of forward progress: many grids of it, with its late
// role and without, until one launch does not end.

#ifndef WGSYNC_SUITE_CORE_NEXT_SHAPE_CASE_H_
#define WGSYNC_SUITE_CORE_NEXT_SHAPE_CASE_H_

#include "suite/core/next/attempt.h"
#include "suite/core/record/result.h"

namespace wgsync {

// One attempt. Asks for the launch without its waits, which must end, and for
// launches with them.
CaseResult RunShape(Attempt* a);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_SHAPE_CASE_H_
