// How long the engine waits for what a driver does, in seconds. A driver that
// takes longer is taken not to come back. Tests shorten them.

#ifndef WGSYNC_SUITE_WORKER_TIMEOUTS_H_
#define WGSYNC_SUITE_WORKER_TIMEOUTS_H_

#include <algorithm>

namespace wgsync {

struct Timeouts {
  // Opening the device, and reading its fingerprint.
  double open = 60;
  // One launch of the canary, the calibration or the self-test, its build
  // included.
  double probe = 60;
  // From the command to the enqueue: compilers, and uploads of large grids.
  double build = 180;
  // From the enqueue to the first start word.
  double start = 20;
  // From the last end word to the end that the driver reports, the reading of
  // the results included.
  double report = 60;
  // An answer of the snapshot channel.
  double snapshot = 3;
  // Where nothing can be seen: at least this from the enqueue.
  double blind = 5;
  // Of a host check, from one call to the next.
  double host = 10;
  // From SIGKILL to the end of the worker; six times that while it has threads
  // that are runnable, since on a busy machine those may wait for a core.
  double reap = 10;
  // Limits of launches and host checks count the time in which the worker could
  // run. On a machine that gives it too few cores a wait also ends in real
  // time: after so many times its limit, but not before `busy_least`. The limit
  // of a launch that moves is four patiences, and a patience is at least 20
  // times the control, so this is never less than 320 controls. With a quota of
  // 0.3 of one core for two threads, one second in seven can be used.
  double busy = 4;
  double busy_least = 60;
  // In all, for cases that other processes' load left unproven.
  double again = 60;
  // The most that a wait with this limit may last in real time.
  double Longest(double limit) const {
    return std::max(busy_least, busy * limit);
  }
};

// A case on a CPU that is unproven while other processes take the cores is
// tried again at the end of the run, within Timeouts::again: so often at most.
inline constexpr int kMostTries = 3;

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_TIMEOUTS_H_
