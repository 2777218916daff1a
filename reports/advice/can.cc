#include "reports/advice/can.h"

#include <tuple>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "reports/advice/recipe.h"
#include "reports/matrix/promise.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/progress/classify.h"
#include "suite/core/record/progress_record.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/verdict/kinds.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

bool Beyond(const CaseResult& r) {
  return r.residency != 0 && r.groups > r.residency;
}

// One of its runs at least ended in a fault, whatever its verdict is.
bool FailedOnce(const CaseResult& r) {
  return absl::c_any_of(VerdictsOfRuns(r), [](const auto& seen) {
    return IsFault(seen.first.kind);
  });
}

bool Passed(const CaseResult& r) {
  return r.verdict.kind == VerdictKind::kPass && !r.perturbed && !FailedOnce(r);
}

// It fails the run, or it showed in one of several runs.
bool IsCounted(const CaseResult& r) {
  return r.binds != Binding::kNothing || FailedOnce(r);
}

// The device has nothing to run the case with.
bool CannotRun(const CaseResult& r) {
  return r.verdict.kind == VerdictKind::kUnsupported ||
         r.verdict.kind == VerdictKind::kBuildFailed ||
         r.verdict.rule == Rule::kNoLaunch;
}

// Beyond the residency a hang is expected unless the driver has promised
// otherwise; a wrong payload never is.
bool Failed(const CaseResult& r) {
  return (IsFault(r.verdict.kind) || FailedOnce(r)) &&
         !(Beyond(r) && WaitsForEver(r.verdict.kind) && r.promised == 0);
}

void AddReach(const CaseResult& r, std::vector<Reach>* reach) {
  auto same = absl::c_find_if(*reach, [&](const Reach& known) {
    return known.group_size == r.group_size;
  });
  if (same == reach->end()) {
    reach->push_back({r.groups, r.group_size, r.residency});
  } else if (r.groups > same->groups) {
    same->groups = r.groups;
    same->residency = r.residency;
  }
}

void AddCase(const CaseResult& r, FormVerdicts* form) {
  if (Failed(r)) {
    if (form->fault == nullptr || (IsCounted(r) && !IsCounted(*form->fault))) {
      form->fault = &r;
    }
    return;
  }
  if (Beyond(r) && IsFault(r.verdict.kind)) {
    if (form->beyond == nullptr) form->beyond = &r;
    return;
  }
  // One group waits for no other one; teams are many small grids, in which a
  // wrong order shows and a pass says nothing of a whole one.
  if ((r.groups < 2 && IsRight(r.verdict.kind)) ||
      absl::StrContains(r.id, "/team=")) {
    return;
  }
  if (!Passed(r)) {
    form->open.push_back(&r);
    return;
  }
  if (r.bounded) {
    form->bounded_only = form->passes == 0;
    return;
  }
  form->bounded_only = false;
  if (form->passes++ == 0) form->id = r.id;
  form->launches += r.case_launches;
  form->reads += r.reads;
  // A kernel that holds more registers or memory has another residency.
  if (!absl::StrContains(r.id, "/regs=") &&
      !absl::StrContains(r.id, "/ballast=")) {
    AddReach(r, &form->reach);
  }
}

FormVerdicts FormOfCase(const CaseResult& r) {
  FormVerdicts f;
  f.form = FormOf(r.id);
  f.primitive = SplitId(r.id).primitive;
  f.soundness = r.soundness;
  f.soundness_why = r.soundness_why;
  f.need = r.need;
  return f;
}

std::vector<FormVerdicts> FormsOf(
    const Run& run, const std::vector<const CaseResult*>& results) {
  std::vector<FormVerdicts> forms;
  std::map<std::string, size_t> place;
  for (const CaseResult* r : results) {
    if (CannotRun(*r)) continue;
    const auto [it, is_new] = place.emplace(FormOf(r->id), forms.size());
    if (is_new) forms.push_back(FormOfCase(*r));
    AddCase(*r, &forms[it->second]);
  }
  const Promise promise = PromiseOf(run);
  for (FormVerdicts& f : forms) {
    if (IsConcurrent(f.form) && f.need == ProgressNeed::kCoResident) {
      // A promise that is broken once is not kept for another form.
      if (f.fault == nullptr) f.fault = promise.fails();
      if (promise.kept()) f.promised = promise.promised;
    }
    // More groups than the residency that was found may still be resident.
    for (Reach& r : f.reach) {
      if (r.groups > r.residency &&
          ShowsBeyond(run.results, r.groups, r.group_size) == nullptr) {
        r.residency = 0;
      }
    }
    absl::c_sort(f.reach, [](const Reach& a, const Reach& b) {
      return a.group_size < b.group_size;
    });
    if (f.need == ProgressNeed::kCoResident && !f.reach.empty()) {
      const Reach& most = f.Largest();
      f.polled = ShowsBeyond(run.results, most.groups, most.group_size, true);
    }
  }
  return forms;
}

// Whether something in the form orders the payload against the word. An atomic
// payload alone is not a data race, and is not ordered either.
bool IsOrdered(const FormVerdicts& f) {
  const IdWords id = SplitId(f.form);
  const auto is = [&](const char* field, absl::string_view a,
                      absl::string_view b) {
    return id.Of(field) == a || id.Of(field) == b;
  };
  return is("fence", "device", "native") ||
         (is("poll", "acquire", "seq_cst") &&
          is("signal", "release", "seq_cst"));
}

// Not a data race, ordered, and ends if all groups are resident.
bool IsSound(const FormVerdicts& f) {
  return (f.soundness == Soundness::kGuaranteed ||
          (f.soundness == Soundness::kCustomary && IsOrdered(f))) &&
         (!f.need.has_value() ||
          ProgressExpected(*f.need, GridClass::kResident));
}

// Whether it was right on a grid of more groups than are resident.
bool AnyGrid(const FormVerdicts& f) {
  return absl::c_any_of(f.reach, [](const Reach& r) {
    return r.residency != 0 && r.groups > r.residency;
  });
}

// Of a proven form. A grid is a limit only if a larger one hangs, or if all
// groups must be resident and all were, or if it is all that is promised.
Answer ByGrids(const FormVerdicts& f) {
  if (f.promised != 0) return Answer::kYesUpTo;
  // If all must be resident, a larger grid was right by luck.
  const bool together = f.need == ProgressNeed::kCoResident;
  if (AnyGrid(f) && !together) return Answer::kYes;
  const auto all = [](const Reach& r) { return r.groups == r.residency; };
  return f.beyond != nullptr || (together && absl::c_any_of(f.reach, all))
             ? Answer::kYesUpTo
             : Answer::kYesTried;
}

// Whether `a` is to be recommended before `b`.
bool Better(const FormVerdicts& a, const FormVerdicts& b,
            const std::vector<std::string>& asked) {
  const auto key = [&](const FormVerdicts& f) {
    const size_t place = PlaceOf(asked, f.primitive);
    const bool rest = asked.size() > 1 && place + 1 == asked.size();
    const bool guaranteed = f.soundness == Soundness::kGuaranteed;
    return std::make_tuple(rest, !guaranteed, f.promised == 0, place,
                           !AnyGrid(f));
  };
  if (key(a) != key(b)) return key(a) < key(b);
  // The payload that people have; then the form that was looked at most.
  const bool a_plain = absl::StrContains(a.form, "/pay=plain");
  const bool b_plain = absl::StrContains(b.form, "/pay=plain");
  return a_plain != b_plain ? a_plain : a.passes > b.passes;
}

// "poll=plain fence=none" if only the access differs; otherwise the primitive's
// name, followed by that if the primitive is among those that are `right` with
// another access, and `best` is a form.
std::string Difference(const std::string& id, const FormVerdicts& best,
                       const std::set<std::string>& right) {
  const IdWords of = SplitId(id);
  const IdWords than = SplitId(best.form);
  const bool other = of.primitive != than.primitive;
  if (other && (best.form.empty() || right.count(of.primitive) == 0)) {
    return of.primitive;
  }
  std::string text = other ? of.primitive : "";
  for (const auto& word : of.words) {
    if (!IsOfForm(word.first)) continue;
    if (absl::c_linear_search(than.words, word)) {
      continue;
    }
    absl::StrAppend(&text, text.empty() ? "" : " ", word.first, "=",
                    word.second);
  }
  return text.empty() ? of.primitive : text;
}

std::vector<WhatFails> Fails(const std::vector<const CaseResult*>& results,
                             const FormVerdicts& best) {
  std::set<std::string> right;
  for (const CaseResult* r : results) {
    if (Passed(*r)) right.insert(SplitId(r->id).primitive);
  }
  std::vector<WhatFails> fails;
  for (const CaseResult* r : results) {
    if (!IsFault(r->verdict.kind) && !FailedOnce(*r)) continue;
    // A stale access is at fault itself, since another one ends on this grid.
    const std::string what = Failed(*r) || r->verdict.kind != VerdictKind::kHang
                                 ? Difference(r->id, best, right)
                                 : "more groups than are resident";
    auto same = absl::c_find_if(fails, [&](const WhatFails& f) {
      return f.example->verdict == r->verdict;
    });
    if (same == fails.end()) same = fails.insert(same, {r, 0, {}, false});
    ++same->cases;
    if (IsCounted(*r) && !same->counted) {
      same->example = r;
      same->counted = true;
    }
    if (!absl::c_linear_search(same->what, what)) {
      same->what.push_back(what);
    }
  }
  absl::c_stable_sort(fails, [](const WhatFails& a, const WhatFails& b) {
    return a.cases > b.cases;
  });
  return fails;
}

// A wait of a program without a data race that was left too early, on a device
// that ends loops by itself: there no wait can be relied on, whatever passes.
// One of the asked kind, if there is one. Elsewhere a cut wait is its form's
// own fault.
const CaseResult* CutWait(const Run& run, const Meant& asked) {
  const bool cuts_loops = run.device < run.header.devices.size() &&
                          run.header.devices[run.device].loops_cut;
  if (!cuts_loops) return nullptr;
  const CaseResult* cut = nullptr;
  for (const CaseResult& r : run.results) {
    if (r.verdict.rule != Rule::kWaitCut || r.soundness == Soundness::kRacy)
      continue;
    const bool is_asked = PlaceOf(asked.primitives, SplitId(r.id).primitive) !=
                          asked.primitives.size();
    if (is_asked) return &r;
    if (cut == nullptr) cut = &r;
  }
  return cut;
}

// Whether it answers the question: without a wait it is not the synchronization
// that was asked for, unless it was named.
bool IsAnswer(const FormVerdicts& f, const Meant& asked) {
  return IsSound(f) &&
         (f.need != ProgressNeed::kNone || asked.primitives.size() == 1);
}

void AddDoubt(const CaseResult& r, CanAnswer* answer) {
  if (answer->unproven++ == 0) answer->doubt = &r;
  if (r.other_cores > 0) ++answer->inconclusive;
}

std::set<Basis> OfForms(const std::vector<FormVerdicts>& forms,
                        const Meant& asked, const CaseResult* cut,
                        CanAnswer* answer) {
  std::set<Basis> holds;
  const FormVerdicts *best = nullptr, *failed = nullptr, *crashed = nullptr;
  const auto prefer = [&](const FormVerdicts& f, const FormVerdicts** to) {
    if (*to == nullptr || Better(f, **to, asked.primitives)) *to = &f;
  };
  size_t tried = 0, crashes = 0;
  bool counted = false;
  for (const FormVerdicts& f : forms) {
    // Of a way of access nothing may be promised, and its faults answer.
    if (!asked.access.empty() && f.fault != nullptr) {
      counted = true;
      prefer(f, &failed);
    }
    if (!IsAnswer(f, asked)) continue;
    answer->cases += f.passes + f.open.size();
    for (const CaseResult* r : f.open) AddDoubt(*r, answer);
    if (f.fault != nullptr || f.passes != 0) ++tried;
    if (f.fault != nullptr) {
      counted = counted || IsCounted(*f.fault);
      prefer(f, &failed);
      if (f.fault->verdict.kind != VerdictKind::kCrash) continue;
      ++crashes;
      prefer(f, &crashed);
    } else if (f.passes != 0 && !f.reach.empty() &&
               (f.promised != 0 || !IsConcurrent(f.form))) {
      prefer(f, &best);
    } else if (f.bounded_only) {
      holds.insert(Basis::kBounded);
    } else if (f.passes != 0 || !f.open.empty()) {
      holds.insert(Basis::kNotProven);
    }
  }
  if (best != nullptr) {
    holds.insert(Basis::kProven);
    answer->best = *best;
  }
  if (failed != nullptr) {
    answer->why = failed->fault;
    if (holds.empty()) {
      holds.insert(counted ? Basis::kAllFailed : Basis::kNotCounted);
    }
  }
  const FormVerdicts* waits = best != nullptr ? best : failed;
  if (cut != nullptr && waits != nullptr &&
      waits->need != ProgressNeed::kNone) {
    holds.insert(Basis::kWaitCut);
    answer->why = cut;
  }
  // A pass of the few others proves little: the next kernel that looks like
  // them dies.
  if (2 * crashes > tried) {
    holds.insert(Basis::kMostlyCrashes);
    answer->why = crashed->fault;
  }
  return holds;
}

// The result of one case of a host check, in the order in which one decides for
// all of its cases.
enum class Check { kOpen, kRight, kWrongValue, kViolated };

Check CheckOf(const CaseResult& r) {
  if (!Failed(r)) return Passed(r) ? Check::kRight : Check::kOpen;
  const bool value = r.verdict.cause == Cause::kWrongAnswer ||
                     r.verdict.cause == Cause::kWrongTimes;
  return value ? Check::kWrongValue : Check::kViolated;
}

std::set<Basis> OfChecks(const std::vector<const CaseResult*>& results,
                         const Meant& asked, CanAnswer* answer) {
  std::map<std::string, std::pair<Check, const CaseResult*>> checks;
  for (const CaseResult* r : results) {
    const bool open = Failed(*r) && !IsCounted(*r);
    if (open) answer->left_open.emplace(SplitId(r->id).primitive, r->id);
    if (open || CannotRun(*r)) continue;
    ++answer->cases;
    const Check check = CheckOf(*r);
    if (check == Check::kOpen) AddDoubt(*r, answer);
    // The driver keeps the order in any case.
    if (r->verdict.rule == Rule::kHostCouldNotFail) continue;
    const auto [it, is_new] =
        checks.try_emplace(SplitId(r->id).primitive, check, r);
    if (!is_new && check > it->second.first) it->second = {check, r};
  }
  std::set<Basis> holds;
  std::set<size_t> right;  // globs
  size_t why_place = asked.primitives.size();
  const CaseResult* value = nullptr;
  answer->checks = checks.size();
  for (const auto& [name, check] : checks) {
    const size_t place = PlaceOf(asked.primitives, name);
    if (check.first == Check::kRight) {
      answer->right.push_back(name);
      right.insert(place);
    } else if (check.first == Check::kOpen) {
      holds.insert(Basis::kNotProven);
    } else if (check.first == Check::kWrongValue) {
      value = check.second;
    } else if (place < why_place) {
      holds.insert(Basis::kViolation);
      why_place = place;
      answer->why = check.second;
    }
  }
  for (size_t i = 0; i < NamedGlobs(asked); ++i) {
    if (right.count(i) == 0) answer->lacks.push_back(asked.primitives[i]);
  }
  if (!answer->lacks.empty() && answer->unproven != 0) {
    holds.insert(Basis::kNotProven);
  }
  if (holds.empty() && value != nullptr && right.empty()) {
    holds.insert(Basis::kAllFailed);
  } else if (holds.empty() && answer->lacks.empty()) {
    holds.insert(Basis::kProven);
  }
  if (answer->why == nullptr) answer->why = value;
  return holds;
}

// A run of host checks has those that are named, not clFinish alone.
bool WasAsked(const Run& run, const Meant& asked, bool host) {
  if (run.header.plan.empty()) return true;  // an old log
  std::set<size_t> places;
  for (const std::string& id : run.header.plan)
    places.insert(PlaceOf(asked.primitives, SplitId(id).primitive));
  places.erase(asked.primitives.size());
  return places.size() >= (host ? NamedGlobs(asked) : 1);
}

bool RanInTurn(const std::vector<const CaseResult*>& results, bool* polled) {
  *polled = true;
  for (const CaseResult* r : results) {
    *polled = *polled && absl::StrContains(r->id, "/host=poll");
    if (r->residency != 1 && r->verdict.rule != Rule::kOneCore) return false;
  }
  return !results.empty();
}

}  // namespace

CanAnswer MakeAnswer(const Run& run, const Bench* bench, const Meant& asked) {
  std::vector<const CaseResult*> results;
  CanAnswer answer;
  answer.name = asked.name;
  answer.host = absl::StartsWith(asked.primitives.front(),
                                 absl::StrCat(kHostFamily, "."));
  answer.barrier = absl::StartsWith(asked.primitives.front(), "barrier.");
  for (const CaseResult& r : run.results) {
    const IdWords words = SplitId(r.id);
    const size_t place = PlaceOf(asked.primitives, words.primitive);
    if (place == asked.primitives.size()) continue;
    if (!absl::StrContains(r.id, asked.access)) continue;
    // A check of what an extension promises decides only if it was named.
    const HostCheck* check = FindHostCheck(words.primitive);
    if (check != nullptr && check->concurrent &&
        asked.primitives[place] == "host_sync.*") {
      continue;
    }
    const absl::StatusOr<KernelCase> kernel = ParseKernelCaseId(r.id);
    if (kernel.ok() && !IsUsualEntry(kernel->grid)) continue;
    results.push_back(&r);
    answer.lacked |= CannotRun(r) && IsSound(FormOfCase(r));
  }
  answer.access = !asked.access.empty();
  answer.asked = WasAsked(run, asked, answer.host);
  answer.in_turn = RanInTurn(results, &answer.polled);
  std::set<Basis> holds = answer.host ? OfChecks(results, asked, &answer)
                                      : OfForms(FormsOf(run, results), asked,
                                                CutWait(run, asked), &answer);
  if (answer.asked && (!run.finished || TallyRun(run).missing != 0)) {
    holds.insert(Basis::kCutShort);
    holds.erase(Basis::kAllFailed);  // missing forms may be right
  }
  const AnswerRow& row = RowFor(holds);
  answer.basis = row.basis;
  answer.answer = row.answer;
  if (row.answer != Answer::kYes) {
    answer.best = {};
    // What else fails is told by how it differs.
    if (row.basis == Basis::kAllFailed)
      answer.best.form = FormOf(answer.why->id);
  } else if (!answer.host) {
    answer.answer = ByGrids(answer.best);
    answer.why = nullptr;
  }
  if (!asked.idioms.empty()) {
    const progress::Classification c = ProgressOf(run.results);
    answer.progress = NeedsOf(asked.idioms, c, ProgressInSpace(run.results));
    answer.refuted = WhyNone(answer.progress, c);
  }
  answer.fails = Fails(results, answer.best);
  if (bench == nullptr || answer.best.id.empty()) return answer;
  for (const BenchLine& line : bench->lines) {
    if (line.timed() && FormOf(line.id) == answer.best.form) {
      answer.times.push_back(&line);
    }
  }
  return answer;
}

}  // namespace wgsync
