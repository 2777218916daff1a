// A worker as the code that watches a launch sees it. WorkerProcess is the real
// one; a test plays another in virtual time.

#ifndef WGSYNC_SUITE_WORKER_WATCHED_WORKER_H_
#define WGSYNC_SUITE_WORKER_WATCHED_WORKER_H_

#include <cstdint>

#include "nlohmann/json_fwd.hpp"
#include "suite/worker/thread_times.h"

namespace wgsync {

// Used by one thread. Send() and Next() fail only as their results say.
//
// Memory ordering: the worker and its device write the memory at live() and
// snapshots() at any time, so it is read word by word (ReadWord(),
// suite/core/launch/layout.h). An event orders it: what the worker wrote before
// the event is seen by a read after Next() has returned that event. The
// heartbeat is relaxed, and orders nothing.
class WatchedWorker {
 public:
  virtual ~WatchedWorker() = default;

  enum class Sent { kYes, kTimeout, kGone };
  // Waits up to `seconds` for room in the pipe. After kTimeout, a worker that
  // is stopped or does not read, part of the line may be in the pipe: nothing
  // more is sent to it.
  virtual Sent Send(const nlohmann::json& command, double seconds) = 0;

  enum class Got { kEvent, kTimeout, kGone };
  // The next event (suite/worker/events.h), waiting up to `seconds`. kGone if
  // the worker has ended, or has written a line that is not an event.
  virtual Got Next(double seconds, nlohmann::json* event) = 0;

  // The clock of the waits above; in seconds, from any moment on.
  virtual double Now() const = 0;

  // Without the heart: it wakes a hundred times a second, may wait for the core
  // of a device's thread each time, and delays no launch.
  virtual ThreadTimes Threads() const = 0;
  // The time that its threads have had on cores, those too that have ended
  // (Oclgrind's end with each launch); in ticks of the system, mostly 10 ms.
  virtual double CpuSeconds() const = 0;
  // Ticks of the worker's heart, about 100 a second.
  virtual uint64_t Heartbeat() const = 0;
  // The two halves of the shared memory; suite/core/launch/layout.h.
  virtual uint8_t* live() const = 0;
  virtual uint8_t* snapshots() const = 0;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_WATCHED_WORKER_H_
