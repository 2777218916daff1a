// The controls of a case: the launch without its waits, and the times and
// delays that follow from it.

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "suite/core/verdict/judge.h"
#include "suite/engine/case_runner.h"

namespace wgsync {
namespace {

constexpr double kLeastDeadline = 0.25;
constexpr double kControlFactor = 20;
// Two threads of a CPU barrier that share a core take turns by the scheduler's
// slices.
constexpr double kCpuBarrier = 0.004;
// A control is no longer than this: a slow device gets fewer rounds.
constexpr double kControlSeconds = 0.05;
constexpr double kSpreadSeconds = 0.2;
constexpr uint32_t kMostAcquisitions = 8192;
// Measured on an H200: 13 to 26 ns for each group that wants the same lock.
constexpr double kGpuContender = 100e-9;
constexpr double kLongestDelay = 0.010;
constexpr double kLongestLate = 0.050;
// All delays of a launch together, where each is longer than kMostDelay. PoCL's
// second thread starts 0.2 ms late and more; kMostDelay accesses of 2.2 ns take
// 0.14 ms, and a look-back without its waits came out right.
constexpr double kAllLateOnCpu = 0.1;
// The same at first for a GPU's locks, whose control's groups are all there: of
// 8,448 acquisitions 528 come late. So many as there are permits hold at once.
constexpr double kAllLateOnGpu = 0.02;
constexpr uint64_t kThousands = 1024;
// A GPU's control that is wrong in such a part of its reads, or of its turns,
// is not so by luck.
constexpr double kFarWrong = 0.01;
constexpr uint32_t kLeastDelay = 64;
constexpr uint32_t kMostDelay = 65000;
constexpr uint32_t kCutLoopTurns = 30000;
// So often in a row the control must be wrong before a delay is long enough.
constexpr int kControlRuns = 3;

// Waits of one round of a hand-off of which each begins when another one ends.
uint64_t WaitsInARow(const LaunchSpec& s) {
  const Primitive& p = *s.program.c.primitive;
  if (p.writer != Writer::kNone) return 1;
  // A place may wait for each place before it, a level for each one below; a
  // writer for its readers.
  if (s.program.c.workload->final_memory == FinalMemory::kScanned) {
    return s.groups;
  }
  return std::max<uint64_t>(2, PartialSums(s).size());
}

// Those who want one lock.
uint64_t ContendersOf(const LaunchSpec& s) {
  return WaitersOf(InTeams(s) ? OneTeam(s) : s);
}

uint64_t Waited(const LaunchSpec& s) {
  switch (s.program.c.primitive->family) {
    case Family::kBarrier:
      return StepsOf(s);
    case Family::kMutex:
    case Family::kSemaphore:
      return ContendersOf(s) * s.rounds;
    case Family::kHandoff:
      return uint64_t{s.rounds} * WaitsInARow(s);
    case Family::kProgress:
      return s.groups;
  }
  return 1;
}

// How often groups are late in one launch, in units of the launch's delay, at
// most.
double LateTurns(const LaunchSpec& s) {
  const double late = IsLock(s.program.c.primitive->family)
                          ? 1.0 * ContendersOf(s) * s.rounds / s.late_every
                          : 1.0 * s.rounds / s.late_every;
  return (late + 1) * s.program.c.workload->late_factor;
}

bool IsFarWrong(const LaunchSpec& s, const Observation& o) {
  const double turns = 1.0 * WaitersOf(s) * s.rounds;
  return o.payload.wrong > kFarWrong * o.payload.reads ||
         o.payload.owner_changed > kFarWrong * turns;
}

// Accesses that late groups spend on delays in one launch, at most.
double Delays(const LaunchSpec& s) { return LateTurns(s) * s.delay; }

}  // namespace

// Where loops are cut short, the workload's own must not use them up.
uint32_t CaseRunner::MostDelay(const LaunchSpec& s) const {
  // A group that is late shows nothing meanwhile: it must not look frozen.
  const double access = session_->calibration().delay_seconds;
  // A delay must be longer than a CPU's second thread starts late, or the
  // groups never meet where they are late in turn.
  const double accesses =
      session_->cpu()
          ? std::max<double>(kMostDelay, kAllLateOnCpu / access / LateTurns(s))
          : kMostDelay;
  const uint32_t most = static_cast<uint32_t>(
      std::max(1.0, std::min(accesses, kLongestLate / access /
                                           s.program.c.workload->late_factor)));
  if (!session_->loops_cut()) return most;
  const uint32_t late = s.rounds / s.late_every + 1;
  return std::max<uint32_t>(
      1, kCutLoopTurns / (late * s.program.c.workload->late_factor));
}

// The launch without its waits; and, where nobody waits in it, as it is: its
// atomics cost more than the control's loads and stores. What does not end so
// is the boards' to judge.
WatchResult CaseRunner::TimeControl(LaunchSpec s, double* seconds) {
  const WatchResult r = session_->Launch(LaunchPurpose::kTiming, s,
                                         kBoundarySeconds, kBoundarySeconds);
  *seconds = r.o.seconds;
  if (!Finished(r.o) || !HasRaces(s.program.c)) return r;
  s.program.waits = WaitMode::kUnbounded;
  const WatchResult as_it_is = session_->Launch(
      LaunchPurpose::kTiming, s, kBoundarySeconds, kBoundarySeconds);
  if (Finished(as_it_is.o)) *seconds = std::max(*seconds, as_it_is.o.seconds);
  return r;
}

// A slow device gets fewer elements.
uint32_t CaseRunner::FitElements(LaunchSpec s) {
  const uint32_t least = LeastElements(s);
  uint32_t most = s.elements;
  // The work-items' loops go through all of them.
  if (session_->loops_cut()) {
    most = std::min(most, kCutLoopTurns / s.rounds * s.groups);
  }
  if (s.program.model) most = least;  // its accesses are loops of their own
  s.program.board = BoardMode::kOff;
  s.program.waits = WaitMode::kRemoved;
  s.delay = 0;
  s.rounds = kLeastRounds;
  s.elements = least;
  bool first = true;  // pays for what a driver compiles late
  while (s.elements < most) {
    double seconds = 0;
    // One that does not end is the control's to tell.
    if (!Finished(TimeControl(s, &seconds).o)) return s.elements;
    if (first) {
      first = false;
      continue;
    }
    const double factor = kControlSeconds / std::max(seconds, 1e-9);
    if (factor < 2) break;
    // What a few take says little of many.
    s.elements = static_cast<uint32_t>(
        std::min<double>(most, s.elements * std::min(factor, 16.0)));
  }
  return s.elements;
}

CaseRunner::Controls CaseRunner::MeasureControls(LaunchSpec base) {
  Controls c;
  if (base.elements != 0) base.elements = FitElements(base);
  c.elements = base.elements;
  LaunchSpec s = base;
  s.program.board = BoardMode::kOff;
  s.program.waits = WaitMode::kRemoved;
  s.delay = 0;
  // The first launch pays for what a driver compiles late; the second is timed,
  // and a slow device gets fewer rounds.
  for (uint32_t rounds : {kLeastRounds, kTimedRounds}) {
    s.rounds = std::min(base.rounds, rounds);
    const WatchResult r = TimeControl(s, &c.seconds);
    c.exhibit = {LaunchPurpose::kTiming, s, r.o, r.number};
    if (!Finished(r.o)) {
      c.control = Trial::kHung;
      last_ = r;
      return c;
    }
    c.seconds /= s.rounds;
    if (c.seconds * kLeastRounds > kControlSeconds) break;
  }
  // A CPU's threads begin on one core now and then, and are spread in the
  // course of the launch: few rounds of many elements must last longer than
  // that.
  const double lasts =
      session_->cpu() && s.elements != 0 ? kSpreadSeconds : kControlSeconds;
  c.rounds = static_cast<uint32_t>(std::max<double>(
      kLeastRounds,
      std::min<double>(base.rounds, lasts / std::max(c.seconds, 1e-9))));
  s.rounds = std::min(base.rounds, c.rounds);
  c.seconds *= s.rounds;
  c.control = Trial::kRight;
  const double access = session_->calibration().delay_seconds;
  const double wanted = kControlFactor * c.seconds / s.rounds;
  c.delay = static_cast<uint32_t>(std::max<double>(
      kLeastDelay,
      std::min<double>(kMostDelay, std::min(wanted, kLongestDelay) / access)));
  const bool thousands = !session_->cpu() && ContendersOf(s) >= kThousands;
  if (thousands && IsLock(s.program.c.primitive->family)) {
    const double all = kAllLateOnGpu / access / LateTurns(s) *
                       std::max(1u, s.program.c.primitive->capacity);
    c.delay = static_cast<uint32_t>(
        std::max<double>(kLeastDelay, std::min<double>(c.delay, all)));
  }
  const uint32_t most_delay = MostDelay(s);
  c.delay = std::min(c.delay, most_delay);
  // Nobody waits, and nobody is early; or all who wait are of one group, whose
  // own work-group barriers make all right: those of a barrier's runner.
  const bool closed = s.program.c.primitive->family == Family::kBarrier &&
                      !s.program.c.primitive->limited && s.groups == 1;
  if (WaitersOf(s) == 1 || closed) {
    c.doubt = Doubt::kOneGroup;
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
    for (int i = 0; wrong == i && i < kControlRuns; ++i) {
      const WatchResult r = session_->Launch(
          LaunchPurpose::kControl, s, kBoundarySeconds, kBoundarySeconds);
      if (!Finished(r.o)) {
        c.control = Trial::kHung;
        c.exhibit = {LaunchPurpose::kControl, s, r.o, r.number};
        last_ = r;
        return c;
      }
      const Trial trial = PayloadTrial(r.o);
      if (trial == Trial::kWrong) ++wrong;
      if (wrong <= 1) {
        c.negative = trial;
        c.exhibit = {LaunchPurpose::kControl, s, r.o, r.number};
      }
      if (!session_->cpu() && trial == Trial::kWrong && IsFarWrong(s, r.o)) {
        wrong = kControlRuns;
      }
    }
    if (wrong == kControlRuns) break;
  }
  return c;
}

void CaseRunner::RunControls(Attempt* a) {
  const LaunchSpec& s = a->base;
  const KernelCase& c = s.program.c;
  if (IsLock(c.primitive->family)) {
    // Acquisitions cost more the more groups want the lock.
    a->base.rounds = std::max(
        kLeastRounds,
        std::min<uint32_t>(s.rounds, kMostAcquisitions / ContendersOf(s)));
  }
  // What a payload costs decides how long a launch may take: atomic ones were
  // 17 times as dear as plain ones, which a compiler loads eight at a time.
  const std::string key =
      absl::StrCat(c.primitive->name, " ", c.workload->name, " ",
                   PayloadName(c.access.payload), " ", s.groups, "x",
                   s.group_size, ShapeParts(c));
  Controls& controls = controls_[key];
  if (!controls.ran) {
    controls = MeasureControls(s);
    controls.ran = controls.control == Trial::kRight;
  }
  a->evidence.control = controls.control;
  a->evidence.negative = controls.negative;
  a->evidence.doubt = controls.doubt;
  a->base.delay = controls.delay;
  a->base.elements = controls.elements;
  a->base.rounds =
      std::min(a->base.rounds, std::max(controls.rounds, kLeastRounds));
  a->result.rounds = a->base.rounds;
  a->exhibits.push_back(controls.exhibit);
  SetDeadlines(a, controls);
}

void CaseRunner::SetDeadlines(Attempt* a, const Controls& controls) {
  a->deadline = std::max(kLeastDeadline, kControlFactor * controls.seconds);
  a->patience = a->deadline;
  if (session_->cpu()) {
    a->patience = std::max(a->patience, kCpuBarrier * Waited(a->base));
  } else if (IsLock(a->c.primitive->family)) {
    a->patience = std::max(
        a->patience, kGpuContender * ContendersOf(a->base) * Waited(a->base));
  }
  // Where nobody waits nothing can be stuck in a wait.
  if (a->c.primitive->need == ProgressNeed::kNone) {
    a->deadline = a->patience = kBoundarySeconds;
  }
  // A bounded wait for a lock that thousands want must last until the last of
  // them has had it: with 0.4 s, 3 to 9 of an H200's 4,224 groups gave up.
  const bool many = !session_->cpu() && IsLock(a->c.primitive->family);
  a->base.budget = session_->BudgetFor(
      many ? std::max(kBoundedSeconds, a->patience) : kBoundedSeconds,
      a->c.access.poll, static_cast<uint32_t>(ContendersOf(a->base)));
}

}  // namespace wgsync
