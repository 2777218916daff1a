#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "reports/diff/diff_text.h"
#include "reports/gate/gate_parts.h"
#include "reports/gate/gate_text.h"
#include "reports/matrix/matrix_model.h"
#include "reports/render/text.h"

namespace wgsync {
namespace {

// Drivers' words must not become markup, nor end a table's cell.
std::string Escaped(absl::string_view text) {
  return absl::StrReplaceAll(OneLine(text), {{"&", "&amp;"},
                                             {"<", "&lt;"},
                                             {">", "&gt;"},
                                             {"|", "\\|"},
                                             {"*", "\\*"},
                                             {"_", "\\_"},
                                             {"`", "\\`"}});
}

std::string Code(absl::string_view text) {
  return absl::StrCat("`", absl::StrReplaceAll(text, {{"|", "\\|"}}), "`");
}

std::string Details(const Gate& gate, const GateCase& c) {
  std::string out = absl::StrCat("\n<details><summary>", Escaped(c.id), ": ",
                                 OutcomeName(c.outcome), "</summary>\n\n");
  for (const std::string& sentence : EvidenceOf(c)) {
    absl::StrAppend(&out, "- ", Escaped(sentence), "\n");
  }
  std::string rule = RulePlace(gate, c);
  if (!rule.empty()) absl::StrAppend(&out, "- rule: ", Escaped(rule), "\n");
  absl::StrAppend(&out, "\n```sh\n", RepeatCommand(gate, c), "\n```\n\n",
                  "</details>\n");
  return out;
}

std::string Row(const GateCase& c) {
  return absl::StrCat("| ", Code(c.id), " | ", Escaped(ExpectedText(c)), " | ",
                      c.after == nullptr ? "" : Escaped(ResultText(*c.after)),
                      " | ", Escaped(LoneText(c)), " | ",
                      OutcomeName(c.outcome), " |\n");
}

}  // namespace

std::string GateMarkdown(const Gate& gate) {
  std::string out =
      absl::StrCat("### wgsync ", GateVerdict(gate), "\n\n",
                   "- baseline: ", Escaped(BaselineName(gate)),
                   "\n- new: ", Escaped(ColumnName(*gate.after)), "\n");
  for (const std::string& line : HeaderLines(gate)) {
    absl::StrAppend(&out, "- ", Escaped(line), "\n");
  }
  absl::StrAppend(&out, "- ", CountsText(gate), "\n");
  std::string rows, details;
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
    absl::StrAppend(&out,
                    "\n| case | expected | came | again | |\n"
                    "| --- | --- | --- | --- | --- |\n",
                    rows);
  }
  return out + details;
}

}  // namespace wgsync
