// A worker as its controller sees it: a process, two pipes, shared memory.
//
// The worker is this same binary in another mode. Its own output goes into a
// file of the scratch folder; drivers print what they like there. It dies with
// its controller.

#ifndef WGSYNC_SUITE_WORKER_WORKER_PROCESS_H_
#define WGSYNC_SUITE_WORKER_WORKER_PROCESS_H_

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "nlohmann/json_fwd.hpp"
#include "suite/worker/memory_report.h"
#include "suite/worker/thread_times.h"
#include "suite/worker/timeouts.h"
#include "suite/worker/watched_worker.h"
#include "suite/worker/worker_output.h"

namespace wgsync {

class SentSources;

// File descriptors of a worker; see worker_main.cc.
inline constexpr int kCommandFd = 3;
inline constexpr int kEventFd = 4;
inline constexpr int kArenaFd = 5;
inline constexpr int kLockFd = 6;
inline constexpr char kWorkerFlag[] = "--wgsync-worker";
// The thread that beats, at most 15 characters.
inline constexpr char kHeartName[] = "wgsync-heart";

class WorkerProcess : public WatchedWorker {
 public:
  // `scratch` must exist: drivers' caches go there. The worker holds `lock_fd`
  // open (-1: none), so that a device's lock is not free before its worker is
  // gone. It leads a process group, which ends with it; and so does what a
  // driver has put into another session, for which this process becomes the
  // subreaper.
  static absl::StatusOr<std::unique_ptr<WorkerProcess>> Start(
      const std::string& scratch, int lock_fd = -1);
  // Kills and reaps it, if that has not been done.
  ~WorkerProcess() override;
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  Sent Send(const nlohmann::json& command, double seconds) override;
  // A line that is not an event is reported by EndText().
  Got Next(double seconds, nlohmann::json* event) override;
  // Skips events until one of this name; kTimeout or kGone else.
  Got Await(const std::string& name, double seconds, nlohmann::json* event);

  // SIGKILL, then reaps for so long; false where it does not die.
  bool Kill(double seconds = Timeouts().reap);
  // How it ended: "died by SIGSEGV (11)", "exited with 0", "wrote no event: no
  // JSON object: ..."; "" while it lives.
  std::string EndText();
  // Whether it was ended by a signal that this object did not send and that the
  // faults of a process do not raise: SIGKILL, SIGTERM, SIGHUP, SIGINT,
  // SIGQUIT, SIGXCPU, SIGXFSZ. Waits for its end as long as one takes on a busy
  // machine; false while it lives.
  bool EndedFromOutside();
  // The facts known about that: "wgsync did not send it; memory limit of the
  // control group (512 MiB): 1 process ended (oom_kill 0 -> 1); ...". The
  // kernel does not tell the sender of a SIGKILL.
  std::string OutsideText();
  // The end of what it and the driver printed, at most 2 KiB, printable.
  std::string OutputTail() const;
  // The last line of that, cut at 200 bytes; "" where it has printed nothing.
  std::string LastPrinted() const;

  double Now() const override;  // MonotonicSeconds()
  ThreadTimes Threads() const override;
  double CpuSeconds() const override;
  uint64_t Heartbeat() const override;
  uint8_t* live() const override;
  uint8_t* snapshots() const override;
  pid_t pid() const { return pid_; }
  // BUILT events that have come so far.
  int builds_seen() const { return builds_seen_; }

 private:
  WorkerProcess();
  bool Reap(double seconds);

  pid_t pid_ = -1;
  bool reaped_ = false;
  bool killed_ = false;  // by Kill()
  int status_ = 0;
  MemoryReport memory_;  // since its start
  int commands_ = -1;
  std::unique_ptr<SentSources> sources_;
  bool deaf_ = false;  // has not taken a command in time
  int events_ = -1;
  uint8_t* arena_ = nullptr;
  std::string buffer_;
  std::string scribble_;  // in words, what it wrote that is no event
  int builds_seen_ = 0;
  WorkerOutput output_;
};

// Seconds of CLOCK_MONOTONIC.
double MonotonicSeconds();
int64_t UnixNanoseconds();
// The children of a process that were not reaped; none where it is gone.
std::set<pid_t> ChildrenOf(pid_t process);
// The machine's boot id; "" where it cannot be read.
std::string BootId();

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_WORKER_PROCESS_H_
