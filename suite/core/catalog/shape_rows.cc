// The shapes of forward progress: a row for each of the programs of
// suite/core/progress/litmus_shapes.h, from which its roles, words and need
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
#include "suite/core/progress/check.h"
#include "suite/core/progress/litmus_program.h"
#include "suite/core/progress/litmus_shapes.h"
#include "suite/core/progress/progress_model.h"

namespace wgsync {
namespace {

constexpr uint32_t kLine = 32;  // words of a cache line

// The role whose delay decides whether the others have to wait: the signaller,
// the holder inside its section, the one that must look after others have run.
struct LateRow {
  absl::string_view shape;
  uint32_t role;
  uint32_t at;  // the instruction that comes late
};
constexpr LateRow kLateRoles[] = {
    {"holder_low", 0, 1},      {"holder_high", 1, 1},  {"lock_3", 1, 1},
    {"ticket_lock", 2, 2},     {"meet_3", 2, 0},       {"late_top", 2, 0},
    {"lookback_ticket", 2, 3}, {"lock_told", 0, 1},    {"trylock_cross", 0, 1},
    {"cas_counter", 0, 1},     {"handoff_down", 1, 0}, {"duel_down", 1, 0},
};

LateRow LateRowOf(absl::string_view shape) {
  for (const LateRow& row : kLateRoles) {
    if (row.shape == shape) return row;
  }
  return {shape, 0, 0};
}

// Whether no role goes back but to the instruction that it is at.
bool CanBeData(const progress::Program& program) {
  for (const progress::Role& role : program.roles) {
    for (size_t pc = 0; pc < role.code.size(); ++pc) {
      const progress::Instruction& i = role.code[pc];
      const bool goes = i.branch != progress::Branch::kNever;
      if (goes && i.target < static_cast<int>(pc)) return false;
    }
  }
  return true;
}

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
ProgressNeed NeedOf(const progress::Verdicts& verdicts) {
  for (const auto& [model, need] : kNeeds) {
    if (verdicts.Guaranteed({model, progress::Fairness::kWeak})) return need;
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
  for (const progress::JudgedShape& shape : progress::JudgedShapes()) {
    Primitive p;
    p.name = absl::StrCat(progress::kShapePrefix, shape.name);
    p.family = Family::kProgress;
    p.file = absl::StrCat("progress/", shape.name, ".cl");
    p.source =
        "litmus test of forward progress, after Sorensen et al., OOPSLA 2021";
    p.need = NeedOf(shape.verdicts);
    p.use = WordUse::kSeveral;
    p.polls = {Poll::kRmw, Poll::kRelaxed, Poll::kAcquire};
    p.signals = {Signal::kRmw, Signal::kRelaxed, Signal::kRelease};
    p.workloads = {"copies"};
    const LateRow late = LateRowOf(shape.name);
    // A copy has at most one word more than groups; the busy groups share one.
    p.words_per_group = 2 * kLine;
    p.shape = {static_cast<uint32_t>(shape.program.groups.size()),
               static_cast<uint32_t>(shape.program.WordsOfCopy()), late.role,
               late.at, CanBeData(shape.program)};
    shapes.push_back(p);
  }
  return shapes;
}

}  // namespace wgsync
