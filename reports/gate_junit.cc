#include <map>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "reports/diff_text.h"
#include "reports/gate_parts.h"
#include "reports/gate_text.h"
#include "reports/matrix_model.h"
#include "reports/run_facts.h"

namespace wgsync {
namespace {

// XML 1.0 has no way to write most control characters.
std::string Xml(absl::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += "&#10;";
        break;
      default:
        out += absl::ascii_iscntrl(static_cast<unsigned char>(c)) ? '?' : c;
    }
  }
  return out;
}

bool IsSkipped(Outcome outcome) {
  return outcome == Outcome::kOtherKernel || outcome == Outcome::kNoBaseline ||
         outcome == Outcome::kNotPlanned || outcome == Outcome::kWeaker;
}

std::string Body(const Gate& gate, const GateCase& c) {
  std::vector<std::string> lines = {
      absl::StrCat("expected: ", ExpectedText(c))};
  if (c.after != nullptr) {
    lines.push_back(absl::StrCat("came: ", ResultText(*c.after)));
  }
  if (!c.lone.empty()) lines.push_back(LoneText(c));
  lines.push_back(c.why);
  if (c.rule != nullptr) lines.push_back(RulePlace(gate, c));
  for (const std::string& sentence : EvidenceOf(c)) lines.push_back(sentence);
  lines.push_back(RepeatCommand(gate, c));
  return absl::StrJoin(lines, "\n");
}

std::string Testcase(const Gate& gate, const GateCase& c) {
  const IdWords id = SplitId(c.id);
  std::string out = absl::StrFormat(
      "  <testcase classname=\"%s\" name=\"%s\" time=\"%.3f\"",
      Xml(id.primitive), Xml(c.id), c.after == nullptr ? 0 : c.after->seconds);
  const char* element = FailsGate(c.outcome)           ? "failure"
                        : c.outcome == Outcome::kInfra ? "error"
                        : IsSkipped(c.outcome)         ? "skipped"
                                                       : nullptr;
  if (element == nullptr) return out + "/>\n";
  const std::string message = absl::StrCat(OutcomeName(c.outcome), ": ", c.why);
  absl::StrAppend(&out, "><", element, " message=\"", Xml(message), "\">");
  if (!IsSkipped(c.outcome)) out += Xml(Body(gate, c));
  absl::StrAppend(&out, "</", element, "></testcase>\n");
  return out;
}

struct Suite {
  size_t tests = 0, failures = 0, errors = 0, skipped = 0;
  std::string text;
};

}  // namespace

std::string GateJunit(const Gate& gate) {
  std::map<std::string, Suite> suites;
  for (const GateCase& c : gate.cases) {
    Suite& suite = suites[SplitId(c.id).family];
    ++suite.tests;
    if (FailsGate(c.outcome)) ++suite.failures;
    if (c.outcome == Outcome::kInfra) ++suite.errors;
    if (IsSkipped(c.outcome)) ++suite.skipped;
    suite.text += Testcase(gate, c);
  }
  const int exit_code = gate.ExitCode();
  if (exit_code == 3 || exit_code == 4) {
    Suite& suite = suites["gate"];
    ++suite.tests;
    ++suite.errors;
    absl::StrAppend(
        &suite.text, "  <testcase classname=\"gate\" name=\"gate\">",
        "<error message=\"", Xml(GateVerdict(gate)), "\">",
        Xml(absl::StrJoin(HeaderLines(gate), "\n")), "</error></testcase>\n");
  }
  std::string out =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  for (const auto& [name, suite] : suites) {
    absl::StrAppend(
        &out, "<testsuite name=\"", Xml(name), "\" tests=\"", suite.tests,
        "\" failures=\"", suite.failures, "\" errors=\"", suite.errors,
        "\" skipped=\"", suite.skipped, "\" hostname=\"",
        Xml(ColumnName(*gate.after)), "\">\n", suite.text, "</testsuite>\n");
  }
  return out + "</testsuites>\n";
}

}  // namespace wgsync
