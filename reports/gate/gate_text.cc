#include "reports/gate/gate_text.h"

#include "absl/strings/str_cat.h"
#include "reports/diff/diff_text.h"
#include "reports/gate/gate_parts.h"
#include "reports/matrix/matrix_model.h"
#include "reports/render/text.h"

namespace wgsync {
namespace {

constexpr size_t kIndent = 4;

// On one line, so that it can be copied.
std::string Command(absl::string_view name, absl::string_view command) {
  return Field(name, command, kIndent, std::string::npos);
}

// A case, or the class of progress; `again` and `rule` may be "".
std::string Item(const ClassRegression& r, const std::string& again,
                 const std::string& rule, size_t width) {
  std::string out = Field("expected", r.expected, kIndent, width);
  out += Field("came", r.came, kIndent, width);
  out += Field("again", again, kIndent, width);
  out += Field("so", r.why, kIndent, width);
  out += Field("rule", rule, kIndent, width);
  for (const std::string& sentence : r.evidence) {
    out += Field("evidence", sentence, kIndent, width);
  }
  return out + Command("more", r.more) + Command("reproduce", r.reproduce);
}

std::string Case(const Gate& gate, const GateCase& c, size_t width) {
  const ClassRegression r = {ExpectedText(c),
                             c.after == nullptr ? "" : ResultText(*c.after),
                             c.why,
                             EvidenceOf(gate, c),
                             MoreCommand(gate, c),
                             RepeatCommand(gate, c)};
  return absl::StrCat("  ", OneLine(c.id), "\n",
                      Item(r, LoneText(c), RulePlace(gate, c), width));
}

// "noise: 2" and its cases; of many only the first ones.
std::string Reported(const Gate& gate, Outcome outcome, size_t width) {
  constexpr size_t kShown = 10;
  const size_t count = gate.Count(outcome);
  if (count == 0) return "";
  std::string out = absl::StrCat("\n", OutcomeName(outcome), ": ", count, "\n");
  size_t shown = 0;
  for (const GateCase& c : gate.cases) {
    if (c.outcome != outcome) continue;
    if (++shown > kShown) break;
    const std::string came =
        c.after == nullptr ? "" : absl::StrCat(" -> ", ResultText(*c.after));
    absl::StrAppend(
        &out, "  ", OneLine(c.id), "\n      ",
        Wrap(OneLine(absl::StrCat(ExpectedText(c), came, "; ", c.why)), width,
             6, 6));
  }
  if (count > kShown)
    absl::StrAppend(&out, "  and ", count - kShown, " more\n");
  return out;
}

}  // namespace

std::string GateText(const Gate& gate, size_t width, bool color) {
  std::string out = absl::StrCat("baseline  ", BaselineName(gate), "\n",
                                 "new       ", ColumnName(*gate.after), "\n",
                                 "          ", gate.after->folder, "\n");
  for (const std::string& line : HeaderLines(gate)) out += Wrap(line, width, 2);
  if (gate.ClassShrinks()) {
    const std::string head = absl::StrCat("regression: ", kClassShrinks);
    absl::StrAppend(&out, "\n", Inked(head, Ink::kRed, color), "\n",
                    Item(ClassRegressionOf(gate), "", "", width));
  }
  for (const GateCase& c : gate.cases) {
    if (!FailsGate(c.outcome) && c.outcome != Outcome::kInfra) continue;
    absl::StrAppend(&out, "\n", Inked(OutcomeName(c.outcome), Ink::kRed, color),
                    "\n", Case(gate, c, width));
  }
  for (Outcome outcome : kReportedOutcomes) {
    out += Reported(gate, outcome, width);
  }
  if (gate.times.has_value()) out += TimesText(*gate.times, width);
  const Ink ink = gate.ExitCode() == 0 ? Ink::kGreen : Ink::kRed;
  absl::StrAppend(&out, "\n", Wrap(CountsText(gate), width, 2),
                  Inked(GateVerdict(gate), ink, color), "\n");
  return out;
}

}  // namespace wgsync
