// Runs several devices' jobs at the same time, where they share no hardware.

#ifndef WGSYNC_TOOLS_RUN_SIDE_BY_SIDE_H_
#define WGSYNC_TOOLS_RUN_SIDE_BY_SIDE_H_

#include <cstddef>
#include <functional>
#include <vector>

#include "suite/core/record/device_info.h"

namespace wgsync {

// Calls run(i) once for each of `devices`, by up to `jobs` threads, and returns
// after the last one. Devices with the same lock (suite/worker/device_lock.h)
// run one after the other, in their order: all platforms' views of one GPU, and
// all that run on the cores. The latter begin after all GPUs: what watches a
// GPU needs cores. With one job, and with one lock for all, the caller's thread
// runs all of them in their order.
void RunSideBySide(const std::vector<DeviceInfo>& devices, size_t jobs,
                   const std::function<void(size_t)>& run);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_SIDE_BY_SIDE_H_
