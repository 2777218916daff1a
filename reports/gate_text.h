// The gate's judgement for people, for a pull request, and for CI.

#ifndef WGSYNC_REPORTS_GATE_TEXT_H_
#define WGSYNC_REPORTS_GATE_TEXT_H_

#include <cstddef>
#include <string>

#include "reports/gate.h"

namespace wgsync {

// What was compared, what else differs, each case that fails with its evidence
// and a command that reproduces it, what is reported, counts, and the exit
// code in words as the last line.
std::string GateText(const Gate& gate, size_t width);

// The same for GitHub.
std::string GateMarkdown(const Gate& gate);

// JUnit: a suite for each family, a case for each case. What fails is a
// failure, infrastructure an error, what was not compared is skipped. A gate
// that exits with 3 or 4 for no case's sake has an error of its own.
std::string GateJunit(const Gate& gate);

// "1: regression", of the exit code.
std::string GateVerdict(const Gate& gate);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_GATE_TEXT_H_
