#include "suite/core/plan/expected.h"

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/catalog/needs.h"
#include "suite/core/progress/progress_model.h"

namespace wgsync {
namespace {

using progress::Classification;
using progress::Config;
using progress::Fairness;
using progress::Model;
using State = progress::Standing::State;

bool Is(const Classification& c, Config config, State state) {
  return !c.empty() && c.Of(config).state == state;
}

// By the need and the grid alone.
Expected ByResidency(ProgressNeed need, GridClass grid) {
  const bool resident = grid == GridClass::kResident;
  const std::string text = NeedText(NameOf(need));
  switch (need) {
    case ProgressNeed::kNone:
      return {true, "no group waits for another one"};
    case ProgressNeed::kObe:
      return {true, absl::StrCat("it needs that ", text,
                                 ", which is expected on every grid")};
    case ProgressNeed::kHsa:
    case ProgressNeed::kHsaObe:
    case ProgressNeed::kLobe:
    case ProgressNeed::kCoResident:
      if (resident) return {true, "all its groups are resident at once"};
      return {false,
              absl::StrCat("it needs ",
                           need == ProgressNeed::kCoResident ? "" : "that ",
                           text, ", and its grid is larger than the residency",
                           need == ProgressNeed::kCoResident
                               ? ""
                               : "; no shape (progress.*) of this run "
                                 "has shown that the device gives it "
                                 "there")};
    case ProgressNeed::kFair:
    case ProgressNeed::kStrong:
    case ProgressNeed::kNoPromise:
    case ProgressNeed::kGroupLockstep:
      break;
  }
  return {false, absl::StrCat("expected of no device: ", text)};
}

}  // namespace

Expected ExpectedToEnd(ProgressNeed need, GridClass grid,
                       const ShapesSeen& seen) {
  Expected by_residency = ByResidency(need, grid);
  const absl::optional<Model> model = ModelOf(need);
  if (!model.has_value() || *model == Model::kUnfair) return by_residency;
  const Config config = {*model, Fairness::kWeak};
  const std::string name = progress::ShortName(config);
  // Resident groups may wait for each other, whatever happens to those that are
  // not resident. OBE alone speaks of resident groups.
  const bool resident = grid == GridClass::kResident &&
                        need != ProgressNeed::kObe && by_residency.ends;
  if (!resident && Is(seen.all, config, State::kRefuted)) {
    return {false, absl::StrCat("the device does not give ", name, ": ",
                                progress::StandingText(seen.all, config))};
  }
  const Classification& there =
      grid == GridClass::kBeyond ? seen.beyond : seen.all;
  if (!Is(there, config, State::kHeld)) return by_residency;
  return {true, absl::StrCat("the device gave ", name,
                             " to the shapes (progress.*): ",
                             progress::StandingText(there, config),
                             ", and a hang of this case contradicts it")};
}

bool ProgressExpected(ProgressNeed need, GridClass grid) {
  return ByResidency(need, grid).ends;
}

}  // namespace wgsync
