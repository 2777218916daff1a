#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "reports/diff/diff_text.h"
#include "reports/diff/progress_change.h"
#include "reports/gate/gate_parts.h"
#include "reports/gate/gate_text.h"
#include "reports/matrix/matrix_model.h"
#include "reports/render/junit.h"
#include "reports/words/evidence_text.h"
#include "reports/words/run_junit.h"
#include "reports/words/show.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/record/exit_code.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {
namespace {

JunitStatus StatusOf(Outcome outcome) {
  if (FailsGate(outcome)) return JunitStatus::kFailure;
  if (outcome == Outcome::kInfra) return JunitStatus::kError;
  return Compares(outcome) ? JunitStatus::kPassed : JunitStatus::kSkipped;
}

std::string Details(const Gate& gate, const GateCase& c) {
  std::vector<std::string> lines = {
      absl::StrCat("expected: ", ExpectedText(c))};
  if (c.after != nullptr) {
    lines.push_back(absl::StrCat("came: ", ResultText(*c.after)));
  }
  if (!c.lone.empty()) lines.push_back(LoneText(c));
  lines.push_back(c.why);
  if (c.rule != nullptr) lines.push_back(RulePlace(gate, c));
  for (const std::string& sentence : EvidenceOf(gate, c))
    lines.push_back(sentence);
  lines.push_back(ReproduceCommand(*gate.after, c.id));
  return absl::StrJoin(lines, "\n");
}

JunitCase Testcase(const Gate& gate, const GateCase& c,
                   const std::string& label) {
  JunitCase out;
  if (c.after != nullptr) {
    out = JunitCaseOf(*gate.after, *c.after,
                      EvidenceWords(*gate.after, *c.after));
  }
  out.class_name = ClassName(c.id, label);
  out.name = c.id;
  out.properties.push_back({"outcome", std::string(NameOf(c.outcome))});
  out.properties.push_back({"expected", ExpectedText(c)});
  out.status = StatusOf(c.outcome);
  if (out.status == JunitStatus::kPassed) return out;
  out.type = std::string(NameOf(c.outcome));
  out.message = MessageText(c);
  out.details = Details(gate, c);
  return out;
}

// Passes if the class is the same or grows; skipped if too little was seen.
JunitCase ClassTestcase(const Gate& gate, const std::string& label) {
  const ProgressChange& change = gate.diff.progress;
  const ClassRegression r = ClassRegressionOf(gate);
  JunitCase out;
  out.class_name = ClassName("progress.class", label);
  out.name = "class";
  out.properties = {{"expected", r.expected}, {"came", r.came}};
  if (gate.ClassShrinks()) {
    out.status = JunitStatus::kFailure;
    out.type = std::string(NameOf(Outcome::kRegression));
    out.message = absl::StrCat(kClassShrinks, ": ", r.why);
    out.details = absl::StrCat(absl::StrJoin(r.evidence, "\n"), "\n", r.more,
                               "\n", r.reproduce);
  } else if (change.before.empty() || change.after.empty() ||
             !change.unseen.empty() || !change.lost_by_others.empty()) {
    out.status = JunitStatus::kSkipped;
    out.message = absl::StrJoin(ProgressChangeLines(change), "; ");
  }
  return out;
}

}  // namespace

std::vector<JunitSuite> GateSuites(const Gate& gate, const std::string& label) {
  std::map<std::string, JunitSuite> suites;
  for (const GateCase& c : gate.cases) {
    suites[SplitId(c.id).family].cases.push_back(Testcase(gate, c, label));
  }
  if (!gate.barred && gate.diff.progress.IsKnown()) {
    suites["progress"].cases.push_back(ClassTestcase(gate, label));
  }
  const int exit_code = gate.ExitCode();
  if (exit_code == kInfrastructure || exit_code == kNothingBinds) {
    JunitSuite error = ErrorSuite("gate", GateVerdict(gate));
    error.cases[0].name = "gate";
    error.cases[0].details = absl::StrJoin(HeaderLines(gate), "\n");
    suites["gate"] = std::move(error);
  }
  std::vector<JunitSuite> all;
  for (auto& [name, suite] : suites) {
    suite.name = label.empty() ? name : absl::StrCat(label, ".", name);
    suite.properties = {{"baseline", BaselineName(gate)},
                        {"new", ColumnName(*gate.after)},
                        {"folder", gate.after->folder}};
    const std::string part = PartText(gate);
    if (!part.empty()) suite.properties.push_back({"part", part});
    all.push_back(std::move(suite));
  }
  return all;
}

std::string GateJunit(const Gate& gate) {
  return JunitXml(GateSuites(gate, ""));
}

}  // namespace wgsync
