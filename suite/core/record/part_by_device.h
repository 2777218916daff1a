// The results of a run that several devices shared, as one run.

#ifndef WGSYNC_SUITE_CORE_RECORD_PART_BY_DEVICE_H_
#define WGSYNC_SUITE_CORE_RECORD_PART_BY_DEVICE_H_

#include "suite/core/record/run_log.h"

namespace wgsync {

// Leaves one result for each case, of several devices' the one that comes
// before the others, at the place of the case's first one.
void PartByDevice(Run* run);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_PART_BY_DEVICE_H_
