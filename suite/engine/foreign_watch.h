// Watches one launch of a kernel that is not the suite's: nothing is known of
// it but its memory, and whether it ends.
//
// Memory ordering: as in watch.h, a look is a series of relaxed reads. A word
// that differs between two looks has moved; looks that are equal do not show
// that nothing moved between them.

#ifndef WGSYNC_SUITE_ENGINE_FOREIGN_WATCH_H_
#define WGSYNC_SUITE_ENGINE_FOREIGN_WATCH_H_

#include <cstdint>
#include <vector>

#include "suite/core/tried/next_try.h"
#include "suite/worker/timeouts.h"
#include "suite/worker/watched_worker.h"

namespace wgsync {

struct LaunchCommand;

struct ForeignWatchOptions {
  // From the enqueue: a launch that has not ended then and in which no word
  // moves has hung; one that moves has four times this. Lost time
  // (lost_time.h) is not counted.
  double limit_seconds = 2;
  bool channel_proven = false;
  // Runnable threads of a CPU device must have had this much of a core while
  // no word moved; 0 on GPUs.
  double cpu_seconds = 0;
  // The command's last region has stamps, whose first word is 0 until a group
  // starts.
  bool stamps = false;
  // The driver may compile the kernel at this launch: as long as no group is
  // known to have started, it has so long if that is longer than the limit.
  double compile_seconds = 0;
  Timeouts timeouts;
};

// A word of a region that has moved.
struct MovedWord {
  uint32_t region = 0;
  uint64_t word = 0;  // of 32 bits
};

struct ForeignResult : TryEnd {
  std::vector<MovedWord> moved;  // the first ones
  // Of a launch with stamps that has not finished and that was looked at: the
  // command's last region, at its end.
  std::vector<uint8_t> last;
};

// Sends the launch and returns when it has ended, or does not. Where it has not
// finished the worker is still alive: the caller ends it.
ForeignResult WatchForeign(WatchedWorker* worker, const LaunchCommand& command,
                           const ForeignWatchOptions& options);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_FOREIGN_WATCH_H_
