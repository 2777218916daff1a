// Cases over runs: the verdict that each run has of each case. All reports on
// several runs are made of it:
//
//   - The matrix has its rows by primitive (matrix_model.h).
//   - Its steps are the changes from each run to the next one
//     (reports/diff/diff.h). `wgsync diff` and the pages print them, and the
//     gate judges the only step of two runs.
//   - Its trends say since which driver a case is bad (reports/diff/history.h).
//     `wgsync history` and the pages print them.
//
// Pure.

#ifndef WGSYNC_REPORTS_MATRIX_TIMELINE_H_
#define WGSYNC_REPORTS_MATRIX_TIMELINE_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// One case in one run.
struct TimelineCell {
  const CaseResult* result = nullptr;  // null: no verdict there,
  bool planned = false;                // though the run's plan has it
};

struct TimelineRow {
  std::string id;
  std::vector<TimelineCell> cells;  // one for each run
};

struct Timeline {
  std::vector<const Run*> runs;
  // Each case once, as they first appear in the runs' plans and then logs.
  std::vector<TimelineRow> rows;
};

// Keeps the order of the runs, which must outlive the timeline.
Timeline MakeTimeline(std::vector<const Run*> runs);

std::vector<const Run*> Pointers(absl::Span<const Run> runs);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_MATRIX_TIMELINE_H_
