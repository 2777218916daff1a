#include "reports/gate/gate_parts.h"

#include <iterator>
#include <map>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "reports/diff/diff_text.h"
#include "reports/diff/progress_change.h"
#include "reports/gate/gate_text.h"
#include "reports/matrix/matrix_model.h"
#include "reports/matrix/progress_class.h"
#include "reports/render/text.h"
#include "reports/words/evidence_text.h"
#include "reports/words/show.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/progress/classify.h"
#include "suite/core/record/exit_code.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {

std::string LoneText(const GateCase& c) {
  std::map<std::string, size_t> counts;
  for (const CaseResult& r : c.lone) ++counts[VerdictText(r.verdict)];
  std::vector<std::string> parts;
  parts.reserve(counts.size());
  for (const auto& [text, count] : counts) {
    parts.push_back(absl::StrCat(count, " ", text));
  }
  return parts.empty() ? ""
                       : absl::StrCat(absl::StrJoin(parts, ", "), " in ",
                                      Counted(c.lone.size(), "lone run"));
}

std::string MessageText(const GateCase& c) {
  const bool changed = FailsGate(c.outcome) || c.outcome == Outcome::kInfra ||
                       c.outcome == Outcome::kWeaker;
  return absl::StrCat(changed ? ChangeText(c) : "", changed ? ": " : "",
                      NameOf(c.outcome), ": ", c.why);
}

std::string ExpectedText(const GateCase& c) {
  if (c.rule != nullptr) {
    std::vector<std::string> parts;
    for (const ExpectedVerdict& e : c.rule->verdicts) {
      std::string text = e.any_cause ? std::string(VerdictName(e.verdict.kind))
                                     : VerdictText(e.verdict);
      parts.push_back(e.flaky ? absl::StrCat("flaky ", text) : text);
    }
    return absl::StrJoin(parts, " or ");
  }
  if (c.before != nullptr) return ResultText(*c.before);
  const bool unknown =
      c.outcome == Outcome::kNoBaseline || c.outcome == Outcome::kChanged;
  return unknown ? "no verdict" : "pass";
}

std::string BaselineName(const Gate& gate) {
  std::vector<std::string> parts;
  if (gate.baseline != nullptr) {
    parts.push_back(absl::StrCat(ColumnName(*gate.baseline), "\n          ",
                                 gate.baseline->folder));
  }
  if (gate.expectations != nullptr) parts.push_back(gate.expectations->path);
  return absl::StrJoin(parts, "\n          ");
}

std::vector<std::string> HeaderLines(const Gate& gate) {
  std::vector<std::string> lines;
  if (gate.diff.same_driver) {
    lines.push_back("A/A: the driver is the same on both sides");
  }
  const std::string part = PartText(gate);
  if (!part.empty()) {
    lines.push_back(
        absl::StrCat("part: ", part, "; no other case is compared"));
  }
  const bool same_model = absl::c_none_of(
      gate.diff.facts,
      [](const FactDifference& d) { return d.of == FactOf::kDevice; });
  for (const FactDifference& fact : gate.diff.facts) {
    lines.push_back(absl::StrCat(
        NameOf(fact.of), ": ", FactLine(fact), Bars(fact) ? " (bars)" : "",
        fact.name == kBoardFact && same_model
            ? " (another board of the same model; it is compared)"
            : ""));
  }
  const size_t changed = gate.Count(Outcome::kChanged);
  if (changed > 0) {
    lines.push_back(
        absl::StrCat(Counted(changed, "case"), changed == 1 ? " is" : " are",
                     " new or changed in wgsync and ",
                     changed == 1 ? "was" : "were", " not compared"));
  }
  for (const ResidencyChange& change : gate.diff.residency) {
    lines.push_back(ResidencyLine(change));
  }
  const size_t inconclusive = TallyRun(*gate.after).inconclusive;
  if (inconclusive > 0) {
    lines.push_back(absl::StrCat("load: ", Counted(inconclusive, "case"),
                                 " of the new run inconclusive: other "
                                 "processes had the cores"));
  }
  std::string time = TimeLine(gate.diff.time);
  if (!time.empty()) lines.push_back(std::move(time));
  if (!gate.barred) {
    absl::c_move(ProgressChangeLines(gate.diff.progress),
                 std::back_inserter(lines));
  }
  for (const std::string& note : gate.notes) {
    lines.push_back(absl::StrCat("note: ", note));
  }
  return lines;
}

std::vector<std::string> EvidenceOf(const Gate& gate, const GateCase& c) {
  constexpr size_t kSentences = 3;
  if (c.after == nullptr) return {};
  const auto alike = absl::c_find_if(c.lone, [&c](const CaseResult& lone) {
    return lone.verdict.kind == c.after->verdict.kind;
  });
  const CaseResult& shown = alike != c.lone.end() ? *alike : *c.after;
  std::vector<std::string> words;
  const absl::string_view reason = InfoOf(shown.verdict.rule).sentence;
  if (!reason.empty()) words.emplace_back(reason);
  const std::vector<std::string> evidence =
      &shown == c.after ? EvidenceWords(*gate.after, shown)
                        : EvidenceWords(shown, {});
  for (const std::string& sentence : evidence) {
    if (words.size() == kSentences) break;
    words.push_back(OneLine(sentence));
  }
  return words;
}

ClassRegression ClassRegressionOf(const Gate& gate) {
  const ProgressChange& change = gate.diff.progress;
  ClassRegression r;
  r.expected = progress::ClassSummary(change.before);
  r.came = progress::ClassSummary(change.after);
  r.why = absl::StrCat(absl::StrJoin(ModelNames(change.lost), ", "),
                       ": held in the baseline, and refuted in the new run");
  r.evidence = LostSentences(change);
  const std::string id = LostCase(change);
  if (id.empty()) return r;
  r.more = absl::StrCat("wgsync show ", ShellQuote(gate.after->folder), " ",
                        ShellQuote(id));
  r.reproduce = ReproduceCommand(*gate.after, id);
  return r;
}

std::string RulePlace(const Gate& gate, const GateCase& c) {
  if (c.rule == nullptr) return "";
  return absl::StrCat(gate.expectations->path, ":", c.rule->line, ": ",
                      c.rule->reason);
}

std::string MoreCommand(const Gate& gate, const GateCase& c) {
  if (c.after == nullptr) return "";
  return absl::StrCat(
      "wgsync show ",
      ShellQuote(c.lone_folder.empty() ? gate.after->folder : c.lone_folder),
      " ", ShellQuote(c.id));
}

std::string CountsText(const Gate& gate) {
  std::vector<std::string> parts;
  for (int i = 0; i <= static_cast<int>(Outcome::kAsExpected); ++i) {
    const auto outcome = static_cast<Outcome>(i);
    const size_t count = gate.Count(outcome);
    if (count > 0) {
      parts.push_back(absl::StrCat(count, " ", NameOf(outcome)));
    }
  }
  return parts.empty() ? "no case was judged" : absl::StrJoin(parts, "; ");
}

std::string ComparedText(const Gate& gate) {
  return absl::StrCat(gate.Compared(), " of ",
                      gate.cases.size() - gate.Count(Outcome::kNoBaseline) -
                          gate.Count(Outcome::kChanged),
                      " compared");
}

std::string PartText(const Gate& gate) {
  if (!gate.options.chosen.has_value()) return "";
  const Part& part = gate.options.part;
  return absl::StrCat(
      part.whole() ? ""
                   : absl::StrCat("shard ", part.shard, " of ", part.of, ", "),
      gate.options.chosen->size(),
      gate.baseline == nullptr
          ? " cases"
          : absl::StrCat(" of ", gate.baseline->header.plan.size(),
                         " cases of the baseline"));
}

namespace {

// Of the suite or the device; "" if neither failed.
std::string InfraText(const Gate& gate) {
  if (!gate.after->finished) {
    return absl::StrCat("the new run was cut short; ", ResumeText(*gate.after));
  }
  const size_t infra = gate.Count(Outcome::kInfra);
  return infra == 0 ? ""
                    : absl::StrCat("the suite or the device failed in ",
                                   Counted(infra, "case"));
}

// Of a gate without a failure; "" if it proves enough.
std::string SilenceText(const Gate& gate, size_t failing) {
  if (!gate.options.resume.empty()) {
    return absl::StrCat(
        "stopped by --max-minutes after ", gate.after->results.size(), " of ",
        gate.after->header.plan.size(), " cases, ", ComparedText(gate),
        failing == 0 ? ""
                     : absl::StrCat(", ", failing, " not as expected so far"),
        "; `", gate.options.resume, "` goes on");
  }
  if (gate.old_driver) {
    return "the driver is the same on both sides, and --new-driver asks for "
           "another one: is the update installed?";
  }
  if (gate.Missing() > 0 && !gate.options.subset) {
    return absl::StrCat(Counted(gate.Missing(), "case"), " of the baseline ",
                        gate.Missing() == 1 ? "is" : "are",
                        " not in the new run, ", ComparedText(gate),
                        ": run them too, or allow it with --subset");
  }
  const Coverage covered = gate.Covered();
  if (covered.MostChanged()) {
    return absl::StrCat(
        covered.compared, " of ", covered.counted + covered.changed,
        " counted cases of the baseline compared, since wgsync was updated: "
        "make a new baseline with this wgsync and the trusted driver");
  }
  if (gate.CoversTooLittle() && covered.compared > 0) {
    return absl::StrCat(
        covered.compared, " of ", covered.counted,
        " counted cases of the baseline compared, fewer than ",
        gate.options.min_compared,
        " %: run it again on an idle machine, or allow it with --min-compared");
  }
  return "no case that was compared counts: this proves nothing";
}

}  // namespace

std::string GateVerdict(const Gate& gate) {
  const Part& part = gate.options.part;
  const std::string head =
      part.whole()
          ? "gate: "
          : absl::StrCat("gate: shard ", part.shard, " of ", part.of, ": ");
  size_t failing = absl::c_count_if(
      gate.cases, [](const GateCase& c) { return FailsGate(c.outcome); });
  if (gate.times.has_value())
    failing += gate.times->Count(TimeOutcome::kSlower);
  switch (static_cast<ExitCode>(gate.ExitCode())) {
    case kAsExpected:
      return absl::StrCat(head, "as expected, ", ComparedText(gate),
                          " (exit 0)");
    case kFailures: {
      std::vector<std::string> fails;
      if (gate.ClassShrinks()) fails.emplace_back(kClassShrinks);
      if (failing > 0 || fails.empty()) {
        fails.push_back(
            absl::StrCat(Counted(failing, "case"), " not as expected"));
      }
      const std::string infra = InfraText(gate);
      return absl::StrCat(head, absl::StrJoin(fails, ", "), ", ",
                          ComparedText(gate), infra.empty() ? "" : "; ", infra,
                          " (exit 1)");
    }
    case kInfrastructure:
      if (gate.barred) {
        return absl::StrCat(
            head,
            "more than the driver differs, in the lines with (bars); nothing "
            "was compared",
            gate.baseline == nullptr ? "" : ", --across compares all the same",
            " (exit 3)");
      }
      return absl::StrCat(head, "no regression is proven; ", InfraText(gate),
                          " (exit 3)");
    case kBadInput:  // of a command that has no gate to print
    case kNothingBinds:
      break;
  }
  return absl::StrCat(head, SilenceText(gate, failing), " (exit 4)");
}

}  // namespace wgsync
