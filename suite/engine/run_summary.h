// The outcome of a run on one device.

#ifndef WGSYNC_SUITE_ENGINE_RUN_SUMMARY_H_
#define WGSYNC_SUITE_ENGINE_RUN_SUMMARY_H_

#include <cstddef>
#include <string>
#include <vector>

#include "suite/core/record/result.h"
#include "suite/core/record/run_facts.h"
#include "suite/engine/run_options.h"

namespace wgsync {

class RunLogWriter;

struct RunSummary {
  Tally tally;
  size_t failures = 0;   // binding verdicts that fail
  bool stopped = false;  // RunOptions::most_seconds were over, or on_head
  bool infrastructure =
      false;  // wedged device, controls that failed, worker that cannot start
  std::vector<std::string> notes;
  std::string times;  // where the time went, see times.h
  // 0 as expected, 1 failures, 3 infrastructure, 4 nothing ran or nothing
  // binds, or the run was stopped before its end.
  int ExitCode() const;
};

// Writes the class of progress that the results show into the log, as a note
// for its readers: reports classify the results. Without the note a run is as
// good, so that no fault is an error. A device that shares the run has seen a
// part of it alone, and gets no note.
void NoteClass(const std::vector<CaseResult>& results,
               const RunOptions& options, RunLogWriter* log);

// The summary of results that were read back from a log.
RunSummary Summarize(const std::vector<CaseResult>& results,
                     const BindMask& mask);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_RUN_SUMMARY_H_
