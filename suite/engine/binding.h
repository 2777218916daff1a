// As what a verdict binds, once it is known what the case could bind.

#ifndef WGSYNC_SUITE_ENGINE_BINDING_H_
#define WGSYNC_SUITE_ENGINE_BINDING_H_

#include <string>

#include "suite/core/plan/soundness.h"
#include "suite/core/record/binds.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

// How the verdict fails. `may` is WhatBinds() of the case. Without a proven
// channel nothing shows that a launch made no progress.
Binding BindingOf(const Verdict& verdict, const Evidence& evidence,
                  const Bind& may);

// Why a hang is a failure of its case or not: "a hang is a failure here: all
// its groups are resident at once". `binds` is BindingOf(), and `may` as there.
// "" for another verdict, and for a hang that is expected to bind and does not.
std::string ProgressWords(const Verdict& verdict, Binding binds,
                          const Bind& may);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_BINDING_H_
