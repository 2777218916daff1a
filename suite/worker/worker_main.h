// The worker: the half of the engine that talks to a driver.
//
// Commands come as JSON objects, one a line, and events go back the same way:
//
//   {"cmd":"list"}                      DEVICES devices=[...], or ERROR
//   {"cmd":"open","index":"P:D"}        READY claims, type, ..., or ERROR
//   {"cmd":"fingerprint"}               FINGERPRINT fingerprint=..., digest=...
//   {"cmd":"build","key","source","options"}    BUILT (on a thread beside the
//   launch)
//   {"cmd":"launch","id","key","source","options","kernel","groups","group_size","offset","bytes","scalars","steps"}
//                                       STARTED, PHASE phase=..., FINISHED
//                                       ok=...
//   {"cmd":"snapshot","id"}             SNAPSHOT ok=...   (on a thread beside
//   the launch)
//   {"cmd":"poke","region","word","value"}      POKED
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

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_WORKER_MAIN_H_
