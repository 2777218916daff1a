// What a run on one device is asked to do.

#ifndef WGSYNC_SUITE_ENGINE_RUN_OPTIONS_H_
#define WGSYNC_SUITE_ENGINE_RUN_OPTIONS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "suite/core/plan/choice.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/launch_record.h"
#include "suite/core/record/result.h"
#include "suite/core/record/run_settings.h"
#include "suite/engine/device_work.h"

namespace wgsync {

class CaseDealer;

struct RunOptions : RunSettings, DeviceWork {
  std::vector<PlannedCase> cases;
  Part part;            // of a larger plan, which `cases` are
  bool resume = false;  // go on with the run in `folder`
  bool retry_lost =
      false;  // launch again what was running when the machine went down
  // No case begins after so long; the run can be resumed then.
  double most_seconds = std::numeric_limits<double>::infinity();
  std::string folder;  // of this run; made where it is missing
  // Of devices that share the plan `cases`: deals them, and this device's place
  // in it. Not owned. nullptr: the run has all of them.
  CaseDealer* dealer = nullptr;
  uint32_t share = 0;
  // Once the log has its head: whether to run any case.
  std::function<bool()> on_head;
  // Each launch of a case, before its result.
  std::function<void(const LaunchRecord&)> on_launch;
  // After each case, the last try at it: its result, how many are done, how
  // many there are.
  std::function<void(const CaseResult&, size_t done, size_t total)> on_result;
  // Before the first case, if other processes have the cores that it needs: a
  // sentence that says so.
  std::function<void(const std::string& note)> on_busy;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_RUN_OPTIONS_H_
