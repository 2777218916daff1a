// Litmus programs by name, as the files of suite/progress/litmus/ have them:
//
//   # handoff_up: a group waits for a lower id
//   words x
//   group
//     x := 1
//   group
//     while x == 0
//
// A blank line separates two programs.

#ifndef WGSYNC_SUITE_PROGRESS_NAMED_PROGRAMS_H_
#define WGSYNC_SUITE_PROGRESS_NAMED_PROGRAMS_H_

#include <vector>

#include "absl/strings/string_view.h"

namespace wgsync {
namespace progress {

// The texts are constants, valid for the life of the process.
struct NamedProgram {
  absl::string_view name;
  absl::string_view does;  // one line, without an end
  absl::string_view text;  // the lines below that of the name
};

// Those of the embedded file, "litmus/idioms.txt", in its order.
std::vector<NamedProgram> NamedProgramsOf(absl::string_view path);

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROGRESS_NAMED_PROGRAMS_H_
