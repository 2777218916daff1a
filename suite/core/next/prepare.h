// What a case of a kernel can be on this device, before anything of it runs:
// its soundness, its program, its grid.

#ifndef WGSYNC_SUITE_CORE_NEXT_PREPARE_H_
#define WGSYNC_SUITE_CORE_NEXT_PREPARE_H_

#include "absl/status/status.h"
#include "suite/core/next/attempt.h"

namespace wgsync {

// Asks for a worker, and for the residency where the case needs it. Leaves
// Attempt::base without the measurements of a control. False where the case
// cannot run; the result says why.
bool Prepare(Attempt* a);

// The result of a case that had no worker.
void EndsUnopened(const absl::Status& opening, Known* known, CaseResult* r);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_PREPARE_H_
