// A kernel that calls a tried one: its groups come late, and their starts and
// ends are stamped, so that the host sees whether any two ran at the same time.
// Pure.

#ifndef WGSYNC_SUITE_CORE_TRIED_LATE_GROUPS_H_
#define WGSYNC_SUITE_CORE_TRIED_LATE_GROUPS_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "suite/core/tried/try_spec.h"

namespace wgsync {

inline constexpr char kLateKernel[] = "wgsync_late_groups";

// OpenCL C to follow the file's. Its kernel has the parameters of the tried
// one, then a buffer of StampWords(groups) words, 0 at the start, and a seed.
std::string LateKernelSource(const KernelFacts& facts);

inline uint64_t StampWords(uint32_t groups) {
  return 2 + 2 * static_cast<uint64_t>(groups);
}

// Whether a kernel of the file may have local variables: the word is there, or
// another file is included. Those of a kernel that another one calls may be one
// for all groups (PoCL 3.1), so such a kernel is not called. What the driver
// answers does not tell: NVIDIA's counts some bytes for every kernel.
bool HasLocalVariables(const std::string& source);

// Whether a group started or ended between the start and the end of another.
bool GroupsOverlapped(const uint8_t* stamps, uint32_t groups);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_TRIED_LATE_GROUPS_H_
