#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "nlohmann/json.hpp"
#include "reports/advice/recipe.h"
#include "reports/matrix/report_json.h"
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

json CandidateJson(const Candidate& c, const CallsOf& calls) {
  json code = json::array();
  for (const auto& [label, call] : calls(c.line->id)) {
    code.push_back({{"for", label}, {"call", call}});
  }
  return {{"case", c.line->id},
          {"primitive", SplitId(c.line->id).primitive},
          {"ns", c.ns},
          {"soundness", c.line->soundness},
          {"need", c.line->need},
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
          {"code", std::move(code)}};
}

}  // namespace

absl::StatusOr<json> RecipeReport(const Run& run, const Bench& bench,
                                  const std::string& primitive,
                                  const CallsOf& calls) {
  json report = ReportJson("recipe");
  report["run"] = RunJson(run);
  report["device"] = bench.device;
  report["driver_version"] = bench.driver_version;
  report["notes"] = bench.notes;
  report["grids"] = json::array();
  for (const GridRecipe& g : MakeRecipes(run, bench, primitive)) {
    json grid = {{"family", g.family},
                 {"groups", g.groups},
                 {"group_size", g.group_size}};
    for (const auto& [name, list] : kLists) {
      grid[name] = json::array();
      for (const Candidate& c : g.*list) {
        grid[name].push_back(CandidateJson(c, calls));
      }
    }
    report["grids"].push_back(std::move(grid));
  }
  if (report["grids"].empty()) return NoRecipe(primitive);
  return report;
}

}  // namespace wgsync
