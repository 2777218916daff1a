// The worker: the half of the engine that talks to a driver.
//
// Commands come as JSON objects, one a line, and events go back the same way:
// commands.h and messages.h have both, with their fields.
//
// OpenCL calls may block for ever or crash: each kind runs on a thread of its
// own, and the controller watches from outside. The thread that launches goes
// straight into clFinish, since on some CPU drivers it runs work-groups there.

#ifndef WGSYNC_SUITE_WORKER_WORKER_MAIN_H_
#define WGSYNC_SUITE_WORKER_WORKER_MAIN_H_

namespace wgsync {

// Serves commands until the pipe closes; never returns. `parent` is the
// controller's pid.
[[noreturn]] void WorkerMain(int parent);

// Of a worker: what a driver starts, and may outlive the run, has neither the
// pipes nor the device's lock.
void KeepFromChildren();

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_WORKER_MAIN_H_
