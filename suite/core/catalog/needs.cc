#include "suite/core/catalog/needs.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace wgsync {
namespace {

using progress::Config;
using progress::Model;

// Started groups before lower ones: `holder_low` is guaranteed by either.
constexpr std::pair<Model, ProgressNeed> kNeeds[] = {
    {Model::kUnfair, ProgressNeed::kNone},
    {Model::kObe, ProgressNeed::kObe},
    {Model::kHsa, ProgressNeed::kHsa},
    {Model::kHsaObe, ProgressNeed::kHsaObe},
    {Model::kLobe, ProgressNeed::kLobe},
    {Model::kFair, ProgressNeed::kFair}};

absl::Span<const Config> WeakestOf(const Primitive& p) {
  if (IsShape(p)) {
    return progress::FindShapeFacts(progress::ShapeOfPrimitive(p.name))
        ->weakest;
  }
  const progress::ProgramFacts* facts = ProgramFactsOf(p);
  return facts == nullptr ? absl::Span<const Config>() : facts->weakest;
}

}  // namespace

const progress::ProgramFacts* ProgramFactsOf(const Primitive& p) {
  const absl::string_view file = absl::StripSuffix(p.file, ".cl");
  const auto* own = progress::FindProgramFacts(
      absl::StrCat(file.substr(0, file.find('/')), "/",
                   p.name.substr(p.name.find('.') + 1)));
  return own != nullptr ? own : progress::FindProgramFacts(file);
}

ProgressNeed ComputedNeed(const Primitive& p) {
  const absl::Span<const Config> weakest = WeakestOf(p);
  // No model says anything about the work-items of a group.
  if (weakest.empty()) {
    return p.by_item ? ProgressNeed::kGroupLockstep : ProgressNeed::kNoPromise;
  }
  for (const auto& [model, need] : kNeeds) {
    const Config weak = {model, progress::Fairness::kWeak};
    if (std::find(weakest.begin(), weakest.end(), weak) == weakest.end()) {
      continue;
    }
    // A device is fair to all groups that are resident together. A shape asks
    // for more: it runs in grids beyond the residency.
    return need == ProgressNeed::kFair && !IsShape(p)
               ? ProgressNeed::kCoResident
               : need;
  }
  return ProgressNeed::kStrong;
}

absl::optional<Model> ModelOf(ProgressNeed need) {
  for (const auto& [model, of_model] : kNeeds) {
    if (of_model == need) return model;
  }
  return absl::nullopt;
}

}  // namespace wgsync
