#include <vector>

#include "absl/strings/str_cat.h"
#include "reports/diff/diff_text.h"
#include "reports/gate/gate_parts.h"
#include "reports/gate/gate_text.h"
#include "reports/matrix/matrix_model.h"
#include "reports/render/markdown.h"

namespace wgsync {
namespace {

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
       MarkdownText(LoneText(c)), std::string(OutcomeName(c.outcome))});
}

}  // namespace

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
                         std::string(OutcomeName(Outcome::kRegression))});
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
    details += Details(absl::StrCat(c.id, ": ", OutcomeName(c.outcome)),
                       EvidenceOf(gate, c), RulePlace(gate, c),
                       RepeatCommand(gate, c));
  }
  if (!rows.empty()) {
    absl::StrAppend(&out, "\n| case | expected | came | again | |\n",
                    MarkdownRule(5), rows);
  }
  if (gate.times.has_value()) details += TimesMarkdown(*gate.times);
  return out + details;
}

}  // namespace wgsync
