// A loop on several threads.

#ifndef WGSYNC_SUITE_CORE_BASE_PARALLEL_H_
#define WGSYNC_SUITE_CORE_BASE_PARALLEL_H_

#include <cstddef>

#include "absl/functional/function_ref.h"

namespace wgsync {

// Calls body(i) for each i below `count`, and returns when all have returned.
// Each of so many threads takes the next one that is left; this thread is one
// of them, and where the system has no thread left, the only one.
void ForEach(size_t count, size_t threads,
             absl::FunctionRef<void(size_t i)> body);

// Into how many parts ForParts() divides `count` items: one for each core of
// the machine, 8 at most, none of fewer than `least` items; at least one.
size_t PartsOf(size_t count, size_t least);

// Calls body(part, begin, end) for consecutive parts of [0, count), by
// ForEach() on as many threads. One part costs a call alone.
//
//   std::vector<uint64_t> sums(PartsOf(n, 4096));
//   ForParts(n, 4096, [&](size_t part, size_t begin, size_t end) {
//     for (size_t i = begin; i < end; ++i) sums[part] += Value(i);
//   });
void ForParts(
    size_t count, size_t least,
    absl::FunctionRef<void(size_t part, size_t begin, size_t end)> body);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_BASE_PARALLEL_H_
