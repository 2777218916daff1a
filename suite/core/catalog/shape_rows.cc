// The shapes of forward progress: a row for each of
// suite/core/progress/litmus_facts.h.

#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/catalog/entries.h"
#include "suite/core/progress/litmus_facts.h"

namespace wgsync {
namespace {

constexpr uint32_t kLine = 32;  // words of a cache line

}  // namespace

std::vector<Primitive> ProgressShapes() {
  std::vector<Primitive> shapes;
  for (const progress::ShapeFacts& shape : progress::ShapeTable()) {
    Primitive p;
    p.name = absl::StrCat(progress::kShapePrefix, shape.name);
    p.family = Family::kProgress;
    p.file = absl::StrCat("progress/", shape.name, ".cl");
    p.source =
        "litmus test of forward progress, after Sorensen et al., OOPSLA 2021";
    p.use = WordUse::kSeveral;
    p.polls = {Poll::kRmw, Poll::kRelaxed, Poll::kAcquire};
    p.signals = {Signal::kRmw, Signal::kRelaxed, Signal::kRelease};
    p.workloads = {"copies"};
    // A copy has at most one word more than groups; the busy groups share one.
    p.words_per_group = 2 * kLine;
    p.shape = {shape.roles, shape.words, shape.late_role, shape.late_at,
               !shape.code.empty()};
    shapes.push_back(p);
  }
  return shapes;
}

}  // namespace wgsync
