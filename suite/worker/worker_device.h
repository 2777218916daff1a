// The commands of a worker, carried out on one device.

#ifndef WGSYNC_SUITE_WORKER_WORKER_DEVICE_H_
#define WGSYNC_SUITE_WORKER_WORKER_DEVICE_H_

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "devices/driver/binary.h"
#include "devices/driver/device.h"
#include "devices/driver/device_program.h"
#include "devices/driver/launch.h"
#include "devices/host_sync/host_sync.h"
#include "nlohmann/json_fwd.hpp"
#include "suite/core/plan/claims.h"
#include "suite/worker/result_reader.h"

namespace wgsync {

struct BinaryCommand;
struct FinishedEvent;
struct HostCommand;
struct LaunchCommand;
struct NeedsCommand;
struct PokeCommand;
struct ProgramText;
struct SnapshotCommand;

class WorkerDevice {
 public:
  // `live` and `snapshots` are the two halves of the shared memory.
  //
  // Memory ordering: the controller reads both halves while a launch runs. The
  // results are in `live`, and a snapshot in `snapshots`, before `emit` is
  // called with the event that reports them.
  // `sandbox`: what EnterSandbox() has said.
  WorkerDevice(uint8_t* live, uint8_t* snapshots, std::string sandbox,
               std::function<void(const nlohmann::json&)> emit)
      : live_(live),
        snapshots_(snapshots),
        sandbox_(std::move(sandbox)),
        emit_(std::move(emit)) {}

  // Carries a command out and emits its events. `build`, `snapshot` and `poke`
  // may be called beside a `launch`.
  void Handle(const nlohmann::json& command);

 private:
  struct Built {
    bool ready = false;
    absl::StatusOr<BuiltProgram> program = absl::UnknownError("");
    std::string digest;  // of its code; "": not known
    // In global memory: a launch finds in them what the one before it has left.
    bool has_variables = false;
  };

  void List();
  void Open(const std::string& index, const std::string& scratch);
  void Fingerprint();
  void Launch(const LaunchCommand& command);
  // The program's binary, into a file.
  void Binary(const BinaryCommand& command);
  void Needs(const NeedsCommand& command);
  void Host(const HostCommand& command);
  void Snapshot(const SnapshotCommand& command);
  void Poke(const PokeCommand& command);

  // Fills in what the driver has made of the program.
  void LookAt(const BuiltProgram& program, Built* built) const;
  // Makes it if it is not there. What it points to is never moved.
  absl::StatusOr<LaunchQueue*> QueueOf(const ProgramText& text);
  // Builds, or waits for another thread that builds the same key.
  std::shared_ptr<const Built> Build(const ProgramText& text);
  // Lets programs go that are built, before one more is kept.
  void MakeRoom();
  // Pins the live half as far as a launch uses it, where that is known to help.
  void Pin(const LaunchCommand& command);
  absl::Status PrepareBuffers(const LaunchCommand& command);
  absl::Status RunKernel(const LaunchCommand& command, cl::Kernel* kernel,
                         FinishedEvent* finished);
  // Keeps the board as it is when the driver calls the launch complete, and
  // waits once more: an honest driver has nothing to wait for.
  absl::Status FinishAgain(const cl::Event& event);
  // The results have been read: are there groups that ran on until then?
  bool MovedAfterTheEnd() const;
  // Results into the live half. kDataLoss where what comes back is not what the
  // launch left.
  absl::Status ReadBack();
  void Error(absl::string_view what);
  void Phase(const std::string& phase, const std::string& digest = "");

  uint8_t* live_;
  uint8_t* snapshots_;
  std::string sandbox_;
  std::function<void(const nlohmann::json&)> emit_;

  DeviceEntry entry_;
  Compiler compiler_;
  Claims claims_;
  // By the queue of a case; each has a context and programs.
  std::mutex queues_mutex_;
  std::map<uint64_t, LaunchQueue> queues_;
  LaunchQueue* queue_ = nullptr;  // of the launch in flight, or the last one

  std::unique_ptr<HostBench> host_bench_;  // made by the first host check

  std::mutex builds_mutex_;
  std::condition_variable built_;
  std::map<std::string, std::shared_ptr<Built>> programs_;

  // The buffers of the launch in flight, for snapshots.
  std::mutex buffers_mutex_;
  std::vector<DeviceBuffer> buffers_;
  std::vector<uint64_t> offsets_;
  bool foreign_ = false;  // they are of a kernel that is not the suite's
  std::vector<uint32_t> guards_;  // before the launch
  // At the end, where the board is memory of the host's; empty else.
  std::vector<uint8_t> board_at_end_;
  ResultReader reader_;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_WORKER_DEVICE_H_
