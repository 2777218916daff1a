// Runs cases by the law: their grids, their controls, the launches that are
// judged, the differences that explain them, and repeats in fresh workers.
//
//   RepeatCase -> RunCase -> confirm -> undisturbed -> one attempt:
//     Prepare -> RunControls -> RunBoards -> RunDifferences -> Conclude
//
// Pure: what it asks depends on the case, the device's profile, what earlier
// cases left, and the answers so far, and so does its result.

#ifndef WGSYNC_SUITE_CORE_NEXT_RUN_CASE_H_
#define WGSYNC_SUITE_CORE_NEXT_RUN_CASE_H_

#include <string>

#include "suite/core/launch/program_spec.h"
#include "suite/core/next/known.h"
#include "suite/core/next/question.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/result.h"
#include "suite/core/record/run_settings.h"

namespace wgsync {

// Runs the case, and again alone in fresh workers what must be confirmed:
// broken, crash and stale-payload once, a binding hang twice. An attempt whose
// worker was ended from outside is made once more. `mode` is kRemoved
// only in a run without waits.
CaseResult RunCase(const Case& c, WaitMode mode, Answers* answers,
                   Known* known);

// How the waits of a case are run at first. `bounded_only`: no launch of the
// run may wait for ever.
WaitMode FirstMode(const RunSettings& settings, bool bounded_only);

// RunCase(), `settings.repeat` times, or `repeat_stochastic` times if results
// differ. The most severe result is returned, with how often it was seen.
//
// The first member of a hang class runs unbounded. Where it hung the others
// run bounded, and one that ends all the same runs unbounded after all.
CaseResult RepeatCase(const Case& c, const RunSettings& settings,
                      bool bounded_only, Answers* answers, Known* known);

// One attempt at a host check, and its verdict.
CaseResult RunHostCheck(const HostCase& c, WaitMode mode, Answers* answers,
                        Known* known);

// What host checks run: kernels/probes/host_sync.cl.
std::string HostCheckSource();

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_RUN_CASE_H_
