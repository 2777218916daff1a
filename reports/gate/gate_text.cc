#include "reports/gate/gate_text.h"

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "reports/diff/diff_text.h"
#include "reports/diff/progress_change.h"
#include "reports/gate/gate_parts.h"
#include "reports/matrix/matrix_model.h"
#include "reports/matrix/report_json.h"
#include "reports/render/markdown.h"
#include "reports/render/text.h"
#include "reports/words/show.h"
#include "suite/core/base/field_visitor.h"

namespace wgsync {
namespace {

using nlohmann::json;

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
                             ReproduceCommand(*gate.after, c.id)};
  return absl::StrCat("  ", OneLine(c.id), "\n",
                      Item(r, LoneText(c), RulePlace(gate, c), width));
}

// "noise: 2" and its cases; of many only the first ones.
std::string Reported(const Gate& gate, Outcome outcome, size_t width) {
  constexpr size_t kShown = 10;
  const size_t count = gate.Count(outcome);
  if (count == 0) return "";
  std::string out = absl::StrCat("\n", NameOf(outcome), ": ", count, "\n");
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

// Of a case, or of the class of progress; `rule` may be "".
std::string Details(const std::string& summary,
                    const std::vector<std::string>& evidence,
                    const std::string& rule, const std::string& reproduce) {
  std::string out = absl::StrCat("\n<details><summary>", MarkdownText(summary),
                                 "</summary>\n\n");
  for (const std::string& sentence : evidence) {
    absl::StrAppend(&out, "- ", MarkdownText(sentence), "\n");
  }
  if (!rule.empty())
    absl::StrAppend(&out, "- rule: ", MarkdownText(rule), "\n");
  return absl::StrCat(out, "\n", MarkdownBlock("sh", reproduce),
                      "\n</details>\n");
}

std::string Row(const GateCase& c) {
  return MarkdownRow(
      {MarkdownCellCode(c.id), MarkdownText(ExpectedText(c)),
       c.after == nullptr ? "" : MarkdownText(ResultText(*c.after)),
       MarkdownText(LoneText(c)), std::string(NameOf(c.outcome))});
}

json CaseJson(const Gate& gate, const GateCase& c) {
  const auto lone = [](const CaseResult& r) { return ResultJson(&r); };
  return {{"case", c.id},
          {"outcome", std::string(NameOf(c.outcome))},
          {"fails", FailsGate(c.outcome)},
          {"change", ChangeText(c)},
          {"expected", ExpectedText(c)},
          {"came", ResultJson(c.after)},
          {"lone", JsonList(c.lone, lone)},
          {"why", c.why},
          {"rule", RulePlace(gate, c)},
          {"evidence", EvidenceOf(gate, c)},
          {"more", MoreCommand(gate, c)},
          {"reproduce", ReproduceCommand(*gate.after, c.id)}};
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
    absl::StrAppend(&out, "\n", Inked(NameOf(c.outcome), Ink::kRed, color),
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

std::string GateMarkdown(const Gate& gate) {
  std::string out =
      absl::StrCat("### wgsync ", GateVerdict(gate), "\n\n",
                   "- baseline: ", MarkdownText(BaselineName(gate)),
                   "\n- new: ", MarkdownText(ColumnName(*gate.after)), "\n");
  for (const std::string& line : HeaderLines(gate)) {
    absl::StrAppend(&out, "- ", MarkdownText(line), "\n");
  }
  absl::StrAppend(&out, "- ", CountsText(gate), "\n");
  std::string rows, details;
  if (gate.ClassShrinks()) {
    const ClassRegression r = ClassRegressionOf(gate);
    rows += MarkdownRow({MarkdownText("(the class of progress)"),
                         MarkdownText(r.expected), MarkdownText(r.came), "",
                         std::string(NameOf(Outcome::kRegression))});
    details += Details(std::string(kClassShrinks), r.evidence, "", r.reproduce);
  }
  for (const GateCase& c : gate.cases) {
    if (c.outcome == Outcome::kAsExpected ||
        c.outcome == Outcome::kNotPlanned ||
        c.outcome == Outcome::kOtherKernel || c.outcome == Outcome::kChanged) {
      continue;
    }
    rows += Row(c);
    if (!FailsGate(c.outcome)) continue;
    details += Details(absl::StrCat(c.id, ": ", NameOf(c.outcome)),
                       EvidenceOf(gate, c), RulePlace(gate, c),
                       ReproduceCommand(*gate.after, c.id));
  }
  if (!rows.empty()) {
    absl::StrAppend(&out, "\n| case | expected | came | again | |\n",
                    MarkdownRule(5), rows);
  }
  if (gate.times.has_value()) details += TimesMarkdown(*gate.times);
  return out + details;
}

json GateReport(const Gate& gate) {
  json j = ReportJson("gate");
  j["exit"] = gate.ExitCode();
  j["says"] = GateVerdict(gate);
  j["barred"] = gate.barred;
  j["baseline"] = gate.baseline == nullptr ? json() : RunJson(*gate.baseline);
  j["expectations"] =
      gate.expectations == nullptr ? json() : json(gate.expectations->path);
  j["new"] = RunSummaryJson(*gate.after);
  j["header"] = HeaderLines(gate);
  j["times"] = gate.times.has_value() ? TimesJson(*gate.times) : json();
  j["progress"] = ProgressChangeJson(gate.diff.progress);
  j["class_shrinks"] = gate.ClassShrinks();
  const Coverage covered = gate.Covered();
  j["covered"] = {{"compared", covered.compared}, {"counted", covered.counted}};
  j["part"] = PartText(gate);
  j["changed_in_wgsync"] = json::array();
  j["counts"] = json::object();
  j["cases"] = json::array();
  for (const GateCase& c : gate.cases) {
    const std::string outcome(NameOf(c.outcome));
    j["counts"][outcome] = j["counts"].value(outcome, 0) + 1;
    if (c.outcome == Outcome::kChanged) j["changed_in_wgsync"].push_back(c.id);
    if (c.outcome != Outcome::kAsExpected) {
      j["cases"].push_back(CaseJson(gate, c));
    }
  }
  return j;
}

}  // namespace wgsync
