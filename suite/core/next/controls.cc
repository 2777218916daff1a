#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/next/budget.h"
#include "suite/core/next/repeats.h"
#include "suite/core/next/steps.h"
#include "suite/core/verdict/judge.h"

namespace wgsync {
namespace {

constexpr double kLeastDeadline = 0.25;
constexpr double kControlFactor = 20;
// Two threads of a CPU barrier that share a core take turns by the scheduler's
// slices.
constexpr double kCpuBarrier = 0.004;
// A control is no longer than this: a slow device gets fewer rounds.
constexpr double kControlSeconds = 0.05;
// Nor has a GPU's barrier more rounds than the larger of these. Where all
// groups count on one word it takes 30 times its control: 3,494 rounds of 4,224
// groups took an H200 1.2 s.
constexpr double kGpuBarrierRounds = 400;
constexpr double kGpuBarrierSeconds = 0.01;
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

// Waits of one round of a hand-off of which each begins when another one ends.
uint64_t WaitsInARow(const LaunchSpec& s) {
  const Primitive& p = *s.program.c.primitive;
  if (p.writer != Writer::kNone) return 1;
  // A place may wait for each place before it, a level for each one below; a
  // writer for its readers.
  const FinalMemory memory = s.program.c.workload->final_memory;
  if (memory == FinalMemory::kScanned || memory == FinalMemory::kRegionsOfAll) {
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

bool IsFarWrong(const LaunchRecord& r) {
  const double turns = 1.0 * WaitersOf(r.spec) * r.spec.rounds;
  return r.facts.wrong > kFarWrong * r.facts.reads ||
         r.facts.owner_changed > kFarWrong * turns;
}

// Accesses that late groups spend on delays in one launch, at most.
double Delays(const LaunchSpec& s) { return LateTurns(s) * s.delay; }

// Where loops are cut short, the workload's own must not use them up.
uint32_t MostDelay(const Attempt& a, const LaunchSpec& s) {
  // A group that is late shows nothing meanwhile: it must not look frozen.
  const double access = a.calibration().delay_seconds;
  // A delay must be longer than a CPU's second thread starts late, or the
  // groups never meet where they are late in turn.
  const double accesses =
      a.cpu()
          ? std::max<double>(kMostDelay, kAllLateOnCpu / access / LateTurns(s))
          : kMostDelay;
  const uint32_t most = static_cast<uint32_t>(
      std::max(1.0, std::min(accesses, kLongestLate / access /
                                           s.program.c.workload->late_factor)));
  if (!a.profile().loops_cut) return most;
  const uint32_t late = s.rounds / s.late_every + 1;
  return std::max<uint32_t>(
      1, kCutLoopTurns / (late * s.program.c.workload->late_factor));
}

// The launch without its waits; and, where no group waits in it, as it is: its
// atomics cost more than the control's loads and stores. If that one does not
// end, RunBoards() judges it. False if the control did not end.
bool TimeControl(Attempt* a, LaunchSpec s, double* seconds) {
  const auto ends_in = [a](const LaunchSpec& spec) {
    a->Launch(LaunchPurpose::kTiming, spec, kBoundarySeconds, kBoundarySeconds);
    return Finished(a->last) ? a->last.seconds : -1;
  };
  *seconds = ends_in(s);
  if (*seconds < 0 || !HasRaces(s.program.c)) return *seconds >= 0;
  const LaunchRecord control = a->last;
  s.program.waits = WaitMode::kUnbounded;
  *seconds = std::max(*seconds, ends_in(s));
  a->last = control;
  return true;
}

// A slow device gets fewer elements.
uint32_t FitElements(Attempt* a, LaunchSpec s) {
  const uint32_t least = LeastElements(s);
  uint32_t most = s.elements;
  // The work-items' loops go through all of them.
  if (a->profile().loops_cut) {
    most = std::min(most, kCutLoopTurns / s.rounds * s.groups);
  }
  if (s.program.model) most = least;  // each access is a loop
  s.program.board = BoardMode::kOff;
  s.program.waits = WaitMode::kRemoved;
  s.delay = 0;
  s.rounds = kLeastRounds;
  s.elements = least;
  bool first = true;  // pays for what a driver compiles late
  while (s.elements < most) {
    double seconds = 0;
    // One that does not end is the control's to tell.
    if (!TimeControl(a, s, &seconds)) return s.elements;
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

Controls MeasureControls(Attempt* a, LaunchSpec base) {
  Controls c;
  if (base.elements != 0) base.elements = FitElements(a, base);
  c.elements = base.elements;
  LaunchSpec s = base;
  s.program.board = BoardMode::kOff;
  s.program.waits = WaitMode::kRemoved;
  s.delay = 0;
  // The first launch pays for what a driver compiles late; the second is timed,
  // and a slow device gets fewer rounds.
  for (uint32_t rounds : {kLeastRounds, kTimedRounds}) {
    s.rounds = std::min(base.rounds, rounds);
    const bool ended = TimeControl(a, s, &c.seconds);
    c.shown = a->last;
    if (!ended) {
      c.control = Trial::kHung;
      return c;
    }
    c.seconds /= s.rounds;
    if (c.seconds * kLeastRounds > kControlSeconds) break;
  }
  // A CPU's threads begin on one core now and then, and are spread in the
  // course of the launch: few rounds of many elements must last longer than
  // that.
  const double lasts =
      a->cpu() && s.elements != 0 ? kSpreadSeconds : kControlSeconds;
  const double round = std::max(c.seconds, 1e-9);
  double most = std::min<double>(base.rounds, lasts / round);
  const Family family = s.program.c.primitive->family;
  const bool thousands = !a->cpu() && ContendersOf(s) >= kThousands;
  if (thousands && family == Family::kBarrier) {
    most =
        std::min(most, std::max(kGpuBarrierRounds, kGpuBarrierSeconds / round));
  }
  c.rounds = static_cast<uint32_t>(std::max<double>(kLeastRounds, most));
  s.rounds = std::min(base.rounds, c.rounds);
  c.seconds *= s.rounds;
  c.control = Trial::kRight;
  const double access = a->calibration().delay_seconds;
  const double wanted = kControlFactor * c.seconds / s.rounds;
  c.delay = static_cast<uint32_t>(std::max<double>(
      kLeastDelay,
      std::min<double>(kMostDelay, std::min(wanted, kLongestDelay) / access)));
  if (thousands && IsLock(family)) {
    const double all = kAllLateOnGpu / access / LateTurns(s) *
                       std::max(1u, s.program.c.primitive->capacity);
    c.delay = static_cast<uint32_t>(
        std::max<double>(kLeastDelay, std::min<double>(c.delay, all)));
  }
  const uint32_t most_delay = MostDelay(*a, s);
  c.delay = std::min(c.delay, most_delay);
  // No group waits, and none is early; or all waits are of one group, and the
  // work-group barriers of the barrier's runner order them.
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
    uint32_t wrong = 0;
    for (uint32_t i = 0; wrong == i && i < Most(Repeat::kControl); ++i) {
      const LaunchRecord& r = a->Launch(LaunchPurpose::kControl, s,
                                        kBoundarySeconds, kBoundarySeconds);
      if (!Finished(r)) {
        c.control = Trial::kHung;
        c.shown = r;
        return c;
      }
      const Trial trial = PayloadTrial(r);
      if (trial == Trial::kWrong) ++wrong;
      if (wrong <= 1) {
        c.negative = trial;
        c.shown = r;
      }
      if (!a->cpu() && trial == Trial::kWrong && IsFarWrong(r)) {
        wrong = Most(Repeat::kControl);
      }
    }
    if (wrong == Most(Repeat::kControl)) break;
  }
  return c;
}

void SetDeadlines(Attempt* a, double control_seconds) {
  a->deadline = std::max(kLeastDeadline, kControlFactor * control_seconds);
  a->patience = a->deadline;
  const bool many = !a->cpu() && IsLock(a->c.primitive->family);
  if (a->cpu()) {
    a->patience = std::max(a->patience, kCpuBarrier * Waited(a->base));
  } else if (many) {
    a->patience = std::max(
        a->patience, kGpuContender * ContendersOf(a->base) * Waited(a->base));
  }
  // Where no group waits, no launch can be stuck in a wait.
  if (a->c.primitive->need == ProgressNeed::kNone) {
    a->deadline = a->patience = kBoundarySeconds;
  }
  // A bounded wait for a lock that thousands want must last until the last of
  // them has had it: with 0.4 s, 3 to 9 of an H200's 4,224 groups gave up.
  a->base.budget =
      BudgetFor(a->profile(),
                many ? std::max(kBoundedSeconds, a->patience) : kBoundedSeconds,
                a->c.access.poll, ContendersOf(a->base));
}

}  // namespace

void RunControls(Attempt* a) {
  LaunchSpec* const s = &a->base;
  if (IsLock(a->c.primitive->family)) {
    // Acquisitions cost more the more groups want the lock.
    s->rounds = std::max(
        kLeastRounds,
        std::min<uint32_t>(s->rounds, kMostAcquisitions / ContendersOf(*s)));
  }
  // What a payload costs decides how long a launch may take: atomic ones were
  // 17 times as dear as plain ones, which a compiler loads eight at a time.
  const std::string key =
      absl::StrCat(a->c.primitive->name, " ", a->c.workload->name, " ",
                   PayloadName(a->c.access.payload), " ", s->groups, "x",
                   s->group_size, ShapeParts(a->c));
  Controls& controls = a->known->controls[key];
  if (!controls.ran) {
    controls = MeasureControls(a, *s);
    controls.ran = controls.control == Trial::kRight;
  }
  a->evidence.control = controls.control;
  a->evidence.negative = controls.negative;
  a->evidence.doubt = controls.doubt;
  s->delay = controls.delay;
  s->elements = controls.elements;
  s->rounds = std::min(s->rounds, std::max(controls.rounds, kLeastRounds));
  a->result.rounds = s->rounds;
  a->exhibits.push_back(controls.shown);
  SetDeadlines(a, controls.seconds);
}

}  // namespace wgsync
