// A tried kernel with late groups: its text gets a beginning that lets groups
// start late or in pairs, and stamps at its start and its ends, so that the
// host sees whether any two groups ran at the same time. Pure.

#ifndef WGSYNC_SUITE_CORE_TRIED_LATE_GROUPS_H_
#define WGSYNC_SUITE_CORE_TRIED_LATE_GROUPS_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace wgsync {

// The file with the changed kernel, which has two parameters more at the end: a
// buffer of StampWords(groups) words, 0 at the start, and a seed. Line numbers
// stay. "" where the file does not have the kernel exactly once as `NAME(...)
// {...}`, as where a macro writes it.
std::string LateSource(const std::string& source, absl::string_view kernel,
                       bool is_gpu);

inline uint64_t StampWords(uint32_t groups) {
  return 2 + 3 * static_cast<uint64_t>(groups);
}

// Whether a group started or ended between the start and the end of another,
// as their first work-items saw it.
bool GroupsOverlapped(const uint8_t* stamps, uint32_t groups);

// The file without its orders between work-groups: fences do nothing, and
// memory orders are relaxed. "" where it has none by name.
std::string UnorderedSource(const std::string& source);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_TRIED_LATE_GROUPS_H_
