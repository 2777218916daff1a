// A recipe in words, and as data.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "nlohmann/json.hpp"
#include "reports/advice/bench_text.h"
#include "reports/advice/recipe.h"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/catalog/needs.h"
#include "suite/core/launch/access_calls.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/bench_stats.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr size_t kMostUndefined = 4;
// A rate of failures that is worth to be named, and the right launches that
// show with 95 % that there are fewer: ln 0.05 / ln 0.99.
constexpr double kSmallRate = 0.01;
constexpr int kEnough = 299;

// "barrier.a poll=rmw signal=rmw".
std::string FormText(const Candidate& c) {
  return absl::StrReplaceAll(FormOf(c.line->id), {{"/", " "}});
}

std::string Percent(double rate) {
  return rate < 0.1 ? absl::StrFormat("%.2f %%", 100 * rate)
                    : absl::StrFormat("%.0f %%", 100 * rate);
}

class RecipeWriter {
 public:
  RecipeWriter(const Bench& bench, size_t width)
      : bench_(bench), width_(width) {}

  std::string Text(absl::Span<const GridRecipe> recipes) {
    Add(absl::StrCat("Recipe for ", OneLine(bench_.device), ", driver ",
                     OneLine(bench_.driver_version)),
        0, 0);
    for (const std::string& note : bench_.notes) {
      Add(absl::StrCat("note: ", OneLine(note)), 0, 2);
    }
    for (const GridRecipe& g : recipes) Grid(g);
    Calls();
    text_ += "\n";
    Add("Guaranteed is the order of memory. That groups which wait for each "
        "other go on is promised nowhere in OpenCL: keep to grids that are "
        "resident.",
        0, 0);
    return std::move(text_);
  }

 private:
  void Add(const std::string& line, size_t first, size_t next) {
    absl::StrAppend(&text_, std::string(first, ' '),
                    Wrap(line, width_, next, first));
  }

  // The number under which the form's calls are printed.
  size_t Number(const Candidate& c) {
    const std::string form = FormText(c);
    for (size_t i = 0; i < forms_.size(); ++i) {
      if (forms_[i].first == form) return i + 1;
    }
    forms_.emplace_back(form, c.line->id);
    return forms_.size();
  }

  void Grid(const GridRecipe& g) {
    const char* unit =
        g.family == "mutex" ? "an acquire-release pair" : "a barrier";
    text_ += "\n";
    Add(absl::StrFormat("%s, %u groups of %u work-items; nanoseconds %s:",
                        g.family, g.groups, g.group_size, unit),
        0, 0);
    Best("guaranteed", g.guaranteed);
    Best("customary", g.customary);
    Price(g);
    Undefined(g);
    Unfair(g);
    Failed(g);
    if (!g.unjudged.empty()) {
      Add(absl::StrCat(g.unjudged.size(),
                       " more were timed and have no pass in the run that "
                       "could have failed: no advice"),
          2, 4);
    }
  }

  void Best(const std::string& kind, const std::vector<Candidate>& list) {
    if (list.empty()) {
      Add(absl::StrCat(PadRight(kind, 11), "none of those that were timed"), 2,
          4);
      return;
    }
    const Candidate& c = list.front();
    absl::StrAppend(&text_, "  ", PadRight(kind, 11),
                    absl::StrFormat("%7s  ", ShortNs(c.ns)),
                    SplitId(c.line->id).primitive, " [", Number(c), "]\n");
    std::string says =
        absl::StrCat("needs: ", NeedText(NameOf(c.line->need)), "; ");
    absl::StrAppend(&says, "failed in 0 of ", c.trials.n, " launches");
    if (kind == "customary") {
      const double bound = FailureRateBound(0, c.trials.n);
      absl::StrAppend(
          &says, bound > kSmallRate
                     ? absl::StrCat(", too few to say more (", kEnough,
                                    " right ones show that fewer than 1 % "
                                    "fail)")
                     : absl::StrCat(", so at 95 % fewer than ", Percent(bound),
                                    " fail"));
    }
    if (c.trials.reads != 0) {
      absl::StrAppend(&says, "; ", ShortCount(c.trials.reads), " reads right");
    }
    if (c.line->bounded) absl::StrAppend(&says, "; bounded waits");
    Add(says, 13, 13);
  }

  void Price(const GridRecipe& g) {
    if (g.guaranteed.empty() || g.customary.empty()) return;
    const double sure = g.guaranteed.front().ns, used = g.customary.front().ns;
    const double more = sure - used;
    Add(more > 0
            ? absl::StrFormat("the guarantee costs %s ns, %.2f times as much",
                              ShortNs(more), sure / used)
            : std::string("the guarantee costs nothing: no customary form is "
                          "cheaper"),
        2, 4);
  }

  void NoAdvice(const Candidate& c, const std::string& why) {
    Add(absl::StrCat("no advice: ", FormText(c), ", ", ShortNs(c.ns),
                     " ns: ", why),
        2, 4);
  }

  void Undefined(const GridRecipe& g) {
    for (size_t i = 0; i < g.racy.size() && i < kMostUndefined; ++i) {
      const uint64_t n = g.racy[i].trials.n;
      NoAdvice(g.racy[i],
               absl::StrCat("undefined; passed ", n, " of ", n, " here"));
    }
  }

  void Unfair(const GridRecipe& g) {
    for (const Candidate& c : g.unfair) {
      NoAdvice(c, absl::StrCat("ends by the scheduler's kindness (needs: ",
                               NeedText(NameOf(c.line->need)), ")"));
    }
  }

  void Failed(const GridRecipe& g) {
    for (const Candidate& c : g.failed) {
      Add(absl::StrCat("failed: ", FormText(c), " (", NameOf(c.line->soundness),
                       "), ", c.trials.k, " of ", c.trials.n, " launches",
                       c.line->reason.empty()
                           ? std::string()
                           : absl::StrCat("; ", c.line->outcome, ": ",
                                          OneLine(c.line->reason))),
          2, 4);
    }
  }

  void Calls() {
    if (!forms_.empty()) absl::StrAppend(&text_, "\nIn OpenCL C\n");
    for (size_t i = 0; i < forms_.size(); ++i) {
      Add(absl::StrCat("[", i + 1, "] ", forms_[i].first), 0, 4);
      for (const auto& [label, call] : AccessCallsOf(forms_[i].second)) {
        absl::StrAppend(&text_, "    ", PadRight(label, 9),
                        Wrap(call, width_, 17, 13));
      }
    }
  }

  const Bench& bench_;
  const size_t width_;
  std::string text_;
  std::vector<std::pair<std::string, std::string>> forms_;  // name, an id
};

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

std::string RecipeText(absl::Span<const GridRecipe> recipes, const Bench& bench,
                       size_t width) {
  if (recipes.empty()) {
    return Wrap(
        "The bench has none of these; `wgsync bench --cases` says what to time",
        width, 2);
  }
  return RecipeWriter(bench, width).Text(recipes);
}

json CodeJson(const std::string& id) {
  return JsonList(AccessCallsOf(id), [](const auto& of) -> json {
    return {{"for", of.first}, {"call", of.second}};
  });
}

json RecipeJson(absl::Span<const GridRecipe> recipes, const Bench& bench) {
  return {{"notes", bench.notes}, {"grids", JsonList(recipes, GridJson)}};
}

}  // namespace wgsync
