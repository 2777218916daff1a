// A worker that a test plays in virtual time: its events, the launch's memory,
// its threads and its heart; and a fixture that watches a launch of it.

#ifndef WGSYNC_SUITE_ENGINE_PLAYED_TEST_PLAYED_WORKER_H_
#define WGSYNC_SUITE_ENGINE_PLAYED_TEST_PLAYED_WORKER_H_

#include <sys/types.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/launch/launch_memory_testing.h"
#include "suite/engine/watch.h"
#include "suite/worker/thread_times.h"
#include "suite/worker/watched_worker.h"

namespace wgsync {

inline constexpr int kLaunch = 7;
// The clock's smallest step; all times of a script are multiples of it, and so
// exact. A launch is looked at every third step.
inline constexpr double kStep = 1.0 / 128;
inline constexpr int kStepsOfALook = 3;
inline constexpr double kLook = kStepsOfALook * kStep;
inline constexpr double kBegin = 1000;  // what the clock shows at the command

struct PlayedThread {
  char state = 'R';
  double cores = 1;  // that it has, and in which it waits for one
  double waits = 0;
  double cpu_seconds = 0;
  double waiting_seconds = 0;
};

class PlayedWorker : public WatchedWorker {
 public:
  explicit PlayedWorker(const LaunchSpec& spec) : memory(spec), shot(spec) {}

  // At this time, in seconds from the command.
  void At(double seconds, std::function<void()> edit) {
    script_.emplace(kBegin + seconds,
                    [edit = std::move(edit)](nlohmann::json*) {
                      edit();
                      return Got::kTimeout;
                    });
  }
  void Emit(double seconds, nlohmann::json event) {
    script_.emplace(kBegin + seconds,
                    [event = std::move(event)](nlohmann::json* e) mutable {
                      *e = std::move(event);
                      return Got::kEvent;
                    });
  }
  void Die(double seconds) {
    script_.emplace(kBegin + seconds,
                    [](nlohmann::json*) { return Got::kGone; });
  }
  // The watchdog itself has no core for so long.
  void HoldUp(double seconds, double how_long) {
    At(seconds, [=] { Advance(now_ + how_long); });
  }

  Sent Send(const nlohmann::json& command, double seconds) override {
    sent.push_back(command);
    waits_for_room.push_back(seconds);
    if (command.value("cmd", "") != "snapshot") return takes;
    if (!answers) return Sent::kYes;
    At(now_ - kBegin + kStep, [this] {
      memcpy(shot.half_for_writing(), memory.half(), memory.layout().total);
    });
    Emit(now_ - kBegin + kStep, {{"event", "SNAPSHOT"},
                                 {"id", command.value("id", 0)},
                                 {"ok", snapshots_ok}});
    return Sent::kYes;
  }

  Got Next(double seconds, nlohmann::json* event) override {
    const double until = now_ + std::ceil(seconds / kStep) * kStep;
    while (!script_.empty() && script_.begin()->first <= until) {
      const auto run = script_.begin()->second;
      Advance(script_.begin()->first);
      script_.erase(script_.begin());
      const Got got = run(event);
      if (got != Got::kTimeout) return got;
    }
    Advance(until);
    return Got::kTimeout;
  }

  double Now() const override { return now_; }
  ThreadTimes Threads() const override {
    ThreadTimes times;
    for (const auto& [tid, t] : threads) {
      times[tid] = {t.state, t.cpu_seconds, t.waiting_seconds};
    }
    return times;
  }
  double CpuSeconds() const override { return cpu_seconds_; }
  uint64_t Heartbeat() const override { return static_cast<uint64_t>(heart); }
  uint8_t* live() const override {
    if (on_read) on_read();
    return const_cast<uint8_t*>(memory.half());
  }
  uint8_t* snapshots() const override {
    now_ += decode_seconds;
    return const_cast<uint8_t*>(shot.half());
  }

  struct Memory : LaunchMemory {
    using LaunchMemory::LaunchMemory;
    uint8_t* half_for_writing() { return const_cast<uint8_t*>(half()); }
  };
  Memory memory;  // the live half
  Memory shot;    // the half of snapshots
  std::map<pid_t, PlayedThread> threads = {{1, {}}};
  double heart = 5;
  double beats = 100;  // a second
  double all_cores = 1.5;
  double decode_seconds = 0;  // that reading a snapshot takes
  Sent takes = Sent::kYes;    // launches
  bool answers = true;        // questions for snapshots
  bool snapshots_ok = true;
  std::function<void()> on_read;  // before the live half is read
  std::vector<nlohmann::json> sent;
  std::vector<double> waits_for_room;

 private:
  void Advance(double to) {
    if (to <= now_) return;
    const double passed = to - now_;
    now_ = to;
    heart += beats * passed;
    cpu_seconds_ += all_cores * passed;
    for (auto& [tid, t] : threads) {
      t.cpu_seconds += t.cores * passed;
      t.waiting_seconds += t.waits * passed;
    }
  }

  std::multimap<double, std::function<Got(nlohmann::json*)>> script_;
  mutable double now_ = kBegin;
  double cpu_seconds_ = 3;
};

class WatchPlayedTest : public ::testing::Test {
 protected:
  WatchPlayedTest() {
    o_.live = o_.channel_proven = true;
    o_.cpu_seconds = 0.02;
    o_.deadline_seconds = 0.75;
    o_.patience_seconds = 1;
    o_.frozen_seconds = o_.stuck_seconds = 0.125;
    Play(LaunchMemory::Spec("barrier.counter_per_group", "exchange"));
  }
  // Begins anew, with another launch.
  void Play(const LaunchSpec& spec) {
    spec_ = spec;
    w_ = std::make_unique<PlayedWorker>(spec);
  }
  void Bounded() {
    spec_.program.waits = WaitMode::kBounded;
    Play(spec_);
    o_.bounded = true;
    o_.bounded_seconds = 4;
  }
  void NotLive() {
    o_.live = false;
    o_.cpu_seconds = 0;
  }
  WatchResult Watch() {
    const WatchResult r =
        wgsync::Watch(w_.get(), {{"cmd", "launch"}, {"id", kLaunch}}, spec_,
                      MakeLayout(spec_), o_);
    took_ = w_->Now() - kBegin;
    return r;
  }

  void Phase(double at, const std::string& phase) {
    w_->Emit(at, {{"event", "PHASE"}, {"phase", phase}});
  }
  void Finish(double at, nlohmann::json more = {}) {
    nlohmann::json e = {{"event", "FINISHED"}, {"ok", true}};
    if (more.is_object()) e.update(more);
    w_->Emit(at, e);
  }
  void Fail(double at, const std::string& stage) {
    Finish(at, {{"ok", false}, {"stage", stage}, {"what", "CL_FROB"}});
  }
  void StartWord(uint32_t group) { w_->memory.At(kBoard, group) = 1; }
  void EndWord(uint32_t group) {
    w_->memory.At(kBoard, spec_.groups + group) = 1;
  }
  void AllStart() {
    for (uint32_t g = 0; g < spec_.groups; ++g) StartWord(g);
  }
  void AllEnd() {
    for (uint32_t g = 0; g < spec_.groups; ++g) EndWord(g);
  }
  uint32_t& Role(uint32_t role, const char* field) {
    return w_->memory.RoleField(role, field);
  }
  // Every group has arrived and waits.
  void AllWait() {
    for (uint32_t g = 0; g < spec_.groups; ++g) {
      Role(g, "WG_ROLE_ARRIVED") = kPattern + 1;
      Role(g, "WG_ROLE_KIND") = 0;
    }
  }
  // Enqueued at 1 s; all groups start with that, and are seen at once.
  void Begin() {
    w_->At(1, [this] { AllStart(); });
    Phase(1, "enqueue");
  }
  // ... and wait.
  void BeginToWait() {
    w_->At(1, [this] { AllWait(); });
    Begin();
  }
  void Every(double step, double from, double to, std::function<void()> edit) {
    for (double at = from; at < to; at += step) w_->At(at, edit);
  }

  LaunchSpec spec_;
  WatchOptions o_;
  std::unique_ptr<PlayedWorker> w_;
  double took_ = 0;  // from the command
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_PLAYED_TEST_PLAYED_WORKER_H_
