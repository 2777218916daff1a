// The shapes of forward progress: a row for each of the programs of
// suite/core/progress/shapes.h, from which its roles, words and need follow.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/catalog/entries.h"
#include "suite/core/progress/check.h"
#include "suite/core/progress/model.h"
#include "suite/core/progress/shapes.h"

namespace wgsync {
namespace {

constexpr uint32_t kLine = 32;  // words of a cache line

// The role whose delay decides whether the others have to wait: the signaller,
// the holder inside its section, the one that must look after others have run.
struct LateRow {
  absl::string_view shape;
  uint32_t role;
};
constexpr LateRow kLateRoles[] = {
    {"holder_high", 1},  {"lock_3", 1},    {"ticket_lock", 2},
    {"meet_3", 2},       {"late_top", 2},  {"lookback_ticket", 2},
    {"handoff_down", 1}, {"duel_down", 1},
};

uint32_t LateRoleOf(absl::string_view shape) {
  for (const LateRow& row : kLateRoles) {
    if (row.shape == shape) return row.role;
  }
  return 0;
}

// The weakest model that guarantees the shape. Started groups before lower
// ones: `holder_low` is guaranteed by either.
ProgressNeed NeedOf(const progress::Verdicts& verdicts) {
  using progress::Fairness;
  using progress::Model;
  constexpr std::pair<Model, ProgressNeed> kNeeds[] = {
      {Model::kUnfair, ProgressNeed::kNone},
      {Model::kObe, ProgressNeed::kObe},
      {Model::kHsa, ProgressNeed::kHsa},
      {Model::kHsaObe, ProgressNeed::kHsaObe},
      {Model::kLobe, ProgressNeed::kLobe},
      {Model::kFair, ProgressNeed::kFair}};
  for (const auto& [model, need] : kNeeds) {
    if (verdicts.Guaranteed({model, Fairness::kWeak})) return need;
  }
  return ProgressNeed::kStrong;
}

}  // namespace

std::vector<Primitive> ProgressShapes() {
  std::vector<Primitive> shapes;
  for (const progress::JudgedShape& shape : progress::JudgedShapes()) {
    Primitive p;
    p.name = absl::StrCat("progress.", shape.name);
    p.family = Family::kProgress;
    p.file = absl::StrCat("progress/", shape.name, ".cl");
    p.source =
        "litmus test of forward progress, after Sorensen et al., OOPSLA 2021";
    p.need = NeedOf(shape.verdicts);
    p.use = WordUse::kSeveral;
    p.polls = {Poll::kRmw, Poll::kRelaxed, Poll::kAcquire};
    p.signals = {Signal::kRmw, Signal::kRelaxed, Signal::kRelease};
    p.workloads = {"copies"};
    // A copy has at most one word more than groups; the busy groups share one.
    p.words_per_group = 2 * kLine;
    p.shape = {static_cast<uint32_t>(shape.program.groups.size()),
               static_cast<uint32_t>(shape.program.WordsOfCopy()),
               LateRoleOf(shape.name)};
    shapes.push_back(p);
  }
  return shapes;
}

}  // namespace wgsync
