// The shapes of forward progress.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/catalog/entries.h"

namespace wgsync {
namespace {

constexpr uint32_t kLine = 32;  // words of a cache line

struct Row {
  absl::string_view name;
  ProgressNeed need;
  Shape shape;
};

// In the order in which they separate the models: the control, then from the
// shapes that the weakest models guarantee to those that need strong fairness.
constexpr Row kRows[] = {
    {"cas_counter", ProgressNeed::kNone, {3, 1, 0}},
    {"holder_low", ProgressNeed::kObe, {2, 1, 0}},
    {"handoff_up", ProgressNeed::kHsa, {2, 1, 0}},
    {"chain_up_3", ProgressNeed::kHsa, {3, 2, 0}},
    {"holder_high", ProgressNeed::kObe, {2, 1, 1}},
    {"lock_3", ProgressNeed::kObe, {3, 1, 1}},
    {"ticket_lock", ProgressNeed::kObe, {3, 2, 2}},
    {"lookback_ticket", ProgressNeed::kObe, {3, 4, 2}},
    {"up_then_lock", ProgressNeed::kHsaObe, {2, 2, 0}},
    {"late_middle", ProgressNeed::kLobe, {3, 2, 0}},
    {"late_middle_x", ProgressNeed::kLobe, {3, 1, 0}},
    {"handoff_down", ProgressNeed::kFair, {2, 1, 1}},
    {"meet_3", ProgressNeed::kFair, {3, 3, 2}},
    {"late_top", ProgressNeed::kFair, {3, 2, 2}},
    {"skip_middle", ProgressNeed::kFair, {3, 2, 0}},
    {"duel", ProgressNeed::kStrong, {2, 1, 0}},
    {"duel_up", ProgressNeed::kStrong, {2, 2, 0}},
    {"trylock_cross", ProgressNeed::kStrong, {2, 2, 0}},
    {"lock_told", ProgressNeed::kStrong, {2, 2, 0}},
    {"duel_down", ProgressNeed::kStrong, {3, 2, 1}},
};

}  // namespace

std::vector<Primitive> ProgressShapes() {
  std::vector<Primitive> shapes;
  for (const Row& row : kRows) {
    Primitive p;
    p.name = absl::StrCat("progress.", row.name);
    p.family = Family::kProgress;
    p.file = absl::StrCat("progress/", row.name, ".cl");
    p.source =
        "litmus test of forward progress, after Sorensen et al., OOPSLA 2021";
    p.need = row.need;
    p.use = WordUse::kSeveral;
    p.polls = {Poll::kRmw, Poll::kRelaxed, Poll::kAcquire};
    p.signals = {Signal::kRmw, Signal::kRelaxed, Signal::kRelease};
    p.workloads = {"copies"};
    // A copy has at most one word more than roles; the busy groups share one.
    p.words_per_group = 2 * kLine;
    p.shape = row.shape;
    shapes.push_back(p);
  }
  return shapes;
}

}  // namespace wgsync
