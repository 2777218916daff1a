#include "suite/worker/worker_device.h"

#include <string.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "devices/driver/concurrent_dispatch.h"
#include "devices/driver/device_claims.h"
#include "devices/driver/error.h"
#include "devices/driver/kernel_parameters.h"
#include "devices/identity/fingerprint.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "suite/core/launch/layout.h"
#include "suite/core/record/device_info.h"
#include "suite/worker/commands.h"
#include "suite/worker/messages.h"
#include "suite/worker/worker_process.h"

namespace wgsync {
namespace {

using nlohmann::json;

// A program of PoCL's takes some hundred KiB for as long as it is kept.
constexpr size_t kMostPrograms = 256;

// Pinned at once, in 8 ms by NVIDIA's driver, for launches that gain 1 ms and
// more. One on a GPU has 13 MB on average.
constexpr size_t kPinned = size_t{32} << 20;
constexpr size_t kLeastPinned = size_t{4} << 20;

// The compiler refuses a program with codes that are about the program; that
// the host or the device has run out of something says nothing of it.
std::string BuildStage(const absl::Status& s) {
  return absl::IsResourceExhausted(s) || absl::IsUnavailable(s) ? "setup"
                                                                : "build";
}

absl::Status SetArguments(const LaunchCommand& command,
                          const std::vector<DeviceBuffer>& buffers,
                          cl::Kernel* kernel) {
  cl_uint index = 0;
  for (const LaunchArgument& a : command.arguments) {
    const cl_int code = a.has_region
                            ? kernel->setArg(index, buffers[a.region].buffer)
                        : a.local ? kernel->setArg(index, a.bytes, nullptr)
                                  : kernel->setArg(index, a.bytes, &a.bits);
    if (code != CL_SUCCESS) {
      return OpenClStatus("clSetKernelArg", code,
                          absl::StrCat(" at argument ", index));
    }
    ++index;
  }
  return absl::OkStatus();
}

// The sides where there are any, else the count as a row.
cl::NDRange RangeOf(const std::vector<uint64_t>& s, uint32_t count) {
  if (s.empty()) return cl::NDRange(count);
  return s.size() == 2 ? cl::NDRange(s[0], s[1])
                       : cl::NDRange(s[0], s[1], s[2]);
}

}  // namespace

void WorkerDevice::Error(absl::string_view what) {
  emit_(EventJson(ErrorEvent{std::string(what)}));
}

void WorkerDevice::Phase(const std::string& phase, const std::string& digest) {
  emit_(EventJson(PhaseEvent{phase, digest}));
}

void WorkerDevice::Handle(const json& command) {
  if (ListCommand c; IsCommand(command, &c)) return List();
  if (OpenCommand c; IsCommand(command, &c)) return Open(c.index, c.scratch);
  if (queues_.empty()) return Error("no device is open");
  if (FingerprintCommand c; IsCommand(command, &c)) return Fingerprint();
  if (LaunchCommand c; IsCommand(command, &c)) return Launch(c);
  if (BinaryCommand c; IsCommand(command, &c)) return Binary(c);
  if (NeedsCommand c; IsCommand(command, &c)) return Needs(c);
  if (SnapshotCommand c; IsCommand(command, &c)) return Snapshot(c);
  if (PokeCommand c; IsCommand(command, &c)) return Poke(c);
  if (HostCommand c; IsCommand(command, &c)) return Host(c);
  if (BuildCommand c; IsCommand(command, &c)) {
    const std::shared_ptr<const Built> b = Build(c);
    const absl::Status s = b->program.status();
    emit_(
        EventJson(BuiltEvent{c.key, s.ok(), !s.ok() && BuildStage(s) == "build",
                             std::string(s.message()), b->digest}));
  }
}

void WorkerDevice::List() {
  const absl::StatusOr<std::vector<DeviceEntry>> all = ListDevices();
  if (!all.ok()) return Error(all.status().message());
  DevicesEvent event;
  for (const DeviceEntry& d : *all) event.devices.push_back(d.info);
  emit_(EventJson(event));
}

void WorkerDevice::Open(const std::string& index, const std::string& scratch) {
  const absl::StatusOr<std::vector<DeviceEntry>> all = ListDevices();
  if (!all.ok()) return Error(all.status().message());
  const absl::StatusOr<DeviceEntry> chosen = FindDevice(*all, index);
  if (!chosen.ok()) return Error(chosen.status().message());
  entry_ = *chosen;
  compiler_ = {entry_.platform_name, entry_.device_name,
               entry_.info.driver_version};
  const absl::StatusOr<LaunchQueue*> queue = QueueOf({});
  if (!queue.ok()) return Error(queue.status().message());
  // Compilers leave files where they stand; relative paths in the environment
  // have been read by now.
  if (chdir(scratch.c_str()) != 0) return Error("cannot enter " + scratch);
  const absl::StatusOr<Claims> claims = ReadClaims(entry_.device);
  if (!claims.ok()) return Error(claims.status().message());
  claims_ = *claims;
  const DeviceInfo& info = entry_.info;
  emit_(EventJson(ReadyEvent{*claims, info.full_name, info.driver_version,
                             TellsCode(compiler_), sandbox_, HostCode()}));
}

void WorkerDevice::Fingerprint() {
  FingerprintEvent event;
  *event.fingerprint = ReadFingerprint(entry_);
  event.digest = DriverDigest(*event.fingerprint);
  emit_(EventJson(event));
}

void WorkerDevice::MakeRoom() {
  if (programs_.size() < kMostPrograms) return;
  for (auto it = programs_.begin(); it != programs_.end();) {
    it = it->second->ready ? programs_.erase(it) : std::next(it);
  }
}

void WorkerDevice::LookAt(const BuiltProgram& program, Built* built) const {
  built->has_variables = program.variable_bytes > 0;
  if (!TellsCode(compiler_)) return;
  const absl::StatusOr<std::string> binary = ProgramBinary(program.program);
  if (!binary.ok()) return;
  built->digest = DigestOfBinary(compiler_, *binary);
  if (DeclaresVariables(compiler_, *binary)) built->has_variables = true;
}

absl::StatusOr<LaunchQueue*> WorkerDevice::QueueOf(const ProgramText& text) {
  std::lock_guard<std::mutex> lock(queues_mutex_);
  const auto known = queues_.find(text.queue);
  if (known != queues_.end()) return &known->second;
  ASSIGN_OR_RETURN(
      LaunchQueue queue,
      LaunchQueue::Create(entry_.device, static_cast<Queue>(text.queue)));
  return &queues_.emplace(text.queue, std::move(queue)).first->second;
}

std::shared_ptr<const WorkerDevice::Built> WorkerDevice::Build(
    const ProgramText& text) {
  std::unique_lock<std::mutex> lock(builds_mutex_);
  if (programs_.count(text.key) == 0) {
    MakeRoom();
    const auto mine = std::make_shared<Built>();
    programs_[text.key] = mine;
    lock.unlock();
    const absl::StatusOr<LaunchQueue*> q = QueueOf(text);
    absl::StatusOr<BuiltProgram> program =
        q.ok() ? BuildProgram((*q)->context(), (*q)->device(),
                              {text.source, text.options, text.spirv})
               : absl::StatusOr<BuiltProgram>(q.status());
    if (program.ok()) LookAt(*program, mine.get());
    lock.lock();
    mine->program = std::move(program);
    mine->ready = true;
    built_.notify_all();
    return mine;
  }
  const std::shared_ptr<Built> other = programs_[text.key];
  // Not wait(): see Lane::Run() in worker_main.cc.
  while (!built_.wait_for(lock, std::chrono::hours(1),
                          [&other] { return other->ready; })) {
  }
  return other;
}

void WorkerDevice::Pin(const LaunchCommand& command) {
  if (!claims_.is_nvidia || command.shared) return;
  size_t end = 0;
  for (size_t i = 0; i < command.bytes.size(); ++i) {
    end = std::max<size_t>(end, command.offset[i] + command.bytes[i]);
  }
  if (end < kLeastPinned) return;
  queue_->Pin(live_, (end + kPinned - 1) / kPinned * kPinned);
}

absl::Status WorkerDevice::PrepareBuffers(const LaunchCommand& command) {
  const std::vector<uint64_t>& offsets = command.offset;
  const std::vector<uint64_t>& bytes = command.bytes;
  const bool shared = command.shared;
  std::vector<DeviceBuffer> buffers;
  guards_.clear();
  Pin(command);
  for (size_t i = 0; i < bytes.size(); ++i) {
    uint8_t* host = live_ + offsets[i];
    guards_.push_back(*GuardOf(host, bytes[i]));
    const bool handed_on = i == kWords || i == kPayload;
    const auto memory =
        handed_on ? static_cast<Memory>(command.memory) : Memory::kDevice;
    ASSIGN_OR_RETURN(DeviceBuffer b,
                     shared ? queue_->CreateBuffer(host, bytes[i])
                            : queue_->CreateBuffer(bytes[i], memory));
    if (!shared) RETURN_IF_ERROR(queue_->Upload(b, host, bytes[i]));
    buffers.push_back(std::move(b));
  }
  std::lock_guard<std::mutex> lock(buffers_mutex_);
  buffers_ = std::move(buffers);
  offsets_ = offsets;
  foreign_ = command.foreign;
  return absl::OkStatus();
}

absl::Status WorkerDevice::RunKernel(const LaunchCommand& command,
                                     cl::Kernel* kernel,
                                     FinishedEvent* finished) {
  std::vector<cl_uint> scalars(command.scalars.begin(), command.scalars.end());
  const uint32_t steps = command.steps;
  cl::Event first, last;
  double enqueued = 0;
  for (uint32_t step = 0; step < steps; ++step) {
    if (steps > 1) scalars.back() = step;
    absl::Status s = command.foreign ? SetArguments(command, buffers_, kernel)
                                     : SetArgs(kernel, buffers_, scalars);
    if (!s.ok()) {
      finished->stage = "setup";
      return s;
    }
    if (step == 0) {
      Phase("enqueue");
      enqueued = MonotonicSeconds();
    }
    ASSIGN_OR_RETURN(last, queue_->EnqueueKernel(
                               *kernel, RangeOf(command.grid, command.groups),
                               RangeOf(command.group_shape, command.group_size),
                               command.global_offset));
    if (step == 0) first = last;
  }
  if (command.polls) PollUntilDone(last);
  absl::Status s = queue_->Finish(last);
  finished->host_seconds = MonotonicSeconds() - enqueued;
  if (s.ok()) {
    Phase("complete");
    s = FinishAgain(last);
  }
  RETURN_IF_ERROR(s);
  const EventTimes a = ReadEventTimes(first), b = ReadEventTimes(last);
  if (b.end > a.start) finished->device_seconds = (b.end - a.start) * 1e-9;
  return absl::OkStatus();
}

absl::Status WorkerDevice::FinishAgain(const cl::Event& event) {
  board_at_end_.clear();
  if (!foreign_ && buffers_.size() == kRegions &&
      buffers_[kBoard].host != nullptr) {
    const uint8_t* board = live_ + offsets_[kBoard];
    board_at_end_.assign(board, board + buffers_[kBoard].bytes);
  }
  return queue_->Finish(event);
}

bool WorkerDevice::MovedAfterTheEnd() const {
  return !board_at_end_.empty() &&
         memcmp(live_ + offsets_[kBoard], board_at_end_.data(),
                board_at_end_.size()) != 0;
}

absl::Status WorkerDevice::ReadBack() {
  for (size_t i = 0; i < buffers_.size(); ++i) {
    const DeviceBuffer& buffer = buffers_[i];
    bool copied = false;
    RETURN_IF_ERROR(reader_.Read(
        [&](uint8_t* target, size_t bytes, size_t at, bool* in_place) {
          return queue_->Download(buffer, target, bytes, at, in_place);
        },
        live_ + offsets_[i], buffer.bytes, buffer.host != nullptr, &copied));
    // A copy comes to the host only now, whenever the launch has ended.
    if (i == kBoard && copied) board_at_end_.clear();
    if (*GuardOf(live_ + offsets_[i], buffer.bytes) != guards_[i]) {
      return absl::DataLossError(absl::StrCat(
          "the guard word of buffer ", i,
          " is not this launch's: a write or a read was lost, or the kernel "
          "wrote beyond what it uses"));
    }
  }
  return absl::OkStatus();
}

void WorkerDevice::Launch(const LaunchCommand& command) {
  FinishedEvent finished;
  finished.id = command.id;
  emit_(EventJson(StartedEvent{finished.id}));
  Phase("build");
  const std::shared_ptr<const Built> kept = Build(command);
  const Built& built = *kept;
  const auto fail = [&](absl::string_view stage, const absl::Status& s) {
    if (finished.stage.empty()) {
      finished.stage = absl::IsAborted(s)         ? "unreported"
                       : absl::IsDataLoss(s)      ? "setup"
                       : absl::IsUnimplemented(s) ? "limit"
                                                  : std::string(stage);
    }
    finished.what = std::string(s.message());
    finished.gone = absl::IsUnavailable(s);
    emit_(EventJson(finished));
  };
  if (!built.program.ok()) {
    return fail(BuildStage(built.program.status()), built.program.status());
  }
  // The next launch begins with the variables' first values, too.
  if (built.has_variables) {
    std::lock_guard<std::mutex> lock(builds_mutex_);
    programs_.erase(command.key);
  }
  finished.build_seconds = built.program->seconds;
  finished.build_log = built.program->log;
  absl::StatusOr<cl::Kernel> kernel =
      CreateKernel(built.program->program, command.kernel);
  if (!kernel.ok()) return fail(BuildStage(kernel.status()), kernel.status());
  if (command.concurrent) {
    const absl::Status set =
        OpenClStatus("clSetKernelExecInfo", SetConcurrent(*kernel, true));
    if (!set.ok()) return fail("setup", set);
  }
  // Here and not with the end: of a launch that hangs it is wanted too.
  Phase("upload", built.digest);
  {
    std::lock_guard<std::mutex> lock(buffers_mutex_);
    queue_ = *QueueOf(command);  // the program was built in its context
  }
  absl::Status s = PrepareBuffers(command);
  if (!s.ok()) return fail("setup", s);
  s = RunKernel(command, &*kernel, &finished);
  if (!s.ok()) return fail("run", s);
  Phase("read");
  s = ReadBack();
  if (!s.ok()) return fail("run", s);
  if (MovedAfterTheEnd()) {
    return fail("moved",
                absl::InternalError("clFinish and clWaitForEvents came back, "
                                    "and the board moved on after that"));
  }
  finished.ok = true;
  emit_(EventJson(finished));
}

void WorkerDevice::Binary(const BinaryCommand& command) {
  const auto done = [this](const absl::Status& s) {
    emit_(EventJson(BinaryEvent{s.ok(), std::string(s.message())}));
  };
  const std::shared_ptr<const Built> built = Build(command);
  if (!built->program.ok()) return done(built->program.status());
  const absl::StatusOr<std::string> binary =
      ProgramBinary(built->program->program);
  if (!binary.ok()) return done(binary.status());
  done(WriteTextFile(command.path, *binary));
}

void WorkerDevice::Needs(const NeedsCommand& command) {
  NeedsEvent needs;
  const auto fail = [&](const absl::Status& s) {
    needs.what = std::string(s.message());
    emit_(EventJson(needs));
  };
  const std::shared_ptr<const Built> built = Build(command);
  if (!built->program.ok()) return fail(built->program.status());
  needs.kernels = KernelNames(built->program->program);
  needs.kernel = command.kernel.empty() && needs.kernels.size() == 1
                     ? needs.kernels[0]
                     : command.kernel;
  const absl::StatusOr<cl::Kernel> kernel =
      CreateKernel(built->program->program, needs.kernel);
  if (!kernel.ok()) return fail(kernel.status());
  const cl::Device& device = (*QueueOf(command))->device();
  needs.device = ReadLimits(device, claims_);
  needs.needs = ReadKernelNeeds(*kernel, device);
  needs.required_shape = RequiredShape(*kernel, device);
  absl::StatusOr<std::vector<KernelParameter>> parameters =
      ReadParameters(*kernel);
  if (parameters.ok()) {
    needs.parameters = *std::move(parameters);
  } else {
    needs.parameters_text = std::string(parameters.status().message());
  }
  if (claims_.concurrent_dispatch && command.group_size != 0) {
    const absl::StatusOr<size_t> most =
        (*QueueOf(command))
            ->ConcurrentGroups(
                *kernel, RangeOf(command.group_shape, command.group_size));
    if (!most.ok()) return fail(most.status());
    needs.needs.concurrent_groups =
        static_cast<uint32_t>(std::min<size_t>(*most, UINT32_MAX));
  }
  needs.build_log = built->program->log;
  needs.ok = true;
  emit_(EventJson(needs));
}

void WorkerDevice::Host(const HostCommand& command) {
  HostCheckSpec spec;
  spec.name = command.check;
  for (const std::string& word : command.words) {
    const size_t equals = word.find('=');
    if (equals == word.npos) continue;
    spec.words[word.substr(0, equals)] = word.substr(equals + 1);
  }
  spec.source = command.source;
  spec.cuts_loops = command.cuts_loops;
  spec.patience = command.patience;
  emit_(EventJson(HostEvent{RunHostCheck(
      entry_.device, spec, [this](const std::string& call) { Phase(call); },
      &host_bench_)}));
}

void WorkerDevice::Snapshot(const SnapshotCommand& command) {
  std::vector<DeviceBuffer> buffers;
  std::vector<uint64_t> offsets;
  bool foreign = false;
  {
    std::lock_guard<std::mutex> lock(buffers_mutex_);
    buffers = buffers_;
    offsets = offsets_;
    foreign = foreign_;
  }
  absl::Status s;
  for (size_t i = 0; i < buffers.size() && s.ok(); ++i) {
    // The scratch says nothing of progress.
    if (!foreign && i == kScratch) continue;
    s = queue_->Snapshot(buffers[i], snapshots_ + offsets[i],
                         foreign || i == kPayload
                             ? std::min(buffers[i].bytes, kSnapshotPayloadBytes)
                             : buffers[i].bytes);
  }
  emit_(EventJson(SnapshotEvent{command.id, s.ok(), std::string(s.message())}));
}

void WorkerDevice::Poke(const PokeCommand& command) {
  DeviceBuffer buffer;
  {
    std::lock_guard<std::mutex> lock(buffers_mutex_);
    if (command.region >= buffers_.size()) return;
    buffer = buffers_[command.region];
  }
  const uint32_t value = command.value;
  const absl::Status s =
      queue_->Poke(buffer, &value, sizeof(value), command.word * sizeof(value));
  emit_(EventJson(PokedEvent{s.ok()}));
}

}  // namespace wgsync
