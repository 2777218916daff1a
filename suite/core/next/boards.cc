#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/optional.h"
#include "suite/core/base/sha256.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/stress.h"
#include "suite/core/next/repeats.h"
#include "suite/core/next/steps.h"
#include "suite/core/record/bench_stats.h"
#include "suite/core/verdict/judge.h"

namespace wgsync {
namespace {

// Where a lock was not contended, later launches take more rounds, up to so
// many times more.
constexpr uint32_t kMostLockRounds = 16;
// On a CPU whose cores other processes have, launches that have taken so long
// together show enough: the next ones would not meet either.
constexpr double kCrowdedLaunchSeconds = 4;

// The launches of a case, as they are made.
struct Boards {
  absl::optional<LaunchRecord> watched;  // with the relaxed board
  LaunchRecord judged;
  std::vector<uint32_t> stress;    // of a grid of teams: numbers of their kinds
  uint32_t launches_to_wrong = 1;  // of those that are judged
  uint64_t reads = 0;              // of the right ones
};

bool MustWait(const LaunchSpec& s) {
  return HasWaits(s.program.c) && WaitersOf(s) > 1 &&
         s.program.waits != WaitMode::kRemoved;
}

// At which rate launches come out wrong, with its bound in tenths of a percent.
Finding FoundRate(uint64_t wrong, uint64_t launches) {
  return Found(FindingKind::kWrongRate, {wrong, launches, wrong != launches,
                                         FailureRateTenths(wrong, launches)});
}

// There is nothing to look at.
bool IsRight(const LaunchRecord& r) {
  return r.ending == Ending::kFinished && r.waits == Waits::kMet &&
         r.account == Account::kComplete && r.payload == PayloadState::kRight;
}

// The launch was frozen before the first group gave up. No group had left a
// wait unmet by then.
bool FrozeFirst(const LaunchRecord& r) { return r.frozen_first && r.gave_up; }

bool WaitsOn(const LaunchRecord& r) {
  return !Finished(r) || r.waits == Waits::kGaveUp || FrozeFirst(r);
}

// The board names no cause, and the words of the launch without it show that
// its waits are met. The text that people wrote is the one without the board.
bool WordsSayMore(const LaunchRecord& unwatched, const LaunchRecord& watched) {
  const Where where = watched.place.where;
  return unwatched.ending == Ending::kFrozen && unwatched.channel_proven &&
         (where == Where::kUnknown || where == Where::kSignalMissing) &&
         unwatched.place.met_for_lowest;
}

// A primitive that does not wait at all is right by luck now and then.
bool IsDoubted(const LaunchSpec& s,
               const absl::optional<LaunchRecord>& watched) {
  return watched && (watched->payload != PayloadState::kRight ||
                     (MustWait(s) && watched->without_waiting));
}

void AllowTwiceTheTime(Attempt* a) {
  a->deadline *= 2;
  a->patience *= 2;
}

// A launch of a lock must last longer, since more launches are as short, if a
// CPU's first thread ends before the second has begun; or if the first of a
// GPU's two groups takes the lock again and again before the second one sees it
// free, as on an H200 in each launch of some cases.
void TakeMoreRounds(Attempt* a, LaunchSpec* s) {
  // Algorithms of loads and stores have many rounds already.
  if (a->c.primitive->rounds_factor > 1 ||
      s->rounds >= kMostLockRounds * a->base.rounds) {
    return;
  }
  s->rounds *= 2;
  AllowTwiceTheTime(a);
}

// The groups of a hand-off or a barrier must be late for longer, if a CPU's
// second thread comes so late that its groups find all that they wait for.
void DelayLonger(Attempt* a, LaunchSpec* s) {
  if (a->profile().loops_cut) return;
  s->delay *= 2;
  AllowTwiceTheTime(a);
}

// The launch of its number with the stress that its case has.
LaunchSpec StressedOf(const Attempt& a, const Boards& b, const LaunchSpec& s,
                      uint32_t number) {
  return Stressed(s, InTeams(s) ? b.stress[number % b.stress.size()] : number,
                  a.cpu());
}

uint64_t RunsOf(const Attempt& a, const Boards& b, const LaunchSpec& s) {
  if (IsDoubted(s, b.watched)) return Most(Repeat::kDoubted);
  if (InTeams(s)) return b.stress.size();
  return Most(MeetsAtFreeLock(s, a.cpu()) ? Repeat::kMeeting : Repeat::kPass);
}

// Says at which rate launches come out wrong, and launches until that is
// known. The last exhibit is that of launch `number`, from 0 on, the first
// one that was wrong; it stays the last.
void TellRate(Attempt* a, const Boards& b, const LaunchSpec& s,
              uint32_t number) {
  // It is not rare, or depends on the kind of stress.
  if (number == 0 || InTeams(s)) return;
  const RepeatRow& row = RowOf(Repeat::kRate);
  uint64_t wrong = 1, launches = number + 1;
  double seconds = 0;
  for (uint32_t i = 1; i <= row.launches && seconds < row.seconds; ++i) {
    const LaunchRecord r =
        a->Show(LaunchPurpose::kJudged, StressedOf(*a, b, s, number + i));
    a->exhibits.pop_back();
    if (!Finished(r)) break;
    ++launches;
    seconds += r.seconds;
    if (r.payload != PayloadState::kRight) ++wrong;
  }
  a->findings.push_back(FoundRate(wrong, launches));
}

// Whether these right launches are all that is asked for. Adds the doubt if
// they prove nothing.
bool IsEnough(Attempt* a, const LaunchSpec& s, const RightLaunches& right,
              uint64_t runs) {
  const Lack lack = LackOf(s, right);
  if (lack.doubt == Doubt::kNone) {
    // What a scheduler does to a CPU's threads makes launches differ.
    const RepeatRow& row = RowOf(Repeat::kPass);
    const bool enough =
        right.launches >= runs ||
        (!a->cpu() && runs == row.launches && right.seconds >= row.seconds);
    if (enough && a->evidence.negative == Trial::kWrong) {
      a->findings.push_back(FoundRate(0, right.launches));
    }
    return enough;
  }
  if (a->cpu() && right.launches >= Most(Repeat::kPass) &&
      right.seconds > kCrowdedLaunchSeconds) {
    a->result.other_cores = a->Ask(QuestionKind::kOtherCores).other_cores;
  }
  if (right.launches < Most(Repeat::kDoubted) && a->result.other_cores <= 0) {
    return false;
  }
  a->AddDoubt(lack.doubt, lack.finding);
  return true;
}

// Shows the launch until one is not right, or until right ones are enough. One
// is little, and of a lock's groups the one may have ended before the other
// began. The last one is kept as the exhibit.
LaunchRecord ShowUntilWrong(Attempt* a, Boards* b, LaunchSpec s) {
  RightLaunches right;
  const uint64_t runs = RunsOf(*a, *b, s);
  a->Ask(QuestionKind::kWatchLoad);
  for (;;) {
    a->result.rounds = s.rounds;
    const uint32_t number = right.launches;
    LaunchRecord r =
        a->Show(LaunchPurpose::kJudged, StressedOf(*a, *b, s, number));
    b->launches_to_wrong = number + 1;
    if (!Finished(r) || r.waits != Waits::kMet ||
        r.account != Account::kComplete ||
        !(HasWaits(a->c) || HasRaces(a->c))) {
      return r;
    }
    if (r.payload != PayloadState::kRight) {
      TellRate(a, *b, s, number);
      return r;
    }
    right.Add(r, a->cpu());
    b->reads = right.reads;
    r.facts.most_out = a->exhibits.back().facts.most_out = right.most_out;
    if (IsEnough(a, s, right, runs)) return r;
    a->exhibits.pop_back();
    if (IsLock(a->c.primitive->family) && CameInTurn(s, right)) {
      TakeMoreRounds(a, &s);
    }
  }
}

// Shows the launch with the relaxed board, up to four times, until a group had
// to wait in it. Where groups run one after the other, a hand-off's readers
// find the signal there already. The last launch is kept as the exhibit.
LaunchRecord ShowUntilWaited(Attempt* a, LaunchSpec s) {
  s.program.board = BoardMode::kRelaxed;
  if (InTeams(s)) s = Stressed(s, 0, a->cpu());
  for (uint32_t i = 1;; ++i) {
    LaunchRecord r = a->Show(LaunchPurpose::kWatched, s);
    if (!MustWait(s) || !r.without_waiting) return r;
    if (i == Most(Repeat::kWaited)) {
      a->AddDoubt(Doubt::kNoGroupWaited,
                  Found(FindingKind::kNoGroupWaited, {i}));
      return r;
    }
    a->exhibits.pop_back();
    if (!a->cpu()) continue;
    if (IsLock(a->c.primitive->family)) {
      TakeMoreRounds(a, &s);
    } else {
      DelayLonger(a, &s);
    }
  }
}

// All of these return false where the program did not build. The launches
// without the board:
bool Judge(Attempt* a, Boards* b) {
  LaunchSpec s = a->base;
  s.program.board = BoardMode::kOff;
  if (InTeams(s) && b->stress.empty()) b->stress = RunTwins(a, s);
  b->judged = ShowUntilWrong(a, b, s);
  return !EndsUnbuilt(a, a->last);
}

// The launch with it:
bool Look(Attempt* a, Boards* b) {
  b->watched = ShowUntilWaited(a, a->base);
  if (EndsUnbuilt(a, a->last)) return false;
  CheckBoard(a, *b->watched);
  return true;
}

// Judged, then looked at: a right one in samples only.
bool JudgeFirst(Attempt* a, Boards* b) {
  if (!Judge(a, b)) return false;
  if (IsRight(b->judged) && !IsSampled(a->c)) return true;
  // A worker that died is judged as it is.
  if (!Finished(b->judged) && !Stuck(b->judged)) return true;
  const size_t judged = a->exhibits.size() - 1;
  if (!Look(a, b)) return false;
  if (!IsRight(b->judged) && WaitsOn(*b->watched) &&
      !WordsSayMore(b->judged, *b->watched)) {
    b->judged = *b->watched;  // the board says where
    return true;
  }
  // The judged launch comes last.
  std::rotate(a->exhibits.begin() + judged, a->exhibits.end() - 1,
              a->exhibits.end());
  const bool again = IsRight(b->judged) && IsDoubted(a->base, b->watched);
  return !again || Judge(a, b);
}

// Looked at, then judged: a launch that waits on is judged with its board.
bool LookFirst(Attempt* a, Boards* b) {
  if (!Look(a, b)) return false;
  b->judged = *b->watched;
  return WaitsOn(b->judged) || Judge(a, b);
}

// A compiler may make a plain poll a loop that loads nothing. On an H200 the
// warps in it kept another group from coming to its wait in one launch of eight
// (all waited in the others): such a launch shows nothing of the poll. It is
// replaced by one that shows the poll, if there is one.
void LookAtPollAgain(Attempt* a, Boards* b) {
  if (a->cpu() || a->c.access.poll != Poll::kPlain) return;
  const auto froze_at = [](const LaunchRecord& r, Where where) {
    return r.ending == Ending::kFrozen && r.channel_proven &&
           r.spec.program.board != BoardMode::kOff && r.place.where == where;
  };
  if (!froze_at(b->judged, Where::kStuckInside)) return;
  const LaunchSpec s = a->exhibits.back().spec;
  for (uint32_t i = 0; i < Most(Repeat::kPollLook); ++i) {
    const LaunchRecord again = a->Show(LaunchPurpose::kWatched, s);
    if (froze_at(again, Where::kConditionTrue)) {
      b->judged = again;
      b->watched = again;
      return;
    }
    a->exhibits.pop_back();
  }
}

// Whether the launch with the board behaved otherwise.
bool IsPerturbed(const Boards& b, bool same_stress) {
  if (!b.watched) return false;
  const LaunchRecord& watched = *b.watched;
  return Finished(b.judged) != Finished(watched) ||
         b.judged.waits != watched.waits || ExtraArrivals(watched) ||
         b.judged.account != watched.account ||
         (same_stress && b.judged.payload != watched.payload);
}

void TakeEvidence(Attempt* a, const Boards& b) {
  const LaunchRecord& judged = b.judged;
  TakeJudged(a, judged);
  Evidence& e = a->evidence;
  e.plain_poll = a->c.access.poll == Poll::kPlain;
  e.reread = RereadOf(judged.facts);
  // Two groups inside a lock at once are seen in some launches only. A count
  // that is short has the same reason if the watched launch saw them.
  uint64_t changed = judged.facts.owner_changed;
  if (e.payload != PayloadState::kRight && b.watched) {
    changed += b.watched->facts.owner_changed;
  }
  if (changed != 0) e.guilt = Guilt::kOwnerChanged;
  // Memory after the end of a bounded launch, or after a group has given up,
  // does not show where the launch was stuck.
  const bool placed = judged.frozen_seconds > 0
                          ? judged.frozen_first
                          : judged.ending != Ending::kFinished;
  if (FrozeFirst(judged)) e.waits = Waits::kGaveUp;
  const bool stuck = judged.ending == Ending::kFrozen ||
                     judged.ending == Ending::kRetrying ||
                     e.waits == Waits::kGaveUp;
  if (stuck && judged.channel_proven && placed) {
    a->findings = judged.place.findings;
    e.where = judged.place.where;
    e.met_for_lowest = judged.place.met_for_lowest;
  }
  a->result.reads = std::max(b.reads, judged.facts.reads);
}

}  // namespace

bool HasNoBoard(const KernelCase& c, bool cpu) {
  // One atomic increment between store and load hides all store buffering.
  const bool seq_cst = RowOf(c.access.poll).order == AccessOrder::kSeqCst ||
                       RowOf(c.access.signal).order == AccessOrder::kSeqCst;
  return c.primitive->host_boundary || c.primitive->limited ||
         c.primitive->device_barrier || (cpu && seq_cst);
}

bool IsJudgedFirst(const KernelCase& c, Soundness soundness, GridClass grid) {
  return c.primitive->family != Family::kHandoff &&
         WhatBinds(c, soundness, grid).progress;
}

bool IsSampled(const KernelCase& c) { return Sha256(CaseId(c))[0] < '2'; }

void CheckBoard(Attempt* a, const LaunchRecord& r) {
  if (a->c.primitive->family != Family::kBarrier || r.missing.empty()) return;
  a->evidence.board_incomplete = true;
  a->findings.push_back(r.missing[0]);
}

void TakeJudged(Attempt* a, const LaunchRecord& judged) {
  Evidence& e = a->evidence;
  e.ending = judged.ending;
  e.channel_proven = judged.channel_proven;
  e.waits = Finished(judged) ? judged.waits : Waits::kMet;
  e.payload = Finished(judged) ? judged.payload : PayloadState::kNotJudged;
  e.account = judged.account;
  a->result.launch_seconds = judged.seconds;
  a->result.deadline_seconds = a->deadline;
}

uint32_t RunBoards(Attempt* a) {
  a->Ask(QuestionKind::kAwaitBuilds);
  Boards b;
  const bool made = HasNoBoard(a->c, a->cpu()) ? Judge(a, &b)
                    : IsJudgedFirst(a->c, a->soundness, a->grid)
                        ? JudgeFirst(a, &b)
                        : LookFirst(a, &b);
  if (!made) return 0;
  LookAtPollAgain(a, &b);
  // The payload under another kind of stress says nothing of the board.
  a->result.perturbed =
      IsPerturbed(b, !InTeams(a->base) || b.launches_to_wrong == 1);
  TakeEvidence(a, b);
  return b.launches_to_wrong;
}

}  // namespace wgsync
