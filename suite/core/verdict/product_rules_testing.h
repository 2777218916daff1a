// What evidence must have for a verdict, each kind for itself: the rules of
// README.md once more, as product_test checks them against JudgeEvidence().

#ifndef WGSYNC_SUITE_CORE_VERDICT_PRODUCT_RULES_TESTING_H_
#define WGSYNC_SUITE_CORE_VERDICT_PRODUCT_RULES_TESTING_H_

#include <utility>

#include "suite/core/verdict/reasons_testing.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

using Kind = VerdictKind;

inline bool Sound(PayloadState p) {
  return p == PayloadState::kRight || p == PayloadState::kNotJudged;
}

inline bool HasFrozenChannel(const Evidence& e) {
  return e.ending == Ending::kFrozen && e.channel_proven &&
         e.control == Trial::kRight;
}

// Bounded waits that gave up and went on: the snapshots are of the time before.
inline bool HasSnapshots(const Evidence& e) {
  const bool gave_up =
      e.waits == Waits::kGaveUp &&
      (e.ending == Ending::kFinished || e.ending == Ending::kFinishedLate);
  return HasFrozenChannel(e) ||
         (gave_up && e.channel_proven && e.control == Trial::kRight);
}

inline bool AnythingWrong(const Evidence& e) {
  return !Sound(e.payload) || e.waits != Waits::kMet ||
         e.account != Account::kComplete || e.guilt != Guilt::kUnknown ||
         DidNotEndWell(e.control) || DidNotEndWell(e.boundary) ||
         e.negative == Trial::kHung;
}

inline const char* PassFault(const Evidence& e, Kind kind) {
  if (AnythingWrong(e)) return "a pass, unproven or slow with a fault";
  if (kind == Kind::kSlow) {
    return e.ending == Ending::kFinishedLate || e.ending == Ending::kMoving
               ? nullptr
               : "slow without outliving a deadline";
  }
  if (e.ending != Ending::kFinished) return "a pass that did not finish";
  const bool proven =
      e.payload == PayloadState::kRight && e.negative == Trial::kWrong &&
      e.doubt <= Doubt::kNotRecorded && e.strength != Strength::kMissed;
  if (kind == Kind::kPass && !proven) return "a pass that is not proven";
  if (kind == Kind::kUnproven && proven) return "a proven pass held back";
  return nullptr;
}

inline const char* HangFault(const Evidence& e, Cause cause) {
  const bool gave_up = e.waits == Waits::kGaveUp;
  const bool ended = e.ending == Ending::kFrozen ||
                     e.ending == Ending::kRetrying ||
                     e.ending == Ending::kEndedByWatchdog;
  if (!ended && !gave_up) return "a hang of a launch that ended";
  const std::pair<Cause, Where> named[] = {
      {Cause::kNotStarted, Where::kNotStarted},
      {Cause::kStuckInside, Where::kStuckInside},
      {Cause::kMissed, Where::kMissed},
      {Cause::kHolderStarved, Where::kHolderStarved},
      {Cause::kStarved, Where::kSuspended},
      {Cause::kEndedEarly, Where::kEndedEarly},
      {Cause::kUnreachableGoal, Where::kUnreachableGoal},
      {Cause::kConditionsMet, Where::kConditionTrue}};
  for (const auto& [of, where] : named) {
    if (cause != of) continue;
    if (e.where != where) return "a hang's cause that no rung has named";
    if (!HasFrozenChannel(e) && !gave_up) {
      return "a hang's cause by an unproven channel or without its control";
    }
  }
  return nullptr;
}

inline const char* StaleFault(const Evidence& e, Verdict v) {
  if (v.kind == Kind::kStalePayload) {
    const bool unordered = v.cause == Cause::kUnordered;
    const bool differs = unordered ? e.payload_atomic == Trial::kWrong &&
                                         e.fence_device == Trial::kRight
                                   : e.payload_atomic == Trial::kRight;
    const bool proven = e.payload == PayloadState::kWrong && differs &&
                        e.boundary == Trial::kRight;
    if (!proven) return "stale-payload without a passing difference";
    if (e.guilt != Guilt::kUnknown || e.waits != Waits::kMet ||
        e.account != Account::kComplete) {
      return "stale-payload in spite of a broken primitive";
    }
    const Cause seen[] = {Cause::kStaleLoad, Cause::kLateStore, Cause::kNone};
    const bool fits = unordered || v.cause == seen[static_cast<int>(e.reread)];
    return fits ? nullptr : "stale load and late store mixed up";
  }
  if (!HasFrozenChannel(e)) {
    return "stale without a frozen launch, its control and a proven channel";
  }
  if (v.cause == Cause::kStoreSunk) {
    const bool proven =
        e.where == Where::kSignalMissing && e.signal_volatile == Trial::kRight;
    return proven ? nullptr : "store sunk without a passing difference";
  }
  if (e.where != Where::kConditionTrue || e.poll_rmw != Trial::kRight) {
    return "a stale poll without a passing difference";
  }
  const bool cache = e.poll_reissued == Trial::kHung;
  const bool hoisted = e.poll_reissued == Trial::kRight && e.plain_poll;
  return (v.kind == Kind::kStaleCache ? cache : hoisted)
             ? nullptr
             : "stale-cache and stale-hoisted mixed up";
}

inline const char* BrokenFault(const Evidence& e, Cause cause) {
  if (cause == Cause::kLostArrival || cause == Cause::kLostRelease) {
    return HasSnapshots(e) ? nullptr : "a loss that no snapshot shows";
  }
  if (cause == Cause::kExtraArrivals && HasSnapshots(e) &&
      e.where == Where::kExtraArrivals) {
    return nullptr;
  }
  // No control excuses it: work-items and their stores are the driver's alone.
  if (cause == Cause::kItemsLost || cause == Cause::kStoreLost) {
    const Account account =
        cause == Cause::kItemsLost ? Account::kItemsLost : Account::kStoreLost;
    return e.account == account && e.waits == Waits::kMet
               ? nullptr
               : "nothing of the kind was lost, or a cut wait came before";
  }
  if (LostAPart(e.account) && e.waits == Waits::kMet) {
    return "a lost part called otherwise";
  }
  const bool by_payload =
      cause != Cause::kReadsNotMade && cause != Cause::kExtraArrivals &&
      cause != Cause::kWaitCut && cause != Cause::kWaitElided &&
      cause != Cause::kEarlyRelease && cause != Cause::kExclusionViolated;
  if (by_payload && e.boundary != Trial::kRight) {
    return "broken by its payload, while kernel_boundary is not right";
  }
  if (by_payload) {
    return Sound(e.payload) ? "a wrong payload that is right" : nullptr;
  }
  if (DidNotEndWell(e.boundary)) return "broken, though kernel_boundary failed";
  if (cause == Cause::kReadsNotMade) {
    return e.account == Account::kReadsMissing ? nullptr
                                               : "reads that were made";
  }
  if (cause == Cause::kExtraArrivals) {
    return e.guilt == Guilt::kExtraArrivals
               ? nullptr
               : "more arrivals than any board has counted";
  }
  if (cause == Cause::kWaitCut || cause == Cause::kWaitElided) {
    return e.waits == Waits::kLeftUnmet ? nullptr : "a wait that was met";
  }
  return e.guilt != Guilt::kUnknown ? nullptr : "guilt without a board";
}

// A cause belongs to one kind of verdict (load hoisted and store sunk to one
// of the stale ones).
inline Kind KindOf(Cause cause) {
  if (cause >= Cause::kStaleLoad) return Kind::kStalePayload;
  if (cause == Cause::kCache) return Kind::kStaleCache;
  if (cause >= Cause::kHoisted) return Kind::kStaleHoisted;
  if (cause >= Cause::kItemsLost) return Kind::kBroken;
  if (cause >= Cause::kNotReported) return Kind::kError;
  if (cause >= Cause::kNotStarted) return Kind::kHang;
  return Kind::kInfra;
}

inline bool CauseFits(Verdict v) {
  const bool bare = v.kind == Kind::kCrash || v.kind == Kind::kLost ||
                    v.kind >= Kind::kSlow ||
                    (v.kind == Kind::kError && v.cause == Cause::kNone);
  // A stale payload without a re-read is nobody's fault in particular.
  if (v.cause == Cause::kNone) return bare || v.kind == Kind::kStalePayload;
  return !bare && KindOf(v.cause) == v.kind;
}

inline bool ErrorOf(Ending ending) {
  return ending == Ending::kEventError || ending == Ending::kNotReported ||
         ending == Ending::kCompletedEarly;
}

// Why this evidence must not lead to this verdict; nullptr if it may.
inline const char* Fault(const Evidence& e, Verdict v) {
  if (v.kind > Kind::kUnproven) return "a verdict that needs no evidence";
  if (!CauseFits(v)) return "a cause that belongs to another verdict";
  if ((v.kind == Kind::kCrash) != (e.ending == Ending::kWorkerDied)) {
    return "crash is the death of the worker, and nothing else is";
  }
  if ((v.kind == Kind::kLost) != (e.ending == Ending::kDeviceLost)) {
    return "lost is the loss of the device, and nothing else is";
  }
  if ((v.cause == Cause::kNeverStarted) !=
      (e.ending == Ending::kNeverStarted)) {
    return "never started is infra, and nothing else is";
  }
  if ((v.cause == Cause::kEndedFromOutside) !=
          (e.ending == Ending::kEndedFromOutside) ||
      (v.cause == Cause::kNoProcessor) != (e.ending == Ending::kNoProcessor)) {
    return "an end that is not the driver's is infra, and nothing else is";
  }
  // Waits that gave up before the status came were a hang.
  const bool error = ErrorOf(e.ending) && e.waits != Waits::kGaveUp;
  if ((v.kind == Kind::kError) != error) {
    return "error is what the driver says of the launch's end";
  }
  if ((v.cause == Cause::kNotReported) !=
          (error && e.ending == Ending::kNotReported) ||
      (v.cause == Cause::kCompletedEarly) !=
          (error && e.ending == Ending::kCompletedEarly)) {
    return "a completion too early, too late or by a negative status mixed up";
  }
  switch (v.kind) {
    case Kind::kHang:
      return HangFault(e, v.cause);
    case Kind::kBroken:
      return BrokenFault(e, v.cause);
    case Kind::kStaleCache:
    case Kind::kStalePayload:
    case Kind::kStaleHoisted:
      return StaleFault(e, v);
    case Kind::kSlow:
    case Kind::kPass:
    case Kind::kUnproven:
      return PassFault(e, v.kind);
    case Kind::kInfra:
    case Kind::kCrash:
    case Kind::kLost:
    case Kind::kError:
    case Kind::kUnsupported:
    case Kind::kBuildFailed:
    case Kind::kNotRun:
      return nullptr;
  }
  return nullptr;
}

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_VERDICT_PRODUCT_RULES_TESTING_H_
