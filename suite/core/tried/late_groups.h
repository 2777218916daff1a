// A tried kernel with late groups: its text gets a beginning that lets groups
// start late or in pairs, and stamps at its start and its ends, so that the
// host sees whether any two groups ran at the same time. Pure.

#ifndef WGSYNC_SUITE_CORE_TRIED_LATE_GROUPS_H_
#define WGSYNC_SUITE_CORE_TRIED_LATE_GROUPS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "suite/core/tried/try_spec.h"

namespace wgsync {

// Texts with the changed kernel, for the first that builds and whose kernel has
// two parameters more: a buffer of StampWords(groups) words, 0 at the start,
// and a seed; of the seed 0 no group is late. A kernel that a macro writes is
// called by another, if it has no local variables, which OpenCL promises to no
// callee.
std::vector<std::string> LateSources(const std::string& source,
                                     const KernelFacts& facts, bool is_gpu);

inline uint64_t StampWords(uint32_t groups) {
  return 2 + 3 * static_cast<uint64_t>(groups);
}

// Whether a group started or ended between the start and the end of another,
// as their first work-items saw it.
bool GroupsOverlapped(const uint8_t* stamps, uint32_t groups);

// How many work-items came to their end with turns of loops left: not all where
// llvmpipe ends loops early. Only of a text for CPUs.
uint32_t ItemsEnded(const uint8_t* stamps, uint32_t groups);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_TRIED_LATE_GROUPS_H_
