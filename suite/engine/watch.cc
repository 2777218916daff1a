#include "suite/engine/watch.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/types/optional.h"
#include "nlohmann/json.hpp"
#include "suite/core/launch/decode.h"
#include "suite/core/verdict/judge.h"
#include "suite/engine/lost_time.h"
#include "suite/worker/commands.h"
#include "suite/worker/messages.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr double kTick = 0.004;
constexpr double kLateTick = 0.010;  // how late a tick may be and not be missed
constexpr double kLookEvery = 0.020;
constexpr size_t kWordReads = 64;  // between two looks
constexpr double kMovingPatiences = 4;
constexpr double kProofLimit = 40;
constexpr double kLeastDeviceTime = 1e-6;  // less is no time (rusticl)
constexpr uint64_t kLeastHeartbeats = 2;
// An event that ends in an error after this long, with waiters, was ended by
// the driver's own watchdog.
constexpr double kDriverWatchdog = 1.0;
// How long a launch that is said to be complete is looked at where a group has
// no end word; a thread that has a core for half of it runs a kernel.
constexpr double kLookAgain = 0.2;
constexpr double kLookSoon = 0.005;
constexpr int kAsleepLooks = 4;
constexpr double kBusyShare = 0.5;
// The time of a process is counted in ticks of 10 ms.
constexpr double kLeastCounted = 0.04;

bool All(const std::vector<bool>& flags) {
  return std::find(flags.begin(), flags.end(), false) == flags.end();
}

class Watcher {
 public:
  Watcher(WatchedWorker* worker, const LaunchSpec& spec, const Layout& layout,
          const WatchOptions& options)
      : worker_(worker),
        spec_(spec),
        layout_(layout),
        opt_(options),
        lost_(worker->Now(), kTick, kLateTick),
        begun_(lost_.Here()) {}

  WatchResult Run(const json& command) {
    Observation& o = r_.o;
    o.channel_proven = opt_.channel_proven;
    o.has_board = spec_.program.board != BoardMode::kOff;
    o.ordered_board = spec_.program.board == BoardMode::kOrdered;
    o.bounded = spec_.program.waits == WaitMode::kBounded;
    o.removed = spec_.program.waits == WaitMode::kRemoved;
    o.in_step = spec_.program.c.primitive->family == Family::kBarrier;
    o.groups = spec_.groups;
    o.group_size = spec_.group_size;
    o.rounds = spec_.rounds;
    o.arrivals_due = ArrivalsDue(spec_);
    o.deadline_seconds = opt_.deadline_seconds;
    o.patience_seconds = opt_.patience_seconds;
    in_phase_since_ = begun_.at;
    id_ = command.value("id", uint64_t{0});
    const auto sent = worker_->Send(command, opt_.timeouts.build);
    if (sent == WatchedWorker::Sent::kGone) End(Ending::kWorkerDied);
    if (sent == WatchedWorker::Sent::kTimeout) NotBack();
    while (!done_) Tick();
    Enter(Phase::kDecode);  // adds the last one's time
    CountStarved();
    o.missed_tick_seconds = lost_.missed();
    o.starved_seconds = lost_.starved();
    o.lost_seconds = lost_.Lost(From());
    o.cores = Cores();
    KeepOneTeam(spec_, layout_, &o);
    if (own_seconds_ > 0) {
      o.seconds = own_seconds_;
    } else if (started_) {
      o.seconds = ended_ - start_.at;
    } else if (enqueued_) {
      o.seconds = ended_ - enqueue_.at;
    }
    return std::move(r_);
  }

 private:
  void Tick() {
    json event;
    const WatchedWorker::Got got = worker_->Next(kTick, &event);
    const double now = worker_->Now();
    lost_.Look(now);
    if (now - starved_at_ > kLookEvery) CountStarved();
    if (got == WatchedWorker::Got::kGone) return End(Ending::kWorkerDied);
    if (got == WatchedWorker::Got::kEvent) {
      OnEvent(event, now);
      if (done_) return;
    }
    if (!enqueued_) {
      if (Over(begun_, opt_.timeouts.build)) NotBack();
      return;
    }
    Look(now);
    if (!done_) CheckTime(now);
  }

  void NotBack() {
    r_.setup_failed = true;
    r_.what = absl::StrCat("the driver did not come back from ", phase_, " in ",
                           opt_.timeouts.build, " s");
    End(Ending::kNeverStarted);
  }

  void Enter(Phase next) {
    const double now = worker_->Now();
    r_.phases[static_cast<size_t>(in_phase_)] += now - in_phase_since_;
    in_phase_ = next;
    in_phase_since_ = now;
  }

  void OnEvent(const json& e, double now) {
    if (PhaseEvent phase; IsEvent(e, &phase)) {
      phase_ = phase.phase;
      if (phase_ == "upload") {
        Enter(Phase::kUpload);
        r_.binary_digest = phase.binary_digest;
      }
      if (phase_ == "complete") {
        Enter(Phase::kRead);
        complete_at_ = now;
      }
      if (phase_ == "enqueue") {
        Enter(Phase::kRun);
        enqueued_ = true;
        enqueue_ = lost_.Here();
        if (opt_.cpu_seconds > 0) threads_at_start_ = worker_->Threads();
        cpu_at_start_ = worker_->CpuSeconds();
      }
    } else if (SnapshotEvent snapshot; IsEvent(e, &snapshot)) {
      // The answer to the launch before may come in this one.
      if (snapshot.id != id_) return;
      asked_ = false;
      if (snapshot.ok) {
        Seen(DecodeSnapshot(spec_, layout_, worker_->snapshots()), now,
             EverybodyRan());
        // Of 270,000 roles it takes 0.1 s.
        lost_.Worked(worker_->Now());
      }
    } else if (FinishedEvent finished; IsEvent(e, &finished)) {
      Finished(finished, now);
    } else if (ErrorEvent error; IsEvent(e, &error)) {
      r_.setup_failed = true;
      r_.what = error.what;
      End(Ending::kNeverStarted);
    }
  }

  void Finished(const FinishedEvent& e, double now) {
    Enter(Phase::kDecode);
    Observation& o = r_.o;
    o.build_seconds = e.build_seconds;
    o.build_log = e.build_log;
    o.device_seconds = e.device_seconds;
    r_.what = e.what;
    if (e.ok) return FinishedWell(e.host_seconds, now);
    o.ending_text = r_.what;
    if (e.gone) return End(Ending::kDeviceLost);
    r_.over_limit = e.stage == "limit";
    r_.build_failed = e.stage == "build" || r_.over_limit;
    r_.setup_failed = e.stage == "setup";
    if (r_.build_failed || r_.setup_failed) return End(Ending::kNeverStarted);
    if (e.stage == "moved") return End(Ending::kCompletedEarly);
    if (e.stage == "unreported") {
      const bool ended =
          opt_.live && opt_.channel_proven &&
          All(DecodeSnapshot(spec_, layout_, worker_->live()).ended);
      return End(ended ? Ending::kNotReported : Ending::kCompletedEarly);
    }
    const bool watchdog = started_ && now - start_.at > kDriverWatchdog &&
                          o.has_board && SomebodyWaits();
    End(watchdog ? Ending::kEndedByWatchdog : Ending::kEventError);
  }

  // The driver says that it is complete, and the results are there.
  void FinishedWell(double host_seconds, double now) {
    Observation& o = r_.o;
    o.last = DecodeSnapshot(spec_, layout_, worker_->live());
    if (!spec_.discover) {
      if (!All(o.last.ended) && StillRuns()) {
        o.ending_text = "the driver said so while they ran";
        return End(Ending::kCompletedEarly);
      }
      if (!EveryGroupRan(o.last)) return End(Ending::kNeverStarted);
      o.payload = DecodePayload(spec_, layout_, worker_->live());
    }
    // What the host does after the last group's end is no time of the case.
    double over = now;
    if (complete_at_ > 0) over = std::min(over, complete_at_);
    if (all_ended_) over = std::min(over, end_.at);
    CountStarved();
    const bool late = started_ && over - start_.at - lost_.Lost(start_) >
                                      opt_.patience_seconds;
    End(late && !o.bounded ? Ending::kFinishedLate : Ending::kFinished);
    // The device's clock knows best; the host's includes what drivers compile
    // at the first launch.
    o.host_seconds = host_seconds;
    if (o.device_seconds < kLeastDeviceTime) o.device_seconds = 0;
    if (late) return;
    own_seconds_ = o.device_seconds > 0 ? o.device_seconds : host_seconds;
  }

  // A group has no end word: was it cut short, or does it go on?
  bool StillRuns() {
    if (!opt_.live || !opt_.channel_proven) return false;
    const double begun = worker_->Now();
    const ThreadTimes before = worker_->Threads();
    json ignored;
    int asleep = 0;  // looks in a row in which no thread ran
    while (worker_->Now() - begun < kLookAgain) {
      if (worker_->Next(kLookSoon, &ignored) == WatchedWorker::Got::kGone) {
        return false;
      }
      if (!SameMemory(r_.o.last,
                      DecodeSnapshot(spec_, layout_, worker_->live()))) {
        return true;
      }
      asleep = AllSleep(worker_->Threads()) ? asleep + 1 : 0;
      if (asleep == kAsleepLooks) return false;
    }
    return OneHadACore(kBusyShare * (worker_->Now() - begun), before,
                       worker_->Threads());
  }

  bool SomebodyWaits() const {
    return reference_ &&
           std::any_of(reference_->roles.begin(), reference_->roles.end(),
                       [](const RoleFacts& r) { return r.arrived > r.left; });
  }

  void Look(double now) {
    if (!opt_.channel_proven || now - enqueue_.at < opt_.quiet_seconds) return;
    words_moved_ = words_moved_ || (opt_.live && reference_ && WordsMove());
    if (now - last_look_ < kLookEvery) return;
    if (opt_.live) {
      last_look_ = now;
      // Before memory is looked at: what a thread does while this one waits for
      // a core between the two is not in the snapshot.
      const bool ran = LongAgo(now, opt_.stuck_seconds) && EverybodyRan();
      Seen(DecodeSnapshot(spec_, layout_, worker_->live()), now, ran);
    } else if (!asked_) {
      last_look_ = now;
      // Where it cannot even be asked, no answer comes either.
      worker_->Send(CommandJson(SnapshotCommand{id_}), opt_.timeouts.snapshot);
      asked_ = true;
    } else if (now - last_look_ > opt_.timeouts.snapshot) {
      // It passed the self-test and does not come now: as if it never had.
      r_.o.channel_proven = opt_.channel_proven = false;
    }
  }

  // Words that tries change and change back are still to who looks seldom.
  bool WordsMove() const {
    const size_t words = std::max<size_t>(1, reference_->words.size());
    for (size_t i = 0; i < std::max<size_t>(1, kWordReads / words); ++i) {
      if (!SameWords(layout_, worker_->live(), *reference_)) return true;
    }
    return false;
  }

  bool LongAgo(double now, double seconds) const {
    return reference_ && now - reference_at_ >= seconds;
  }

  // No group can go on. A CPU's thread may be late to its first group.
  bool NoneCanMove(const Snapshot& s) const {
    return opt_.proves_early && !opt_.bounded && EveryoneWaits(s) &&
           (opt_.cpu_seconds <= 0 || All(s.started));
  }

  // `ran`: by then, everybody had run since the reference.
  void Seen(Snapshot s, double now, bool ran) {
    if (!started_ && std::find(s.started.begin(), s.started.end(), true) !=
                         s.started.end()) {
      started_ = true;
      start_ = lost_.Here();
    }
    if (!all_ended_ && started_ && All(s.ended)) {
      all_ended_ = true;
      end_ = lost_.Here();
    }
    if (!reference_ || words_moved_ || !SameMemory(*reference_, s)) {
      if (!reference_ || !SameProgress(*reference_, s)) progress_at_ = now;
      reference_ = std::move(s);
      reference_at_ = now;
      reference_heart_ = worker_->Heartbeat();
      if (opt_.cpu_seconds > 0) reference_threads_ = worker_->Threads();
      frozen_ = stuck_ = words_moved_ = false;
      return;
    }
    if (!started_ || !ran || !LongAgo(now, opt_.stuck_seconds)) return;
    stuck_ = stuck_ || NoneCanMove(s);
    if (stuck_ || LongAgo(now, opt_.frozen_seconds)) {
      frozen_ = true;
      Observation& o = r_.o;
      // Who has given up goes on without its condition: the pair before counts.
      if (o.has_pair && AnyGaveUp(s)) return;
      o.has_pair = true;
      o.earlier = *reference_;
      o.frozen = s;
      o.last = std::move(s);
      o.frozen_seconds = now - reference_at_;
      o.frozen_cpu_seconds = least_cpu_;
    }
  }

  // Anything but the words that retries write.
  static bool SameProgress(const Snapshot& a, const Snapshot& b) {
    Snapshot c = b;
    c.words = a.words;
    return SameMemory(a, c);
  }

  // Between the reference and now each thread that is runnable had its share
  // of a core: what was not scheduled proves nothing. On every device the
  // worker itself must have been alive.
  bool EverybodyRan() {
    if (worker_->Heartbeat() - reference_heart_ < kLeastHeartbeats)
      return false;
    least_cpu_ = 0;
    return opt_.cpu_seconds <= 0 ||
           EachHadACore(opt_.cpu_seconds, reference_threads_,
                        worker_->Threads(), &least_cpu_);
  }

  // The longest that one of the worker's threads waited for a core.
  void CountStarved() {
    starved_at_ = worker_->Now();
    if (opt_.cpu_seconds <= 0 || !enqueued_) return;
    lost_.Starved(LongestWait(threads_at_start_, worker_->Threads()));
  }

  double Cores() const {
    const double seconds = worker_->Now() - enqueue_.at;
    if (opt_.cpu_seconds <= 0 || !enqueued_ || seconds < kLeastCounted) {
      return 0;
    }
    return (worker_->CpuSeconds() - cpu_at_start_) / seconds;
  }

  // The moment from which the launch's limits are counted.
  const LostTime::Mark& From() const {
    return started_ ? start_ : enqueued_ ? enqueue_ : begun_;
  }

  // Whether the time since `from` that could be used has reached `limit`. If
  // the machine gave so little that it has not and never may, the launch ends
  // here.
  bool Over(const LostTime::Mark& from, double limit) {
    switch (PatienceOf(lost_, from, limit, opt_.timeouts)) {
      case Patience::kLeft:
        return false;
      case Patience::kSpent:
        return true;
      case Patience::kNoProcessor:
        NoProcessor(from);
        return false;
    }
    return false;
  }

  void NoProcessor(const LostTime::Mark& from) {
    r_.what = r_.o.ending_text = absl::StrFormat(
        "in %.1f s the process could run for %.1f s (missed watchdog ticks: "
        "%.1f s, threads without a core: %.1f s)",
        lost_.Passed(from), lost_.Usable(from), lost_.missed(),
        lost_.starved());
    if (reference_) r_.o.last = *reference_;
    End(Ending::kNoProcessor);
  }

  void CheckTime(double now) {
    if (!started_ && opt_.channel_proven) {
      if (Over(enqueue_, opt_.timeouts.start)) End(Ending::kNeverStarted);
      return;
    }
    // Nothing waits any more: what does not come back is the driver.
    if (all_ended_) {
      if (Over(end_, opt_.timeouts.report)) {
        r_.o.ending_text = absl::StrCat("phase ", phase_, ", for ",
                                        opt_.timeouts.report, " s");
        r_.o.last = *reference_;
        End(Ending::kNotReported);
      }
      return;
    }
    const double allowed = opt_.bounded ? opt_.bounded_seconds : 0;
    const double limit = kMovingPatiences * opt_.patience_seconds + allowed;
    // No snapshot shows it start or move: it has all the time that a launch
    // that moves has.
    if (!opt_.channel_proven) {
      if (Over(From(), std::max(limit, opt_.timeouts.blind))) {
        End(Ending::kFrozen);
      }
      return;
    }
    const bool spent = Over(start_, limit);
    if (done_) return;
    // A bounded wait ends by itself.
    const bool due = spent || (!opt_.bounded &&
                               lost_.Usable(start_) >= opt_.deadline_seconds);
    if (frozen_ && (due || stuck_)) return End(Ending::kFrozen);
    if (!spent || FreezingSoon(now, limit)) return;
    // Nothing moves, and no thread had the time that would prove it frozen.
    if (now - reference_at_ >= kProofLimit) return NoProcessor(start_);
    const bool retrying = now - progress_at_ > opt_.deadline_seconds;
    r_.o.last = *reference_;
    End(retrying ? Ending::kRetrying : Ending::kMoving);
  }

  // Nothing has moved for a while, and the proof only wants more time. In a
  // bounded launch that was frozen before, a wait may just have given up:
  // where a CPU runs a group's work-items one after the other, each does.
  bool FreezingSoon(double now, double limit) const {
    const double still = now - reference_at_;
    const bool again = opt_.bounded && r_.o.has_pair &&
                       lost_.Usable(start_) < limit + opt_.bounded_seconds;
    return (again || still > 2 * kLookEvery) && still < kProofLimit;
  }

  void End(Ending ending) {
    r_.o.ending = ending;
    if (ending == Ending::kFrozen && !r_.o.has_pair && reference_) {
      r_.o.last = *reference_;
    }
    ended_ = worker_->Now();
    done_ = true;
  }

  WatchedWorker* worker_;
  const LaunchSpec& spec_;
  const Layout& layout_;
  WatchOptions opt_;
  WatchResult r_;
  uint64_t id_ = 0;  // of the launch
  bool done_ = false;
  std::string phase_ = "start";
  Phase in_phase_ = Phase::kBuild;
  double in_phase_since_ = 0, ended_ = 0;
  LostTime lost_;
  double starved_at_ = 0;  // when it was last asked for
  LostTime::Mark begun_;
  bool enqueued_ = false, started_ = false;
  LostTime::Mark enqueue_, start_;
  // Every group has its end word; the driver has reported the end (0: not yet).
  bool all_ended_ = false;
  LostTime::Mark end_;
  double complete_at_ = 0;
  double cpu_at_start_ = 0;
  double own_seconds_ = 0;  // of a launch that finished in time
  ThreadTimes threads_at_start_;
  double last_look_ = 0;
  bool asked_ = false;
  absl::optional<Snapshot> reference_;
  double reference_at_ = 0, progress_at_ = 0;
  uint64_t reference_heart_ = 0;
  ThreadTimes reference_threads_;
  bool frozen_ = false;
  bool stuck_ = false;        // frozen, and the board proves that it stays so
  bool words_moved_ = false;  // since the reference
  double least_cpu_ = 0;
};

}  // namespace

WatchResult Watch(WatchedWorker* worker, const json& command,
                  const LaunchSpec& spec, const Layout& layout,
                  const WatchOptions& options) {
  return Watcher(worker, spec, layout, options).Run(command);
}

LaunchRecord RecordOf(LaunchPurpose purpose, const LaunchSpec& spec,
                      const WatchResult& r) {
  LaunchRecord record = RecordOf(purpose, spec, r.o);
  static_cast<LaunchBuild&>(record) = r;
  return record;
}

}  // namespace wgsync
