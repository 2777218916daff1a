// A tried kernel with late groups: its text gets a beginning that lets groups
// read the buffers, so that they have old values in a cache, and start late or
// in pairs; and stamps at its start and its ends, so that the host sees whether
// any two groups ran at the same time. Pure.

#ifndef WGSYNC_SUITE_CORE_TRIED_LATE_GROUPS_H_
#define WGSYNC_SUITE_CORE_TRIED_LATE_GROUPS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "suite/core/tried/group_marks.h"
#include "suite/core/tried/try_spec.h"

namespace wgsync {

// Texts with the changed kernel, for the first that builds and whose kernel has
// two parameters more: a buffer of LateWords() words, 0 at the start, and a
// seed; of the seed 0 no group is late. With the compiler's option
// -DWGSYNC_REVERSED each side's ids of groups are in reverse order; with
// -DWGSYNC_HOT work-items store to one word of all groups at the start of the
// kernel and after the barriers in its body. A kernel
// that is not found, since macros write it, is called by another: as a
// function, or as a kernel if it has no local variables, which OpenCL promises
// to no kernel that is called.
std::vector<std::string> LateSources(const std::string& source,
                                     const KernelFacts& facts, bool is_gpu);

inline uint64_t StampWords(uint32_t groups) {
  return 2 + 3 * static_cast<uint64_t>(groups);
}

// After the stamps come a word of no use and, for each parameter of the file's
// kernel, what each group reads of this buffer first: in units of 32 bytes, the
// least that a cache takes, its length. A group reads 2,048 of them at most. By
// plain loads, since others bypass caches: they race with the kernel's stores,
// and no value of theirs is used.
inline uint64_t ReadWordOf(uint32_t groups, uint64_t parameter) {
  return StampWords(groups) + 1 + parameter;
}
constexpr uint64_t kReadBytes = 32;
// Then those of marks (group_marks.h).
inline uint64_t MarksAt(uint32_t groups, const KernelFacts& facts) {
  return ReadWordOf(groups, facts.parameters.size());
}
// Then a line of the hot word.
inline uint64_t LateWords(uint32_t groups, const KernelFacts& facts) {
  return MarksAt(groups, facts) + MarkWords(groups) + 32;
}
inline GroupsSeen SeenIn(const uint8_t* stamps, uint32_t groups,
                         const KernelFacts& facts) {
  const uint64_t marks = MarksAt(groups, facts) * sizeof(uint32_t);
  return SeenGroups(stamps, stamps + marks, groups);
}

// Whether a group started or ended between the start and the end of another,
// as their first work-items saw it.
bool GroupsOverlapped(const uint8_t* stamps, uint32_t groups);

// How many work-items came to their end with turns of loops left: not all where
// llvmpipe ends loops early. Only of a text for CPUs.
uint32_t ItemsEnded(const uint8_t* stamps, uint32_t groups);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_TRIED_LATE_GROUPS_H_
