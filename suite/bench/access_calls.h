// A case's words of access as the OpenCL C that they stand for. Pure.

#ifndef WGSYNC_SUITE_BENCH_ACCESS_CALLS_H_
#define WGSYNC_SUITE_BENCH_ACCESS_CALLS_H_

#include <string>
#include <utility>
#include <vector>

#include "suite/core/plan/case.h"

namespace wgsync {

// {"wait until", "atomic_load_explicit(word, ...)"}, {"then", ...}, ... in the
// order in which a primitive does them. What it does to its word, whether it
// adds or stores or exchanges, is read off its kernel. The twin of
// kernels/lib/access.cl.
using AccessCall = std::pair<std::string, std::string>;
std::vector<AccessCall> AccessCalls(const Case& c);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_BENCH_ACCESS_CALLS_H_
