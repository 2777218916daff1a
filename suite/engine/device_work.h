// What any work on one device is asked for.

#ifndef WGSYNC_SUITE_ENGINE_DEVICE_WORK_H_
#define WGSYNC_SUITE_ENGINE_DEVICE_WORK_H_

#include <cstddef>
#include <functional>
#include <limits>
#include <string>

#include "suite/core/record/device_info.h"
#include "suite/worker/timeouts.h"

namespace wgsync {

struct DeviceWork {
  DeviceInfo device;
  Timeouts timeouts;
  // How long it waits for the device if another wgsync has it; called before a
  // wait, with DeviceLock::Described().
  double lock_seconds = std::numeric_limits<double>::infinity();
  std::function<void(const std::string& lock)> on_wait;
  // Before each case, or other part of the work.
  std::function<void(const std::string& id, size_t done, size_t total)>
      on_start;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_DEVICE_WORK_H_
