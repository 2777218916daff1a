#include "suite/engine/host_watch.h"

#include <unistd.h>

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/field_visitor.h"
#include "suite/worker/messages.h"

namespace wgsync {
namespace {

using nlohmann::json;
using Got = WorkerProcess::Got;

// HostBench::TryRacing() announces its controls so.
constexpr char kRacing[] = "race/";
constexpr double kTick = 0.1;
constexpr double kLateTick = 0.05;
constexpr uint64_t kLeastHeartbeats = 2;
// A thread that is runnable and has had less than this of a core since the call
// began, as a part of the limit, may only have waited for one: what a check
// makes a device do takes far less.
constexpr double kCpuShare = 0.1;
// The same as a part of a wait in vain: the thread that looks sleeps in
// between, and is runnable now and then.
constexpr double kLookShare = 0.001;
constexpr int kLooks = 10;
constexpr useconds_t kBetweenLooks = 3000;
// A wait of a check's patience was one of this part of it at least.
constexpr double kVainShare = 0.9;

class HostWatcher {
 public:
  HostWatcher(WorkerProcess* worker, const Timeouts& timeouts)
      : worker_(worker), timeouts_(timeouts) {}

  HostObservation Run(const json& command) {
    const double begun = MonotonicSeconds();
    Reference("set-up/the command");
    if (worker_->Send(command, timeouts_.host) != WorkerProcess::Sent::kYes) {
      End(HostEnding::kWorkerDied);
    }
    while (!done_) Tick();
    o_.seconds = MonotonicSeconds() - begun;
    return std::move(o_);
  }

 private:
  void Tick() {
    json e;
    const double before = MonotonicSeconds();
    const Got got = worker_->Next(kTick, &e);
    const double now = MonotonicSeconds();
    missed_ += std::max(0.0, now - before - kTick - kLateTick);
    if (got == Got::kGone) return End(HostEnding::kWorkerDied);
    if (got == Got::kEvent) return OnEvent(e);
    const double since = now - call_at_;
    // Compilers may take their time.
    const double limit = SettingUp() ? timeouts_.build : timeouts_.host;
    const bool too_long = since > timeouts_.Longest(limit);
    if (since - missed_ < limit && !too_long) return;
    o_.evidence.watched = EverybodyRan(kCpuShare * timeouts_.host);
    if (o_.evidence.watched || too_long) NotBack();
  }

  void NotBack() {
    o_.report.what =
        absl::StrCat(o_.report.call, " did not come back in ",
                     static_cast<int>(MonotonicSeconds() - call_at_), " s");
    End(SettingUp() ? HostEnding::kSetUpFailed : HostEnding::kNotBack);
  }

  bool SettingUp() const { return absl::StartsWith(o_.report.call, "set-up/"); }

  void OnEvent(const json& e) {
    if (PhaseEvent phase; IsEvent(e, &phase)) {
      Reference(phase.phase);
    } else if (ErrorEvent error; IsEvent(e, &error)) {
      o_.report.what = error.what;
      End(HostEnding::kSetUpFailed);
    } else if (HostEvent host; IsEvent(e, &host)) {
      Ended(host);
    }
  }

  void Ended(const HostFacts& facts) {
    HostEvidence& evidence = o_.evidence;
    o_.report.what = facts.failed;
    o_.report.facts = facts;
    EndOfWait();
    evidence.watched = vain_waits_ != 0 && vain_waits_ == watched_waits_;
    if (facts.control_tries != 0) {
      evidence.control =
          facts.control_wrong != 0 ? Trial::kWrong : Trial::kRight;
    }
    const bool known =
        facts.wrong == 0 || ReadName(facts.fault, &evidence.fault);
    if (!facts.failed.empty()) {
      return End(facts.set_up            ? HostEnding::kSetUpFailed
                 : facts.refused         ? HostEnding::kRefused
                 : facts.resources_short ? HostEnding::kShort
                                         : HostEnding::kCallFailed);
    }
    // Nothing was tried, or what was wrong has no name: that is ours.
    End(known && facts.tries != 0 ? HostEnding::kCameBack
                                  : HostEnding::kSetUpFailed);
  }

  // What a check waited for in vain it waited for in one call, or between two:
  // that interval counts, and not what came after it.
  void EndOfWait() {
    if (SettingUp()) return;
    const double lasted = MonotonicSeconds() - call_at_;
    if (lasted < kVainShare * HostPatience(timeouts_)) return;
    ++vain_waits_;
    // One that sleeps and wakes may be runnable just now; one that waits for a
    // core is so each time.
    bool ran = false;
    for (int i = 0; i < kLooks && !ran; ++i) {
      ran = EverybodyRan(kLookShare * lasted);
      if (!ran) usleep(kBetweenLooks);
    }
    if (ran) ++watched_waits_;
  }

  void Reference(const std::string& call) {
    EndOfWait();
    o_.report.call = call;
    call_at_ = MonotonicSeconds();
    missed_ = 0;
    heart_ = worker_->Heartbeat();
    threads_ = worker_->Threads();
  }

  // Since the call began: the worker lives, and each of its threads that could
  // run now has had a core, or sleeps on its own account.
  bool EverybodyRan(double share_seconds) const {
    double least = 0;
    return worker_->Heartbeat() - heart_ >= kLeastHeartbeats &&
           EachHadACore(share_seconds, threads_, worker_->Threads(), &least);
  }

  void End(HostEnding ending) {
    o_.evidence.ending = ending;
    o_.evidence.racing = absl::StartsWith(o_.report.call, kRacing);
    done_ = true;
  }

  WorkerProcess* worker_;
  const Timeouts& timeouts_;
  HostObservation o_;
  bool done_ = false;
  double call_at_ = 0, missed_ = 0;
  uint64_t heart_ = 0;
  ThreadTimes threads_;
  int vain_waits_ = 0, watched_waits_ = 0;
};

}  // namespace

HostObservation WatchHost(WorkerProcess* worker, const json& command,
                          const Timeouts& timeouts) {
  return HostWatcher(worker, timeouts).Run(command);
}

double HostPatience(const Timeouts& timeouts) { return timeouts.host / 3; }

}  // namespace wgsync
