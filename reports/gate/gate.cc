#include "reports/gate/gate.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "reports/diff/diff_text.h"
#include "reports/diff/exact_test.h"
#include "reports/diff/not_promised.h"
#include "reports/gate/gate_case.h"
#include "reports/matrix/timeline.h"
#include "reports/render/text.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/exit_code.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

struct OutcomeRow {
  Outcome value;
  absl::string_view name;
  bool compares;  // see Compares()
};
constexpr OutcomeRow kOutcomeRows[] = {
    {Outcome::kRegression, "regression", true},
    {Outcome::kRare, "new, rare", true},
    {Outcome::kIntermittent, "new, intermittent", true},
    {Outcome::kRateGrown, "more often", true},
    {Outcome::kUnconfirmed, "new, unconfirmed", true},
    {Outcome::kOutOfDate, "expectation out of date", true},
    {Outcome::kInfra, "infrastructure", false},
    {Outcome::kKnown, "known", true},
    {Outcome::kNotPromised, "not promised", true},
    {Outcome::kUnexpectedPass, "unexpected pass", true},
    {Outcome::kOtherCause, "other cause", true},
    {Outcome::kNoise, "noise", true},
    {Outcome::kWeaker, "says nothing now", false},
    {Outcome::kOtherKernel, "other kernel, not compared", false},
    {Outcome::kChanged, "new or changed in wgsync", false},
    {Outcome::kNoBaseline, "not in the baseline", false},
    {Outcome::kNotPlanned, "not in the new run", false},
    {Outcome::kAsExpected, "as expected", true},
};
constexpr auto kOutcomeNames = EnumNames(kOutcomeRows, Outcome::kAsExpected);

constexpr size_t kLoneRuns = 3;
constexpr uint64_t kBaselineRuns = 3;
// For all rates of one gate together.
constexpr double kAlpha = 0.05;

void Set(GateCase* c, Outcome outcome, std::string why) {
  c->outcome = outcome;
  c->why = std::move(why);
}

// Whether the two programs of wgsync have different cases of this name, or one
// has none. A case that the baseline says nothing of is not compared anyway.
bool Changed(const GateCase& c) {
  if (c.before == nullptr) return c.rule == nullptr;
  if (!MakesBaseline(c.before->verdict.kind)) return false;
  return c.after == nullptr ? !ParseCaseId(c.id).ok()
                            : !SaysNothing(c.after->verdict.kind) &&
                                  !SameLaunch(*c.before, *c.after);
}

// What needs no run: sets the outcome, or what is to be confirmed.
void Classify(const Gate& gate, GateCase* c) {
  if (c->after == nullptr) return;
  if (c->before != nullptr && KernelsDiffer(*c->before, *c->after) &&
      !gate.options.across) {
    return Set(c, Outcome::kOtherKernel,
               "another kernel than the baseline's: not compared");
  }
  if (c->rule == nullptr && gate.baseline != nullptr &&
      (c->before == nullptr || !MakesBaseline(c->before->verdict.kind))) {
    // What the device cannot be asked on either side is no change.
    if (c->before != nullptr && c->after->verdict.kind != VerdictKind::kInfra &&
        c->before->verdict.kind == c->after->verdict.kind) {
      return;
    }
    return Set(c, Outcome::kNoBaseline, "the baseline says nothing of it");
  }
  const Verdict verdict = Offending(*c);
  const VerdictKind kind = verdict.kind;
  if (kind == VerdictKind::kUnproven && c->before != nullptr &&
      c->before->verdict.kind == VerdictKind::kPass) {
    c->confirm = Confirm::kProof;
  }
  const bool expected = IsExpected(*c, verdict);
  const Direction direction = DirectionOf(kind, expected);
  if (kind == VerdictKind::kInfra) {
    c->confirm = Confirm::kOther;
  } else if (expected) {
    if (FlakyRate(*c).n > 0 && !IsRight(kind)) c->confirm = Confirm::kRate;
    if (c->rule == nullptr && c->before != nullptr) {
      if (c->before->verdict.kind == kind &&
          CausesDiffer(c->before->verdict, verdict)) {
        Set(c, Outcome::kOtherCause, "the same verdict, for another cause");
      } else if (!IsRight(kind) && KindsSeen(*c->before).count(kind) == 0) {
        Set(c, Outcome::kOtherCause,
            "it hung in the baseline, too; what keeps it is another thing");
      }
    }
  } else if (direction == Direction::kWorse) {
    c->confirm = IsUnsafe(kind) ? Confirm::kUnsafe : Confirm::kOther;
  } else if (direction == Direction::kBetter) {
    if (c->rule != nullptr) {
      c->confirm = Confirm::kPass;
    } else {
      Set(c, Outcome::kUnexpectedPass, "passes now");
    }
  } else if (kind == VerdictKind::kNotRun) {
    Set(c, Outcome::kWeaker, "no such grid here: says nothing");
  } else {
    Set(c, Outcome::kWeaker,
        IsInconclusive(*c->after)
            ? "right, and other processes took the proof away: says nothing"
            : "right, and not proven: says nothing");
  }
}

// Whether more of them are wanted; those that say nothing are made up for, as
// long as they are not more than the others.
bool Short(const GateCase& c, size_t wanted) {
  return CountLone(c).valid < wanted && c.lone.size() < 2 * wanted;
}

std::string Again(const GateCase& c) {
  if (!c.not_run_again.empty()) {
    return absl::StrCat("not run again: ", c.not_run_again);
  }
  return c.lone.empty() ? "it was not run again"
                        : "no lone run proves anything of it";
}

// Lone runs for a proof that brought none.
size_t Futile(const Gate& gate) {
  return absl::c_count_if(gate.cases, [](const GateCase& c) {
    return c.confirm == Confirm::kProof && !c.lone.empty() && !IsProven(c);
  });
}

void ConcludeUnsafe(GateCase* c) {
  const LoneCount count = CountLone(*c);
  if (count.bad > 0) {
    Set(c, Outcome::kRegression,
        absl::StrCat("failed again in lone run ", c->lone.size()));
  } else if (count.valid == 0) {
    Set(c, Outcome::kRegression, Again(*c));
  } else {
    Set(c, Outcome::kRare,
        absl::StrCat("seen once, and in none of ",
                     Counted(count.valid, "lone run")));
  }
}

void ConcludeOther(GateCase* c) {
  const LoneCount count = CountLone(*c);
  const bool infra = c->after->verdict.kind == VerdictKind::kInfra;
  std::string in =
      absl::StrCat("in ", count.bad, " of ", Counted(count.valid, "lone run"));
  if (c->before != nullptr && !SameGrid(*c->before, *c->after)) {
    absl::StrAppend(&in, ", on ", FirstGroups(*c->after), " groups of ",
                    c->after->group_size, "; the baseline had ",
                    FirstGroups(*c->before), " of ", c->before->group_size);
  }
  if (count.valid == 0) {
    Set(c, infra ? Outcome::kInfra : Outcome::kUnconfirmed, Again(*c));
  } else if (count.bad == count.valid || count.unsafe > 0) {
    Set(c, Outcome::kRegression, in);
  } else {
    Set(c, count.bad > 0 ? Outcome::kIntermittent : Outcome::kNoise, in);
  }
}

void ConcludeProof(GateCase* c) {
  if (CountLone(*c).bad > 0) return ConcludeOther(c);
  if (IsProven(*c)) {
    Set(c, Outcome::kAsExpected,
        absl::StrCat("proven in lone run ", c->lone.size()));
  } else {
    absl::StrAppend(&c->why, c->why.empty() ? "" : "; ", Again(*c));
  }
}

void ConcludePass(GateCase* c) {
  const LoneCount count = CountLone(*c);
  const std::string line =
      absl::StrCat("line ", c->rule->line, " of the expectations: ");
  if (count.right == count.valid) {
    Set(c, Outcome::kOutOfDate,
        absl::StrCat(line, "it passes",
                     count.valid == 0 ? absl::StrCat(" (", Again(*c), ")")
                                      : " in every lone run"));
  } else {
    Set(c, Outcome::kNoise,
        absl::StrCat(line, "it passes in ", count.right, " of ",
                     Counted(count.valid, "lone run")));
  }
}

// A rate is of lone runs alone: the run that asked for them is one that was
// bad, and would make every rate worse than it is.
void ConcludeRates(Gate* gate) {
  std::vector<GateCase*> compared;
  std::vector<double> p;
  for (GateCase& c : gate->cases) {
    if (c.confirm != Confirm::kRate) continue;
    const LoneCount count = CountLone(c);
    Rate now = {count.valid - count.right, count.valid};
    if (count.unsafe > 0 || count.bad > 0) {
      Set(&c, Outcome::kRegression, "a lone run gives what is not expected");
      continue;
    }
    if (now.n < kRateRuns) {
      Set(&c, Outcome::kAsExpected, absl::StrCat("now and then; ", Again(c)));
      continue;
    }
    compared.push_back(&c);
    p.push_back(ProbabilityIfNotGrown(FlakyRate(c), now));
  }
  const std::vector<bool> grown = RejectedByHolm(p, kAlpha);
  for (size_t i = 0; i < compared.size(); ++i) {
    const Rate was = FlakyRate(*compared[i]);
    const LoneCount count = CountLone(*compared[i]);
    Set(compared[i], grown[i] ? Outcome::kRateGrown : Outcome::kAsExpected,
        absl::StrFormat("%d of %d before, %d of %d lone runs now, p = %.2g in "
                        "an exact test, one of %d",
                        was.k, was.n, count.valid - count.right, count.valid,
                        p[i], p.size()));
  }
}

// A lone run can bring what no file knows.
void TakeKnown(absl::Span<const DeviceExpectations> files, Gate* gate) {
  for (GateCase& c : gate->cases) {
    if (!FailsGate(c.outcome) || c.after == nullptr) continue;
    const std::string not_promised = WhyNotPromised(c);
    if (!not_promised.empty()) Set(&c, Outcome::kNotPromised, not_promised);
    CaseResult came = *c.after;
    came.verdict = Offending(c);
    const std::string why = WhyKnown(*gate->after, came, files);
    const bool all = absl::c_all_of(c.lone, [&](const CaseResult& r) {
      return SaysNothing(r.verdict.kind) || IsRight(r.verdict.kind) ||
             IsExpected(c, r.verdict) ||
             !WhyKnown(*gate->after, r, files).empty();
    });
    if (!why.empty() && all) Set(&c, Outcome::kKnown, why);
  }
}

void AddCases(Gate* gate) {
  std::vector<const Run*> runs = {gate->after};
  if (gate->baseline != nullptr) runs.push_back(gate->baseline);
  const TagFacts facts = TagFactsOf(*gate->after);
  const Timeline timeline = MakeTimeline(std::move(runs));
  for (const TimelineRow& row : timeline.rows) {
    GateCase c;
    c.id = row.id;
    c.after = row.cells[0].result;
    if (gate->baseline != nullptr) c.before = row.cells[1].result;
    const bool planned = row.cells[0].planned;
    if (c.before == nullptr && c.after == nullptr && !planned) continue;
    const auto& chosen = gate->options.chosen;
    if (chosen.has_value() && chosen->count(c.id) == 0) continue;
    if (gate->expectations != nullptr) {
      c.rule = RuleFor(*gate->expectations, c.id, facts);
    }
    // Left out by the run, and not by a rule of the file.
    if (c.after != nullptr && c.after->verdict.rule == Rule::kLeftOut &&
        (c.rule == nullptr || !c.rule->skip)) {
      c.after = nullptr;
      Set(&c, Outcome::kNotPlanned, "left out of the new run");
    } else if (gate->OfTwoSuites() && !planned && Changed(c)) {
      Set(&c, Outcome::kChanged, "this wgsync has no such case");
    } else if (c.after != nullptr && gate->OfTwoSuites() && Changed(c)) {
      Set(&c, Outcome::kChanged,
          c.before == nullptr
              ? "not in the baseline"
              : "its program or its launch is not known to be the baseline's");
    } else if (c.after == nullptr && planned && !gate->options.resume.empty()) {
      Set(&c, Outcome::kNotPlanned, "not reached");
    } else if (c.after == nullptr && planned) {
      Set(&c, Outcome::kInfra, "planned, and without a verdict");
    } else if (c.after == nullptr) {
      Set(&c, Outcome::kNotPlanned, "not in the plan of the new run");
    }
    Classify(*gate, &c);
    gate->cases.push_back(std::move(c));
  }
}

void NoteBaseline(Gate* gate) {
  const std::string unproven = UnprovenText(*gate->baseline);
  if (!unproven.empty()) gate->notes.push_back(unproven);
  if (IsTried(*gate->baseline)) return;  // each case has several launches
  uint64_t least = kBaselineRuns;
  for (const CaseResult& r : gate->baseline->results) {
    uint64_t n = 0;
    for (const auto& [text, count] : r.runs) n += count;
    least = std::min(least, std::max<uint64_t>(n, 1));
  }
  if (least >= kBaselineRuns || gate->baseline->results.empty()) return;
  gate->notes.push_back(absl::StrCat(
      "the baseline ran each case ", least, least == 1 ? " time" : " times",
      "; one that was made with `wgsync run --baseline` knows what comes now "
      "and then"));
}

// A model is no device: what a run with one says, it says of the model.
bool NoteModels(Gate* gate) {
  bool any = false;
  for (const Run* run : {gate->baseline, gate->after}) {
    const std::string model = run == nullptr ? "" : RunModel(*run);
    if (model.empty()) continue;
    any = true;
    gate->notes.push_back(absl::StrCat(
        run == gate->after ? "the new run" : "the baseline",
        " is of model:", model, ", which is no device",
        gate->options.across ? "" : "; --across takes it for one (bars)"));
  }
  return any;
}

bool IsCompared(const GateCase& c) {
  return Compares(c.outcome) &&
         (MakesBaseline(c.after->verdict.kind) || IsProven(c));
}

}  // namespace

NameSpan NamesOf(Outcome) { return kOutcomeNames.names; }

bool FailsGate(Outcome outcome) { return outcome < Outcome::kInfra; }

bool Compares(Outcome outcome) {
  return kOutcomeRows[static_cast<size_t>(outcome)].compares;
}

std::string UnprovenText(const Run& baseline) {
  const size_t n = TallyRun(baseline).could_bind_unproven;
  if (n == 0) return "";
  return absl::StrCat(Counted(n, "counted case"), " of the baseline ",
                      n == 1 ? "is" : "are",
                      " unproven, and not among those that must be compared");
}

size_t Gate::Count(Outcome outcome) const {
  return absl::c_count_if(
      cases, [&](const GateCase& c) { return c.outcome == outcome; });
}

size_t Gate::Compared() const { return absl::c_count_if(cases, IsCompared); }

size_t Gate::Missing() const {
  return absl::c_count_if(cases, [](const GateCase& c) {
    return c.outcome == Outcome::kNotPlanned && c.before != nullptr &&
           MakesBaseline(c.before->verdict.kind);
  });
}

Coverage Gate::Covered() const {
  Coverage covered;
  if (baseline == nullptr) return covered;
  for (const GateCase& c : cases) {
    if (c.before == nullptr || !IsCountedProof(*c.before) ||
        (options.subset && c.outcome == Outcome::kNotPlanned)) {
      continue;
    }
    if (c.outcome == Outcome::kChanged) {
      ++covered.changed;
      continue;
    }
    ++covered.counted;
    if (IsCompared(c) && IsProven(c)) ++covered.compared;
  }
  return covered;
}

bool Gate::CoversTooLittle() const {
  const Coverage covered = Covered();
  return covered.MostChanged() ||
         100.0 * covered.compared < options.min_compared * covered.counted;
}

bool Gate::OfTwoSuites() const {
  return baseline != nullptr && OtherSuite(*baseline, *after) &&
         !options.across;
}

bool Gate::ClassShrinks() const {
  return !barred && !diff.progress.lost.empty();
}

int Gate::ExitCode() const {
  if (old_driver || (!options.resume.empty() && !barred)) return kNothingBinds;
  const auto fails = [](const GateCase& c) { return FailsGate(c.outcome); };
  const auto proves = [](const GateCase& c) {
    return c.outcome < Outcome::kUnconfirmed;
  };
  const auto binds = [](const GateCase& c) {
    return IsCompared(c) && IsProven(c) && c.after->could_bind;
  };
  const bool infra = barred || !after->finished || Count(Outcome::kInfra) > 0;
  const bool proven = absl::c_any_of(cases, proves) || ClassShrinks() ||
                      (times.has_value() && times->Fails());
  const int code =
      ExitCodeOf(infra && !proven, proven || absl::c_any_of(cases, fails),
                 absl::c_any_of(cases, binds));
  const bool part = Missing() > 0 && !options.subset;
  return code == kAsExpected && (part || CoversTooLittle()) ? kNothingBinds
                                                            : code;
}

Gate OpenGate(const Run* baseline, const Expectations* expectations,
              const Run& after, const GateOptions& options) {
  Gate gate;
  gate.baseline = baseline;
  gate.expectations = expectations;
  gate.after = &after;
  gate.options = options;
  bool bars = NoteModels(&gate);
  if (baseline != nullptr) {
    DiffOptions compared;
    compared.other_kernels = options.across;
    gate.diff = DiffRuns(*baseline, after, compared);
    bars = bars || absl::c_any_of(gate.diff.facts, Bars);
    NoteBaseline(&gate);
  }
  gate.barred = bars && !options.across;
  gate.old_driver = !gate.barred && options.new_driver && gate.diff.same_driver;
  gate.barred = gate.barred || gate.old_driver;
  if (!gate.barred) AddCases(&gate);
  return gate;
}

bool WantsLoneRun(const Gate& gate, const GateCase& c) {
  if (!c.not_run_again.empty() || gate.options.confirm == 0) return false;
  // A device that was lost is not tried again.
  if (c.after != nullptr && c.after->verdict.kind == VerdictKind::kLost) {
    return false;
  }
  switch (c.confirm) {
    case Confirm::kNothing:
      return false;
    case Confirm::kUnsafe:
      return c.lone.size() < gate.options.confirm && CountLone(c).bad == 0;
    case Confirm::kOther:
    case Confirm::kPass:
      return Short(c, std::min(kLoneRuns, gate.options.confirm));
    case Confirm::kRate:
      return Short(c, std::max(kRateRuns, gate.options.confirm));
    case Confirm::kProof:
      if (CountLone(c).unsafe > 0) return false;
      if (CountLone(c).bad > 0) {
        return Short(c, std::min(kLoneRuns, gate.options.confirm));
      }
      return c.lone.empty() && Futile(gate) < gate.options.confirm;
  }
  return false;
}

void Conclude(Gate* gate, absl::Span<const DeviceExpectations> known) {
  for (GateCase& c : gate->cases) {
    switch (c.confirm) {
      case Confirm::kUnsafe:
        ConcludeUnsafe(&c);
        break;
      case Confirm::kOther:
        ConcludeOther(&c);
        break;
      case Confirm::kPass:
        ConcludePass(&c);
        break;
      case Confirm::kProof:
        ConcludeProof(&c);
        break;
      case Confirm::kNothing:
      case Confirm::kRate:
        break;
    }
  }
  ConcludeRates(gate);
  TakeKnown(known, gate);
  absl::c_stable_sort(gate->cases, [](const GateCase& a, const GateCase& b) {
    return a.outcome < b.outcome;
  });
}

}  // namespace wgsync
