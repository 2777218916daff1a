// As what a verdict binds, once it is known what the case could bind.

#ifndef WGSYNC_SUITE_CORE_NEXT_BINDING_H_
#define WGSYNC_SUITE_CORE_NEXT_BINDING_H_

#include <vector>

#include "suite/core/plan/soundness.h"
#include "suite/core/record/binds.h"
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

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_BINDING_H_
