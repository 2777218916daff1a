// Compiling what the cases of a run will need, before they run.
//
// For a GPU, other processes compile while cases run (Compilers). On a CPU the
// compilers would take the cores that the cases run on: there all cores compile
// programs of some cases, and then these cases run. That is of no use where the
// driver keeps nothing for other processes, and the first program shows it.

#ifndef WGSYNC_SUITE_ENGINE_COMPILE_AHEAD_H_
#define WGSYNC_SUITE_ENGINE_COMPILE_AHEAD_H_

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "suite/core/launch/device_model.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/plan/plan.h"
#include "suite/engine/device_session.h"
#include "suite/worker/compilers.h"
#include "suite/worker/timeouts.h"

namespace wgsync {

class CompileAhead {
 public:
  // `scratch` is the folder of the drivers' caches. All pointers stay valid for
  // as long as this lives; the device is open.
  CompileAhead(std::string scratch, const Timeouts& timeouts,
               DeviceSession* device, const DeviceModel& model)
      : device_(device),
        model_(model),
        builders_(std::move(scratch), timeouts) {}

  // For these cases but those of the ids in `done`, in the order in which they
  // run; `mode` as they begin.
  void Start(const std::vector<PlannedCase>& cases,
             const std::set<std::string>& done, WaitMode mode);
  // The case of this index is about to run, and the device is held. On a CPU
  // this may compile for some seconds.
  void Before(size_t index);

 private:
  // Adds what this case and none before it needs.
  void Add(const Case& c, std::set<std::string>* keys);
  // On a CPU: compiles for the case and for some that follow it.
  void CompileLot(size_t index);

  DeviceSession* device_;
  DeviceModel model_;
  Compilers builders_;
  WaitMode mode_ = WaitMode::kUnbounded;
  const std::vector<PlannedCase>* cases_ = nullptr;
  std::vector<LaunchSpec> programs_;
  std::vector<size_t> ends_;  // by case: of the programs that it needs
  size_t built_ = 0;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_COMPILE_AHEAD_H_
