#include "suite/core/progress/litmus_facts.h"

#include <algorithm>

#include "absl/strings/strip.h"

namespace wgsync {
namespace progress {
namespace {

template <typename Facts>
const Facts* Find(absl::Span<const Facts> table, absl::string_view name) {
  for (const Facts& facts : table) {
    if (facts.name == name) return &facts;
  }
  return nullptr;
}

}  // namespace

bool ShapeFacts::Guaranteed(Config config) const {
  return std::any_of(weakest.begin(), weakest.end(),
                     [config](Config c) { return IsAtMost(c, config); });
}

const ShapeFacts* FindShapeFacts(absl::string_view name) {
  return Find(ShapeTable(), name);
}

const ProgramFacts* FindProgramFacts(absl::string_view name) {
  return Find(ProgramTable(), name);
}

absl::string_view ShapeOfPrimitive(absl::string_view primitive) {
  return absl::ConsumePrefix(&primitive, kShapePrefix) ? primitive
                                                       : absl::string_view();
}

}  // namespace progress
}  // namespace wgsync
