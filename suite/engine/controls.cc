// The controls of a case: the launch without its waits, and the times and
// delays that follow from it.

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "suite/engine/case_runner.h"
#include "suite/engine/judge.h"

namespace wgsync {
namespace {

constexpr double kLeastDeadline = 0.25;
constexpr double kControlFactor = 20;
// Two threads of a CPU barrier that share a core take turns by the scheduler's
// slices.
constexpr double kCpuBarrier = 0.004;
// A control is no longer than this: a slow device gets fewer rounds.
constexpr double kControlSeconds = 0.05;
constexpr uint32_t kMostAcquisitions = 8192;
// Measured on an H200: 13 to 26 ns for each group that wants the same lock.
constexpr double kGpuContender = 100e-9;
constexpr double kLongestDelay = 0.010;
constexpr uint32_t kLeastDelay = 64;
constexpr uint32_t kMostDelay = 65000;
constexpr uint32_t kCutLoopTurns = 30000;
// So often in a row the control must be wrong before a delay is long enough.
constexpr int kControlRuns = 3;

uint64_t Waited(const LaunchSpec& s) {
  switch (s.c.primitive->family) {
    case Family::kBarrier:
      return StepsOf(s);
    case Family::kMutex:
    case Family::kSemaphore:
      return WaitersOf(s) * s.rounds;
    case Family::kHandoff:
      // The writer may have to wait for its readers, too.
      return uint64_t{s.rounds} *
             (s.c.primitive->need == ProgressNeed::kHsa ? 1 : 2);
  }
  return 1;
}

// Accesses that late groups spend on delays in one launch, at most.
double Delays(const LaunchSpec& s) {
  const double late = IsLock(s.c.primitive->family)
                          ? 1.0 * WaitersOf(s) * s.rounds / s.late_every
                          : 1.0 * s.rounds / s.late_every;
  return (late + 1) * s.delay;
}

}  // namespace

// Where loops are cut short, the workload's own must not use them up.
uint32_t CaseRunner::MostDelay(const LaunchSpec& s) const {
  if (!session_->loops_cut()) return kMostDelay;
  const uint32_t late = s.rounds / s.late_every + 1;
  return std::max<uint32_t>(1, kCutLoopTurns / late);
}

CaseRunner::Controls CaseRunner::MeasureControls(const LaunchSpec& base) {
  Controls c;
  LaunchSpec s = base;
  s.board = BoardMode::kOff;
  s.waits = WaitMode::kRemoved;
  s.delay = 0;
  // The first launch pays for what a driver compiles late; the second is timed,
  // and a slow device gets fewer rounds.
  for (uint32_t rounds : {kLeastRounds, kTimedRounds}) {
    s.rounds = std::min(base.rounds, rounds);
    const WatchResult r =
        session_->Launch(s, kBoundarySeconds, kBoundarySeconds);
    c.exhibit = {"control without waits", s, r.o};
    if (!Finished(r.o)) {
      c.control = Trial::kHung;
      last_ = r;
      return c;
    }
    c.seconds = r.o.seconds / s.rounds;
    if (c.seconds * kLeastRounds > kControlSeconds) break;
  }
  c.rounds = static_cast<uint32_t>(std::max<double>(
      kLeastRounds,
      std::min<double>(base.rounds,
                       kControlSeconds / std::max(c.seconds, 1e-9))));
  s.rounds = std::min(base.rounds, c.rounds);
  c.seconds *= s.rounds;
  c.control = Trial::kRight;
  const double access = session_->calibration().delay_seconds;
  const double wanted = kControlFactor * c.seconds / s.rounds;
  c.delay = static_cast<uint32_t>(std::max<double>(
      kLeastDelay,
      std::min<double>(kMostDelay, std::min(wanted, kLongestDelay) / access)));
  const uint32_t most_delay = MostDelay(s);
  c.delay = std::min(c.delay, most_delay);
  // Nobody waits, and nobody is early; or all who wait are of one group, whose
  // own work-group barriers make all right: those of a barrier's runner.
  const bool closed = s.c.primitive->family == Family::kBarrier &&
                      !s.c.primitive->limited && s.groups == 1;
  if (WaitersOf(s) == 1 || closed) {
    c.negative = Trial::kRight;
    return c;
  }
  const double undelayed = c.seconds;
  const uint32_t first_delay = c.delay;
  // A CPU's second thread may come milliseconds late, so that groups run one
  // after the other and all is right by luck: longer delays make them meet.
  for (int factor : {1, 4, 16, 16, 16, 64, 64, 64, 64, 64}) {
    s.delay = std::min(first_delay * factor, most_delay);
    c.delay = s.delay;
    c.seconds = undelayed + Delays(s) * access / kControlFactor;
    // Wrong once may be luck as well.
    int wrong = 0;
    for (int i = 0; i < kControlRuns && wrong == i; ++i) {
      const WatchResult r =
          session_->Launch(s, kBoundarySeconds, kBoundarySeconds);
      if (!Finished(r.o)) {
        c.control = Trial::kHung;
        c.exhibit.o = r.o;
        last_ = r;
        return c;
      }
      const Trial trial = PayloadTrial(r.o);
      if (trial == Trial::kWrong) ++wrong;
      if (wrong <= 1) {
        c.negative = trial;
        c.exhibit = {"control without waits", s, r.o};
      }
    }
    if (wrong == kControlRuns) break;
  }
  return c;
}

void CaseRunner::RunControls(Attempt* a) {
  const LaunchSpec& s = a->base;
  if (IsLock(s.c.primitive->family)) {
    // Acquisitions cost more the more groups want the lock.
    a->base.rounds = std::max(
        kLeastRounds,
        std::min<uint32_t>(s.rounds, kMostAcquisitions / WaitersOf(s)));
  }
  const std::string key =
      absl::StrCat(s.c.primitive->name, " ", s.c.workload->name, " ", s.groups,
                   "x", s.group_size, ShapeParts(s.c));
  Controls& c = controls_[key];
  if (!c.ran) {
    c = MeasureControls(s);
    c.ran = c.control == Trial::kRight;
  }
  a->evidence.control = c.control;
  a->evidence.negative = c.negative;
  a->base.delay = c.delay;
  a->base.rounds = std::min(a->base.rounds, std::max(c.rounds, kLeastRounds));
  a->result.rounds = a->base.rounds;
  a->exhibits.push_back(c.exhibit);
  SetDeadlines(a, c);
}

void CaseRunner::SetDeadlines(Attempt* a, const Controls& controls) {
  a->deadline = std::max(kLeastDeadline, kControlFactor * controls.seconds);
  a->patience = a->deadline;
  if (session_->cpu()) {
    a->patience = std::max(a->patience, kCpuBarrier * Waited(a->base));
  } else if (IsLock(a->c.primitive->family)) {
    a->patience = std::max(
        a->patience, kGpuContender * WaitersOf(a->base) * Waited(a->base));
  }
  if (IsHostBoundary(a->base)) a->deadline = a->patience = kBoundarySeconds;
  // A bounded wait for a lock that thousands want must last until the last of
  // them has had it: with 0.4 s, 3 to 9 of an H200's 4,224 groups gave up.
  const bool many = !session_->cpu() && IsLock(a->c.primitive->family);
  a->base.budget = session_->BudgetFor(
      many ? std::max(kBoundedSeconds, a->patience) : kBoundedSeconds,
      a->c.poll, static_cast<uint32_t>(WaitersOf(a->base)));
}

}  // namespace wgsync
