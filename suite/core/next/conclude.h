// The end of an attempt: from its evidence to the verdict, and to what the
// verdict binds.

#ifndef WGSYNC_SUITE_CORE_NEXT_CONCLUDE_H_
#define WGSYNC_SUITE_CORE_NEXT_CONCLUDE_H_

#include <vector>

#include "suite/core/next/attempt.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/verdict/finding.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

// How the verdict fails. `may` is WhatBinds() of the case. Without a proven
// channel nothing shows that a launch made no progress.
Binding BindingOf(const Verdict& verdict, const Evidence& evidence,
                  const Bind& may);

// Adds why a hang is a failure of its case or not: kHangFails or kHangExcused.
// `binds` is BindingOf(), and `may` as there. Adds nothing for another verdict,
// and for a hang that is expected to bind and does not.
void AddProgress(const Verdict& verdict, Binding binds, const Bind& may,
                 std::vector<Finding>* findings);

// Fills the attempt's result.
void Conclude(Attempt* a);

// After anything but an orderly end: asks whether the device survived.
void LookAlive(Attempt* a);

// Conclude(), unless a worker was ended from outside: a launch that was not
// made would lead to another verdict.
void ConcludeUndisturbed(Attempt* a);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_CONCLUDE_H_
