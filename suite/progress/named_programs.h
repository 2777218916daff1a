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

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/progress/litmus_program.h"

namespace wgsync {
namespace progress {

// The texts are constants, valid for the life of the process.
struct NamedProgram {
  absl::string_view name;
  absl::string_view does;  // one line, without an end
  absl::string_view text;  // the lines below that of the name
};

// The litmus shapes: the programs that tell the models of progress apart. Their
// text is for ParseProgram().
struct Shape : NamedProgram {
  // The role whose delay decides whether the others have to wait: the
  // signaller, the holder inside its section, the one that must look after
  // others have run; and the instruction that comes late.
  uint32_t late_role = 0;
  uint32_t late_at = 0;
};

// The order is that of the models that the shapes need, the weakest first.
absl::Span<const Shape> Shapes();
// Null if there is none of that name.
const Shape* FindShape(absl::string_view name);
Program ShapeProgram(const Shape& shape);

// Idioms of synchronization between work-groups, so that what they need of a
// device is computed: WeakestModels() and SlotsNeeded(). Their text is for
// ExpandGroups().
using Idiom = NamedProgram;

// A text for a number of groups as ParseProgram() reads it. $N is the number of
// groups, $LAST one less, $MORE one more, $TWICE twice as many. A line with
// $EACH is repeated for each group from 0 on. A line that begins with $2 is for
// two groups alone, one with $3 for three and more.
std::string ExpandGroups(absl::string_view text, size_t groups);

// The order is that of what they need, the least first.
absl::Span<const Idiom> Idioms();
// Null if there is none of that name.
const Idiom* FindIdiom(absl::string_view name);
// With 2 to 4 groups.
Program IdiomProgram(const Idiom& idiom, size_t groups);

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROGRESS_NAMED_PROGRAMS_H_
