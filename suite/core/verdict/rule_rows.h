// The table of rules.h, in a header, so that JudgeEvidence() knows each row's
// verdict when it is compiled.

#ifndef WGSYNC_SUITE_CORE_VERDICT_RULE_ROWS_H_
#define WGSYNC_SUITE_CORE_VERDICT_RULE_ROWS_H_

#include <cstddef>

#include "suite/core/base/field_visitor.h"
#include "suite/core/verdict/rules.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

inline constexpr RuleInfo kRuleRows[] = {
    {Rule::kNotRecorded, "", DecidedBy::kNotRecorded, VerdictKind::kNotRun,
     Cause::kNone, ""},
    {Rule::kNeverStarted, "never_started", DecidedBy::kEvidence,
     VerdictKind::kInfra, Cause::kNeverStarted,
     "no work-group of the launch started"},
    {Rule::kWorkerDied, "worker_died", DecidedBy::kEvidence,
     VerdictKind::kCrash, Cause::kNone,
     "the process that launched died in two fresh workers"},
    {Rule::kEndedFromOutside, "ended_from_outside", DecidedBy::kEvidence,
     VerdictKind::kInfra, Cause::kEndedFromOutside,
     "the process that launched was ended by a signal that wgsync did not "
     "send"},
    {Rule::kNoProcessor, "no_processor", DecidedBy::kEvidence,
     VerdictKind::kInfra, Cause::kNoProcessor,
     "the launch got so little processor time that nothing can be concluded"},
    {Rule::kDeviceLost, "device_lost", DecidedBy::kEvidence, VerdictKind::kLost,
     Cause::kNone, "the device did not survive the launch"},
    {Rule::kEventError, "event_error", DecidedBy::kEvidence,
     VerdictKind::kError, Cause::kNone,
     "the driver ended the launch with an error"},
    {Rule::kNotReported, "not_reported", DecidedBy::kEvidence,
     VerdictKind::kError, Cause::kNotReported,
     "every work-group has ended, and the driver does not report that the "
     "launch is complete"},
    {Rule::kCompletedEarly, "completed_early", DecidedBy::kEvidence,
     VerdictKind::kError, Cause::kCompletedEarly,
     "the driver reported that the launch was complete while work-groups still "
     "ran"},
    {Rule::kControlFailed, "control_failed", DecidedBy::kEvidence,
     VerdictKind::kInfra, Cause::kControlFailed,
     "the control, the same launch without the dependency, did not end well"},
    {Rule::kFinishedLate, "finished_late", DecidedBy::kEvidence,
     VerdictKind::kSlow, Cause::kNone,
     "the launch finished after its deadline and was moving until then, and "
     "nothing in it was wrong"},
    {Rule::kStillMoving, "still_moving", DecidedBy::kEvidence,
     VerdictKind::kSlow, Cause::kNone,
     "the launch was still moving after four deadlines"},
    {Rule::kLivelock, "livelock", DecidedBy::kEvidence, VerdictKind::kHang,
     Cause::kLivelock, "after four deadlines only retries were moving"},
    {Rule::kDriversWatchdog, "drivers_watchdog", DecidedBy::kEvidence,
     VerdictKind::kHang, Cause::kWatchdogOfDriver,
     "the driver ended the launch with an error after a second in which "
     "work-groups waited"},
    {Rule::kGaveUp, "gave_up", DecidedBy::kEvidence, VerdictKind::kHang,
     Cause::kGaveUp,
     "a bounded wait gave up, and no earlier pair of snapshots proves more"},
    {Rule::kFrozenControl, "frozen_control", DecidedBy::kEvidence,
     VerdictKind::kInfra, Cause::kControlFailed,
     "the launch froze, and no control, the same launch without the "
     "dependency, was seen to finish"},
    {Rule::kFrozenUnseen, "frozen_unseen", DecidedBy::kEvidence,
     VerdictKind::kHang, Cause::kUnknown,
     "the launch froze, and it is not proven that snapshots of this device "
     "show current memory"},
    {Rule::kFrozenUnexplained, "frozen_unexplained", DecidedBy::kEvidence,
     VerdictKind::kHang, Cause::kUnknown,
     "the launch froze, and the snapshots do not tell why"},
    {Rule::kNotStarted, "not_started", DecidedBy::kEvidence, VerdictKind::kHang,
     Cause::kNotStarted,
     "work-groups wait for a work-group that has not started"},
    {Rule::kStuckInside, "stuck_inside", DecidedBy::kEvidence,
     VerdictKind::kHang, Cause::kStuckInside,
     "a work-group started and is stuck before its arrival or in its closing "
     "work-group barrier"},
    {Rule::kMissed, "missed", DecidedBy::kEvidence, VerdictKind::kHang,
     Cause::kMissed,
     "every awaited arrival was made, and the word has already left the "
     "awaited value"},
    {Rule::kLostArrival, "lost_arrival", DecidedBy::kEvidence,
     VerdictKind::kBroken, Cause::kLostArrival,
     "every awaited arrival was made, and the counter holds fewer"},
    {Rule::kLostRelease, "lost_release", DecidedBy::kEvidence,
     VerdictKind::kBroken, Cause::kLostRelease,
     "the lock is held by a work-group that has released it or has ended"},
    {Rule::kHolderStarved, "holder_starved", DecidedBy::kEvidence,
     VerdictKind::kHang, Cause::kHolderStarved,
     "the lock is held by a live work-group that does not go on"},
    {Rule::kSuspended, "suspended", DecidedBy::kEvidence, VerdictKind::kHang,
     Cause::kStarved,
     "a work-group has started and is not run, while others poll for what it "
     "would do"},
    {Rule::kArrivedTooOften, "arrived_too_often", DecidedBy::kEvidence,
     VerdictKind::kBroken, Cause::kExtraArrivals,
     "in the snapshots a work-group has arrived more often than the launch has "
     "rounds"},
    {Rule::kEndedEarly, "ended_early", DecidedBy::kEvidence, VerdictKind::kHang,
     Cause::kEndedEarly,
     "a work-group that others wait for ended without arriving"},
    {Rule::kUnreachableGoal, "unreachable_goal", DecidedBy::kEvidence,
     VerdictKind::kHang, Cause::kUnreachableGoal,
     "the counter holds every arrival, and a work-group waits for more than "
     "that"},
    {Rule::kPollUnhelped, "poll_unhelped", DecidedBy::kEvidence,
     VerdictKind::kHang, Cause::kUnknown,
     "memory meets the condition, and no launch shows that a poll with rmw "
     "would end"},
    {Rule::kPollCached, "poll_cached", DecidedBy::kEvidence,
     VerdictKind::kStaleCache, Cause::kCache,
     "the same kernel ends with a poll by rmw and hangs with a re-issued poll, "
     "while memory meets the condition"},
    {Rule::kPollHoisted, "poll_hoisted", DecidedBy::kEvidence,
     VerdictKind::kStaleHoisted, Cause::kHoisted,
     "the same kernel ends with a re-issued poll and with rmw, while memory "
     "meets the condition"},
    {Rule::kGuardLost, "guard_lost", DecidedBy::kEvidence,
     VerdictKind::kStaleHoisted, Cause::kGuardLost,
     "next to a plain poll more than one work-item ran the branch of the "
     "group's representative, and with a re-issued poll one alone runs it and "
     "the kernel ends",
     "Seen in some launches only: comparisons treat it as load hoisted."},
    {Rule::kPollUnexplained, "poll_unexplained", DecidedBy::kEvidence,
     VerdictKind::kHang, Cause::kUnknown,
     "memory meets the condition and a poll with rmw ends, and the re-issued "
     "poll does not tell why"},
    {Rule::kConditionsMet, "conditions_met", DecidedBy::kEvidence,
     VerdictKind::kHang, Cause::kConditionsMet,
     "the awaited values were in memory and every work-group had started: not "
     "a question of progress between work-groups",
     "A poll with rmw does not end it: look at the compiler, or at a cache."},
    {Rule::kStoreSunk, "store_sunk", DecidedBy::kEvidence,
     VerdictKind::kStaleHoisted, Cause::kStoreSunk,
     "memory never shows the signal, and the same kernel ends with a volatile "
     "signal"},
    {Rule::kSignalUnexplained, "signal_unexplained", DecidedBy::kEvidence,
     VerdictKind::kHang, Cause::kUnknown,
     "memory never shows the signal, and no launch shows that a volatile "
     "signal would end it"},
    {Rule::kItemsLost, "items_lost", DecidedBy::kEvidence, VerdictKind::kBroken,
     Cause::kItemsLost,
     "the launch finished, and work-items of it never came to the kernel's "
     "end",
     "llvmpipe loses them if the rounds come near its limit of loop turns."},
    {Rule::kStoreLost, "store_lost", DecidedBy::kEvidence, VerdictKind::kBroken,
     Cause::kStoreLost,
     "work-groups came to the kernel's end, and their first store is not in "
     "memory"},
    {Rule::kBoardIncomplete, "board_incomplete", DecidedBy::kEvidence,
     VerdictKind::kInfra, Cause::kBoardIncomplete,
     "a launch came out right, and its board lacks a count: the kernel does "
     "not call all that keeps it"},
    {Rule::kBoundaryFailed, "boundary_failed", DecidedBy::kEvidence,
     VerdictKind::kInfra, Cause::kBoundaryWrong,
     "the same workload over kernel_boundary, which needs no synchronization, "
     "failed too"},
    {Rule::kWaitElided, "wait_elided", DecidedBy::kEvidence,
     VerdictKind::kBroken, Cause::kWaitElided,
     "a plain wait was left before its condition was met, and with a re-issued "
     "poll the same wait waits"},
    {Rule::kWaitCut, "wait_cut", DecidedBy::kEvidence, VerdictKind::kBroken,
     Cause::kWaitCut, "a wait was left before its condition was met",
     "llvmpipe ends every loop after about 65,000 turns: the run reports it."},
    {Rule::kEarlyDeparture, "early_departure", DecidedBy::kEvidence,
     VerdictKind::kBroken, Cause::kEarlyRelease,
     "the board shows a work-group that left before all had arrived"},
    {Rule::kOwnerChanged, "owner_changed", DecidedBy::kEvidence,
     VerdictKind::kBroken, Cause::kExclusionViolated,
     "the owner word changed while a work-group held the lock"},
    {Rule::kExtraArrivals, "extra_arrivals", DecidedBy::kEvidence,
     VerdictKind::kBroken, Cause::kExtraArrivals,
     "the board counts more arrivals of a work-group than the launch has"},
    {Rule::kReadsNotMade, "reads_not_made", DecidedBy::kEvidence,
     VerdictKind::kBroken, Cause::kReadsNotMade,
     "all work-items came to the kernel's end, and they made fewer reads of "
     "the payload than the launch has"},
    {Rule::kPayloadBoundary, "payload_boundary", DecidedBy::kEvidence,
     VerdictKind::kInfra, Cause::kBoundaryWrong,
     "the payload is wrong, and it is not shown that the same workload is "
     "right over kernel_boundary"},
    {Rule::kTorn, "torn", DecidedBy::kEvidence, VerdictKind::kBroken,
     Cause::kTornOrForeign,
     "a payload word holds neither the wanted round nor an earlier one"},
    {Rule::kStaleLoad, "stale_load", DecidedBy::kEvidence,
     VerdictKind::kStalePayload, Cause::kStaleLoad,
     "an old value was read, an atomic read on the spot found the new one, and "
     "with an atomic payload all is right"},
    {Rule::kLateStore, "late_store", DecidedBy::kEvidence,
     VerdictKind::kStalePayload, Cause::kLateStore,
     "an old value was read, an atomic read on the spot found it old too, and "
     "with an atomic payload all is right"},
    {Rule::kStaleUnread, "stale_unread", DecidedBy::kEvidence,
     VerdictKind::kStalePayload, Cause::kNone,
     "the payload is wrong in the end, and with an atomic payload it is right",
     "The workload checks its data only at the end."},
    {Rule::kUnordered, "unordered", DecidedBy::kEvidence,
     VerdictKind::kStalePayload, Cause::kUnordered,
     "with an atomic payload it is wrong too, and with the device fence it is "
     "right"},
    {Rule::kWrongPayload, "wrong_payload", DecidedBy::kEvidence,
     VerdictKind::kBroken, Cause::kWrongPayload,
     "the payload is wrong, and with an atomic payload it is wrong too"},
    {Rule::kNotRepeated, "not_repeated", DecidedBy::kEvidence,
     VerdictKind::kBroken, Cause::kNotRepeated,
     "the payload is wrong, and so rarely that launches with another access "
     "may be right by chance"},
    {Rule::kPayloadUnexplained, "payload_unexplained", DecidedBy::kEvidence,
     VerdictKind::kInfra, Cause::kUnexplained,
     "the payload is wrong, and no launch with an atomic payload ended, so "
     "nothing tells stale from broken"},
    {Rule::kNegativeHung, "negative_hung", DecidedBy::kEvidence,
     VerdictKind::kInfra, Cause::kControlFailed,
     "the control, a launch without waits, did not finish"},
    {Rule::kPass, "pass", DecidedBy::kEvidence, VerdictKind::kPass,
     Cause::kNone,
     "every checked read was right, and the control, a launch without waits, "
     "came out wrong"},
    {Rule::kNotJudged, "not_judged", DecidedBy::kEvidence,
     VerdictKind::kUnproven, Cause::kNone,
     "the launch finished, and no launch without an ordered board checked its "
     "payload"},
    {Rule::kCouldNotFail, "could_not_fail", DecidedBy::kEvidence,
     VerdictKind::kUnproven, Cause::kNone,
     "every checked read was right, and the launch could hardly have failed: "
     "the log is older than the record of the reason"},
    {Rule::kControlNotRun, "control_not_run", DecidedBy::kEvidence,
     VerdictKind::kUnproven, Cause::kNone,
     "every checked read was right, and the control, a launch without waits, "
     "was not judged: nothing shows that it could have failed"},
    {Rule::kControlRight, "control_right", DecidedBy::kEvidence,
     VerdictKind::kUnproven, Cause::kNone,
     "every checked read was right, and the control, a launch without waits, "
     "came out right too"},
    {Rule::kOneGroup, "one_group", DecidedBy::kEvidence, VerdictKind::kUnproven,
     Cause::kNone,
     "every checked read was right, and the launch has one work-group, which "
     "cannot come early"},
    {Rule::kNoneWaited, "none_waited", DecidedBy::kEvidence,
     VerdictKind::kUnproven, Cause::kNone,
     "every checked read was right, and in no launch with a board did a "
     "work-group have to wait"},
    {Rule::kPermitsLeft, "permits_left", DecidedBy::kEvidence,
     VerdictKind::kUnproven, Cause::kNone,
     "every checked read was right, and the permits were never all out at "
     "once"},
    {Rule::kRareTurns, "rare_turns", DecidedBy::kEvidence,
     VerdictKind::kUnproven, Cause::kNone,
     "every checked read was right, and the lock changed hands hardly more "
     "often than there are work-groups"},
    {Rule::kSawLittleNew, "saw_little_new", DecidedBy::kEvidence,
     VerdictKind::kUnproven, Cause::kNone,
     "every checked read was right, and the work-groups, which do not wait, "
     "saw hardly anything new of each other"},
    {Rule::kOneCore, "one_core", DecidedBy::kEvidence, VerdictKind::kUnproven,
     Cause::kNone,
     "every checked read was right, and the work-groups took turns on one "
     "core, where few races show"},
    {Rule::kFoundAlone, "found_alone", DecidedBy::kEvidence,
     VerdictKind::kUnproven, Cause::kNone,
     "every checked read was right, and in too many launches the barrier found "
     "one work-group alone"},
    {Rule::kRareMeetings, "rare_meetings", DecidedBy::kEvidence,
     VerdictKind::kUnproven, Cause::kNone,
     "every checked read was right, and in too few launches did work-groups "
     "come to the free lock at the same moment",
     "Of locks of loads and stores, on CPUs."},
    {Rule::kFailedNowhere, "failed_nowhere", DecidedBy::kEvidence,
     VerdictKind::kUnproven, Cause::kNone,
     "every checked read was right, and this hazard is not known to fail on "
     "any device"},
    {Rule::kTwinsMissed, "twins_missed", DecidedBy::kEvidence,
     VerdictKind::kUnproven, Cause::kNone,
     "every checked read was right, and so was every one of the same program "
     "with an order taken away",
     "One of these weakened twins at least was expected to fail."},
    {Rule::kWaitsMet, "waits_met", DecidedBy::kEvidence, VerdictKind::kPass,
     Cause::kNone,
     "every work-group came to its end and each wait was met, and without its "
     "waits the same launch left some unmet"},
    {Rule::kNoWaitUnmet, "no_wait_unmet", DecidedBy::kEvidence,
     VerdictKind::kUnproven, Cause::kNone,
     "every work-group came to its end and each wait was met, and no launch "
     "without the waits left one unmet"},
    {Rule::kNoGroupWaited, "no_group_waited", DecidedBy::kEvidence,
     VerdictKind::kUnproven, Cause::kNone,
     "every work-group came to its end and each wait was met, and no group had "
     "to wait in any launch"},
    {Rule::kHostRace, "host_race", DecidedBy::kHostEvidence,
     VerdictKind::kUnproven, Cause::kNone,
     "the check ended in a control that races on purpose, in which everything "
     "is undefined"},
    {Rule::kHostDied, "host_died", DecidedBy::kHostEvidence,
     VerdictKind::kCrash, Cause::kNone, "the process that made the calls died"},
    {Rule::kHostEndedFromOutside, "host_ended_from_outside",
     DecidedBy::kHostEvidence, VerdictKind::kInfra, Cause::kEndedFromOutside,
     "the process that called was ended by a signal that wgsync did not send"},
    {Rule::kHostLost, "host_lost", DecidedBy::kHostEvidence, VerdictKind::kLost,
     Cause::kNone, "the device did not survive the check"},
    {Rule::kHostSetUp, "host_set_up", DecidedBy::kHostEvidence,
     VerdictKind::kInfra, Cause::kHarness,
     "what the check needs could not be set up"},
    {Rule::kHostNotReturned, "host_not_returned", DecidedBy::kHostEvidence,
     VerdictKind::kHang, Cause::kNotReturned,
     "a call did not return, and no thread of the process waited for a core"},
    {Rule::kHostUnwatchedCall, "host_unwatched_call", DecidedBy::kHostEvidence,
     VerdictKind::kUnproven, Cause::kNone,
     "a call did not return in its time, and a thread of the process may have "
     "waited for a core"},
    {Rule::kHostShort, "host_short", DecidedBy::kHostEvidence,
     VerdictKind::kUnproven, Cause::kNone, "memory or resources were short"},
    {Rule::kHostCallFailed, "host_call_failed", DecidedBy::kHostEvidence,
     VerdictKind::kError, Cause::kNone,
     "a call ended in an error that it must not end in"},
    {Rule::kHostRefused, "host_refused", DecidedBy::kHostEvidence,
     VerdictKind::kUnsupported, Cause::kNone,
     "the driver refuses a call that its version has deprecated"},
    {Rule::kHostNotSignalled, "host_not_signalled", DecidedBy::kHostEvidence,
     VerdictKind::kHang, Cause::kNotSignalled,
     "a completion or a store never came, and no thread of the process waited "
     "for a core"},
    {Rule::kHostUnwatchedSignal, "host_unwatched_signal",
     DecidedBy::kHostEvidence, VerdictKind::kUnproven, Cause::kNone,
     "a completion or a store did not come in its time, and a thread of the "
     "process may have waited for a core"},
    {Rule::kHostUnordered, "host_unordered", DecidedBy::kHostEvidence,
     VerdictKind::kBroken, Cause::kUnordered,
     "a command saw memory as it was before the command that it was ordered "
     "after"},
    {Rule::kHostCompletedEarly, "host_completed_early",
     DecidedBy::kHostEvidence, VerdictKind::kBroken, Cause::kCompletedEarly,
     "a wait returned before the commands that it waits for were done"},
    {Rule::kHostWrongAnswer, "host_wrong_answer", DecidedBy::kHostEvidence,
     VerdictKind::kBroken, Cause::kWrongAnswer,
     "a call gave an answer that it must not give"},
    {Rule::kHostWrongTimes, "host_wrong_times", DecidedBy::kHostEvidence,
     VerdictKind::kBroken, Cause::kWrongTimes,
     "the times of an event contradict the order of the commands"},
    {Rule::kHostOddFault, "host_odd_fault", DecidedBy::kHostEvidence,
     VerdictKind::kInfra, Cause::kHarness,
     "the check reported a fault that no host check has"},
    {Rule::kHostCouldNotFail, "host_could_not_fail", DecidedBy::kHostEvidence,
     VerdictKind::kUnproven, Cause::kNone,
     "every try was right, and without the synchronization every try was right "
     "too"},
    {Rule::kHostPass, "host_pass", DecidedBy::kHostEvidence, VerdictKind::kPass,
     Cause::kNone, "every try was right"},
    {Rule::kDeviceLacks, "device_lacks", DecidedBy::kDevice,
     VerdictKind::kUnsupported, Cause::kNone,
     "the device does not have what the case needs"},
    {Rule::kNoLaunch, "no_launch", DecidedBy::kNoLaunch, VerdictKind::kNotRun,
     Cause::kNone, "this device has no launch of the case"},
    {Rule::kBuildRefused, "build_refused", DecidedBy::kBuild,
     VerdictKind::kBuildFailed, Cause::kNone,
     "the compiler refused the program"},
    {Rule::kBuildUnclaimed, "build_unclaimed", DecidedBy::kBuild,
     VerdictKind::kUnsupported, Cause::kNone,
     "the compiler refused a form that the device does not claim"},
    {Rule::kClaimDenied, "claim_denied", DecidedBy::kBuild,
     VerdictKind::kBuildFailed, Cause::kClaimDenied,
     "the compiler refused orders and scopes that the device claims, and took "
     "the same program without them"},
    {Rule::kOverLimit, "over_limit", DecidedBy::kBuild,
     VerdictKind::kUnsupported, Cause::kNone,
     "the built kernel needs more than a launch on this device may have"},
    {Rule::kControlBuild, "control_build", DecidedBy::kControlBuild,
     VerdictKind::kInfra, Cause::kControlFailed,
     "the compiler refused the control, and not the program of the case"},
    {Rule::kHarness, "harness", DecidedBy::kHarness, VerdictKind::kInfra,
     Cause::kHarness,
     "a worker could not be started, or what the launch needs could not be set "
     "up"},
    {Rule::kOpeningEnded, "opening_ended", DecidedBy::kHarness,
     VerdictKind::kInfra, Cause::kEndedFromOutside,
     "the worker was ended by a signal that wgsync did not send while it "
     "opened "
     "the device"},
    {Rule::kWedged, "wedged", DecidedBy::kWedged, VerdictKind::kNotRun,
     Cause::kNone, "the device did not survive an earlier case"},
    {Rule::kMachineDown, "machine_down", DecidedBy::kMachineDown,
     VerdictKind::kLost, Cause::kNone,
     "the machine went down while the case ran"},
    {Rule::kLeftOut, "left_out", DecidedBy::kLeftOut, VerdictKind::kNotRun,
     Cause::kNone, "the run was told to leave it out"},
    {Rule::kTriedRight, "tried_right", DecidedBy::kTried, VerdictKind::kPass,
     Cause::kNone,
     "each launch of the tried kernel was right, and groups ran at the same "
     "time"},
    {Rule::kTriedUnproven, "tried_unproven", DecidedBy::kTried,
     VerdictKind::kUnproven, Cause::kNone,
     "no launch of the tried kernel was wrong, and that shows little"},
    {Rule::kTriedWrong, "tried_wrong", DecidedBy::kTried, VerdictKind::kBroken,
     Cause::kWrongPayload,
     "a launch of the tried kernel left what its file does not call right"},
    {Rule::kTriedFrozen, "tried_frozen", DecidedBy::kTried, VerdictKind::kHang,
     Cause::kUnknown,
     "a launch of the tried kernel did not end, and no word of its buffers "
     "changed"},
    {Rule::kTriedUnended, "tried_unended", DecidedBy::kTried,
     VerdictKind::kSlow, Cause::kNone,
     "a launch of the tried kernel did not end in its time, and nothing shows "
     "that it hangs"},
    {Rule::kTriedCrash, "tried_crash", DecidedBy::kTried, VerdictKind::kCrash,
     Cause::kNone, "the process that launched the tried kernel died"},
    {Rule::kTriedError, "tried_error", DecidedBy::kTried, VerdictKind::kError,
     Cause::kNone,
     "the driver refused a launch of the tried kernel, or ended it with an "
     "error"},
    {Rule::kTriedLost, "tried_lost", DecidedBy::kTried, VerdictKind::kLost,
     Cause::kNone, "the device did not survive a launch of the tried kernel"},
};

static_assert(Describes(kRuleRows, kLastRule, &RuleInfo::rule),
              "a row for each rule, in their order");

constexpr Verdict By(Rule rule) {
  const RuleInfo& row = kRuleRows[static_cast<size_t>(rule)];
  return {row.kind, row.cause, rule};
}

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_VERDICT_RULE_ROWS_H_
