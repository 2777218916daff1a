// The litmus shapes: the programs that tell the models of progress apart.

#ifndef WGSYNC_SUITE_PROGRESS_LITMUS_SHAPES_H_
#define WGSYNC_SUITE_PROGRESS_LITMUS_SHAPES_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/progress/litmus_program.h"
#include "suite/progress/named_programs.h"

namespace wgsync {
namespace progress {

struct Shape : NamedProgram {  // its text is for ParseProgram()
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

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROGRESS_LITMUS_SHAPES_H_
