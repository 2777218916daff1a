#include "suite/core/verdict/verdict.h"

#include "suite/core/verdict/rule_rows.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

// As long as no rule has found a fault.
constexpr Verdict kNothingWrong = {VerdictKind::kPass, Cause::kNone};

// The verdict that comes first in the table; of two alike, the first.
Verdict Worse(Verdict a, Verdict b) { return b.kind < a.kind ? b : a; }

// It ran, and not as a control must. One that did not run has not failed.
bool Failed(Trial control) {
  return control == Trial::kHung || control == Trial::kWrong;
}

// A waiter does not see a value that memory holds. Only a difference says why:
// a later look at the word tells nothing of what the poll saw.
Verdict JudgePoll(const Evidence& e) {
  // Another access to the word does not help either: it is not the access.
  if (e.poll_rmw != Trial::kRight) {
    return By(e.met_for_lowest ? Rule::kConditionsMet : Rule::kPollUnhelped);
  }
  // A load that was issued anew each time, and still an old value.
  if (e.poll_reissued == Trial::kHung) return By(Rule::kPollCached);
  // The language lets a compiler hoist a plain load, and no other.
  if (e.poll_reissued == Trial::kRight && e.plain_poll) {
    return By(e.guard_lost ? Rule::kGuardLost : Rule::kPollHoisted);
  }
  return By(e.met_for_lowest ? Rule::kConditionsMet : Rule::kPollUnexplained);
}

// All have arrived and memory never shows the signal.
Verdict JudgeSignal(const Evidence& e) {
  return By(e.signal_volatile == Trial::kRight ? Rule::kStoreSunk
                                               : Rule::kSignalUnexplained);
}

// The ladder's last rung, in the earliest unfinished round.
Verdict JudgeWhere(const Evidence& e) {
  switch (e.where) {
    case Where::kUnknown:
      return By(Rule::kFrozenUnexplained);
    case Where::kNotStarted:
      return By(Rule::kNotStarted);
    case Where::kStuckInside:
      return By(Rule::kStuckInside);
    case Where::kConditionTrue:
      return JudgePoll(e);
    case Where::kMissed:
      return By(Rule::kMissed);
    case Where::kLostArrival:
      return By(Rule::kLostArrival);
    case Where::kSignalMissing:
      return JudgeSignal(e);
    case Where::kLostRelease:
      return By(Rule::kLostRelease);
    case Where::kHolderStarved:
      return By(Rule::kHolderStarved);
    case Where::kSuspended:
      return By(Rule::kSuspended);
    case Where::kExtraArrivals:
      return By(Rule::kArrivedTooOften);
    case Where::kEndedEarly:
      return By(Rule::kEndedEarly);
    case Where::kUnreachableGoal:
      return By(Rule::kUnreachableGoal);
  }
  return By(Rule::kFrozenUnexplained);
}

Verdict JudgeFrozen(const Evidence& e) {
  // Without its dependency the launch must end, or the harness froze it.
  if (e.control != Trial::kRight) return By(Rule::kFrozenControl);
  // Snapshots of a channel that may show old memory say nothing of a cause.
  if (!e.channel_proven) return By(Rule::kFrozenUnseen);
  return JudgeWhere(e);
}

// What the launch's end alone says.
Verdict JudgeEnding(const Evidence& e) {
  // If the control failed, too, the suite is at fault.
  const auto controlled = [&e](Verdict verdict) {
    return Failed(e.control) ? By(Rule::kControlFailed) : verdict;
  };
  switch (e.ending) {
    // These are facts about the worker or the device: no control bears on them.
    case Ending::kNeverStarted:
      return By(Rule::kNeverStarted);
    case Ending::kWorkerDied:
      return By(Rule::kWorkerDied);
    case Ending::kEndedFromOutside:
      return By(Rule::kEndedFromOutside);
    case Ending::kNoProcessor:
      return By(Rule::kNoProcessor);
    case Ending::kDeviceLost:
      return By(Rule::kDeviceLost);
    case Ending::kEventError:
      return By(Rule::kEventError);
    case Ending::kNotReported:
      return By(Rule::kNotReported);
    case Ending::kCompletedEarly:
      return By(Rule::kCompletedEarly);
    case Ending::kFrozen:
      return controlled(JudgeFrozen(e));
    case Ending::kRetrying:
      return controlled(By(Rule::kLivelock));
    case Ending::kEndedByWatchdog:
      return controlled(By(Rule::kDriversWatchdog));
    case Ending::kFinishedLate:
      return controlled(By(Rule::kFinishedLate));
    case Ending::kMoving:  // it may have ended later
      return controlled(By(Rule::kStillMoving));
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
  return names_hang || names_loss ? where : By(Rule::kGaveUp);
}

// Proved by the board, the owner word or the waiter's own word. The control
// over kernel_boundary need not have run; if it ran and failed, the harness is
// at fault.
Verdict BrokenByBoard(const Evidence& e, Rule rule) {
  return By(Failed(e.boundary) ? Rule::kBoundaryFailed : rule);
}

Verdict JudgeUnmet(const Evidence& e) {
  if (e.waits != Waits::kLeftUnmet) return kNothingWrong;
  // Reissued, the same wait does wait: the compiler has dropped the plain one.
  const bool elided = e.plain_poll && e.poll_reissued == Trial::kHung;
  return BrokenByBoard(e, elided ? Rule::kWaitElided : Rule::kWaitCut);
}

Verdict JudgeGuilt(const Evidence& e) {
  switch (e.guilt) {
    case Guilt::kUnknown:
      return kNothingWrong;
    case Guilt::kEarlyDeparture:
      return BrokenByBoard(e, Rule::kEarlyDeparture);
    case Guilt::kOwnerChanged:
      return BrokenByBoard(e, Rule::kOwnerChanged);
    case Guilt::kExtraArrivals:
      return BrokenByBoard(e, Rule::kExtraArrivals);
  }
  return kNothingWrong;
}

Verdict JudgeReads(const Evidence& e) {
  return e.account == Account::kReadsMissing
             ? BrokenByBoard(e, Rule::kReadsNotMade)
             : kNothingWrong;
}

// Whether the load was old or the store late.
Rule StalePayloadRule(Reread reread) {
  switch (reread) {
    case Reread::kNew:
      return Rule::kStaleLoad;
    case Reread::kOld:
      return Rule::kLateStore;
    case Reread::kNone:
      break;
  }
  return Rule::kStaleUnread;
}

// What a difference proves of a wrong payload, if it was wrong so again.
Verdict ByDifference(const Evidence& e, Rule rule) {
  return By(e.not_repeated ? Rule::kNotRepeated : rule);
}

Verdict JudgePayload(const Evidence& e) {
  if (e.payload == PayloadState::kRight ||
      e.payload == PayloadState::kNotJudged) {
    return kNothingWrong;
  }
  // A wrong word accuses the primitive only if the workload itself is right.
  if (e.boundary != Trial::kRight) return By(Rule::kPayloadBoundary);
  if (e.payload == PayloadState::kTorn) return By(Rule::kTorn);
  switch (e.payload_atomic) {
    case Trial::kRight:  // the access alone makes the difference
      return ByDifference(e, StalePayloadRule(e.reread));
    case Trial::kWrong:
      // Atomic accesses that nothing orders may come out of order as well: the
      // fence alone makes the difference, and nobody left early.
      return e.fence_device == Trial::kRight ? ByDifference(e, Rule::kUnordered)
                                             : By(Rule::kWrongPayload);
    case Trial::kHung:
    case Trial::kNotRun:
      break;
  }
  // Wrong, and the difference that tells stale from broken is missing: a hang
  // of the other launch is none. Either word would be a guess.
  return By(Rule::kPayloadUnexplained);
}

Rule DoubtRule(Doubt doubt) {
  switch (doubt) {
    case Doubt::kNone:
    case Doubt::kNotRecorded:
      break;
    case Doubt::kOneGroup:
      return Rule::kOneGroup;
    case Doubt::kNoGroupWaited:
      return Rule::kNoneWaited;
    case Doubt::kPermitsLeft:
      return Rule::kPermitsLeft;
    case Doubt::kRareTurns:
      return Rule::kRareTurns;
    case Doubt::kSawLittleNew:
      return Rule::kSawLittleNew;
    case Doubt::kOneCore:
      return Rule::kOneCore;
    case Doubt::kFoundAlone:
      return Rule::kFoundAlone;
    case Doubt::kRareMeetings:
      return Rule::kRareMeetings;
    case Doubt::kFailedNowhere:
      return Rule::kFailedNowhere;
  }
  return Rule::kControlNotRun;
}

// A right payload.
Verdict JudgeRight(const Evidence& e) {
  const bool recorded = e.doubt != Doubt::kNotRecorded;
  if (e.negative != Trial::kWrong && !recorded) return By(Rule::kCouldNotFail);
  if (e.negative == Trial::kRight) return By(Rule::kControlRight);
  if (e.negative != Trial::kWrong || (recorded && e.doubt != Doubt::kNone)) {
    return By(DoubtRule(e.doubt));
  }
  return By(e.strength == Strength::kMissed ? Rule::kTwinsMissed : Rule::kPass);
}

// Nothing was wrong; could it have been?
Verdict JudgeProof(const Evidence& e, Verdict so_far) {
  if (Failed(e.boundary)) return By(Rule::kBoundaryFailed);
  // Without waits nothing can wait.
  if (e.negative == Trial::kHung) return By(Rule::kNegativeHung);
  if (so_far.kind == VerdictKind::kSlow) return so_far;
  if (e.payload != PayloadState::kRight) return By(Rule::kNotJudged);
  if (e.no_payload) {
    if (e.negative != Trial::kWrong) return By(Rule::kNoWaitUnmet);
    return By(e.doubt == Doubt::kNoGroupWaited ? Rule::kNoGroupWaited
                                               : Rule::kWaitsMet);
  }
  return JudgeRight(e);
}

}  // namespace

Verdict JudgeEvidence(const Evidence& e) {
  Verdict worst = JudgeEnding(e);
  const bool gave_up = e.waits == Waits::kGaveUp;
  if (gave_up) worst = Worse(worst, JudgeGaveUp(e));
  // Nothing that the rest can say comes before these, and it need not be true
  // of a launch that did not end by itself, or whose waits gave up.
  if (gave_up || worst.kind <= VerdictKind::kError) return worst;
  // Nor does a rule about a whole launch bear on one that lost a part. A wait
  // that was cut short came before: llvmpipe drops the other work-items of a
  // group whose first ones have left a loop too early.
  if (LostAPart(e.account) && e.waits == Waits::kMet) {
    return By(e.account == Account::kItemsLost ? Rule::kItemsLost
                                               : Rule::kStoreLost);
  }
  // The other rules rest on a board that its kernel keeps completely.
  if (e.board_incomplete) return By(Rule::kBoardIncomplete);
  worst = Worse(worst, JudgeUnmet(e));
  worst = Worse(worst, JudgeGuilt(e));
  worst = Worse(worst, JudgeReads(e));
  // What the board proves needs no difference to explain it.
  if (worst.kind != VerdictKind::kBroken) worst = Worse(worst, JudgePayload(e));
  return worst.kind < VerdictKind::kSlow ? worst : JudgeProof(e, worst);
}

}  // namespace wgsync
