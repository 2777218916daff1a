// Programs under the memory model as text. The language is that of `wgsync
// progress` with orders, scopes, data, local memory, fences and barriers.
//
//   words f, flag[4]           # atomic words of global memory, all 0
//   data x                     # not atomic
//   local words lf             # of each work-group; also `local data`
//   svm words s                # of shared virtual memory with atomics
//   group                      # a work-group of one work-item
//     write x := 1             # data: `write LOC := V`, `t = read LOC`
//     release f := 1           # [ORDER] [SCOPE] before any atomic access
//   groups 2                   # two groups alike; `id` is the group's number
//     acquire while f == 0     # waits
//     t = read x
//   item sub_group             # one more work-item of these groups, with the
//                              # `item` 1, in a separate sub-group; or `items
//                              N`
//     acq_rel relaxed cas(f, 0, id+1)      # the second order: if it fails
//     acq_rel device fence(global, local)
//     again: barrier(local)                # work_group_barrier
//     t = work_group add(f, 1)
//     if t != 1 goto again
//   never 1:t == 0 && f == 1 || 2:t == 3   # registers and words at the end
//   expect holds
//
// Orders: relaxed (if none is given) acquire release acq_rel seq_cst. Scopes:
// work_item sub_group work_group device all_svm_devices; if none is given, the
// work-group's for local memory and barriers, and the device's otherwise.
// `1:t` is the register t of the second work-item: those of one block of lines
// follow each other, group by group. `always COND` demands the opposite of
// `never COND`. `expect holds`, `fails` or `racy` says what the answer is.
// A line `expect before_3_1`, `literal_s` or `with_cycles` comes after it if
// the answer of that Reading differs.

#ifndef WGSYNC_SUITE_CORE_MEMORY_PROGRAM_TEXT_H_
#define WGSYNC_SUITE_CORE_MEMORY_PROGRAM_TEXT_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "suite/core/memory/program.h"

namespace wgsync {
namespace memory {

// Errors are kInvalidArgument and one line, "NAME:LINE: PROBLEM".
absl::StatusOr<Program> ParseProgram(absl::string_view name,
                                     absl::string_view text);

}  // namespace memory
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_MEMORY_PROGRAM_TEXT_H_
