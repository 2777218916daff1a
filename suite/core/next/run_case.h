// Runs one case by the law: its grid, its controls, the launches that are
// judged, the differences that explain them, and repeats in fresh workers.
//
//   RunCase -> confirm -> undisturbed -> one attempt:
//     Prepare -> RunControls -> RunBoards -> RunDifferences -> Conclude
//
// Pure: what it asks depends on the case, the device's profile, what earlier
// cases left, and the answers so far, and so does its result.

#ifndef WGSYNC_SUITE_CORE_NEXT_RUN_CASE_H_
#define WGSYNC_SUITE_CORE_NEXT_RUN_CASE_H_

#include "suite/core/launch/program_spec.h"
#include "suite/core/next/known.h"
#include "suite/core/next/question.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/result.h"

namespace wgsync {

// Runs the case, and again alone in fresh workers what must be confirmed:
// broken, crash and stale-payload once, a binding hang twice. An attempt whose
// worker was ended from outside is made once more. `mode` is kRemoved
// only in a run without waits.
CaseResult RunCase(const Case& c, WaitMode mode, Answers* answers,
                   Known* known);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_RUN_CASE_H_
