#include "suite/engine/foreign_watch.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "nlohmann/json.hpp"
#include "suite/core/launch/layout.h"
#include "suite/engine/lost_time.h"
#include "suite/worker/commands.h"
#include "suite/worker/messages.h"
#include "suite/worker/thread_times.h"

namespace wgsync {
namespace {

using nlohmann::json;
using Got = WatchedWorker::Got;

constexpr double kTick = 0.004;
constexpr double kLateTick = 0.010;
constexpr double kLookEvery = 0.020;
constexpr double kMovingLimits = 4;
// Of each region a look reads so many words.
constexpr uint64_t kLookedWords = 16384;
constexpr size_t kMostMoved = 8;

class ForeignWatcher {
 public:
  ForeignWatcher(WatchedWorker* worker, const LaunchCommand& command,
                 const ForeignWatchOptions& options)
      : worker_(worker),
        command_(command),
        opt_(options),
        lost_(worker->Now(), kTick, kLateTick),
        begun_(lost_.Here()) {}

  ForeignResult Run() {
    const auto sent = worker_->Send(CommandJson(command_), opt_.timeouts.build);
    if (sent == WatchedWorker::Sent::kGone) End(TryEnding::kCrashed, "");
    if (sent == WatchedWorker::Sent::kTimeout) NotBack();
    while (!done_) Tick();
    if (r_.seconds == 0 && enqueued_) r_.seconds = worker_->Now() - begun_.at;
    if (opt_.stamps && seen_ != nullptr && r_.ending != TryEnding::kFinished) {
      KeepLast();
    }
    return std::move(r_);
  }

 private:
  void End(TryEnding ending, const std::string& text) {
    r_.ending = ending;
    r_.text = text;
    done_ = true;
  }

  void NotBack() {
    End(TryEnding::kRefused,
        absl::StrCat("the driver did not come back from ", phase_, " in ",
                     opt_.timeouts.build, " s"));
  }

  void Tick() {
    json event;
    const Got got = worker_->Next(kTick, &event);
    const double now = worker_->Now();
    lost_.Look(now);
    if (got == Got::kGone) return End(TryEnding::kCrashed, "");
    if (got == Got::kEvent) {
      OnEvent(event);
      if (done_) return;
    }
    if (!enqueued_) {
      if (PatienceOf(lost_, begun_, opt_.timeouts.build, opt_.timeouts) !=
          Patience::kLeft) {
        NotBack();
      }
      return;
    }
    if (now - looked_at_ > kLookEvery) Look(now);
    if (!done_) CheckTime();
  }

  void OnEvent(const json& e) {
    if (PhaseEvent phase; IsEvent(e, &phase)) {
      phase_ = phase.phase;
      if (phase_ != "enqueue") return;
      enqueued_ = true;
      begun_ = lost_.Here();
      threads_at_start_ = worker_->Threads();
    } else if (SnapshotEvent s; IsEvent(e, &s)) {
      if (s.id != command_.id) return;
      asked_ = false;
      if (s.ok) Seen(worker_->snapshots());
    } else if (FinishedEvent f; IsEvent(e, &f)) {
      Finished(f);
    } else if (ErrorEvent error; IsEvent(e, &error)) {
      End(TryEnding::kRefused, error.what);
    }
  }

  void Finished(const FinishedEvent& f) {
    r_.seconds = f.device_seconds > 0 ? f.device_seconds : f.host_seconds;
    if (f.ok) return End(TryEnding::kFinished, "");
    End(f.gone                                        ? TryEnding::kLost
        : f.stage == "run" || f.stage == "unreported" ? TryEnding::kFailed
                                                      : TryEnding::kRefused,
        f.what);
  }

  void Look(double now) {
    looked_at_ = now;
    if (opt_.cpu_seconds > 0) {
      lost_.Starved(LongestWait(threads_at_start_, worker_->Threads()));
    }
    if (!opt_.channel_proven || lost_.Usable(begun_) < opt_.limit_seconds / 2) {
      return;
    }
    if (command_.shared) return Seen(worker_->live());
    if (asked_) return;
    asked_ = true;
    worker_->Send(CommandJson(SnapshotCommand{command_.id}),
                  opt_.timeouts.snapshot);
  }

  void KeepLast() {
    const uint8_t* const region = seen_ + command_.offset.back();
    r_.last.resize(command_.bytes.back());
    for (uint64_t w = 0; w < r_.last.size() / sizeof(uint32_t); ++w) {
      const uint32_t word = ReadWord(region, w);
      memcpy(&r_.last[w * sizeof(word)], &word, sizeof(word));
    }
  }

  void Seen(const uint8_t* half) {
    seen_ = half;
    // As of this look: a group that starts later moves words before the next.
    started_ = opt_.stamps && ReadWord(half + command_.offset.back(), 0) != 0;
    std::vector<uint32_t> words;
    for (uint32_t i = 0; i < command_.bytes.size(); ++i) {
      const uint64_t count =
          std::min<uint64_t>(command_.bytes[i] / 4, kLookedWords);
      for (uint64_t w = 0; w < count; ++w) {
        words.push_back(ReadWord(half + command_.offset[i], w));
        if (r_.looks == 0 || words.back() == first_[words.size() - 1]) continue;
        const bool known = std::any_of(
            r_.moved.begin(), r_.moved.end(),
            [&](const MovedWord& m) { return m.region == i && m.word == w; });
        if (!known && r_.moved.size() < kMostMoved) r_.moved.push_back({i, w});
      }
    }
    if (++r_.looks > 1) return;
    first_ = std::move(words);
    threads_at_look_ = worker_->Threads();
  }

  void CheckTime() {
    const bool moving = !r_.moved.empty();
    double least = 0;
    // Threads that are runnable had their share since the first look.
    const bool ran = opt_.cpu_seconds <= 0 || r_.looks == 0 ||
                     EachHadACore(opt_.cpu_seconds, threads_at_look_,
                                  worker_->Threads(), &least);
    const double limit =
        moving || !ran ? kMovingLimits * opt_.limit_seconds
        : started_     ? opt_.limit_seconds
                       : std::max(opt_.limit_seconds, opt_.compile_seconds);
    const Patience patience = PatienceOf(lost_, begun_, limit, opt_.timeouts);
    if (patience == Patience::kLeft) return;
    if (patience == Patience::kNoProcessor || !ran) {
      return End(TryEnding::kNoProcessor,
                 absl::StrFormat("in %.1f s the process could run for %.1f s",
                                 lost_.Passed(begun_), lost_.Usable(begun_)));
    }
    End(r_.looks < 2 ? TryEnding::kUnseen
        : moving     ? TryEnding::kMoving
                     : TryEnding::kHung,
        "");
  }

  WatchedWorker* worker_;
  const LaunchCommand& command_;
  const ForeignWatchOptions& opt_;
  ForeignResult r_;
  bool done_ = false, enqueued_ = false, asked_ = false, started_ = false;
  std::string phase_ = "start";
  LostTime lost_;
  LostTime::Mark begun_;  // the command, then the enqueue
  double looked_at_ = 0;
  std::vector<uint32_t> first_;    // the words of the first look
  const uint8_t* seen_ = nullptr;  // the half of the last one
  ThreadTimes threads_at_start_, threads_at_look_;
};

}  // namespace

ForeignResult WatchForeign(WatchedWorker* worker, const LaunchCommand& command,
                           const ForeignWatchOptions& options) {
  return ForeignWatcher(worker, command, options).Run();
}

}  // namespace wgsync
