#include <string>
#include <utility>
#include <vector>

#include "nlohmann/json.hpp"
#include "reports/advice/recipe.h"
#include "reports/matrix/report_json.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/launch/access_calls.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/bench_stats.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr std::pair<const char*, std::vector<Candidate> GridRecipe::*>
    kLists[] = {
        {"guaranteed", &GridRecipe::guaranteed},
        {"customary", &GridRecipe::customary},
        {"racy", &GridRecipe::racy},
        {"unfair", &GridRecipe::unfair},
        {"failed", &GridRecipe::failed},
        {"unjudged", &GridRecipe::unjudged},
};

json CandidateJson(const Candidate& c) {
  return {{"case", c.line->id},
          {"primitive", SplitId(c.line->id).primitive},
          {"ns", c.ns},
          {"soundness", NameOf(c.line->soundness)},
          {"need", NameOf(c.line->need)},
          {"bounded", c.line->bounded},
          {"launches", c.trials.n},
          {"failed", c.trials.k},
          {"passes", c.trials.passes},
          {"reads", c.trials.reads},
          {"failure_rate_bound", c.trials.k == 0 && c.trials.n != 0
                                     ? json(FailureRateBound(0, c.trials.n))
                                     : json()},
          {"outcome", c.line->outcome},
          {"reason", c.line->reason},
          {"code", CodeJson(c.line->id)}};
}

json GridJson(const GridRecipe& g) {
  json grid = {
      {"family", g.family}, {"groups", g.groups}, {"group_size", g.group_size}};
  for (const auto& [name, list] : kLists) {
    grid[name] = JsonList(g.*list, CandidateJson);
  }
  return grid;
}

}  // namespace

json CodeJson(const std::string& id) {
  return JsonList(AccessCallsOf(id), [](const auto& of) -> json {
    return {{"for", of.first}, {"call", of.second}};
  });
}

json RecipeJson(absl::Span<const GridRecipe> recipes, const Bench& bench) {
  return {{"notes", bench.notes}, {"grids", JsonList(recipes, GridJson)}};
}

}  // namespace wgsync
