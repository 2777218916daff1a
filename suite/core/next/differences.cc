#include <algorithm>
#include <string>

#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/next/repeats.h"
#include "suite/core/next/steps.h"
#include "suite/core/plan/choice.h"
#include "suite/core/verdict/judge.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

// More than a group's representative counted arrivals. Which of the compiler's
// steps that is, is not asked: the language leaves it all open next to a data
// race.
bool RanTheGuardedBranch(const LaunchRecord& r) {
  return HasFinding(r, FindingKind::kExtraArrivals);
}

// True where the launch, a difference, belongs to a case that is left out;
// the findings then say so.
bool LeavesOut(Attempt* a, const LaunchSpec& spec) {
  const std::string id = CaseId(spec.program.c);
  const SkipRule* rule = SkipRuleFor(a->known->skips, id);
  if (rule == nullptr) return false;
  a->findings.push_back(Found(FindingKind::kLeftOut, {}, {id, rule->reason}));
  return true;
}

// The case's poll hangs, and so did the reissued one, the last exhibit, which
// is a plain load: a cache may be at fault in both, or in that one alone. On a
// CPU it cannot be in that one alone. On a GPU both run once more with their
// caches refreshed: where only the reissued poll then ends, the case's own was
// never issued again.
Trial ReissuedHang(Attempt* a, const LaunchRecord& judged) {
  LaunchSpec s = judged.spec;
  const auto with_poll = [&](Poll poll) {
    s.program.c.access.poll = poll;
    return a->ShowOnce(LaunchPurpose::kRefreshedPoll, s);
  };
  const auto unlike = [&](bool refreshed) {
    a->findings.push_back(Found(FindingKind::kOtherPlace, {refreshed}));
    return Trial::kNotRun;
  };
  if (a->cpu()) {
    return a->exhibits.back().place.where == Where::kConditionTrue
               ? Trial::kHung
               : unlike(/*refreshed=*/false);
  }
  if (!CanRefresh(s, a->claims().sub_group_size)) {
    a->findings.push_back(Found(FindingKind::kCannotRefresh));
    return Trial::kNotRun;
  }
  s.program.refresh = true;
  s.rounds = std::min(s.rounds, kTimedRounds);
  const LaunchRecord own = with_poll(a->c.access.poll);
  // It needed the refresh, so it was issued again.
  const Trial of_own = WaitTrial(own);
  if (of_own == Trial::kNotRun) return Trial::kNotRun;
  if (of_own != Trial::kHung) return Trial::kHung;
  const LaunchRecord reissued = with_poll(Poll::kReissued);
  const Trial trial = WaitTrial(reissued);
  if (trial != Trial::kHung || SamePlace(own, reissued)) return trial;
  return unlike(/*refreshed=*/true);
}

void PollDifferences(Attempt* a) {
  Evidence& e = a->evidence;
  const LaunchRecord judged = a->exhibits.back();
  const auto with_poll = [&](Poll poll) {
    if (a->c.access.poll == poll) return WaitTrial(judged);
    if (!a->c.primitive->polls.Has(poll)) return Trial::kNotRun;
    LaunchSpec s = judged.spec;
    s.program.c.access.poll = poll;
    if (LeavesOut(a, s)) return Trial::kNotRun;
    return WaitTrial(a->ShowOnce(LaunchPurpose::kPoll, s));
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
  // The language lets a compiler move a plain store away, and no other: a
  // volatile store that passes does not excuse a lost atomic one.
  if (e.where == Where::kSignalMissing &&
      a->c.primitive->signals.Has(Signal::kVolatile) &&
      a->c.access.signal == Signal::kPlain) {
    LaunchSpec s = judged.spec;
    s.program.c.access.signal = Signal::kVolatile;
    if (LeavesOut(a, s)) return;
    e.signal_volatile = WaitTrial(a->ShowOnce(LaunchPurpose::kSignal, s));
  }
}

// The same workload and grid over kernel_boundary.
void BoundaryControl(Attempt* a) {
  LaunchSpec s = a->base;
  s.program = BoundaryOf(s.program);
  const Workload& workload = *s.program.c.workload;
  if (a->c.primitive->family != Family::kBarrier) {
    s.late_every = workload.late_every;
    s.elements = 0;
  }
  s.rounds = std::min(s.rounds, workload.rounds_cpu);
  const double deadline = a->deadline, patience = a->patience;
  a->deadline = a->patience = kBoundarySeconds;
  a->evidence.boundary = PayloadTrial(a->ShowOnce(LaunchPurpose::kBoundary, s));
  a->deadline = deadline;
  a->patience = patience;
}

// Shows the launch until one is not right, so often that right ones excuse.
Trial ShowOften(Attempt* a, LaunchPurpose purpose, const LaunchSpec& s,
                uint32_t launches_to_wrong) {
  Trial trial = Trial::kRight;
  for (uint32_t i = 0; i < Most(Repeat::kDifference) * launches_to_wrong &&
                       trial == Trial::kRight;
       ++i) {
    trial = PayloadTrial(a->Show(purpose, s));
  }
  return trial;
}

// Which group left before another one had arrived, if that is what it is.
void OrderedBoard(Attempt* a, LaunchSpec s, uint32_t launches_to_wrong) {
  Evidence& e = a->evidence;
  s.program.board = BoardMode::kOrdered;
  for (uint32_t i = 0; i < Most(Repeat::kDifference) * launches_to_wrong; ++i) {
    const LaunchRecord r = a->Show(LaunchPurpose::kOrdered, s);
    CheckBoard(a, r);
    if (HasFinding(r, FindingKind::kEarlyDeparture)) {
      e.guilt = Guilt::kEarlyDeparture;
    }
    // Counts that are more than rounds prove no departure either.
    if (ExtraArrivals(r)) e.guilt = Guilt::kExtraArrivals;
    if (e.guilt != Guilt::kUnknown || !Finished(r)) return;
  }
}

void PayloadDifferences(Attempt* a, uint32_t launches_to_wrong) {
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
    e.payload_atomic =
        ShowOften(a, LaunchPurpose::kPayload, s, launches_to_wrong);
  }
  if (e.payload_atomic == Trial::kRight) return;
  // Atomic accesses may come out of order as well: with the device fence, and
  // nothing else changed, they must not.
  const auto ordered = Ordered(judged.program);
  s = judged;
  if (ordered) s.program = *ordered;
  if (e.payload_atomic == Trial::kWrong && ordered && !LeavesOut(a, s)) {
    e.fence_device = ShowOften(a, LaunchPurpose::kFence, s, launches_to_wrong);
  }
  if (e.guilt == Guilt::kUnknown &&
      a->c.primitive->family == Family::kBarrier) {
    OrderedBoard(a, judged, launches_to_wrong);
  }
}

// Whether the front end matters: the judged launch, from source.
void ViaDifference(Attempt* a, LaunchSpec judged) {
  if (judged.program.c.grid.via == Via::kSource ||
      !IsFault(JudgeEvidence(a->evidence).kind)) {
    return;
  }
  judged.program.c.grid.via = Via::kSource;
  const Trial trial = PayloadTrial(a->ShowOnce(LaunchPurpose::kSource, judged));
  constexpr const char* kSays[] = {"proves nothing", "is right", "hangs",
                                   "is wrong"};
  a->findings.push_back(
      Found(FindingKind::kFromSource, {}, {kSays[static_cast<size_t>(trial)]}));
}

}  // namespace

ProgramSpec BoundaryOf(ProgramSpec p) {
  KernelCase& c = p.c;
  // A workload of another family does not run over a kernel's boundary; its
  // payload, on the same grid, is exchanged instead.
  if (c.primitive->family != Family::kBarrier) {
    c.workload = FindWorkload("exchange");
  }
  c.primitive = FindPrimitive("barrier.kernel_boundary");
  c.grid.team = 0;  // the host ends the kernel for all of them
  c.grid.loop = Loop::kBarrierFirst;
  c.grid.dispatch = Dispatch::kUsual;
  c.grid.via = Via::kSource;
  c.access.poll = Poll::kPlain;
  c.access.signal = Signal::kPlain;
  if (c.access.fence == Fence::kNative) c.access.fence = Fence::kNone;
  p.board = BoardMode::kOff;
  p.waits = WaitMode::kUnbounded;
  return p;
}

absl::optional<ProgramSpec> Ordered(ProgramSpec p) {
  // Where the program has no device fence, the two of OpenCL 1.2 replace it.
  const Fence sound = p.language >= 200 ? Fence::kDevice : Fence::kRwMem;
  Access* access = &p.c.access;
  const bool fenced = access->fence == sound || access->fence == Fence::kDevice;
  if (fenced && access->scope == Scope::kDevice) return absl::nullopt;
  if (p.c.primitive->one_word) return absl::nullopt;
  access->fence = sound;
  access->scope = Scope::kDevice;
  return p;
}

Finding CompareInTurn(Attempt* a) {
  Evidence& e = a->evidence;
  const bool unordered = JudgeEvidence(e).rule == Rule::kUnordered;
  const LaunchPurpose purpose =
      unordered ? LaunchPurpose::kFence : LaunchPurpose::kPayload;
  Trial& trial = unordered ? e.fence_device : e.payload_atomic;
  LaunchSpec judged, changed;
  for (const LaunchRecord& r : a->exhibits) {
    if (r.purpose == LaunchPurpose::kJudged) judged = r.spec;
    if (r.purpose == purpose) changed = r.spec;
  }
  const auto launch = [a](LaunchPurpose why, const LaunchSpec& spec) {
    return PayloadTrial(a->Launch(why, spec, a->deadline, a->patience));
  };
  const RepeatRow& row = RowOf(Repeat::kInTurn);
  uint64_t wrong = 0, pairs = 0;
  double seconds = 0;
  while (wrong < Most(Repeat::kWrongInTurn) && pairs < row.launches &&
         seconds < row.seconds && trial == Trial::kRight) {
    const Trial own = launch(LaunchPurpose::kJudged, judged);
    seconds += a->last.seconds;
    if (own != Trial::kRight && own != Trial::kWrong) break;
    const Trial other = launch(purpose, changed);
    seconds += a->last.seconds;
    if (other != Trial::kRight && other != Trial::kWrong) break;
    ++pairs;
    if (own == Trial::kWrong) ++wrong;
    trial = other;
  }
  e.not_repeated = wrong < Most(Repeat::kWrongInTurn);
  return Found(FindingKind::kInTurn,
               {wrong, pairs, trial == Trial::kWrong ? 1u : 0u, unordered});
}

void RunDifferences(Attempt* a, uint32_t launches_to_wrong) {
  const Evidence& e = a->evidence;
  const LaunchSpec judged = a->exhibits.back().spec;
  PollDifferences(a);
  if (e.payload == PayloadState::kWrong || e.payload == PayloadState::kTorn) {
    PayloadDifferences(a, launches_to_wrong);
  }
  ViaDifference(a, judged);
}

}  // namespace wgsync
