// The litmus shapes: the programs that tell the models of progress apart.

#ifndef WGSYNC_SUITE_CORE_PROGRESS_LITMUS_SHAPES_H_
#define WGSYNC_SUITE_CORE_PROGRESS_LITMUS_SHAPES_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/progress/check.h"
#include "suite/core/progress/litmus_program.h"

namespace wgsync {
namespace progress {

struct Shape {
  absl::string_view name;
  absl::string_view does;  // one line, without an end
  absl::string_view text;  // for ParseProgram()
};

// The order is that of the models that the shapes need, the weakest first.
absl::Span<const Shape> Shapes();
// Null if there is none of that name.
const Shape* FindShape(absl::string_view name);
Program ShapeProgram(const Shape& shape);

// The family of the catalog that has them; its primitives are "progress.NAME".
inline constexpr absl::string_view kShapePrefix = "progress.";
// The name of the shape that a primitive is; empty if it is none.
absl::string_view ShapeOfPrimitive(absl::string_view primitive);

// Shapes(), each with its program and the verdicts of the checker.
struct JudgedShape {
  absl::string_view name;
  Program program;
  Verdicts verdicts;
};
const std::vector<JudgedShape>& JudgedShapes();
// Null if there is none of that name.
const JudgedShape* FindJudgedShape(absl::string_view name);

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_PROGRESS_LITMUS_SHAPES_H_
