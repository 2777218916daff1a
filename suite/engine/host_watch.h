// Watches one host check from outside until it ends or a call does not come
// back.

#ifndef WGSYNC_SUITE_ENGINE_HOST_WATCH_H_
#define WGSYNC_SUITE_ENGINE_HOST_WATCH_H_

#include "nlohmann/json_fwd.hpp"
#include "suite/core/next/question.h"
#include "suite/worker/timeouts.h"
#include "suite/worker/worker_process.h"

namespace wgsync {

// Sends `command` (a host check) and returns when it has ended, when one call
// has taken `timeouts.host` seconds and more (`timeouts.build` while the check
// is set up), or when the worker is gone. In the last two the caller ends the
// worker. Threads of the worker that could run and had no core prove nothing.
HostObservation WatchHost(WorkerProcess* worker, const nlohmann::json& command,
                          const Timeouts& timeouts);

// How long a host check lets a completion take before it says that it did not
// show: well below what a call may take.
double HostPatience(const Timeouts& timeouts);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_HOST_WATCH_H_
