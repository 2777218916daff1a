// What to write on a device: the cheapest form that the specification
// guarantees, the cheapest that custom uses, and what the guarantee costs.
// From verdicts and times of the same driver. Pure.

#ifndef WGSYNC_REPORTS_ADVICE_RECIPE_H_
#define WGSYNC_REPORTS_ADVICE_RECIPE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
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

// `primitive` is a glob over names; "" for all.
std::vector<GridRecipe> MakeRecipes(const Run& run, const Bench& bench,
                                    const std::string& primitive);

// That the two are of one driver, and that neither is a model's; the error says
// which is not.
absl::Status CheckSameDevice(const Run& run, const Bench& bench);

// Of a case: its access as OpenCL C, each with a label (suite/bench).
using CallsOf = std::function<std::vector<std::pair<std::string, std::string>>(
    const std::string& id)>;

// In lines of `width` columns. kNotFound where the bench has nothing of
// `primitive`.
absl::StatusOr<std::string> RecipeText(const Run& run, const Bench& bench,
                                       const std::string& primitive,
                                       const CallsOf& calls, size_t width = 80);

// The same as data: {"kind":"recipe","schema":1,"run":{...},"device",
// "driver_version","notes":[...],"grids":[{"family","groups","group_size", and
// a list of candidates for each of "guaranteed","customary","racy","unfair",
// "failed","unjudged", the cheapest first}]}.
absl::StatusOr<nlohmann::json> RecipeReport(const Run& run, const Bench& bench,
                                            const std::string& primitive,
                                            const CallsOf& calls);

// kNotFound: the bench has nothing of `primitive`.
absl::Status NoRecipe(const std::string& primitive);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_ADVICE_RECIPE_H_
