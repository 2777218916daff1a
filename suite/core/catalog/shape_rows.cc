// The shapes of forward progress: a row for each of the programs of
// suite/progress/litmus_shapes.h, from which its roles, words and need
// follow.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/catalog/entries.h"
#include "suite/core/catalog/need_text.h"
#include "suite/core/progress/litmus_facts.h"
#include "suite/core/progress/progress_model.h"

namespace wgsync {
namespace {

constexpr uint32_t kLine = 32;  // words of a cache line

using progress::Model;

// Started groups before lower ones: `holder_low` is guaranteed by either.
constexpr std::pair<Model, ProgressNeed> kNeeds[] = {
    {Model::kUnfair, ProgressNeed::kNone},
    {Model::kObe, ProgressNeed::kObe},
    {Model::kHsa, ProgressNeed::kHsa},
    {Model::kHsaObe, ProgressNeed::kHsaObe},
    {Model::kLobe, ProgressNeed::kLobe},
    {Model::kFair, ProgressNeed::kFair}};

// The weakest model that guarantees the shape.
ProgressNeed NeedOf(const progress::ShapeFacts& shape) {
  for (const auto& [model, need] : kNeeds) {
    if (shape.Guaranteed({model, progress::Fairness::kWeak})) return need;
  }
  return ProgressNeed::kStrong;
}

}  // namespace

absl::optional<Model> ModelOf(ProgressNeed need) {
  for (const auto& [model, of_model] : kNeeds) {
    if (of_model == need) return model;
  }
  return absl::nullopt;
}

std::vector<Primitive> ProgressShapes() {
  std::vector<Primitive> shapes;
  for (const progress::ShapeFacts& shape : progress::ShapeTable()) {
    Primitive p;
    p.name = absl::StrCat(progress::kShapePrefix, shape.name);
    p.family = Family::kProgress;
    p.file = absl::StrCat("progress/", shape.name, ".cl");
    p.source =
        "litmus test of forward progress, after Sorensen et al., OOPSLA 2021";
    p.need = NeedOf(shape);
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
