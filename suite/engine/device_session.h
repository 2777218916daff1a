// One device under test: its worker, what was measured of it, and launches.

#ifndef WGSYNC_SUITE_ENGINE_DEVICE_SESSION_H_
#define WGSYNC_SUITE_ENGINE_DEVICE_SESSION_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "nlohmann/json_fwd.hpp"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/launch/layout.h"
#include "suite/core/launch/occupancy.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/next/question.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/device_info.h"
#include "suite/core/record/device_profile.h"
#include "suite/core/record/launch_record.h"
#include "suite/core/tried/try_spec.h"
#include "suite/engine/foreign_watch.h"
#include "suite/engine/other_load.h"
#include "suite/engine/times.h"
#include "suite/engine/watch.h"
#include "suite/worker/timeouts.h"
#include "suite/worker/worker_process.h"

namespace wgsync {

struct BuiltEvent;
struct FinishedEvent;
struct LaunchCommand;
struct NeedsCommand;
struct NeedsEvent;
struct ProgramText;

class DeviceSession : public Answers {
 public:
  // `scratch` is a folder of this session's own; drivers' caches go there.
  DeviceSession(DeviceInfo device, std::string scratch,
                const Timeouts& timeouts = {})
      : scratch_(std::move(scratch)), timeouts_(timeouts) {
    profile_.device = std::move(device);
    profile_.described = true;
  }

  Answer To(const Question& question) override;
  const DeviceProfile& profile() const override { return profile_; }

  // Starts a worker if there is none: QuestionKind::kOpen.
  absl::Status EnsureWorker();
  // What went wrong since the last call and has been fixed by a fresh worker.
  std::vector<std::string> TakeNotes() { return std::exchange(notes_, {}); }
  // Ends the worker; an error where SIGKILL does not reap it.
  absl::Status EndWorker();
  // Workers started from now on hold this descriptor open too: a device's lock.
  void ShareLock(int fd) { lock_fd_ = fd; }
  bool HasWorker() const { return worker_ != nullptr; }
  // -1 where there is none.
  pid_t worker_pid() const { return worker_ ? worker_->pid() : -1; }
  // Of the worker that is to take its place, on a GPU; -1 if there is none.
  pid_t spare_pid() const { return spare_ ? spare_->pid() : -1; }
  // So far, in all workers.
  int launches() const { return launches_; }

  // Where the time of all launches went, and of all workers' starts.
  const Times& times() const { return times_; }
  void AddTime(Purpose purpose, Phase phase, double seconds) {
    times_.Add(purpose, phase, seconds);
  }

  // From now on `keep` gets each launch that was asked for, its number and its
  // case left open, and returns the number that it has given it.
  void RecordLaunches(std::function<uint64_t(LaunchRecord)> keep) {
    keep_ = std::move(keep);
  }

  // Runs one launch. Nobody looks at it in its first `quiet_seconds`.
  WatchResult Launch(const LaunchSpec& spec, double deadline_seconds,
                     double patience_seconds, double quiet_seconds = 0);
  // What a worker builds the program from; an error where it has no source.
  static absl::StatusOr<ProgramText> TextOf(const ProgramSpec& spec);
  // The command that makes it run the launch; its number and where its buffers
  // are, `id` and `shared`, are the caller's. An error where it has no source.
  static absl::StatusOr<LaunchCommand> CommandOf(const LaunchSpec& spec,
                                                 const Layout& layout);
  // Builds the program in the worker, next to the launch that runs there.
  void BuildAhead(const ProgramSpec& spec);
  std::string BinaryDigest(const ProgramSpec& spec);
  void AwaitBuilds();
  // In which order the groups of a grid of the launch's kernel start; empty
  // where that could not be seen.
  std::vector<uint32_t> OrderOfStarts(const LaunchSpec& like, uint32_t groups);

  // What the device says of itself and of the launch's kernel.
  absl::Status AskNeeds(const LaunchSpec& spec, DeviceLimits* device,
                        KernelNeeds* kernel);

  // What the driver answers about a kernel that is not the suite's, whose text
  // has the option -cl-kernel-arg-info; `kernel` "": the only one but the
  // `reference`. kInvalidArgument where the program does not build, which the
  // compiler's log follows, or has no such kernel.
  absl::StatusOr<KernelFacts> AskKernel(const ProgramText& text,
                                        const std::string& kernel,
                                        const std::string& reference = "");
  // Runs one launch of it. `fill` fills the half that is live; the caller's
  // regions end with a word that is free for the guard. After any ending but
  // kFinished and kRefused the worker is gone. `stamps`, and, of a kernel that
  // a CPU's driver may still have to compile, `compile_seconds`: as
  // ForeignWatchOptions has them.
  ForeignResult LaunchForeign(LaunchCommand command,
                              const std::function<void(uint8_t*)>& fill,
                              double limit_seconds, double compile_seconds,
                              bool stamps);
  // The memory of the last launch. Only while HasWorker().
  uint8_t* live() const { return worker_->live(); }

  // Lets a kernel spin, kills its worker under it, and lets the canary run.
  absl::Status HangTest();

  // Replaces the measured calibration; for tests.
  void Assume(const Calibration& calibration) {
    profile_.calibration = calibration;
  }

  const DeviceInfo& device() const { return profile_.device; }
  const Claims& claims() const { return profile_.claims; }
  bool cpu() const { return !claims().is_gpu; }

 private:
  // StartOrRetry(), and a second time if the first worker's snapshot channel
  // did not pass its self-test.
  absl::Status StartSeeing();
  absl::Status StartOrRetry();
  absl::Status StartWorker();
  // A process that opens the device and waits.
  absl::StatusOr<std::unique_ptr<WorkerProcess>> Spawn();
  // Of a GPU: the worker after this one opens the device now.
  void OpenAhead();
  // Waits until the worker has opened the device.
  absl::Status Open();
  // The next event of this name ("": any), as the worker opens the device. Ends
  // early with kTimeout if the worker has used up its address space.
  WorkerProcess::Got AwaitStart(const std::string& name, double seconds,
                                nlohmann::json* event);
  absl::Status Calibrate();
  absl::Status SelfTest();
  absl::Status SelfTestOnce();
  absl::Status Canary();
  absl::Status ReadFingerprint();
  // Seconds of one access.
  absl::StatusOr<double> TimeAccesses(int kind);
  // The accesses that a launch has made, and its seconds.
  absl::StatusOr<uint32_t> MadeAccesses(int kind, uint32_t budget,
                                        double* seconds);
  // A kernel of kernels/probes/worker.cl on one group.
  LaunchCommand ProbeCommand(const std::string& kernel, uint32_t scalar,
                             uint32_t budget, bool shared) const;
  absl::Status RunProbe(const LaunchCommand& command, FinishedEvent* finished);
  // The page of a probe, filled, with a guard of its own.
  void FillProbe();
  absl::Status Gone(const std::string& doing);
  absl::Status AskNeeds(NeedsCommand command, const std::string& doing,
                        NeedsEvent* needs);
  // Builds the program and waits for that; false if the worker did not answer.
  // It is gone then.
  bool BuildNow(const ProgramSpec& spec, BuiltEvent* event);
  // Asks the worker for the program; false where it has no source or
  // the worker does not take it.
  bool SendBuild(const ProgramSpec& spec);
  // The record of the launch that is asked for, which is kept.
  LaunchRecord Recorded(const Question& question);
  HostObservation RunHost(const HostCase& c);

  DeviceProfile profile_;
  std::string scratch_;
  Timeouts timeouts_;
  std::vector<std::string> notes_;
  std::unique_ptr<WorkerProcess> worker_;
  // Takes its place when it ends. It launches nothing before.
  std::unique_ptr<WorkerProcess> spare_;
  bool no_spares_ = false;  // one has failed
  int lock_fd_ = -1;
  int launches_ = 0;
  std::function<uint64_t(LaunchRecord)> keep_;
  Purpose purpose_ = Purpose::kBoards;
  OtherLoad other_load_;  // since QuestionKind::kWatchLoad
  Times times_;
  bool claims_known_ = false;
  bool calibrated_ = false;
  bool live_ = false;
  bool proven_before_ = false;  // in this worker or an earlier one
  bool blind_ = false;          // two workers in a row had no proven channel
  bool full_ = false;  // the worker has used up its address space, and waits
  bool tells_code_ = false;  // the driver's binaries have digests
  std::map<std::string, std::string> binary_digests_;  // by ProgramKey()
  // Tried kernels of which a launch has finished: the program's key, the name,
  // and whether the grid had an offset, for which PoCL compiles anew.
  std::set<std::tuple<std::string, std::string, bool>> launched_;
  // Programs asked for ahead, of the living worker.
  std::set<std::string> built_ahead_;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_DEVICE_SESSION_H_
