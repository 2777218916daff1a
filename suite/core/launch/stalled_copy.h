// Where a launch of a shape of forward progress is stuck: a copy with a group
// that polls for ever, and the group of it that is not run. Pure.
//
// A launch has thousands of copies, and the first one that explains itself is
// named. In the order of what it explains:
//   livelock     every group of the copy has started, and each that has not
//                ended takes steps while words change; in a launch that still
//                moves, each has taken thousands
//   suspended    a group has started, takes no step, and others poll
//   not started  a group has not started, and others poll
// Otherwise it is a copy whose groups all poll for what no group will do.

#ifndef WGSYNC_SUITE_CORE_LAUNCH_STALLED_COPY_H_
#define WGSYNC_SUITE_CORE_LAUNCH_STALLED_COPY_H_

#include "suite/core/launch/launch_spec.h"
#include "suite/core/verdict/finding.h"
#include "suite/core/verdict/observation.h"

namespace wgsync {

// `spec` is the launch that `o` was seen of. Of the rungs of the ladder only
// kNotStarted and kSuspended are named.
Place FindStalledCopy(const LaunchSpec& spec, const Observation& o);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LAUNCH_STALLED_COPY_H_
