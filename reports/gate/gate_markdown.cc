#include <vector>

#include "absl/strings/str_cat.h"
#include "reports/diff/diff_text.h"
#include "reports/gate/gate_parts.h"
#include "reports/gate/gate_text.h"
#include "reports/matrix/matrix_model.h"
#include "reports/render/markdown.h"

namespace wgsync {
namespace {

std::string Details(const Gate& gate, const GateCase& c) {
  std::string out =
      absl::StrCat("\n<details><summary>", MarkdownText(c.id), ": ",
                   OutcomeName(c.outcome), "</summary>\n\n");
  for (const std::string& sentence : EvidenceOf(c)) {
    absl::StrAppend(&out, "- ", MarkdownText(sentence), "\n");
  }
  std::string rule = RulePlace(gate, c);
  if (!rule.empty())
    absl::StrAppend(&out, "- rule: ", MarkdownText(rule), "\n");
  return absl::StrCat(out, "\n", MarkdownBlock("sh", RepeatCommand(gate, c)),
                      "\n</details>\n");
}

std::string ClassDetails(const ClassRegression& r) {
  std::string out =
      absl::StrCat("\n<details><summary>", kClassShrinks, "</summary>\n\n");
  for (const std::string& sentence : r.evidence) {
    absl::StrAppend(&out, "- ", MarkdownText(sentence), "\n");
  }
  return absl::StrCat(out, "\n", MarkdownBlock("sh", r.reproduce),
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
    details += ClassDetails(r);
  }
  for (const GateCase& c : gate.cases) {
    if (c.outcome == Outcome::kAsExpected ||
        c.outcome == Outcome::kNotPlanned ||
        c.outcome == Outcome::kOtherKernel) {
      continue;
    }
    rows += Row(c);
    if (FailsGate(c.outcome)) details += Details(gate, c);
  }
  if (!rows.empty()) {
    absl::StrAppend(&out, "\n| case | expected | came | again | |\n",
                    MarkdownRule(5), rows);
  }
  if (gate.times.has_value()) details += TimesMarkdown(*gate.times);
  return out + details;
}

}  // namespace wgsync
