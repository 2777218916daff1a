#include "reports/advice/can.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "reports/advice/recipe.h"
#include "suite/core/catalog/catalog.h"
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
  for (const auto& [text, count] : r.runs) {
    VerdictKind kind;
    if (ParseVerdictName(text.substr(0, text.find(" (")), &kind) &&
        IsFault(kind)) {
      return true;
    }
  }
  return false;
}

bool Passed(const CaseResult& r) {
  return r.verdict.kind == VerdictKind::kPass && !r.perturbed && !FailedOnce(r);
}

// Beyond the residency a hang is expected; a wrong payload never is.
bool Failed(const CaseResult& r) {
  return (IsFault(r.verdict.kind) || FailedOnce(r)) &&
         !(Beyond(r) && WaitsForEver(r.verdict.kind));
}

void AddReach(const CaseResult& r, std::vector<Reach>* reach) {
  auto same = std::find_if(
      reach->begin(), reach->end(),
      [&](const Reach& known) { return known.group_size == r.group_size; });
  if (same == reach->end()) {
    reach->push_back({r.groups, r.group_size, r.residency});
  } else if (r.groups > same->groups) {
    same->groups = r.groups;
    same->residency = r.residency;
  }
}

void AddCase(const CaseResult& r, FormVerdicts* form) {
  if (Failed(r)) {
    if (form->fault == nullptr) form->fault = &r;
    return;
  }
  if (Beyond(r) && IsFault(r.verdict.kind)) {
    if (form->beyond == nullptr) form->beyond = &r;
    return;
  }
  // One group waits for no other one; teams are many small grids, in which a
  // wrong order shows and a pass says nothing of a whole one.
  if (!Passed(r) || r.groups < 2 || absl::StrContains(r.id, "/team=")) return;
  if (r.bounded) {
    form->bounded_only = form->passes == 0;
    return;
  }
  form->bounded_only = false;
  if (form->passes++ == 0) form->id = r.id;
  form->reads += r.reads;
  // A kernel that holds more registers or memory has another residency.
  if (!absl::StrContains(r.id, "/regs=") &&
      !absl::StrContains(r.id, "/ballast=")) {
    AddReach(r, &form->reach);
  }
}

std::vector<FormVerdicts> FormsOf(
    const Run& run, const std::vector<const CaseResult*>& results) {
  std::vector<FormVerdicts> forms;
  std::map<std::string, size_t> place;
  for (const CaseResult* r : results) {
    const std::string form = FormOf(r->id);
    const auto [it, is_new] = place.emplace(form, forms.size());
    if (is_new) {
      FormVerdicts f;
      f.form = form;
      f.primitive = SplitId(r->id).primitive;
      f.soundness = r->soundness;
      f.soundness_why = r->soundness_why;
      f.need = r->need;
      forms.push_back(std::move(f));
    }
    AddCase(*r, &forms[it->second]);
  }
  for (FormVerdicts& f : forms) {
    // More groups than the residency that was found may still be resident.
    for (Reach& r : f.reach) {
      if (r.groups > r.residency &&
          !ShowsBeyond(run.results, r.groups, r.group_size)) {
        r.residency = 0;
      }
    }
    std::sort(f.reach.begin(), f.reach.end(),
              [](const Reach& a, const Reach& b) {
                return a.group_size < b.group_size;
              });
  }
  return forms;
}

// Whether something in the form orders the payload against the word. An atomic
// payload alone is not a data race, and is not ordered either.
bool IsOrdered(const FormVerdicts& f) {
  std::map<std::string, std::string> words;
  for (const auto& [key, value] : SplitId(f.form).words) words[key] = value;
  const auto is = [&](const char* key, absl::string_view a,
                      absl::string_view b) {
    return words[key] == a || words[key] == b;
  };
  return is("fence", "device", "native") ||
         (is("poll", "acquire", "seq_cst") &&
          is("signal", "release", "seq_cst"));
}

// Not a data race, ordered, and ends if all groups are resident.
bool IsSound(const FormVerdicts& f) {
  return (f.soundness == "guaranteed" ||
          (f.soundness == "customary" && IsOrdered(f))) &&
         f.need != "fair" && f.need != "no_promise" &&
         f.need != "group_lockstep";
}

// Whether it was right on a grid of more groups than are resident.
bool AnyGrid(const FormVerdicts& f) {
  return f.need == "none" ||
         std::any_of(f.reach.begin(), f.reach.end(), [](const Reach& r) {
           return r.residency != 0 && r.groups > r.residency;
         });
}

// Whether `a` is to be recommended before `b`.
bool Better(const FormVerdicts& a, const FormVerdicts& b,
            const std::vector<std::string>& asked) {
  const auto key = [&](const FormVerdicts& f) {
    const size_t place = PlaceOf(asked, f.primitive);
    const bool rest = asked.size() > 1 && place + 1 == asked.size();
    return std::make_tuple(rest, f.soundness != "guaranteed", place,
                           !AnyGrid(f));
  };
  if (key(a) != key(b)) return key(a) < key(b);
  // The payload that people have; then the form that was looked at most.
  const bool a_plain = absl::StrContains(a.form, "/pay=plain");
  const bool b_plain = absl::StrContains(b.form, "/pay=plain");
  return a_plain != b_plain ? a_plain : a.passes > b.passes;
}

// "poll=plain fence=none" if only the access differs; otherwise the primitive's
// name.
std::string Difference(const std::string& id, const FormVerdicts& best) {
  const IdWords of = SplitId(id);
  const IdWords than = SplitId(best.form);
  if (of.primitive != than.primitive) return of.primitive;
  std::string text;
  for (const auto& word : of.words) {
    if (!IsOfForm(word.first)) continue;
    if (std::find(than.words.begin(), than.words.end(), word) !=
        than.words.end()) {
      continue;
    }
    absl::StrAppend(&text, text.empty() ? "" : " ", word.first, "=",
                    word.second);
  }
  return text.empty() ? of.primitive : text;
}

std::vector<WhatFails> Fails(const std::vector<const CaseResult*>& results,
                             const FormVerdicts& best) {
  std::vector<WhatFails> fails;
  for (const CaseResult* r : results) {
    if (!IsFault(r->verdict.kind) && !FailedOnce(*r)) continue;
    const std::string what =
        Failed(*r) ? Difference(r->id, best) : "more groups than are resident";
    auto same = std::find_if(
        fails.begin(), fails.end(),
        [&](const WhatFails& f) { return f.example->verdict == r->verdict; });
    if (same == fails.end()) same = fails.insert(same, {r, 0, {}});
    ++same->cases;
    if (std::find(same->what.begin(), same->what.end(), what) ==
        same->what.end()) {
      same->what.push_back(what);
    }
  }
  std::stable_sort(
      fails.begin(), fails.end(),
      [](const WhatFails& a, const WhatFails& b) { return a.cases > b.cases; });
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
    if (r.verdict.rule != Rule::kWaitCut || r.soundness == "racy") continue;
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
  return IsSound(f) && (f.need != "none" || asked.primitives.size() == 1);
}

// Where a driver dies of most of the sound forms, a pass of the few
// others proves little: the next kernel that looks like them dies.
const CaseResult* MostlyCrashes(const std::vector<FormVerdicts>& forms,
                                const Meant& asked) {
  size_t tried = 0, crashed = 0;
  const FormVerdicts* first = nullptr;
  for (const FormVerdicts& f : forms) {
    if (!IsAnswer(f, asked) || (f.fault == nullptr && f.passes == 0)) continue;
    ++tried;
    if (f.fault == nullptr || f.fault->verdict.kind != VerdictKind::kCrash) {
      continue;
    }
    ++crashed;
    if (first == nullptr || Better(f, *first, asked.primitives)) first = &f;
  }
  return 2 * crashed > tried ? first->fault : nullptr;
}

void Choose(const std::vector<FormVerdicts>& forms, const Meant& asked,
            const CaseResult* cut, CanAnswer* answer) {
  if (const CaseResult* crash = MostlyCrashes(forms, asked)) {
    answer->why = crash;
    answer->answer = Answer::kNo;
    return;
  }
  const FormVerdicts* best = nullptr;
  const FormVerdicts* failed = nullptr;
  for (const FormVerdicts& f : forms) {
    if (!IsAnswer(f, asked)) continue;
    if (f.fault != nullptr) {
      if (failed == nullptr || Better(f, *failed, asked.primitives)) {
        failed = &f;
      }
    } else if (f.passes != 0 && !f.reach.empty() &&
               (best == nullptr || Better(f, *best, asked.primitives))) {
      best = &f;
    } else if (f.bounded_only) {
      answer->best.bounded_only = true;
    }
  }
  if (cut != nullptr && (best != nullptr || failed != nullptr) &&
      (best == nullptr || best->need != "none")) {
    answer->why = cut;
    answer->answer = Answer::kNo;
  } else if (best != nullptr) {
    answer->best = *best;
    answer->answer = AnyGrid(*best) ? Answer::kYes : Answer::kYesUpTo;
  } else if (failed != nullptr) {
    answer->best.form = failed->form;
    answer->why = failed->fault;
    answer->answer = Answer::kNo;
  }
}

// Of host checks each is for itself: yes, but for those that fail.
void ChooseHost(const std::vector<const CaseResult*>& results,
                CanAnswer* answer) {
  std::map<std::string, bool> fails;
  for (const CaseResult* r : results) {
    const std::string check = SplitId(r->id).primitive;
    if (Failed(*r)) {
      fails[check] = true;
      if (answer->why == nullptr) answer->why = r;
    } else if (Passed(*r)) {
      fails.emplace(check, false);
    }
  }
  answer->checks = fails.size();
  for (const auto& [check, failed] : fails) answer->right += failed ? 0 : 1;
  answer->answer = answer->right != 0       ? Answer::kYes
                   : answer->why != nullptr ? Answer::kNo
                                            : Answer::kUnknown;
}

}  // namespace

absl::string_view AnswerName(Answer answer) {
  switch (answer) {
    case Answer::kYes:
      return "yes";
    case Answer::kYesUpTo:
      return "yes, up to";
    case Answer::kNo:
      return "no";
    case Answer::kUnknown:
      return "not known";
  }
  return "";
}

CanAnswer MakeAnswer(const Run& run, const Bench* bench, const Meant& asked) {
  std::vector<const CaseResult*> results;
  CanAnswer answer;
  answer.name = asked.name;
  for (const CaseResult& r : run.results) {
    const IdWords words = SplitId(r.id);
    if (PlaceOf(asked.primitives, words.primitive) == asked.primitives.size()) {
      continue;
    }
    results.push_back(&r);
    answer.host = answer.host || words.family == kHostFamily;
  }
  if (answer.host) {
    ChooseHost(results, &answer);
  } else {
    Choose(FormsOf(run, results), asked, CutWait(run, asked), &answer);
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
