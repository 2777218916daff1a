// The differences of a case: the same launch with one thing changed, which
// tells stale from broken, and the compiler from a cache.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "suite/core/launch/weakened_twins.h"
#include "suite/core/verdict/judge.h"
#include "suite/core/verdict/same_place.h"
#include "suite/engine/case_runner.h"

namespace wgsync {
namespace {

// What takes several launches to show is not excused by a few that are right.
constexpr int kAtomicRuns = 3;

// The program with a fence and a scope that order its payload; none where it
// has them, or has one word, which has nothing to be ordered against.
absl::optional<ProgramSpec> Ordered(ProgramSpec p) {
  // Where the program has no device fence, the two of OpenCL 1.2 stand for it.
  const Fence sound = p.language >= 200 ? Fence::kDevice : Fence::kRwMem;
  Access* access = &p.c.access;
  const bool fenced = access->fence == sound || access->fence == Fence::kDevice;
  if (fenced && access->scope == Scope::kDevice) return absl::nullopt;
  if (p.c.primitive->order == OrderNeed::kCoherence) return absl::nullopt;
  access->fence = sound;
  access->scope = Scope::kDevice;
  return p;
}

// More than a group's representative counted arrivals. Which of the compiler's
// steps that is, is not asked: the language leaves it all open next to a data
// race.
bool RanTheGuardedBranch(const Exhibit& x) {
  const uint64_t due = ArrivalsDue(x.spec);
  for (const RoleFacts& r : x.o.last.roles) {
    if (r.arrived > due) return true;
  }
  return false;
}

}  // namespace

bool CaseRunner::LeavesOut(Attempt* a, const LaunchSpec& spec) const {
  const std::string id = CaseId(spec.program.c);
  const SkipRule* rule = SkipRuleFor(skips_, id);
  if (rule == nullptr) return false;
  a->ladder.findings.push_back(
      Found(FindingKind::kLeftOut, {}, {id, rule->reason}));
  return true;
}

void CaseRunner::PollDifferences(Attempt* a) {
  Evidence& e = a->evidence;
  const Exhibit judged = a->exhibits.back();
  const auto with_poll = [&](Poll poll) {
    if (a->c.access.poll == poll) return WaitTrial(judged.o);
    if (!a->c.primitive->polls.Has(poll)) return Trial::kNotRun;
    LaunchSpec s = judged.spec;
    s.program.c.access.poll = poll;
    if (LeavesOut(a, s)) return Trial::kNotRun;
    return WaitTrial(ShowMemo(a, LaunchPurpose::kPoll, s));
  };
  if (e.where == Where::kConditionTrue) {
    const Trial rmw = with_poll(Poll::kRmw);
    Trial reissued =
        rmw == Trial::kRight ? with_poll(Poll::kReissued) : Trial::kNotRun;
    if (reissued == Trial::kHung && a->c.access.poll != Poll::kReissued) {
      reissued = ReissuedHang(a, judged);
    }
    e.guard_lost = reissued == Trial::kRight && RanTheGuardedBranch(judged) &&
                   !RanTheGuardedBranch(a->exhibits.back());
    e.poll_rmw = rmw;
    e.poll_reissued = reissued;
  } else if (e.plain_poll && e.waits == Waits::kLeftUnmet) {
    e.poll_reissued = with_poll(Poll::kReissued);
  }
  // The language lets a compiler move a plain store away, and no other: where
  // memory lost an atomic one, that a volatile one passes excuses nobody.
  if (e.where == Where::kSignalMissing &&
      a->c.primitive->signals.Has(Signal::kVolatile) &&
      a->c.access.signal == Signal::kPlain) {
    LaunchSpec s = judged.spec;
    s.program.c.access.signal = Signal::kVolatile;
    if (LeavesOut(a, s)) return;
    e.signal_volatile = WaitTrial(ShowMemo(a, LaunchPurpose::kSignal, s));
  }
}

// The case's poll hangs, and so did the reissued one, the last exhibit, which
// is a plain load: a cache may be at fault in both, or in that one alone. On a
// CPU it cannot be in that one alone. On a GPU both run once more with their
// caches refreshed: where only the reissued poll then ends, the case's own was
// never issued again.
Trial CaseRunner::ReissuedHang(Attempt* a, const Exhibit& judged) {
  const Primitive p = PresetPrimitive(judged.spec.program.c);
  LaunchSpec s = judged.spec;
  const auto with_poll = [&](LaunchPurpose purpose, Poll poll) -> Observation {
    s.program.c.access.poll = poll;
    return ShowMemo(a, purpose, s);
  };
  const auto unlike = [&](bool refreshed) {
    a->ladder.findings.push_back(Found(FindingKind::kOtherPlace, {refreshed}));
    return Trial::kNotRun;
  };
  if (session_->cpu()) {
    return ClimbStuck(p, a->exhibits.back().o).where == Where::kConditionTrue
               ? Trial::kHung
               : unlike(/*refreshed=*/false);
  }
  if (!CanRefresh(s, session_->claims().sub_group_size)) {
    a->ladder.findings.push_back(Found(FindingKind::kCannotRefresh));
    return Trial::kNotRun;
  }
  s.program.refresh = true;
  s.rounds = std::min(s.rounds, kTimedRounds);
  const Observation own =
      with_poll(LaunchPurpose::kRefreshedPoll, a->c.access.poll);
  // It needed the refresh, so it was issued again.
  const Trial of_own = WaitTrial(own);
  if (of_own == Trial::kNotRun) return Trial::kNotRun;
  if (of_own != Trial::kHung) return Trial::kHung;
  const Observation reissued =
      with_poll(LaunchPurpose::kRefreshedPoll, Poll::kReissued);
  const Trial trial = WaitTrial(reissued);
  if (trial != Trial::kHung || SamePlace(p, own, reissued)) return trial;
  return unlike(/*refreshed=*/true);
}

void CaseRunner::BoundaryControl(Attempt* a) {
  LaunchSpec s = a->base;
  KernelCase& c = s.program.c;
  c.grid.team = 0;  // the host ends the kernel for all of them
  c.grid.loop = Loop::kBarrierFirst;
  s.program.board = BoardMode::kOff;
  s.program.waits = WaitMode::kUnbounded;
  c.primitive = FindPrimitive("barrier.kernel_boundary");
  c.access.poll = Poll::kPlain;
  c.access.signal = Signal::kPlain;
  if (c.access.fence == Fence::kNative) c.access.fence = Fence::kNone;
  // A workload of another family does not run over a kernel's boundary; its
  // payload, on the same grid, is exchanged instead.
  if (a->c.primitive->family != Family::kBarrier) {
    c.workload = FindWorkload("exchange");
    s.late_every = c.workload->late_every;
    s.elements = 0;
  }
  s.rounds = std::min(s.rounds, c.workload->rounds_cpu);
  const double deadline = a->deadline, patience = a->patience;
  a->deadline = a->patience = kBoundarySeconds;
  a->evidence.boundary = PayloadTrial(ShowMemo(a, LaunchPurpose::kBoundary, s));
  a->deadline = deadline;
  a->patience = patience;
}

void CaseRunner::PayloadDifferences(Attempt* a) {
  Evidence& e = a->evidence;
  const LaunchSpec judged = a->exhibits.back().spec;
  if (a->c.primitive->host_boundary) {
    e.boundary = Trial::kWrong;
    return;
  }
  BoundaryControl(a);
  // An unmet wait says enough; its payload has no other story.
  if (e.waits != Waits::kMet) return;
  LaunchSpec s = judged;
  if (a->c.access.payload == Payload::kAtomic) {
    e.payload_atomic = Trial::kWrong;
  } else {
    s.program.c.access.payload = Payload::kAtomic;
    if (LeavesOut(a, s)) return;
    e.payload_atomic = Trial::kRight;
    for (int i = 0; i < kAtomicRuns * a->launches_to_wrong &&
                    e.payload_atomic == Trial::kRight;
         ++i) {
      e.payload_atomic = PayloadTrial(Show(a, LaunchPurpose::kPayload, s));
    }
  }
  if (e.payload_atomic == Trial::kWrong) FenceDifference(a, judged);
  if (e.payload_atomic != Trial::kRight && e.guilt == Guilt::kUnknown &&
      a->c.primitive->family == Family::kBarrier) {
    OrderedBoard(a, judged);
  }
}

// Which group left before another one had arrived, if that is what it is.
void CaseRunner::OrderedBoard(Attempt* a, LaunchSpec s) {
  Evidence& e = a->evidence;
  s.program.board = BoardMode::kOrdered;
  for (int i = 0; i < kAtomicRuns * a->launches_to_wrong; ++i) {
    const Observation& o = Show(a, LaunchPurpose::kOrdered, s);
    CheckBoard(a, o);
    for (const RoleFacts& r : o.last.roles) {
      if (r.early != 0) e.guilt = Guilt::kEarlyDeparture;
    }
    // Counts that are more than rounds prove no departure either.
    if (ExtraArrivals(o)) e.guilt = Guilt::kExtraArrivals;
    if (e.guilt != Guilt::kUnknown || !Finished(o)) return;
  }
}

// Atomic accesses may come out of order as well: with the device fence, and
// nothing else changed, they must not.
void CaseRunner::FenceDifference(Attempt* a, const LaunchSpec& judged) {
  const absl::optional<ProgramSpec> ordered = Ordered(judged.program);
  if (!ordered) return;
  LaunchSpec s = judged;
  s.program = *ordered;
  if (LeavesOut(a, s)) return;
  Trial* trial = &a->evidence.fence_device;
  *trial = Trial::kRight;
  for (int i = 0;
       i < kAtomicRuns * a->launches_to_wrong && *trial == Trial::kRight; ++i) {
    *trial = PayloadTrial(Show(a, LaunchPurpose::kFence, s));
  }
}

std::vector<ProgramSpec> CaseRunner::LaterProgramsOf(const Case& c,
                                                     WaitMode mode) const {
  std::vector<ProgramSpec> programs = ProgramsOf(c, mode);
  if (programs.empty()) return programs;
  const bool boards = programs.size() > 2;
  const ProgramSpec relaxed = programs[0], off = programs[boards ? 1 : 0];
  const KernelCase& kernel = off.c;
  programs.clear();
  if (kernel.grid.team != 0) {
    for (const Twin& twin : TwinsOf(off)) programs.push_back(twin.program);
  }
  if (SoundnessOf(c, session_->claims()).soundness == Soundness::kGuaranteed) {
    return programs;
  }
  if (kernel.access.payload != Payload::kAtomic) {
    programs.push_back(off);
    programs.back().c.access.payload = Payload::kAtomic;
  }
  if (const auto ordered = Ordered(off)) programs.push_back(*ordered);
  if (kernel.access.poll != Poll::kPlain) return programs;
  for (Poll poll : {Poll::kRmw, Poll::kReissued}) {
    if (!kernel.primitive->polls.Has(poll)) continue;
    programs.push_back(relaxed);
    programs.back().c.access.poll = poll;
  }
  return programs;
}

void CaseRunner::RunDifferences(Attempt* a) {
  const Evidence& e = a->evidence;
  PollDifferences(a);
  if (e.payload == PayloadState::kWrong || e.payload == PayloadState::kTorn) {
    PayloadDifferences(a);
  }
}

}  // namespace wgsync
