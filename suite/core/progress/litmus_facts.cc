#include "suite/core/progress/litmus_facts.h"

#include <algorithm>

#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace wgsync {
namespace progress {

bool ShapeFacts::Guaranteed(Config config) const {
  return std::any_of(weakest.begin(), weakest.end(),
                     [config](Config c) { return IsAtMost(c, config); });
}

const ShapeFacts* FindShapeFacts(absl::string_view name) {
  for (const ShapeFacts& shape : ShapeTable()) {
    if (shape.name == name) return &shape;
  }
  return nullptr;
}

absl::string_view ShapeOfPrimitive(absl::string_view primitive) {
  return absl::ConsumePrefix(&primitive, kShapePrefix) ? primitive
                                                       : absl::string_view();
}

}  // namespace progress
}  // namespace wgsync
