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

#include <cstdint>
#include <vector>

#include "suite/core/launch/launch_spec.h"
#include "suite/core/verdict/finding.h"
#include "suite/core/verdict/observation.h"

namespace wgsync {

struct StalledCopy {
  // kNotStarted, kSuspended, or kUnknown.
  Where where = Where::kUnknown;
  bool livelock = false;
  uint64_t copies = 0;  // with a group that has started and not ended
  uint32_t copy = 0;
  // The group that is not run; -1 if there is none.
  int64_t group = -1;
  uint32_t role = 0;
  bool started = false;
  // The groups of the copy in the order of their roles, and what each did;
  // empty if no copy is stuck.
  std::vector<uint32_t> groups;
  std::vector<Finding> findings;
};

// `spec` is the launch that `o` was seen of.
StalledCopy FindStalledCopy(const LaunchSpec& spec, const Observation& o);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LAUNCH_STALLED_COPY_H_
