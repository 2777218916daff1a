// A case's access as OpenCL C, taken from the functions that its kernel calls.
// Pure.

#ifndef WGSYNC_SUITE_CORE_LAUNCH_ACCESS_CALLS_H_
#define WGSYNC_SUITE_CORE_LAUNCH_ACCESS_CALLS_H_

#include <string>
#include <utility>
#include <vector>

#include "suite/core/plan/case.h"

namespace wgsync {

// {"signal", "atomic_fetch_add_explicit(word, value, ...)"}, {"poll", ...}, ...
// in the order in which a primitive does them. The functions that the kernel
// calls are read off its text, and what they do off kernels/lib/access.cl with
// the case's build options: it is the code that runs. `word` is the address of
// the synchronization word.
using AccessCall = std::pair<std::string, std::string>;
std::vector<AccessCall> AccessCalls(const KernelCase& c);
// Those of the case with this id: none if it is a host check's or unknown. A
// contest is not in the plan: the lock does there what it does in each case.
std::vector<AccessCall> AccessCallsOf(const std::string& id);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LAUNCH_ACCESS_CALLS_H_
