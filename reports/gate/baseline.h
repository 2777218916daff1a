// A run that others are judged by: which runs can be one, what it holds, and
// how a new one takes its place.

#ifndef WGSYNC_REPORTS_GATE_BASELINE_H_
#define WGSYNC_REPORTS_GATE_BASELINE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "reports/gate/gate.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// An error names the fix. Refused are runs of a model, runs that were cut short
// or ran a case fewer than 3 times, and runs of which most cases are unproven
// since other processes had the cores.
absl::Status CheckBaseline(const Run& run);

// Device, driver, suite, tier, date, duration, the cases by verdict, how many
// can be compared, and the reasons that TakenLog() has kept.
std::string BaselineText(const Run& run);

// A line for each case that changed: its direction (diff.h), the change, and
// its outcome in the gate.
std::string BaselineChangesText(const Gate& gate);

// Cases that got worse or are gone, and a class of progress that shrinks.
size_t CountWorse(const Gate& gate);

// The log of `after` with a note that it has taken the place of `before` for
// this reason, and with the notes of that kind that `before` has. `log` is the
// log of `after`, which is finished.
std::string TakenLog(const Run& before, absl::string_view log,
                     absl::string_view reason);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_GATE_BASELINE_H_
