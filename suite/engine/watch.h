// Watches one launch from outside, until it ends or is proven frozen.
//
// Memory ordering: a look is a series of relaxed reads while the device writes,
// so the words of one look may be of different moments. Two looks that are
// equal, `frozen_seconds` apart, show that no word of the launch changed
// meanwhile; a single look shows nothing.

#ifndef WGSYNC_SUITE_ENGINE_WATCH_H_
#define WGSYNC_SUITE_ENGINE_WATCH_H_

#include <array>

#include "nlohmann/json_fwd.hpp"
#include "suite/core/launch/layout.h"
#include "suite/core/record/launch_record.h"
#include "suite/core/verdict/observation.h"
#include "suite/engine/times.h"
#include "suite/worker/timeouts.h"
#include "suite/worker/watched_worker.h"

namespace wgsync {

struct WatchOptions {
  // From the first start word: a launch that is proven frozen then is a hang.
  // Lost time (lost_time.h) is not counted, here and in the next.
  double deadline_seconds = 0.25;
  // A launch that moves is late after this, and is ended after four times this.
  double patience_seconds = 0.25;
  // Nobody looks at the launch's memory before this, from the enqueue: a look
  // is a read of what is being timed, and on a CPU takes a core.
  double quiet_seconds = 0;
  // The launch lies in memory that the controller sees live; else snapshots
  // are asked for. Neither where the channel did not pass its self-test.
  bool live = false;
  bool channel_proven = false;
  // A frozen pair is at least this far apart; and in a launch that is proven by
  // its board (EveryoneWaits()), before its deadline, so far.
  double frozen_seconds = 0.1;
  double stuck_seconds = 0.1;
  // The board proves it before the deadline: not for locks, whose waiters may
  // be asleep.
  bool proves_early = false;
  // Watches a bounded wait: a frozen pair is kept and the launch goes on.
  bool bounded = false;
  double bounded_seconds = 0;
  // Runnable threads of a CPU device must have had this much of a core
  // between the two snapshots of a frozen pair; 0 on GPUs.
  double cpu_seconds = 0;
  Timeouts timeouts;
};

struct WatchResult : LaunchBuild {
  Observation o;
  // Seconds in each phase.
  std::array<double, kPhases> phases = {};
};

// The record of the launch, but for its number, deadlines and device.
LaunchRecord RecordOf(LaunchPurpose purpose, const LaunchSpec& spec,
                      const WatchResult& r);

// Sends `command` (a launch of `spec`) and returns when it has finished, is
// frozen, has moved for four patiences, has ended without the driver's saying
// so, or the worker is gone; and at the latest when `timeouts` allow no more
// real time, if the machine gives the processes too few cores. Where the launch
// has not finished the worker is still alive: the caller ends it.
WatchResult Watch(WatchedWorker* worker, const nlohmann::json& command,
                  const LaunchSpec& spec, const Layout& layout,
                  const WatchOptions& options);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_WATCH_H_
