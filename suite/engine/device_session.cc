#include "suite/engine/device_session.h"

#include <algorithm>
#include <array>
#include <random>

#include "absl/strings/str_cat.h"
#include "kernels/embedded.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/launch/decode.h"
#include "suite/core/next/budget.h"
#include "suite/core/next/run_case.h"
#include "suite/engine/host_watch.h"
#include "suite/worker/commands.h"
#include "suite/worker/memory_report.h"
#include "suite/worker/messages.h"

namespace wgsync {
namespace {

using nlohmann::json;
using Got = WorkerProcess::Got;

constexpr double kCpuShare = 0.020;

std::string ProbeSource() {
  const EmbeddedFile* file = FindKernelFile("probes/worker.cl");
  return file == nullptr ? "" : file->text;
}

uint32_t* Word(uint8_t* at, size_t word) {
  return reinterpret_cast<uint32_t*>(at) + word;
}

uint32_t Load(uint8_t* at, size_t word) {
  return __atomic_load_n(Word(at, word), __ATOMIC_RELAXED);
}

std::vector<uint64_t> SidesOf(uint64_t count, uint32_t dims) {
  const std::array<uint64_t, 3> sides = Sides(count, dims);
  return {sides.begin(), sides.begin() + dims};
}

}  // namespace

absl::Status DeviceSession::EndWorker() {
  if (worker_ == nullptr) return absl::OkStatus();
  const pid_t pid = worker_->pid();
  const bool reaped = worker_->Kill(timeouts_.reap);
  worker_.reset();
  built_ahead_.clear();
  if (reaped) return absl::OkStatus();
  return absl::DataLossError(
      absl::StrCat("SIGKILL did not end the worker (pid ", pid, ") in ",
                   timeouts_.reap, " s: the device is wedged"));
}

void DeviceSession::FillProbe() {
  for (uint8_t* half : {worker_->live(), worker_->snapshots()}) {
    std::fill(Word(half, 0), Word(half, kPage / 4), kPattern);
  }
  *GuardOf(worker_->live(), kPage) = static_cast<uint32_t>(++launches_);
}

LaunchCommand DeviceSession::ProbeCommand(const std::string& kernel,
                                          uint32_t scalar, uint32_t budget,
                                          bool shared) const {
  std::string options = "-cl-std=CL1.2";
  // A program that the driver's cache has loads no compiler, and the
  // fingerprint lists the loaded files: NVIDIA's differed from run to run. So
  // the worker that reads it builds a program that no cache has. A CPU's driver
  // has its compiler linked, and PoCL's cache keeps all that it ever got.
  if (!cpu() && profile_.fingerprint->is_null()) {
    absl::StrAppend(&options, " -D WG_FRESH=", std::random_device{}(), "u");
  }
  LaunchCommand command = {{"probe", ProbeSource(), options}};
  command.kernel = kernel;
  command.groups = command.group_size = 1;
  command.shared = shared;
  command.offset = {0};
  command.bytes = {kPage};
  command.scalars = {scalar, budget};
  return command;
}

absl::Status DeviceSession::RunProbe(const LaunchCommand& command,
                                     FinishedEvent* finished) {
  worker_->Send(CommandJson(command), timeouts_.probe);
  json e;
  if (AwaitStart(FinishedEvent::kName, timeouts_.probe, &e) != Got::kEvent ||
      !IsEvent(e, finished)) {
    return Gone(absl::StrCat("the kernel ", command.kernel));
  }
  if (!finished->ok) {
    return absl::UnavailableError(
        absl::StrCat(command.kernel, ": ", finished->what));
  }
  return absl::OkStatus();
}

absl::Status DeviceSession::Canary() {
  constexpr uint32_t kItems = 4;
  FillProbe();
  LaunchCommand command = ProbeCommand("wgsync_canary", 0, 0, false);
  command.groups = kItems;
  FinishedEvent finished;
  RETURN_IF_ERROR(RunProbe(command, &finished));
  const uint32_t sum = Load(worker_->live(), 0) - kPattern;
  if (sum != kItems * (kItems + 1) / 2) {
    return absl::UnavailableError(absl::StrCat(
        "the canary counted ", sum, " instead of ", kItems * (kItems + 1) / 2));
  }
  return absl::OkStatus();
}

// The channel is proven if the host sees a store of a kernel that still runs.
absl::Status DeviceSession::SelfTest() {
  constexpr int kTries = 8;  // the host itself may come too late
  profile_.channel_proven = false;
  live_ = cpu();
  for (int i = 0; i < kTries && !profile_.channel_proven; ++i) {
    RETURN_IF_ERROR(SelfTestOnce());
  }
  proven_before_ = proven_before_ || profile_.channel_proven;
  return absl::OkStatus();
}

absl::Status DeviceSession::SelfTestOnce() {
  constexpr uint32_t kOpened = 1;
  uint8_t* seen = live_ ? worker_->live() : worker_->snapshots();
  FillProbe();
  const double look =
      16 * std::max(profile_.calibration.volatile_poll_seconds, 1e-10);
  // On an H200 the host sees the kernel's store in 1 ms, or not in this try,
  // however long it is.
  const double waits = !live_ && proven_before_ ? 0.1 : 0.5;
  worker_->Send(
      CommandJson(ProbeCommand(
          "wgsync_selftest", kOpened,
          profile_.loops_cut ? kCutLoop : LoopBudget(waits / look), live_)),
      timeouts_.probe);
  const double until = MonotonicSeconds() + timeouts_.probe;
  bool asked = false;
  for (;;) {
    json e;
    const Got got = worker_->Next(0.0002, &e);
    if (got == Got::kGone || MonotonicSeconds() > until) {
      return Gone("the self-test of the snapshot channel");
    }
    if (FinishedEvent f; IsEvent(e, &f)) {
      return f.ok ? absl::OkStatus() : absl::UnavailableError(f.what);
    }
    if (SnapshotEvent s; IsEvent(e, &s)) asked = false;
    if (profile_.channel_proven) continue;
    if (Load(seen, 0) == 1 && Load(seen, 2 * kLineWords) == kPattern) {
      profile_.channel_proven = true;
      if (live_) {
        __atomic_store_n(Word(seen, kLineWords), kOpened, __ATOMIC_RELAXED);
      } else {
        worker_->Send(CommandJson(PokeCommand{0, kLineWords, kOpened}),
                      timeouts_.probe);
      }
    } else if (!live_ && !asked) {
      worker_->Send(CommandJson(SnapshotCommand()), timeouts_.snapshot);
      asked = true;
    }
  }
}

absl::Status DeviceSession::ReadFingerprint() {
  if (!profile_.fingerprint->is_null()) return absl::OkStatus();
  worker_->Send(CommandJson(FingerprintCommand()), timeouts_.open);
  json e;
  FingerprintEvent event;
  if (worker_->Await(FingerprintEvent::kName, timeouts_.open, &e) !=
          Got::kEvent ||
      !IsEvent(e, &event)) {
    return Gone("reading the fingerprint");
  }
  profile_.fingerprint = std::move(event.fingerprint);
  profile_.driver_digest = event.digest;
  return absl::OkStatus();
}

absl::Status DeviceSession::HangTest() {
  RETURN_IF_ERROR(EnsureWorker());
  if (!profile_.channel_proven) {
    return absl::UnavailableError(
        "the snapshot channel did not pass its self-test: nothing shows that "
        "the kernel spins");
  }
  FillProbe();
  worker_->Send(CommandJson(ProbeCommand("wgsync_spin", 1, kMaxLoop, live_)),
                timeouts_.probe);
  const double until = MonotonicSeconds() + timeouts_.probe;
  uint8_t* seen = live_ ? worker_->live() : worker_->snapshots();
  while (Load(seen, 0) != 1) {
    json e;
    if (!live_) {
      worker_->Send(CommandJson(SnapshotCommand()), timeouts_.snapshot);
    }
    if (worker_->Next(0.05, &e) == Got::kGone || MonotonicSeconds() > until) {
      return Gone("the spinning kernel");
    }
    if (FinishedEvent f; IsEvent(e, &f)) {
      return absl::UnavailableError(
          absl::StrCat("the spinning kernel ended by itself ", f.what));
    }
  }
  // The device is opened anew, too.
  spare_.reset();
  RETURN_IF_ERROR(EndWorker());
  return EnsureWorker();
}

LaunchRecord DeviceSession::Recorded(const Question& q) {
  LaunchRecord record =
      RecordOf(q.purpose, q.spec,
               Launch(q.spec, q.deadline_seconds, q.patience_seconds));
  record.shared = live_;
  record.deadline_seconds = q.deadline_seconds;
  record.patience_seconds = q.patience_seconds;
  // The worker is there, and so is the memory of the launch.
  if (q.spec.discover && record.ending == Ending::kFinished) {
    record.found = DecodeDiscovery(MakeLayout(q.spec), worker_->live());
  }
  if (keep_) record.number = keep_(record);
  return record;
}

WatchResult DeviceSession::Launch(const LaunchSpec& spec,
                                  double deadline_seconds,
                                  double patience_seconds,
                                  double quiet_seconds) {
  WatchResult failed;
  absl::Status s = EnsureWorker();
  if (!s.ok()) {
    failed.o.ending =
        absl::IsAborted(s) ? Ending::kEndedFromOutside : Ending::kDeviceLost;
    failed.o.ending_text = failed.what = std::string(s.message());
    return failed;
  }
  failed.setup_failed = true;
  const Layout layout = MakeLayout(spec);
  absl::StatusOr<LaunchCommand> launch = CommandOf(spec, layout);
  if (!launch.ok() || layout.total > kHalfBytes) {
    failed.what = launch.ok() ? "the grid does not fit into shared memory"
                              : std::string(launch.status().message());
    return failed;
  }
  const double begun = MonotonicSeconds();
  FillRegions(spec, layout, worker_->live());
  times_.Add(purpose_, Phase::kFill, MonotonicSeconds() - begun);
  SetGuards(layout, static_cast<uint32_t>(launches_ + 1), worker_->live());
  launch->id = ++launches_;
  launch->shared = live_ && profile_.channel_proven;
  WatchOptions o;
  o.deadline_seconds = deadline_seconds;
  o.patience_seconds = patience_seconds;
  o.quiet_seconds = quiet_seconds;
  o.live = live_;
  o.channel_proven = profile_.channel_proven;
  o.bounded = spec.program.waits == WaitMode::kBounded || spec.discover;
  o.bounded_seconds = o.bounded ? 10 * kBoundedSeconds : 0;
  // On a GPU a bounded wait for a lock lasts as long as the patience.
  if (!cpu() && spec.program.waits == WaitMode::kBounded) {
    o.bounded_seconds += patience_seconds;
  }
  o.stuck_seconds = std::max(0.1, 1000 * profile_.calibration.rmw_poll_seconds);
  // No phase in which a launch shows nothing lasts longer than two whole ones
  // without waits.
  o.frozen_seconds = std::max(o.stuck_seconds, deadline_seconds / 10);
  const Primitive& primitive = *spec.program.c.primitive;
  // Of a shape a later pair tells which groups take steps.
  o.proves_early = !IsLock(primitive.family) && !IsShape(primitive);
  o.cpu_seconds = cpu() ? kCpuShare : 0;
  o.timeouts = timeouts_;
  WatchResult r = Watch(worker_.get(), CommandJson(*launch), spec, layout, o);
  for (size_t i = 0; i < kPhases; ++i) {
    times_.Add(purpose_, static_cast<Phase>(i), r.phases[i]);
  }
  if (!r.binary_digest.empty()) {
    binary_digests_[ProgramKey(spec.program)] = r.binary_digest;
  }
  const bool finished = r.o.ending == Ending::kFinished ||
                        r.o.ending == Ending::kFinishedLate || r.build_failed;
  if (r.o.ending == Ending::kWorkerDied) {
    r.o.ending_text = worker_->EndText();
    if (r.o.ending_text.empty()) r.o.ending_text = "the worker broke its pipe";
    if (worker_->EndedFromOutside()) {
      r.o.ending = Ending::kEndedFromOutside;
      r.o.ending_text =
          absl::StrCat(worker_->EndText(), "; ", worker_->OutsideText());
    } else {
      r.o.ending_text += AddressSpaceText();
    }
    const std::string printed = worker_->LastPrinted();
    if (!printed.empty()) {
      absl::StrAppend(&r.o.ending_text, "; it printed last: ", printed);
    }
  }
  if (!finished) {
    s = EndWorker();
    if (!s.ok()) {
      r.o.ending = Ending::kDeviceLost;
      r.o.ending_text = std::string(s.message());
    }
  }
  return r;
}

HostObservation DeviceSession::RunHost(const HostCase& c) {
  HostObservation o;
  const auto lost = [&o](const absl::Status& why) {
    o.evidence.ending = absl::IsAborted(why) ? HostEnding::kEndedFromOutside
                                             : HostEnding::kDeviceLost;
    o.report.what = std::string(why.message());
    return o;
  };
  absl::Status s = EnsureWorker();
  if (!s.ok()) return lost(s);
  const double begun = MonotonicSeconds();
  o = WatchHost(
      worker_.get(),
      CommandJson(HostCommand{c.check->name, HostWordsOf(c), HostCheckSource(),
                              profile_.loops_cut, HostPatience(timeouts_)}),
      timeouts_);
  times_.Add(Purpose::kHostChecks, Phase::kRun, MonotonicSeconds() - begun);
  if (o.evidence.ending == HostEnding::kWorkerDied) {
    std::string& what = o.report.what = worker_->EndText();
    if (worker_->EndedFromOutside()) {
      o.evidence.ending = HostEnding::kEndedFromOutside;
      what = absl::StrCat(worker_->EndText(), "; ", worker_->OutsideText());
    } else {
      what += AddressSpaceText();
    }
    const std::string printed = worker_->LastPrinted();
    if (!printed.empty())
      o.report.facts.words.push_back("it printed last: " + printed);
  }
  const bool orderly = o.evidence.ending == HostEnding::kCameBack ||
                       o.evidence.ending == HostEnding::kRefused;
  if (orderly && o.report.facts.wrong == 0) return o;
  // What a driver has done wrong may follow its worker into the next case.
  s = EndWorker();
  return s.ok() ? o : lost(s);
}

void DeviceSession::BuildAhead(const ProgramSpec& spec) {
  // On a CPU the compiler would take the cores that the case runs on.
  if (worker_ == nullptr || cpu()) return;
  const std::string key = ProgramKey(spec);
  if (built_ahead_.count(key) == 0 && SendBuild(spec)) built_ahead_.insert(key);
}

absl::StatusOr<ProgramText> DeviceSession::TextOf(const ProgramSpec& spec) {
  ASSIGN_OR_RETURN(const std::string source, ComposeSource(spec));
  return ProgramText{ProgramKey(spec), source, BuildOptions(spec),
                     spec.c.grid.via == Via::kSpirv,
                     static_cast<uint64_t>(spec.c.grid.queue)};
}

absl::StatusOr<LaunchCommand> DeviceSession::CommandOf(const LaunchSpec& spec,
                                                       const Layout& layout) {
  ASSIGN_OR_RETURN(const ProgramText text, TextOf(spec.program));
  LaunchCommand command = {text};
  command.kernel = KernelName(spec);
  command.groups = spec.groups;
  command.group_size = spec.group_size;
  const uint32_t dims = spec.program.c.grid.dims;
  if (dims > 1) {
    command.grid = SidesOf(spec.groups, dims);
    command.group_shape = SidesOf(spec.group_size, dims);
  }
  command.polls = spec.program.c.grid.host == HostWait::kPoll;
  command.memory = static_cast<uint64_t>(spec.program.c.grid.memory);
  // A discovery has more groups than any promise is about.
  command.concurrent =
      spec.program.c.grid.dispatch == Dispatch::kConcurrent && !spec.discover;
  command.offset.assign(layout.offset, layout.offset + kRegions);
  command.bytes.assign(layout.bytes, layout.bytes + kRegions);
  const auto scalars = KernelScalars(spec);
  command.scalars.assign(scalars.begin(), scalars.end());
  command.steps = KernelsOf(spec);
  return command;
}

bool DeviceSession::SendBuild(const ProgramSpec& spec) {
  const absl::StatusOr<ProgramText> text = TextOf(spec);
  return text.ok() &&
         worker_->Send(CommandJson(BuildCommand{*text}), timeouts_.build) ==
             WorkerProcess::Sent::kYes;
}

bool DeviceSession::BuildNow(const ProgramSpec& spec, BuiltEvent* event) {
  if (!EnsureWorker().ok()) return false;
  AwaitBuilds();
  json e;
  if (SendBuild(spec) &&
      worker_->Await(BuiltEvent::kName, timeouts_.build, &e) == Got::kEvent &&
      IsEvent(e, event)) {
    return true;
  }
  EndWorker().IgnoreError();
  return false;
}

std::string DeviceSession::BinaryDigest(const ProgramSpec& spec) {
  const std::string key = ProgramKey(spec);
  const auto known = binary_digests_.find(key);
  if (known != binary_digests_.end()) return known->second;
  BuiltEvent e;
  if ((claims_known_ && !tells_code_) || !BuildNow(spec, &e)) return "";
  return binary_digests_[key] = e.binary_digest;
}

void DeviceSession::AwaitBuilds() {
  json ignored;
  const double until = MonotonicSeconds() + timeouts_.probe;
  while (worker_ != nullptr && MonotonicSeconds() < until &&
         worker_->builds_seen() < static_cast<int>(built_ahead_.size())) {
    if (worker_->Next(0.1, &ignored) == Got::kGone) return;
  }
}

}  // namespace wgsync
