#include "suite/core/verdict/verdict.h"

namespace wgsync {
namespace {

constexpr Verdict kNothingWrong = {VerdictKind::kPass, Cause::kNone};

Verdict Infra(Cause cause) { return {VerdictKind::kInfra, cause}; }
Verdict Hang(Cause cause) { return {VerdictKind::kHang, cause}; }
Verdict Broken(Cause cause) { return {VerdictKind::kBroken, cause}; }

// The verdict that comes first in the table; of two alike, the first's cause.
Verdict Worse(Verdict a, Verdict b) { return b.kind < a.kind ? b : a; }

// It ran, and not as a control must. One that did not run has not failed.
bool Failed(Trial control) {
  return control == Trial::kHung || control == Trial::kWrong;
}

// A waiter does not see a value that memory holds. Only a difference says why:
// a later look at the word tells nothing of what the poll saw.
Verdict JudgePoll(const Evidence& e) {
  // Another access to the word does not help either: it is not the access.
  if (e.poll_rmw != Trial::kRight) return Hang(Cause::kUnknown);
  // A load that was issued anew each time, and still an old value.
  if (e.poll_reissued == Trial::kHung) {
    return {VerdictKind::kStaleCache, Cause::kCache};
  }
  // The language lets a compiler hoist a plain load, and no other.
  if (e.poll_reissued == Trial::kRight && e.plain_poll) {
    return {VerdictKind::kStaleHoisted, Cause::kHoisted};
  }
  return Hang(Cause::kUnknown);
}

// All have arrived and memory never shows the signal.
Verdict JudgeSignal(const Evidence& e) {
  if (e.signal_volatile == Trial::kRight) {
    return {VerdictKind::kStaleHoisted, Cause::kStoreSunk};
  }
  return Hang(Cause::kUnknown);
}

// The ladder's last rung, in the earliest unfinished round.
Verdict JudgeWhere(const Evidence& e) {
  switch (e.where) {
    case Where::kUnknown:
      return Hang(Cause::kUnknown);
    case Where::kNotStarted:
      return Hang(Cause::kNotStarted);
    case Where::kStuckInside:
      return Hang(Cause::kStuckInside);
    case Where::kConditionTrue:
      return JudgePoll(e);
    case Where::kMissed:
      return Hang(Cause::kMissed);
    case Where::kLostArrival:
      return Broken(Cause::kLostArrival);
    case Where::kSignalMissing:
      return JudgeSignal(e);
    case Where::kLostRelease:
      return Broken(Cause::kLostRelease);
    case Where::kHolderStarved:
      return Hang(Cause::kHolderStarved);
    case Where::kExtraArrivals:
      return Broken(Cause::kExtraArrivals);
    case Where::kEndedEarly:
      return Hang(Cause::kEndedEarly);
    case Where::kUnreachableGoal:
      return Hang(Cause::kUnreachableGoal);
  }
  return Hang(Cause::kUnknown);
}

Verdict JudgeFrozen(const Evidence& e) {
  // Without its dependency the launch must end, or the harness froze it.
  if (e.control != Trial::kRight) return Infra(Cause::kControlFailed);
  // Snapshots of a channel that may show old memory say nothing of a cause.
  if (!e.channel_proven) return Hang(Cause::kUnknown);
  return JudgeWhere(e);
}

// What the launch's end alone says.
Verdict JudgeEnding(const Evidence& e) {
  // If the control failed, too, the suite is at fault.
  const auto controlled = [&e](Verdict verdict) {
    return Failed(e.control) ? Infra(Cause::kControlFailed) : verdict;
  };
  switch (e.ending) {
    // These are facts about the worker or the device: no control bears on them.
    case Ending::kNeverStarted:
      return Infra(Cause::kNeverStarted);
    case Ending::kWorkerDied:
      return {VerdictKind::kCrash, Cause::kNone};
    case Ending::kEndedFromOutside:
      return Infra(Cause::kEndedFromOutside);
    case Ending::kNoProcessor:
      return Infra(Cause::kNoProcessor);
    case Ending::kDeviceLost:
      return {VerdictKind::kLost, Cause::kNone};
    case Ending::kEventError:
      return {VerdictKind::kError, Cause::kNone};
    case Ending::kNotReported:
      return {VerdictKind::kError, Cause::kNotReported};
    case Ending::kCompletedEarly:
      return {VerdictKind::kError, Cause::kCompletedEarly};
    case Ending::kFrozen:
      return controlled(JudgeFrozen(e));
    case Ending::kRetrying:
      return controlled(Hang(Cause::kLivelock));
    case Ending::kEndedByWatchdog:
      return controlled(Hang(Cause::kWatchdogOfDriver));
    case Ending::kFinishedLate:
    case Ending::kMoving:  // nobody can say that it would never have ended
      return controlled({VerdictKind::kSlow, Cause::kNone});
    case Ending::kFinished:
      return controlled(kNothingWrong);
  }
  return kNothingWrong;
}

bool EndedByItself(const Evidence& e) {
  return e.ending == Ending::kFinished || e.ending == Ending::kFinishedLate;
}

// A bounded wait that gave up: what froze would have been a hang. The ladder
// looks at two snapshots in which nobody had given up yet, so what they prove
// of memory is what an unbounded wait would have shown. What other launches
// say is not taken over: after giving up, groups pass without their condition.
Verdict JudgeGaveUp(const Evidence& e) {
  const Verdict where = JudgeWhere(e);
  const bool names_hang =
      where.kind == VerdictKind::kHang && where.cause != Cause::kUnknown;
  const bool names_loss = where.kind == VerdictKind::kBroken &&
                          EndedByItself(e) && e.channel_proven &&
                          e.control == Trial::kRight;
  return names_hang || names_loss ? where : Hang(Cause::kGaveUp);
}

// Proved by the board, the owner word or the waiter's own word. The control
// over kernel_boundary need not have run; if it ran and failed, the harness is
// at fault.
Verdict BrokenByBoard(const Evidence& e, Cause cause) {
  return Failed(e.boundary) ? Infra(Cause::kBoundaryWrong) : Broken(cause);
}

Verdict JudgeUnmet(const Evidence& e) {
  if (e.waits != Waits::kLeftUnmet) return kNothingWrong;
  // Reissued, the same wait does wait: the compiler has dropped the plain one.
  const bool elided = e.plain_poll && e.poll_reissued == Trial::kHung;
  return BrokenByBoard(e, elided ? Cause::kWaitElided : Cause::kWaitCut);
}

Verdict JudgeGuilt(const Evidence& e) {
  switch (e.guilt) {
    case Guilt::kUnknown:
      return kNothingWrong;
    case Guilt::kEarlyDeparture:
      return BrokenByBoard(e, Cause::kEarlyRelease);
    case Guilt::kOwnerChanged:
      return BrokenByBoard(e, Cause::kExclusionViolated);
    case Guilt::kExtraArrivals:
      return BrokenByBoard(e, Cause::kExtraArrivals);
  }
  return kNothingWrong;
}

// Whether the load was old or the store late.
Cause StalePayloadCause(Reread reread) {
  switch (reread) {
    case Reread::kNew:
      return Cause::kStaleLoad;
    case Reread::kOld:
      return Cause::kLateStore;
    case Reread::kNone:
      break;
  }
  return Cause::kNone;
}

Verdict JudgePayload(const Evidence& e) {
  if (e.payload == PayloadState::kRight ||
      e.payload == PayloadState::kNotJudged) {
    return kNothingWrong;
  }
  // A wrong word accuses the primitive only if the workload itself is right.
  if (e.boundary != Trial::kRight) return Infra(Cause::kBoundaryWrong);
  if (e.payload == PayloadState::kTorn) return Broken(Cause::kTornOrForeign);
  switch (e.payload_atomic) {
    case Trial::kRight:  // the access alone makes the difference
      return {VerdictKind::kStalePayload, StalePayloadCause(e.reread)};
    case Trial::kWrong:
      // Atomic accesses that nothing orders may come out of order as well: the
      // fence alone makes the difference, and nobody left early.
      if (e.fence_device == Trial::kRight) {
        return {VerdictKind::kStalePayload, Cause::kUnordered};
      }
      return Broken(Cause::kWrongPayload);
    case Trial::kHung:
    case Trial::kNotRun:
      break;
  }
  // Wrong, and the difference that tells stale from broken is missing: a hang
  // of the other launch is none. Either word would be a guess.
  return Infra(Cause::kUnexplained);
}

// Nothing was wrong; could it have been?
Verdict JudgeProof(const Evidence& e, Verdict so_far) {
  if (Failed(e.boundary)) return Infra(Cause::kBoundaryWrong);
  // Without waits nothing can wait.
  if (e.negative == Trial::kHung) return Infra(Cause::kControlFailed);
  if (so_far.kind == VerdictKind::kSlow) return so_far;
  const bool proven =
      e.payload == PayloadState::kRight && e.negative == Trial::kWrong;
  return {proven ? VerdictKind::kPass : VerdictKind::kUnproven, Cause::kNone};
}

}  // namespace

Verdict JudgeEvidence(const Evidence& e) {
  Verdict worst = JudgeEnding(e);
  const bool gave_up = e.waits == Waits::kGaveUp;
  if (gave_up) worst = Worse(worst, JudgeGaveUp(e));
  // Nothing that the rest can say comes before these, and it need not be true
  // of a launch that did not end by itself, or whose waits gave up.
  if (gave_up || worst.kind <= VerdictKind::kError) return worst;
  // The other rules rest on a board that its kernel keeps completely.
  if (e.board_incomplete) return Infra(Cause::kBoardIncomplete);
  worst = Worse(worst, JudgeUnmet(e));
  worst = Worse(worst, JudgeGuilt(e));
  // What the board proves needs no difference to explain it.
  if (worst.kind != VerdictKind::kBroken) worst = Worse(worst, JudgePayload(e));
  return worst.kind < VerdictKind::kSlow ? worst : JudgeProof(e, worst);
}

}  // namespace wgsync
