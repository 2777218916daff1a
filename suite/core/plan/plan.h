// Which cases a tier runs, and why each one is in it.

#ifndef WGSYNC_SUITE_CORE_PLAN_PLAN_H_
#define WGSYNC_SUITE_CORE_PLAN_PLAN_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/base/name_pattern.h"  // IWYU pragma: export
#include "suite/core/plan/case.h"
#include "suite/core/plan/choice.h"

namespace wgsync {

// From small to large.
enum class Tier { kSmoke, kDefault, kFull };
absl::StatusOr<Tier> ParseTier(absl::string_view name);
absl::string_view TierName(Tier tier);

struct PlannedCase {
  Case c;
  std::string id;
  std::string why;  // the rule that put it into the tier, one line
};

std::vector<std::string> IdsOf(absl::Span<const PlannedCase> cases);

// The rows of the smoke tier. Cases of one hang class run in their order.
struct SmokeRow {
  absl::string_view id;
  absl::string_view why;  // what it tells that no other case does
};
absl::Span<const SmokeRow> SmokeRows();

// The cases of a tier: the same list for every device, in running order
// (cases of one hang class stand together, the cheapest grids first), without
// duplicates. Every case of a tier is in the larger ones.
std::vector<PlannedCase> PlanTier(Tier tier);

// Puts cases into running order.
void SortForRunning(std::vector<PlannedCase>* cases);

// The places of the cases of each hang class, whose first case decides how the
// others run; a host check is alone. Classes by their first cases, and each in
// the order of `cases`.
std::vector<std::vector<size_t>> ClassesOf(absl::Span<const PlannedCase> cases);

// The cases of one shard, in their order. Each case is in one shard, and each
// hang class, whose first case decides how the others run, in one: so the
// shards of a run together do what the whole run does. Shards of equal plans
// are equal on every machine, and their sizes differ by a hang class at most.
std::vector<PlannedCase> CasesOf(const Part& part,
                                 std::vector<PlannedCase> cases);

// The cases of `tier` that one of `globs` means: an id, a glob or a part of an
// id (name_pattern.h); an empty list keeps all. A valid id outside the tier is
// added as a case of its own ("named on the command line"). One that matches
// nothing is an error that names it and, if there is one, a larger tier or a
// name that is near.
absl::StatusOr<std::vector<PlannedCase>> Select(
    Tier tier, absl::Span<const std::string> globs);

// Cases that share primitive, poll, signal, wait and grid symbol: where the
// first hangs unbounded, the others run bounded.
std::string HangClass(const KernelCase& c);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_PLAN_PLAN_H_
