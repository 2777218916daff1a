// The gate's judgement for people, for a pull request, and for CI.

#ifndef WGSYNC_REPORTS_GATE_GATE_TEXT_H_
#define WGSYNC_REPORTS_GATE_GATE_TEXT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "nlohmann/json_fwd.hpp"
#include "reports/gate/gate.h"
#include "reports/render/junit.h"

namespace wgsync {

// What was compared, what else differs, each case that fails with its evidence
// and a command that reproduces it, what is reported, counts, and the exit
// code in words as the last line.
// Colours only repeat what the words say.
std::string GateText(const Gate& gate, size_t width, bool color = false);

// The same for GitHub.
std::string GateMarkdown(const Gate& gate);

// JUnit: a suite for each family, a case for each case. What fails is a
// failure, infrastructure an error, what was not compared is skipped. A gate
// that exits with 3 or 4 for no case's sake has an error of its own. `label`
// parts the cases of several devices (run_junit.h).
std::vector<JunitSuite> GateSuites(const Gate& gate, const std::string& label);
std::string GateJunit(const Gate& gate);

// As data: "baseline", "expectations" and "new" say what was compared,
// "part" what of the baseline, "changed_in_wgsync" the cases that no run has
// alike, "header" what else differs, "progress" how the class of progress
// differs and "class_shrinks" whether that fails, "covered" how many of the
// baseline's counted cases were compared, and "cases" has each case that is not
// as expected as
// {"case","outcome","fails","change","expected","came":{...},"lone":[{...}],"why",
// "rule","evidence":[...],"more","reproduce"}.
nlohmann::json GateReport(const Gate& gate);

// The exit code in words; a proven failure and infrastructure are both named.
std::string GateVerdict(const Gate& gate);
// "18 of 106 compared": of the cases that the baseline has an opinion on.
std::string ComparedText(const Gate& gate);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_GATE_GATE_TEXT_H_
