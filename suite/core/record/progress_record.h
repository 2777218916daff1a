// The progress of a device as a run shows it: the results of the family
// `progress`, classified by suite/core/progress/classify.h. Pure.

#ifndef WGSYNC_SUITE_CORE_RECORD_PROGRESS_RECORD_H_
#define WGSYNC_SUITE_CORE_RECORD_PROGRESS_RECORD_H_

#include <string>
#include <vector>

#include "suite/core/plan/case.h"
#include "suite/core/plan/choice.h"
#include "suite/core/plan/expected.h"
#include "suite/core/progress/classify.h"
#include "suite/core/record/result.h"

namespace wgsync {

// Of the results of one device in launches on this queue, in grids of one
// dimension; those of other families are passed over. A hang counts if it was
// seen twice and its cause is known: a work-group that is not run, or a
// livelock.
progress::Classification ProgressOf(const std::vector<CaseResult>& results,
                                    Queue queue = Queue::kInOrder);
// The same of the usual queue and grids of two and three dimensions, where the
// lowest group is that of the lowest linear id, the first dimension fastest. A
// device may start the groups of such a grid in another order: Intel's runtime
// for CPUs takes tiles.
progress::Classification ProgressInSpace(
    const std::vector<CaseResult>& results);

// Adds what one more result shows, for the other cases of the run.
void AddShape(const CaseResult& r, DeviceSeen* seen);

// "progress: at most HSA+OBE; held in ...": the note that the log of a run ends
// with. Empty if nothing was seen, for a part of a plan, which has too few
// cases, and if `notes`, those of the log, have it.
std::string ClassNote(const std::vector<CaseResult>& results, const Part& part,
                      const std::vector<std::string>& notes);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_PROGRESS_RECORD_H_
