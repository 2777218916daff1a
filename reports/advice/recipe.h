// What to write on a device: the cheapest form that the specification
// guarantees, the cheapest that custom uses, and what the guarantee costs.
// From verdicts and times of the same driver. Pure.

#ifndef WGSYNC_REPORTS_ADVICE_RECIPE_H_
#define WGSYNC_REPORTS_ADVICE_RECIPE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "nlohmann/json_fwd.hpp"
#include "suite/core/record/bench_data.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// How a form of access has come out: cases of the run by their repeats, on
// whatever resident grid, and the bench's timed launches on this one.
struct Trials {
  uint64_t n = 0;
  uint64_t k = 0;       // that failed
  uint64_t passes = 0;  // cases of the run; none: no verdict speaks for it
  uint64_t reads = 0;   // checked, all right
};

// What of an id does not depend on workload, grid and shape:
// "barrier.a/poll=rmw/...".
std::string FormOf(const std::string& id);
// Whether that has the part of an id with this key.
bool IsOfForm(const std::string& key);

// A form on a grid.
struct Candidate {
  const BenchLine* line = nullptr;  // of the bench
  Trials trials;
  double ns = 0;  // median; 0 where there is no time
};

// One family on one grid, everything cheapest first.
struct GridRecipe {
  std::string family;
  uint64_t groups = 0;
  uint32_t group_size = 0;
  // Timed, with a pass and without a failure.
  std::vector<Candidate> guaranteed;
  std::vector<Candidate> customary;
  std::vector<Candidate> racy;  // undefined, and never advice
  // Its waits need more than that all groups are resident: never advice.
  std::vector<Candidate> unfair;
  std::vector<Candidate> failed;  // of whatever soundness: it failed somewhere
  // Timed, with no verdict that says that it could have failed.
  std::vector<Candidate> unjudged;
};

// `primitives` are globs over names; none: all of them.
std::vector<GridRecipe> MakeRecipes(const Run& run, const Bench& bench,
                                    absl::Span<const std::string> primitives);

// That the two are of one driver, and that neither is a model's; the error says
// which is not.
absl::Status CheckSameDevice(const Run& run, const Bench& bench);

// The access of the case as OpenCL C: [{"for","call"}], see AccessCallsOf().
nlohmann::json CodeJson(const std::string& id);

// In lines of `width` columns.
std::string RecipeText(absl::Span<const GridRecipe> recipes, const Bench& bench,
                       size_t width = 80);

// "costs" of a device in `wgsync can --json`:
// {"notes":[...],"grids":[{"family","groups","group_size", and a list of
// candidates for each of "guaranteed","customary","racy","unfair","failed",
// "unjudged", the cheapest first}]}.
nlohmann::json RecipeJson(absl::Span<const GridRecipe> recipes,
                          const Bench& bench);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_ADVICE_RECIPE_H_
