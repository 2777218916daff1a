#include "reports/advice/recipe.h"

#include <algorithm>
#include <map>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/name_pattern.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/plan/axes.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {

bool IsOfForm(const std::string& key) {
  const AxisRow* axis = FindAxis(key);
  return axis == nullptr || axis->part == AxisPart::kAccess ||
         key == "dispatch" || key == "via" || key == "queue";
}

std::string FormOf(const std::string& id) {
  const IdWords words = SplitId(id);
  std::string form = words.primitive;
  for (const auto& [key, value] : words.words) {
    if (!IsOfForm(key)) continue;
    absl::StrAppend(&form, "/", key, "=", value);
  }
  return form;
}

namespace {

// What each of a case's runs gave, where it was repeated.
void AddRuns(const CaseResult& r, Trials* t) {
  for (const auto& [verdict, count] : VerdictsOfRuns(r)) {
    const bool fault = IsFault(verdict.kind);
    if (fault || verdict.kind == VerdictKind::kPass) t->n += count;
    if (fault) t->k += count;
  }
}

void AddCase(const CaseResult& r, Trials* t) {
  // Beyond the residency a hang is no fault, and a doubtful pass proves
  // nothing; a wrong payload is as wrong as anywhere.
  const bool beyond = r.residency != 0 && r.groups > r.residency;
  if (beyond &&
      (r.verdict.kind == VerdictKind::kPass || WaitsForEver(r.verdict.kind))) {
    return;
  }
  const bool passed = r.verdict.kind == VerdictKind::kPass && !r.perturbed;
  if (!passed && !IsFault(r.verdict.kind)) return;
  if (passed) {
    ++t->passes;
    t->reads += r.reads;
  }
  if (!r.runs.empty()) return AddRuns(r, t);
  const bool runs = r.unit == Unit::kRuns;
  t->n += passed || runs ? std::max<uint64_t>(1, r.n) : 1;
  if (!passed) t->k += runs ? std::max<uint64_t>(1, r.k) : 1;
}

std::map<std::string, Trials> CountTrials(const Run& run) {
  std::map<std::string, Trials> trials;
  for (const CaseResult& r : run.results) AddCase(r, &trials[FormOf(r.id)]);
  return trials;
}

// The run's cases and the line's own launches; of other grids those that
// failed, since right ones there say little of this one.
Trials TrialsOf(const BenchLine& line, const Bench& bench, Trials t) {
  const std::string form = FormOf(line.id);
  for (const BenchLine& l : bench.lines) {
    const bool own = &l == &line;
    if (!own && (l.failed == 0 || FormOf(l.id) != form)) continue;
    t.n += l.judged;
    t.k += l.failed;
    if (own) t.reads += l.checked_reads;
  }
  return t;
}

GridRecipe* Find(const BenchLine& l, const std::string& family,
                 std::vector<GridRecipe>* all) {
  for (GridRecipe& g : *all) {
    if (g.family == family && g.groups == l.groups &&
        g.group_size == l.group_size) {
      return &g;
    }
  }
  all->emplace_back();
  all->back().family = family;
  all->back().groups = l.groups;
  all->back().group_size = l.group_size;
  return &all->back();
}

std::vector<Candidate>* ListFor(const Candidate& c, GridRecipe* g) {
  if (c.trials.k != 0) return &g->failed;
  if (c.trials.passes == 0) return &g->unjudged;
  // It ends where the scheduler is kind, on whatever grid.
  const absl::optional<ProgressNeed>& need = c.line->need;
  if (need.has_value() && !ProgressExpected(*need, GridClass::kResident)) {
    return &g->unfair;
  }
  if (c.line->soundness == Soundness::kGuaranteed) return &g->guaranteed;
  return c.line->soundness == Soundness::kCustomary ? &g->customary : &g->racy;
}

}  // namespace

std::vector<GridRecipe> MakeRecipes(const Run& run, const Bench& bench,
                                    absl::Span<const std::string> primitives) {
  std::map<std::string, Trials> trials = CountTrials(run);
  std::vector<GridRecipe> all;
  for (const BenchLine& l : bench.lines) {
    const IdWords words = SplitId(l.id);
    const bool asked = primitives.empty() ||
                       absl::c_any_of(primitives, [&](const std::string& glob) {
                         return GlobMatches(glob, words.primitive);
                       });
    if (!asked) continue;
    GridRecipe* g = Find(l, words.family, &all);
    Candidate c{&l, TrialsOf(l, bench, trials[FormOf(l.id)]),
                l.timed() ? l.Ns().median : 0};
    if (l.timed() || c.trials.k != 0) ListFor(c, g)->push_back(c);
  }
  for (GridRecipe& g : all) {
    for (std::vector<Candidate>* list : {&g.guaranteed, &g.customary, &g.racy,
                                         &g.unfair, &g.failed, &g.unjudged}) {
      absl::c_stable_sort(*list, [](const Candidate& a, const Candidate& b) {
        return a.ns < b.ns;
      });
    }
  }
  return all;
}

absl::Status CheckSameDevice(const Run& run, const Bench& bench) {
  if (!RunModel(run).empty()) {
    return BadInput(run.folder, ": a run on model:", RunModel(run),
                    " says nothing of a device; name a run without a model");
  }
  if (RunDeviceName(run) != bench.device) {
    return BadInput(run.folder, ": its device is ", RunDeviceName(run),
                    ", and the bench's is ", bench.device,
                    "; name a run of that one");
  }
  if (run.profile().driver_digest != bench.driver_digest) {
    return BadInput(run.folder,
                    ": made with another driver or environment than the bench; "
                    "make one of them again");
  }
  return absl::OkStatus();
}

}  // namespace wgsync
