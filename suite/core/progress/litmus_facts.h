// What the litmus programs of suite/progress/ need and are, as a table, so that
// neither the catalog nor a report checks a program. suite/progress/ writes it:
//
//   bazel run //suite/progress:litmus_table_test -- --update

#ifndef WGSYNC_SUITE_CORE_PROGRESS_LITMUS_FACTS_H_
#define WGSYNC_SUITE_CORE_PROGRESS_LITMUS_FACTS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/progress/progress_model.h"

namespace wgsync {
namespace progress {

// The facts of a shape of suite/progress/named_programs.h.
struct ShapeFacts {
  absl::string_view name;
  // The weakest that guarantee it; there may be two, such as HSA and OBE.
  absl::Span<const Config> weakest;
  uint32_t roles;
  uint32_t words;
  // The role that comes late, and the instruction before which it does.
  uint32_t late_role;
  uint32_t late_at;
  // Its instructions for kernels/lib/interpreter.cl; empty if it cannot be
  // interpreted.
  absl::Span<const uint32_t> code;

  bool Guaranteed(Config config) const;
};

// Of the program at the head of a kernel:
// suite/progress/kernel_programs_testing.h.
struct ProgramFacts {
  absl::string_view name;
  // With most groups; empty if not even strong FAIR guarantees it.
  absl::Span<const Config> weakest;
};

// By name.
absl::Span<const ProgramFacts> ProgramTable();
// Null if there is no program of that name.
const ProgramFacts* FindProgramFacts(absl::string_view name);

// In the order of progress::Shapes().
absl::Span<const ShapeFacts> ShapeTable();
// Null if there is no shape of that name.
const ShapeFacts* FindShapeFacts(absl::string_view name);

// The family of the catalog that has them; its primitives are "progress.NAME".
inline constexpr absl::string_view kShapePrefix = "progress.";
// The name of the shape that a primitive is; empty if it is not a shape.
absl::string_view ShapeOfPrimitive(absl::string_view primitive);

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_PROGRESS_LITMUS_FACTS_H_
