// What the groups of one launch did that they should not have. Pure.

#ifndef WGSYNC_SUITE_CORE_LAUNCH_LAUNCH_FINDINGS_H_
#define WGSYNC_SUITE_CORE_LAUNCH_LAUNCH_FINDINGS_H_

#include <vector>

#include "suite/core/launch/launch_spec.h"
#include "suite/core/verdict/finding.h"
#include "suite/core/verdict/observation.h"

namespace wgsync {

// Counts that are more than the launch has, groups that left a round early,
// groups that were cut short, waits that did not end met, the team that all of
// these are of, and groups whose first store was lost; in this order, each at
// most once.
std::vector<Finding> LaunchFindings(const LaunchSpec& spec,
                                    const Observation& o);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LAUNCH_LAUNCH_FINDINGS_H_
