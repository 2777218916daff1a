// The launches that are judged, with boards and without.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/optional.h"
#include "suite/core/base/sha256.h"
#include "suite/core/launch/stress.h"
#include "suite/core/launch/weakened_twins.h"
#include "suite/core/plan/seen_to_fail.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/bench_stats.h"
#include "suite/core/verdict/judge.h"
#include "suite/core/verdict/same_place.h"
#include "suite/engine/case_runner.h"
#include "suite/engine/other_load.h"

namespace wgsync {
namespace {

// Launches that came out right.
struct RightLaunches {
  uint64_t launches = 0;
  // Of several groups that had more than one core and met; of the others, those
  // that found one group alone, and those whose groups took turns on one core.
  uint64_t side_by_side = 0;
  uint64_t alone = 0;
  uint64_t in_slices = 0;
  uint64_t turns = 0;  // of a lock
  double seconds = 0;
  uint64_t most_out = 0;  // permits of a semaphore
};

bool MustWait(const LaunchSpec& s) {
  return HasWaits(s.program.c) && WaitersOf(s) > 1 &&
         s.program.waits != WaitMode::kRemoved;
}

// The groups of a lock came one after the other: it changed hands hardly more
// often than there are groups. Or, where no group waits, they saw hardly
// anything new. One group alone takes no turns.
bool CameInTurn(const LaunchSpec& s, const RightLaunches& r) {
  const Primitive& p = *s.program.c.primitive;
  return s.groups > 1 && (IsLock(p.family) || p.unawaited) &&
         r.turns < kLeastTurns * s.groups * r.launches;
}

// On a CPU, a lock of loads and stores shows its faults only in launches whose
// groups want it at the same time. Where they do, it changes hands at two of
// three acquisitions or more; where each group has its time slices, at one of
// hundreds.
constexpr double kMeetingTurns = 0.1;
bool Met(const LaunchSpec& s, const Observation& o, bool cpu) {
  return !MeetsAtFreeLock(s, cpu) ||
         o.payload.turns >= kMeetingTurns * s.groups * s.rounds;
}

// Why a pass that rests on them would prove nothing.
struct Lack {
  Doubt doubt = Doubt::kNone;
  Finding finding;
};

Lack LackOf(const LaunchSpec& s, const RightLaunches& r) {
  const Primitive& p = *s.program.c.primitive;
  if (r.most_out < p.capacity) {
    return {Doubt::kPermitsLeft, Found(FindingKind::kPermitsLeft,
                                       {p.capacity, r.most_out, r.launches})};
  }
  if (CameInTurn(s, r)) {
    const std::vector<uint64_t> numbers = {r.turns, r.launches, s.groups};
    return p.unawaited ? Lack{Doubt::kSawLittleNew,
                              Found(FindingKind::kSawLittleNew, numbers)}
                       : Lack{Doubt::kRareTurns,
                              Found(FindingKind::kRareTurns, numbers)};
  }
  const uint64_t apart = r.launches - r.side_by_side;
  if (s.groups < 2 ||
      r.side_by_side >= std::min<uint64_t>(kPassRuns, r.launches)) {
    return {};
  }
  if (r.alone * 2 > apart) {
    return {Doubt::kFoundAlone,
            Found(FindingKind::kFoundAlone, {r.alone, r.launches})};
  }
  if (r.in_slices * 2 >= apart - r.alone) {
    return {Doubt::kOneCore,
            Found(FindingKind::kOneCore, {r.in_slices, r.launches})};
  }
  return {Doubt::kRareMeetings,
          Found(FindingKind::kRareMeetings,
                {apart - r.alone - r.in_slices, r.launches})};
}

// At which rate launches come out wrong, with its bound in tenths of a percent.
Finding FoundRate(uint64_t wrong, uint64_t launches) {
  return Found(FindingKind::kWrongRate,
               {wrong, launches, wrong != launches,
                static_cast<uint64_t>(
                    std::lround(1000 * FailureRateBound(wrong, launches)))});
}

// There is nothing to look at.
bool IsRight(const Observation& o) {
  return o.ending == Ending::kFinished && WaitsOf(o) == Waits::kMet &&
         AccountOf(o) == Account::kComplete &&
         PayloadOf(o) == PayloadState::kRight;
}

// The launch was frozen before the first group gave up. No group had left a
// wait unmet by then.
bool StoodStill(const Observation& o) {
  return o.has_pair && !AnyGaveUp(o.frozen) && AnyGaveUp(o.last);
}

bool WaitsOn(const Observation& o) {
  return !Finished(o) || WaitsOf(o) == Waits::kGaveUp || StoodStill(o);
}

// The board names no cause, and the words of the launch without it show that
// its waits are met. The text that people wrote is the one without the board.
bool WordsSayMore(const Primitive& p, const Observation& unwatched,
                  const Observation& watched) {
  if (unwatched.ending != Ending::kFrozen || !unwatched.channel_proven) {
    return false;
  }
  const Where where = ClimbStuck(p, watched).where;
  return (where == Where::kUnknown || where == Where::kSignalMissing) &&
         ClimbStuck(p, unwatched).met_for_lowest;
}

// More launches of a plain poll that froze before all had come to their wait.
constexpr int kPollLooks = 3;

// A primitive that does not wait at all is right by luck now and then.
bool IsDoubted(const LaunchSpec& s,
               const absl::optional<Observation>& relaxed) {
  return relaxed && (PayloadOf(*relaxed) != PayloadState::kRight ||
                     (MustWait(s) && NobodyWaited(*relaxed)));
}

// One pass of eight is looked at too, which shows whether the board changes
// anything. The id decides, so that runs can be compared.
bool IsSampled(const KernelCase& c) { return Sha256(CaseId(c))[0] < '2'; }

}  // namespace

Primitive PresetPrimitive(const KernelCase& c) {
  Primitive p = *c.primitive;
  p.word_init = WordInit(c);
  return p;
}

bool CaseRunner::NoBoard(const KernelCase& c) const {
  // One atomic increment between store and load hides all store buffering.
  const bool seq_cst = RowOf(c.access.poll).order == AccessOrder::kSeqCst ||
                       RowOf(c.access.signal).order == AccessOrder::kSeqCst;
  return c.primitive->host_boundary || c.primitive->limited ||
         (session_->cpu() && seq_cst);
}

LaunchSpec CaseRunner::StressedOf(const Attempt& a, const LaunchSpec& s,
                                  uint32_t number) const {
  return Stressed(s, InTeams(s) ? a.stress[number % a.stress.size()] : number,
                  session_->cpu());
}

uint64_t CaseRunner::RunsOf(const Attempt& a, const LaunchSpec& s,
                            bool doubted) const {
  if (doubted) return kDoubtedRuns;
  if (InTeams(s)) return a.stress.size();
  return MeetsAtFreeLock(s, session_->cpu()) ? kMeetingRuns : kPassRuns;
}

void CaseRunner::TellRate(Attempt* a, const LaunchSpec& s, uint32_t number) {
  // It is not rare, or depends on the kind of stress.
  if (number == 0 || InTeams(s)) return;
  uint64_t wrong = 1, launches = number + 1;
  double seconds = 0;
  for (uint32_t i = 1; i <= kRateRuns && seconds < kRateSeconds; ++i) {
    const Observation o =
        Show(a, LaunchPurpose::kJudged, StressedOf(*a, s, number + i));
    a->exhibits.pop_back();
    if (!Finished(o)) break;
    ++launches;
    seconds += o.seconds;
    if (PayloadOf(o) != PayloadState::kRight) ++wrong;
  }
  a->ladder.findings.push_back(FoundRate(wrong, launches));
}

// One right launch is little, and of a lock's groups the one may have ended
// before the other began. The last one is kept as the exhibit.
Observation CaseRunner::ShowUntilWrong(Attempt* a, LaunchSpec s, uint64_t runs,
                                       uint64_t* reads) {
  RightLaunches right;
  const std::function<double()> other_cores = session_->CountOtherCores();
  for (;;) {
    a->result.rounds = s.rounds;
    Observation o =
        Show(a, LaunchPurpose::kJudged, StressedOf(*a, s, right.launches));
    a->launches_to_wrong = ++right.launches;
    if (!Finished(o) || WaitsOf(o) != Waits::kMet ||
        AccountOf(o) != Account::kComplete ||
        !(HasWaits(a->c) || HasRaces(a->c))) {
      return o;
    }
    if (PayloadOf(o) != PayloadState::kRight) {
      TellRate(a, s, right.launches - 1);
      return o;
    }
    *reads += o.payload.reads;
    right.turns += o.payload.turns;
    right.most_out = std::max(right.most_out, o.payload.most_out);
    o.payload.most_out = right.most_out;
    a->exhibits.back().o.payload.most_out = right.most_out;
    if (s.program.c.primitive->discovers && o.groups < 2) {
      ++right.alone;
    } else if (TookTurns(o)) {
      ++right.in_slices;
    } else if (Met(s, o, session_->cpu())) {
      ++right.side_by_side;
    }
    right.seconds += o.seconds;
    // What a scheduler does to a CPU's threads makes launches differ; thousands
    // of a GPU's groups meet each other in one.
    const bool enough =
        right.launches >= runs || (!session_->cpu() && runs == kPassRuns &&
                                   right.seconds >= kEnoughGpuSeconds);
    const Lack lack = LackOf(s, right);
    if (enough && lack.doubt == Doubt::kNone) {
      if (a->evidence.negative == Trial::kWrong) {
        a->ladder.findings.push_back(FoundRate(0, right.launches));
      }
      return o;
    }
    const bool lacks = lack.doubt != Doubt::kNone;
    if (lacks && session_->cpu() && right.launches >= kPassRuns &&
        right.seconds > kCrowdedLaunchSeconds && IsCrowded(other_cores())) {
      a->result.other_cores = other_cores();
    }
    if (lacks &&
        (right.launches >= kDoubtedRuns || a->result.other_cores > 0)) {
      AddDoubt(a, lack.doubt, lack.finding);
      return o;
    }
    a->exhibits.pop_back();
    if (IsLock(a->c.primitive->family) && CameInTurn(s, right)) {
      TakeMoreRounds(a, &s);
    }
  }
}

void CaseRunner::AddDoubt(Attempt* a, Doubt doubt, Finding finding) {
  if (a->evidence.doubt == Doubt::kNone) a->evidence.doubt = doubt;
  a->ladder.findings.push_back(std::move(finding));
}

bool CaseRunner::DoubtHazard(Attempt* a) {
  const std::string& id = a->result.id;
  if (a->soundness != Soundness::kRacy || !FailedNowhere(id)) return false;
  AddDoubt(a, Doubt::kFailedNowhere,
           Found(FindingKind::kFailedNowhere, {}, {SeenToFailText(id)}));
  return true;
}

// A launch of a lock must last longer, since more launches are as short, if a
// CPU's first thread ends before the second has begun; or if the first of a
// GPU's two groups takes the lock again and again before the second one sees it
// free, as on an H200 in each launch of some cases.
void CaseRunner::TakeMoreRounds(Attempt* a, LaunchSpec* s) {
  // Algorithms of loads and stores have many rounds already.
  if (a->c.primitive->rounds_factor > 1 ||
      s->rounds >= kMostLockRounds * a->base.rounds) {
    return;
  }
  s->rounds *= 2;
  a->deadline *= 2;
  a->patience *= 2;
}

// Where groups run one after the other, a hand-off's readers find the signal
// there already. The last launch is kept as the exhibit.
Observation CaseRunner::ShowUntilWaited(Attempt* a, LaunchSpec s) {
  s.program.board = BoardMode::kRelaxed;
  if (InTeams(s)) s = Stressed(s, 0, session_->cpu());
  for (int i = 1;; ++i) {
    Observation o = Show(a, LaunchPurpose::kWatched, s);
    if (!MustWait(s) || !NobodyWaited(o)) return o;
    if (i == kPassRuns) {
      AddDoubt(a, Doubt::kNoGroupWaited,
               Found(FindingKind::kNoGroupWaited, {kPassRuns}));
      return o;
    }
    a->exhibits.pop_back();
    if (session_->cpu() && IsLock(a->c.primitive->family)) {
      TakeMoreRounds(a, &s);
    }
  }
}

void CaseRunner::CheckBoard(Attempt* a, const Observation& o) {
  if (a->c.primitive->family != Family::kBarrier) return;
  absl::optional<Finding> missing = MissingOnBoard(o);
  if (!missing) return;
  a->evidence.board_incomplete = true;
  a->ladder.findings.push_back(*std::move(missing));
}

bool CaseRunner::JudgesFirst(const Attempt& a) const {
  return a.c.primitive->family != Family::kHandoff &&
         WhatBinds(a.c, a.soundness, a.grid).progress;
}

std::vector<ProgramSpec> CaseRunner::NeededProgramsOf(const Case& c,
                                                      WaitMode mode) const {
  std::vector<ProgramSpec> programs = ProgramsOf(c, mode);
  if (programs.size() < 3) return programs;
  const KernelCase kernel = programs[0].c;
  Attempt a;
  a.c = kernel;
  a.soundness = SoundnessOf(c, session_->claims()).soundness;
  const Groups groups = kernel.grid.groups;
  a.grid = groups == Groups::kResPlus1 || groups == Groups::kResX2 ||
                   groups == Groups::kResX10
               ? GridClass::kBeyond
               : GridClass::kResident;
  if (JudgesFirst(a) && !IsSampled(kernel)) programs.erase(programs.begin());
  if (kernel.grid.team == 0) return programs;
  const ProgramSpec off = programs[programs.size() - 2];
  for (const Twin& twin : TwinsOf(off)) programs.push_back(twin.program);
  return programs;
}

bool CaseRunner::Judge(Attempt* a, Boards* b) {
  LaunchSpec s = a->base;
  s.program.board = BoardMode::kOff;
  if (InTeams(s) && a->stress.empty()) RunTwins(a, s);
  const bool doubted = IsDoubted(s, b->relaxed);
  b->judged = ShowUntilWrong(a, s, RunsOf(*a, s, doubted), &b->reads);
  return !BuildFailed(a, last_);
}

bool CaseRunner::Look(Attempt* a, Boards* b) {
  b->relaxed = ShowUntilWaited(a, a->base);
  if (BuildFailed(a, last_)) return false;
  CheckBoard(a, *b->relaxed);
  return true;
}

bool CaseRunner::JudgeFirst(Attempt* a, Boards* b) {
  if (!Judge(a, b)) return false;
  if (IsRight(b->judged) && !IsSampled(a->c)) return true;
  // A worker that died is judged as it is.
  if (!Finished(b->judged) && !Stuck(b->judged)) return true;
  const size_t judged = a->exhibits.size() - 1;
  if (!Look(a, b)) return false;
  if (!IsRight(b->judged) && WaitsOn(*b->relaxed) &&
      !WordsSayMore(PresetPrimitive(a->c), b->judged, *b->relaxed)) {
    b->judged = *b->relaxed;  // the board says where
    return true;
  }
  // The judged launch comes last.
  std::rotate(a->exhibits.begin() + judged, a->exhibits.end() - 1,
              a->exhibits.end());
  const bool again = IsRight(b->judged) && IsDoubted(a->base, b->relaxed);
  return !again || Judge(a, b);
}

bool CaseRunner::LookFirst(Attempt* a, Boards* b) {
  if (!Look(a, b)) return false;
  b->judged = *b->relaxed;
  return WaitsOn(b->judged) || Judge(a, b);
}

// A compiler may make a plain poll a loop that loads nothing. On an H200 the
// warps in it kept another group from coming to its wait in one launch of eight
// (all waited in the others): such a launch shows nothing of the poll.
void CaseRunner::LookAtPollAgain(Attempt* a, Boards* b) {
  if (session_->cpu() || a->c.access.poll != Poll::kPlain) return;
  const Primitive p = PresetPrimitive(a->c);
  const auto froze_at = [&p](const Observation& o, Where where) {
    return o.ending == Ending::kFrozen && o.channel_proven && o.has_board &&
           ClimbStuck(p, o).where == where;
  };
  if (!froze_at(b->judged, Where::kStuckInside)) return;
  const LaunchSpec s = a->exhibits.back().spec;
  for (int i = 0; i < kPollLooks; ++i) {
    const Observation again = Show(a, LaunchPurpose::kWatched, s);
    if (froze_at(again, Where::kConditionTrue)) {
      b->judged = again;
      b->relaxed = again;
      return;
    }
    a->exhibits.pop_back();
  }
}

bool CaseRunner::RunBoards(Attempt* a) {
  session_->AwaitBuilds();
  Boards b;
  const bool made = NoBoard(a->c)     ? Judge(a, &b)
                    : JudgesFirst(*a) ? JudgeFirst(a, &b)
                                      : LookFirst(a, &b);
  if (!made) return false;
  LookAtPollAgain(a, &b);
  const Observation& judged = b.judged;
  const Observation relaxed = b.relaxed.value_or(Observation());
  // The payload under another kind of stress says nothing of the board.
  const bool same_stress = !InTeams(a->base) || a->launches_to_wrong == 1;
  a->result.perturbed =
      b.relaxed &&
      (Finished(judged) != Finished(relaxed) ||
       WaitsOf(judged) != WaitsOf(relaxed) || ExtraArrivals(relaxed) ||
       AccountOf(judged) != AccountOf(relaxed) ||
       (same_stress && PayloadOf(judged) != PayloadOf(relaxed)));
  TakeJudged(a, judged);
  Evidence& e = a->evidence;
  e.plain_poll = a->c.access.poll == Poll::kPlain;
  e.reread = RereadOf(judged);
  // Two who were inside at once are seen in some launches only; a count that is
  // short has the same story where the one beside it saw them.
  const uint64_t changed =
      judged.payload.owner_changed +
      (e.payload == PayloadState::kRight ? 0 : relaxed.payload.owner_changed);
  if (changed != 0) e.guilt = Guilt::kOwnerChanged;
  // What a bounded launch shows after its end is no longer where it stood, nor
  // what it shows when somebody has given up.
  const bool stands = judged.has_pair ? !AnyGaveUp(judged.frozen)
                                      : judged.ending != Ending::kFinished;
  if (StoodStill(judged)) e.waits = Waits::kGaveUp;
  const bool stuck = judged.ending == Ending::kFrozen ||
                     judged.ending == Ending::kRetrying ||
                     e.waits == Waits::kGaveUp;
  if (stuck && judged.channel_proven && stands) {
    a->ladder = ClimbStuck(PresetPrimitive(a->c), judged);
    e.where = a->ladder.where;
    e.met_for_lowest = a->ladder.met_for_lowest;
  }
  a->result.reads = std::max(b.reads, judged.payload.reads);
  return true;
}

void CaseRunner::TakeJudged(Attempt* a, const Observation& judged) {
  Evidence& e = a->evidence;
  e.ending = judged.ending;
  e.channel_proven = judged.channel_proven;
  e.waits = Finished(judged) ? WaitsOf(judged) : Waits::kMet;
  e.payload = Finished(judged) ? PayloadOf(judged) : PayloadState::kNotJudged;
  e.account = AccountOf(judged);
  a->result.launch_seconds = judged.seconds;
  a->result.deadline_seconds = a->deadline;
}

}  // namespace wgsync
