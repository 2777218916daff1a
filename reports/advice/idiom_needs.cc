#include "reports/advice/idiom_needs.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/progress_class.h"
#include "reports/matrix/report_json.h"
#include "suite/core/progress/litmus_facts.h"
#include "suite/progress/check.h"
#include "suite/progress/named_programs.h"

namespace wgsync {
namespace {

using nlohmann::json;
using progress::Classification;
using progress::Config;
using progress::Fairness;
using progress::Model;
using State = progress::Standing::State;

constexpr size_t kGroups = 3;
constexpr Config kLobe = {Model::kLobe, Fairness::kWeak};

bool NeedsNothing(const IdiomNeed& need) {
  return need.needs.size() == 1 && need.needs[0].model == Model::kUnfair;
}

// The one that the answer is told by: held rather than not seen, and that
// rather than refuted.
Config BestOf(const std::vector<Config>& needs, const Classification& c) {
  const auto rank = [&c](Config config) {
    const State state = c.Of(config).state;
    return state == State::kHeld ? 0 : state == State::kNotSeen ? 1 : 2;
  };
  return *absl::c_min_element(
      needs, [&](Config a, Config b) { return rank(a) < rank(b); });
}

// Of an idiom of kGroups groups; empty if it cannot be checked.
std::vector<Config> NeedOf(const progress::Idiom& idiom) {
  const absl::StatusOr<progress::Verdicts> verdicts =
      progress::Check(progress::IdiomProgram(idiom, kGroups));
  return verdicts.ok() ? progress::WeakestModels(*verdicts)
                       : std::vector<Config>();
}

// Of a model that names ids and was held in grids of one dimension: what grids
// of several showed.
std::string InSpace(Config best, const Classification& c,
                    const Classification& space) {
  if (best.model == Model::kObe || c.Of(best).state != State::kHeld) return "";
  if (space.empty()) return " in grids of one dimension";
  if (space.Of(best).state == State::kHeld) return "";
  return absl::StrCat(" in grids of one dimension; in several ",
                      progress::StandingText(space, best));
}

std::string Says(const IdiomNeed& need, absl::string_view does, Config best,
                 const Classification& c, const Classification& space) {
  const std::string idiom = absl::StrCat(need.idiom, " (", does, ")");
  if (NeedsNothing(need)) {
    return absl::StrCat(idiom, " needs nothing of the device");
  }
  const std::string standing =
      absl::StrCat(progress::StandingText(c, best), InSpace(best, c, space));
  if (!need.resident) {
    return absl::StrCat(idiom, " needs ",
                        progress::ConfigNames(need.needs, " or "), "; ",
                        standing);
  }
  std::string text = absl::StrCat(
      idiom,
      " needs all its groups resident at the same time; with more "
      "of them it needs ",
      progress::ConfigNames(need.needs, " or "), ", and ", standing);
  if (c.Of(kLobe).state == State::kRefuted) {
    // Groups that wait for others may be dealt to one worker.
    absl::StrAppend(&text, "; ", progress::StandingText(c, kLobe),
                    ": a group may be queued after one that waits for it, so "
                    "each group needs a separate worker");
  }
  return text;
}

}  // namespace

std::vector<IdiomNeed> NeedsOf(absl::Span<const absl::string_view> idioms,
                               const Classification& c,
                               const Classification& space) {
  std::vector<IdiomNeed> needs;
  if (c.empty()) return needs;
  bool any_held = false;
  for (const absl::string_view name : idioms) {
    const progress::Idiom* idiom = progress::FindIdiom(name);
    if (idiom == nullptr) continue;
    IdiomNeed need;
    need.idiom = absl::StrReplaceAll(name, {{"_", " "}});
    need.needs = NeedOf(*idiom);
    if (need.needs.empty()) continue;
    const Config best = BestOf(need.needs, c);
    need.resident = best == Config{Model::kFair, Fairness::kWeak};
    need.state = NeedsNothing(need) ? State::kHeld : c.Of(best).state;
    need.says = Says(need, idiom->does, best, c, space);
    any_held = any_held || (need.state == State::kHeld && !NeedsNothing(need));
    needs.push_back(std::move(need));
  }
  if (any_held && needs.size() > 1) {
    needs.erase(std::remove_if(needs.begin(), needs.end(), NeedsNothing),
                needs.end());
  }
  return needs;
}

std::string WhyNone(absl::Span<const IdiomNeed> needs,
                    const Classification& c) {
  std::string why;
  for (const IdiomNeed& need : needs) {
    if (NeedsNothing(need)) continue;
    if (need.state != State::kRefuted) return "";
    if (why.empty()) {
      why = progress::StandingText(c, BestOf(need.needs, c));
    }
  }
  return why;
}

std::vector<std::string> DecidingCases(
    absl::Span<const absl::string_view> idioms) {
  // A boundary between two workers falls anywhere in a shuffled grid. Where it
  // must fall between two certain roles, the neighbours of round-robin are
  // tried as well.
  constexpr absl::string_view kShuffled = "groups=res_x10/map=shuffle";
  constexpr absl::string_view kPlane = "groups=res_x10/dims=2/map=shuffle";
  constexpr absl::string_view kRoundRobin = "groups=res_x10";
  std::set<std::string> globs;
  const auto add = [&globs](absl::string_view shape, absl::string_view end) {
    globs.insert(
        absl::StrCat(progress::kShapePrefix, shape, "/poll=rmw/*/", end));
  };
  for (const absl::string_view name : idioms) {
    const progress::Idiom* idiom = progress::FindIdiom(name);
    if (idiom == nullptr) continue;
    for (const Config need : NeedOf(*idiom)) {
      if (need == Config{Model::kFair, Fairness::kWeak}) {
        add("handoff_down", "map=chunk");
        // By these Says() knows that groups may be queued.
        add("late_middle", kShuffled);
        add("late_middle", kRoundRobin);
        continue;
      }
      if (need.model == Model::kUnfair) continue;
      std::vector<Config> models = progress::WeakerOf(need);
      models.push_back(need);
      for (const Config model : models) {
        for (const absl::string_view shape : progress::DecidingShapes(model)) {
          add(shape, kShuffled);
          // OBE names no ids.
          if (need.model != Model::kObe) add(shape, kPlane);
          if (model == kLobe) add(shape, kRoundRobin);
        }
      }
    }
  }
  return {globs.begin(), globs.end()};
}

json IdiomNeedsJson(absl::Span<const IdiomNeed> needs) {
  return JsonList(needs, [](const IdiomNeed& need) -> json {
    return {{"idiom", need.idiom},
            {"needs", JsonList(need.needs, progress::ShortName)},
            {"resident", need.resident},
            {"state", std::string(StateName(need.state))},
            {"says", need.says}};
  });
}

}  // namespace wgsync
