// As what a verdict binds, once it is known what the case could bind.

#ifndef WGSYNC_SUITE_ENGINE_BINDING_H_
#define WGSYNC_SUITE_ENGINE_BINDING_H_

#include <string>

#include "suite/core/plan/soundness.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

// "violation", "progress", "execution" or "customary"; "" where the verdict
// binds nothing. `may` is WhatBinds() of the case. Without a proven channel
// nothing shows that a launch made no progress.
std::string BindingOf(const Verdict& verdict, const Evidence& evidence,
                      const Bind& may);

// Why a hang is a failure of its case or not: "a hang is a failure here: all
// its groups are resident at once". `binds` is BindingOf(), and `may` as there.
// "" for another verdict, and for a hang that is expected to bind and does not.
std::string ProgressWords(const Verdict& verdict, const std::string& binds,
                          const Bind& may);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_BINDING_H_
