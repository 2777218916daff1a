// The class of progress of a device as a note at the end of the run's log, for
// readers of the log alone: reports classify the results.

#ifndef WGSYNC_SUITE_ENGINE_CLASS_NOTE_H_
#define WGSYNC_SUITE_ENGINE_CLASS_NOTE_H_

#include <string>
#include <vector>

#include "suite/core/plan/choice.h"
#include "suite/core/record/result.h"
#include "suite/core/record/run_log.h"
#include "suite/engine/run_options.h"

namespace wgsync {

// "progress: at most HSA+OBE; held in ..."; empty if nothing was seen, for a
// part of a plan, which has too few cases, and if the note is there already.
std::string ClassNote(const std::vector<CaseResult>& results, const Part& part,
                      const std::vector<std::string>& notes);

// Writes it; of a run that is resumed, reads the notes that it has. Without the
// note a run is as good, so that no fault is an error.
void NoteClass(const std::vector<CaseResult>& results,
               const RunOptions& options, RunLogWriter* log);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_CLASS_NOTE_H_
