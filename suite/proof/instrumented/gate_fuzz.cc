// What the gate reads: files of expectations, runs of other machines.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "nlohmann/json.hpp"
#include "reports/diff/diff.h"
#include "reports/diff/diff_text.h"
#include "reports/diff/run_store.h"
#include "reports/gate/expectation.h"
#include "reports/gate/gate.h"
#include "reports/gate/gate_text.h"
#include "suite/core/record/run_log.h"
#include "suite/proof/instrumented/fuzz.h"

namespace wgsync {
namespace {

FUZZ_TARGET(expectations) {
  constexpr char kId[] = "barrier.counter_per_group/poll=rmw/groups=2";
  std::vector<std::string> errors;
  const Expectations all =
      ParseExpectations(input, "d.expect", "2026-11-21", &errors);
  Must(absl::StrJoin(all.lines, "\n") == absl::StripSuffix(input, "\n"),
       "no line is lost");
  Must(all.rules.size() + errors.size() <= all.lines.size(),
       "a line is a rule, or an error, or neither");
  for (const std::string& error : errors) {
    Must(absl::StartsWith(error, "d.expect:"), "an error names file and line");
  }
  const TagFacts facts = {"Vendor", "Device", "3.1", "Debian"};
  for (const ExpectationRule& rule : all.rules) {
    Must(rule.line >= 1 && rule.line <= static_cast<int>(all.lines.size()),
         "a rule has a line");
    Must(!rule.reason.empty() && !rule.glob.empty() && !rule.verdicts.empty(),
         "a rule has a reason, a glob and a verdict");
    Must(rule.seen.k <= rule.seen.n, "seen is a part of all");
    Must(Expects(rule, rule.verdicts[0].verdict), "it expects what it says");
    std::vector<std::string> again;
    Must(ParseExpectations(all.lines[rule.line - 1], "d.expect", "2026-11-21",
                           &again)
                 .rules.size() == 1,
         "a line does not rest on those before it");
  }
  const ExpectationRule* rule = RuleFor(all, kId, facts);
  Must(rule == nullptr || TagsFit(rule->tags, facts), "its tags fit");
  CheckRules(all, {kId}, &facts, /*full=*/true);
  CheckRules(all, {kId}, nullptr, /*full=*/false);
}

bool IsFileName(absl::string_view part) {
  return !part.empty() && part[0] != '.' && part.size() < 256 &&
         std::all_of(part.begin(), part.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                  (c >= '0' && c <= '9') || c == '.' || c == '-';
         });
}

// A run is never worse than itself, whatever it says.
void JudgeByItself(const Run& run) {
  GateOptions options;
  options.across = true;
  options.confirm = 0;
  Gate gate = OpenGate(&run, nullptr, run, options);
  Conclude(&gate);
  for (const GateCase& c : gate.cases) {
    Must(!FailsGate(c.outcome), absl::StrCat(c.id, " is no regression"));
  }
  const int exit_code = gate.ExitCode();
  Must(exit_code == 0 || exit_code == 3 || exit_code == 4, "no case fails");
  GateText(gate, 60);
  GateMarkdown(gate);
  Must(absl::EndsWith(GateJunit(gate), "</testsuites>\n"), "XML ends");
}

FUZZ_TARGET(run_store) {
  const absl::StatusOr<Run> run = ParseRun(input, "runs/any");
  if (!run.ok()) return;
  const std::vector<std::string> parts = absl::StrSplit(StorePath(*run), '/');
  Must(parts.size() == 3, "device, driver, run");
  for (const std::string& part : parts) Must(IsFileName(part), part);
  const absl::Status whole = CheckIntegrity(*run);
  Must(whole.ok() || absl::StartsWith(whole.message(), "runs/any/log.jsonl: "),
       "the error names the file");
  const RunDiff diff = DiffRuns(*run, *run);
  Must(diff.facts.empty() && diff.residency.empty(), "nothing differs");
  Must(diff.Count(Change::kUnchanged) == run->results.size(),
       "no case has changed");
  DiffText(*run, *run, diff, 60);
  DiffJson(*run, *run, diff);
  JudgeByItself(*run);
}

}  // namespace
}  // namespace wgsync
