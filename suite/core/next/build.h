// A case that ends because one of its programs did not build, or a launch
// before its own did not end.

#ifndef WGSYNC_SUITE_CORE_NEXT_BUILD_H_
#define WGSYNC_SUITE_CORE_NEXT_BUILD_H_

#include "suite/core/next/attempt.h"

namespace wgsync {

// True if the launch never came to the device: the result says why. A compiler
// that refuses a program is asked again in a fresh worker, and whether it
// builds the same with OpenCL 1.2's atomics and without a fence: then the
// device claims what its compiler denies.
bool EndsUnbuilt(Attempt* a, const LaunchRecord& launch);

// The case ends before its own launch, by how a launch for it ended: a worker
// that died is the case's crash; all else is never started.
void EndsBefore(Attempt* a, Ending ending);

// The case ends because its control, the last launch, did not. That the
// compiler refuses the control says nothing of the case, unless it refuses the
// case's own program too.
void EndsByControl(Attempt* a);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_BUILD_H_
