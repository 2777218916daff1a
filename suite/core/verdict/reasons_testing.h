// What the sentence of each rule claims, as a predicate over the evidence: a
// verdict whose own record denies its reason is a fault of the suite. The rules
// decide without it, so that each checks the other. Tests and
// suite/proof/golden/judge_again ask it.

#ifndef WGSYNC_SUITE_CORE_VERDICT_REASONS_TESTING_H_
#define WGSYNC_SUITE_CORE_VERDICT_REASONS_TESTING_H_

#include "suite/core/verdict/host_verdict.h"
#include "suite/core/verdict/rules.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

inline bool EndedAlone(const Evidence& e) {
  return e.ending == Ending::kFinished || e.ending == Ending::kFinishedLate;
}

// False for a combination that no launch leaves: facts that only a launch which
// ended by itself has, in one that did not.
inline bool IsPossible(const Evidence& e) {
  return EndedAlone(e) ||
         (e.payload == PayloadState::kNotJudged &&
          e.account == Account::kComplete && e.waits != Waits::kLeftUnmet);
}

inline bool RanRight(const Evidence& e) {
  return e.ending == Ending::kFinished && e.waits == Waits::kMet &&
         e.account == Account::kComplete && e.guilt == Guilt::kUnknown &&
         e.payload == PayloadState::kRight;
}

// The snapshots of a launch that froze, or whose waits gave up, show it.
inline bool StoodAt(const Evidence& e, Where where) {
  const bool froze = e.ending == Ending::kFrozen && e.channel_proven &&
                     e.control == Trial::kRight;
  return e.where == where && (froze || e.waits == Waits::kGaveUp);
}

inline bool HasWrongPayload(const Evidence& e) {
  return e.payload == PayloadState::kWrong || e.payload == PayloadState::kTorn;
}

inline bool DidNotEndWell(Trial trial) {
  return trial == Trial::kHung || trial == Trial::kWrong;
}

inline bool RightAndDoubted(const Evidence& e, Doubt doubt) {
  return RanRight(e) && e.doubt == doubt;
}

// True if the evidence has what the rule's sentence claims. A rule that decides
// without evidence claims nothing of it.
inline bool ClaimHolds(Rule rule, const Evidence& e, const HostEvidence& h) {
  const bool wrong_once = e.payload == PayloadState::kWrong &&
                          e.boundary == Trial::kRight && EndedAlone(e);
  const bool met = StoodAt(e, Where::kConditionTrue);
  const bool tried = h.ending == HostEnding::kCameBack;
  switch (rule) {
    case Rule::kNotRecorded:
      return true;
    case Rule::kNeverStarted:
      return e.ending == Ending::kNeverStarted;
    case Rule::kWorkerDied:
      return e.ending == Ending::kWorkerDied;
    case Rule::kEndedFromOutside:
      return e.ending == Ending::kEndedFromOutside;
    case Rule::kNoProcessor:
      return e.ending == Ending::kNoProcessor;
    case Rule::kDeviceLost:
      return e.ending == Ending::kDeviceLost;
    case Rule::kEventError:
      return e.ending == Ending::kEventError;
    case Rule::kNotReported:
      return e.ending == Ending::kNotReported;
    case Rule::kCompletedEarly:
      return e.ending == Ending::kCompletedEarly;
    case Rule::kControlFailed:
      return DidNotEndWell(e.control);
    case Rule::kFinishedLate:
      return e.ending == Ending::kFinishedLate && !HasWrongPayload(e) &&
             e.waits == Waits::kMet && e.account == Account::kComplete;
    case Rule::kStillMoving:
      return e.ending == Ending::kMoving;
    case Rule::kLivelock:
      return e.ending == Ending::kRetrying;
    case Rule::kDriversWatchdog:
      return e.ending == Ending::kEndedByWatchdog;
    case Rule::kGaveUp:
      return e.waits == Waits::kGaveUp && e.where != Where::kNotStarted &&
             e.where != Where::kStuckInside && e.where != Where::kMissed &&
             e.where != Where::kHolderStarved && e.where != Where::kSuspended &&
             e.where != Where::kEndedEarly &&
             e.where != Where::kUnreachableGoal;
    case Rule::kFrozenControl:
      return e.ending == Ending::kFrozen && e.control != Trial::kRight;
    case Rule::kFrozenUnseen:
      return e.ending == Ending::kFrozen && !e.channel_proven;
    case Rule::kFrozenUnexplained:
      return StoodAt(e, Where::kUnknown);
    case Rule::kNotStarted:
      return StoodAt(e, Where::kNotStarted);
    case Rule::kStuckInside:
      return StoodAt(e, Where::kStuckInside);
    case Rule::kMissed:
      return StoodAt(e, Where::kMissed);
    case Rule::kLostArrival:
      return StoodAt(e, Where::kLostArrival);
    case Rule::kLostRelease:
      return StoodAt(e, Where::kLostRelease);
    case Rule::kHolderStarved:
      return StoodAt(e, Where::kHolderStarved);
    case Rule::kSuspended:
      return StoodAt(e, Where::kSuspended);
    case Rule::kArrivedTooOften:
      return StoodAt(e, Where::kExtraArrivals);
    case Rule::kEndedEarly:
      return StoodAt(e, Where::kEndedEarly);
    case Rule::kUnreachableGoal:
      return StoodAt(e, Where::kUnreachableGoal);
    case Rule::kPollUnhelped:
      return met && e.poll_rmw != Trial::kRight;
    case Rule::kPollCached:
      return met && e.poll_rmw == Trial::kRight &&
             e.poll_reissued == Trial::kHung;
    case Rule::kPollHoisted:
      return met && e.poll_rmw == Trial::kRight && e.plain_poll &&
             e.poll_reissued == Trial::kRight && !e.guard_lost;
    case Rule::kGuardLost:
      return met && e.plain_poll && e.guard_lost &&
             e.poll_reissued == Trial::kRight;
    case Rule::kPollUnexplained:
      return met && e.poll_rmw == Trial::kRight &&
             e.poll_reissued != Trial::kHung &&
             !(e.plain_poll && e.poll_reissued == Trial::kRight);
    case Rule::kConditionsMet:
      return met && e.met_for_lowest;
    case Rule::kStoreSunk:
      return StoodAt(e, Where::kSignalMissing) &&
             e.signal_volatile == Trial::kRight;
    case Rule::kSignalUnexplained:
      return StoodAt(e, Where::kSignalMissing) &&
             e.signal_volatile != Trial::kRight;
    case Rule::kItemsLost:
      return EndedAlone(e) && e.account == Account::kItemsLost;
    case Rule::kStoreLost:
      return EndedAlone(e) && e.account == Account::kStoreLost;
    case Rule::kBoardIncomplete:
      return e.board_incomplete;
    case Rule::kBoundaryFailed:
      return DidNotEndWell(e.boundary);
    case Rule::kWaitElided:
      return e.waits == Waits::kLeftUnmet && e.plain_poll &&
             e.poll_reissued == Trial::kHung;
    case Rule::kWaitCut:
      return e.waits == Waits::kLeftUnmet;
    case Rule::kEarlyDeparture:
      return e.guilt == Guilt::kEarlyDeparture;
    case Rule::kOwnerChanged:
      return e.guilt == Guilt::kOwnerChanged;
    case Rule::kExtraArrivals:
      return e.guilt == Guilt::kExtraArrivals;
    case Rule::kReadsNotMade:
      return EndedAlone(e) && e.account == Account::kReadsMissing;
    case Rule::kPayloadBoundary:
      return HasWrongPayload(e) && e.boundary != Trial::kRight;
    case Rule::kTorn:
      return e.payload == PayloadState::kTorn && EndedAlone(e);
    case Rule::kStaleLoad:
      return wrong_once && e.reread == Reread::kNew &&
             e.payload_atomic == Trial::kRight;
    case Rule::kLateStore:
      return wrong_once && e.reread == Reread::kOld &&
             e.payload_atomic == Trial::kRight;
    case Rule::kStaleUnread:
      return wrong_once && e.reread == Reread::kNone &&
             e.payload_atomic == Trial::kRight;
    case Rule::kUnordered:
      return wrong_once && e.payload_atomic == Trial::kWrong &&
             e.fence_device == Trial::kRight;
    case Rule::kWrongPayload:
      return wrong_once && e.payload_atomic == Trial::kWrong &&
             e.fence_device != Trial::kRight;
    case Rule::kNotRepeated:
      return wrong_once && e.not_repeated;
    case Rule::kPayloadUnexplained:
      return wrong_once && e.payload_atomic != Trial::kRight &&
             e.payload_atomic != Trial::kWrong;
    case Rule::kNegativeHung:
      return e.negative == Trial::kHung;
    case Rule::kPass:
      return RanRight(e) && !e.no_payload && e.negative == Trial::kWrong &&
             e.doubt <= Doubt::kNotRecorded && e.strength != Strength::kMissed;
    case Rule::kNotJudged:
      return EndedAlone(e) && e.payload == PayloadState::kNotJudged;
    case Rule::kCouldNotFail:
      return RightAndDoubted(e, Doubt::kNotRecorded) &&
             e.negative != Trial::kWrong;
    case Rule::kControlNotRun:
      return RanRight(e) && e.negative == Trial::kNotRun;
    case Rule::kControlRight:
      return RanRight(e) && e.negative == Trial::kRight;
    case Rule::kOneGroup:
      return RightAndDoubted(e, Doubt::kOneGroup);
    case Rule::kNoneWaited:
      return RightAndDoubted(e, Doubt::kNoGroupWaited);
    case Rule::kPermitsLeft:
      return RightAndDoubted(e, Doubt::kPermitsLeft);
    case Rule::kRareTurns:
      return RightAndDoubted(e, Doubt::kRareTurns);
    case Rule::kSawLittleNew:
      return RightAndDoubted(e, Doubt::kSawLittleNew);
    case Rule::kOneCore:
      return RightAndDoubted(e, Doubt::kOneCore);
    case Rule::kFoundAlone:
      return RightAndDoubted(e, Doubt::kFoundAlone);
    case Rule::kRareMeetings:
      return RightAndDoubted(e, Doubt::kRareMeetings);
    case Rule::kFailedNowhere:
      return RightAndDoubted(e, Doubt::kFailedNowhere) &&
             e.negative == Trial::kWrong;
    case Rule::kTwinsMissed:
      return RanRight(e) && e.strength == Strength::kMissed;
    case Rule::kWaitsMet:
      return RanRight(e) && e.no_payload && e.negative == Trial::kWrong;
    case Rule::kNoWaitUnmet:
      return RanRight(e) && e.no_payload && e.negative != Trial::kWrong;
    case Rule::kNoGroupWaited:
      return RightAndDoubted(e, Doubt::kNoGroupWaited) && e.no_payload;
    case Rule::kHostRace:
      return h.racing && !tried;
    case Rule::kHostDied:
      return h.ending == HostEnding::kWorkerDied;
    case Rule::kHostEndedFromOutside:
      return h.ending == HostEnding::kEndedFromOutside;
    case Rule::kHostLost:
      return h.ending == HostEnding::kDeviceLost;
    case Rule::kHostSetUp:
      return h.ending == HostEnding::kSetUpFailed;
    case Rule::kHostNotReturned:
      return h.ending == HostEnding::kNotBack && h.watched;
    case Rule::kHostUnwatchedCall:
      return h.ending == HostEnding::kNotBack && !h.watched;
    case Rule::kHostShort:
      return h.ending == HostEnding::kShort;
    case Rule::kHostCallFailed:
      return h.ending == HostEnding::kCallFailed;
    case Rule::kHostRefused:
      return h.ending == HostEnding::kRefused;
    case Rule::kHostNotSignalled:
      return tried && h.fault == Cause::kNotSignalled && h.watched;
    case Rule::kHostUnwatchedSignal:
      return tried && h.fault == Cause::kNotSignalled && !h.watched;
    case Rule::kHostUnordered:
    case Rule::kHostCompletedEarly:
    case Rule::kHostWrongAnswer:
    case Rule::kHostWrongTimes:
      return tried && h.fault == InfoOf(rule).cause;
    case Rule::kHostOddFault:
      return tried && h.fault != Cause::kNone &&
             h.fault != Cause::kNotSignalled;
    case Rule::kHostCouldNotFail:
      return tried && h.fault == Cause::kNone && h.control == Trial::kRight;
    case Rule::kHostPass:
      return tried && h.fault == Cause::kNone;
    case Rule::kDeviceLacks:
    case Rule::kNoLaunch:
    case Rule::kBuildRefused:
    case Rule::kBuildUnclaimed:
    case Rule::kClaimDenied:
    case Rule::kOverLimit:
    case Rule::kControlBuild:
    case Rule::kHarness:
    case Rule::kOpeningEnded:
    case Rule::kWedged:
    case Rule::kMachineDown:
    case Rule::kLeftOut:
    case Rule::kTriedRight:
    case Rule::kTriedUnproven:
    case Rule::kTriedWrong:
    case Rule::kTriedFrozen:
    case Rule::kTriedUnended:
    case Rule::kTriedCrash:
    case Rule::kTriedError:
    case Rule::kTriedLost:
      return true;
  }
  return false;
}

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_VERDICT_REASONS_TESTING_H_
