// The end of an attempt: from its evidence to the verdict, and to what the
// verdict binds.

#ifndef WGSYNC_SUITE_CORE_NEXT_CONCLUDE_H_
#define WGSYNC_SUITE_CORE_NEXT_CONCLUDE_H_

#include "suite/core/next/attempt.h"

namespace wgsync {

// Fills the attempt's result.
void Conclude(Attempt* a);

// After anything but an orderly end: asks whether the device survived.
void LookAlive(Attempt* a);

// Conclude(), unless a worker was ended from outside: a launch that was not
// made would lead to another verdict.
void ConcludeUndisturbed(Attempt* a);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_CONCLUDE_H_
