#include "suite/progress/litmus_shapes.h"

#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "suite/progress/program_text.h"

namespace wgsync {
namespace progress {
absl::Span<const Shape> Shapes() {
  static const auto& shapes = *new std::vector<Shape>([] {
    std::vector<Shape> read;
    for (const NamedProgram& program : NamedProgramsOf("litmus/shapes.txt")) {
      Shape shape = {program};
      if (absl::ConsumePrefix(&shape.text, "# late: group ")) {
        const size_t end = shape.text.find('\n');
        const std::vector<absl::string_view> numbers =
            absl::StrSplit(shape.text.substr(0, end), ", instruction ");
        // litmus_table_test has them as they are in kernels.
        (void)absl::SimpleAtoi(numbers.front(), &shape.late_role);
        (void)absl::SimpleAtoi(numbers.back(), &shape.late_at);
        shape.text.remove_prefix(end + 1);
      }
      read.push_back(shape);
    }
    return read;
  }());
  return shapes;
}

const Shape* FindShape(absl::string_view name) {
  for (const Shape& shape : Shapes()) {
    if (shape.name == name) return &shape;
  }
  return nullptr;
}

Program ShapeProgram(const Shape& shape) {
  return ParseProgram(shape.name, shape.text).value();
}

}  // namespace progress
}  // namespace wgsync
