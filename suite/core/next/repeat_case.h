// Runs a case as often as a run asks for it, with the waits that its hang class
// allows.

#ifndef WGSYNC_SUITE_CORE_NEXT_REPEAT_CASE_H_
#define WGSYNC_SUITE_CORE_NEXT_REPEAT_CASE_H_

#include "suite/core/launch/program_spec.h"
#include "suite/core/next/known.h"
#include "suite/core/next/question.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/result.h"
#include "suite/core/record/run_settings.h"

namespace wgsync {

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

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_REPEAT_CASE_H_
