// What the printed forms of the gate share. Private to this folder.

#ifndef WGSYNC_REPORTS_GATE_GATE_PARTS_H_
#define WGSYNC_REPORTS_GATE_GATE_PARTS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "reports/gate/gate.h"

namespace wgsync {

// Outcomes that neither fail nor are as expected, in order of report.
inline constexpr Outcome kReportedOutcomes[] = {
    Outcome::kKnown,       Outcome::kNotPromised, Outcome::kUnexpectedPass,
    Outcome::kOtherCause,  Outcome::kNoise,       Outcome::kWeaker,
    Outcome::kOtherKernel, Outcome::kNoBaseline,  Outcome::kNotPlanned};

// The baseline's device and folder, the expectations' file, or both.
std::string BaselineName(const Gate& gate);

// A/A, what differs, residency, time, notes: a line each.
std::vector<std::string> HeaderLines(const Gate& gate);

// The first sentences of the evidence of what came, of the lone run where one
// was bad.
std::vector<std::string> EvidenceOf(const Gate& gate, const GateCase& c);

// A class of progress that shrinks, as a case is told.
inline constexpr absl::string_view kClassShrinks =
    "the class of progress shrinks";
struct ClassRegression {
  std::string expected, came;  // the classes
  std::string why;             // the models that were lost
  std::vector<std::string> evidence;
  std::string more, reproduce;  // commands
};
// The classes alone unless the gate has ClassShrinks().
ClassRegression ClassRegressionOf(const Gate& gate);

std::string RulePlace(const Gate& gate, const GateCase& c);  // "FILE:LINE: why"
std::string MoreCommand(const Gate& gate, const GateCase& c);  // wgsync show

// "shard 1 of 2, 7 of 14 cases of the baseline" if not all of it is compared;
// else "".
std::string PartText(const Gate& gate);

// "3 regression, 29 as expected".
std::string CountsText(const Gate& gate);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_GATE_GATE_PARTS_H_
