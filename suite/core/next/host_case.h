// A case that is a host check: one try of it, and its verdict.

#ifndef WGSYNC_SUITE_CORE_NEXT_HOST_CASE_H_
#define WGSYNC_SUITE_CORE_NEXT_HOST_CASE_H_

#include <string>

#include "suite/core/launch/program_spec.h"
#include "suite/core/next/known.h"
#include "suite/core/next/question.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/result.h"

namespace wgsync {

// One attempt.
CaseResult RunHostCheck(const HostCase& c, WaitMode mode, Answers* answers,
                        Known* known);

// What host checks run: kernels/probes/host_sync.cl.
std::string HostCheckSource();

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_HOST_CASE_H_
