// The rules of verdicts, described once: one row each in rule_rows.h.
//
// Each verdict names the one rule that decided it, in the log too. A rule gives
// one verdict and no other, and its row has the reason as a sentence. So a
// reader learns why a run came to its verdict, even if a later version of the
// suite would judge the same evidence by another rule.
//
// A rule's name and verdict never change. A new reason is a new enumerator and
// a new row.

#ifndef WGSYNC_SUITE_CORE_VERDICT_RULES_H_
#define WGSYNC_SUITE_CORE_VERDICT_RULES_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

// What a verdict was decided by.
enum class DecidedBy {
  kNotRecorded,   // in logs that were made before this was kept
  kEvidence,      // JudgeEvidence()
  kHostEvidence,  // JudgeHost()
  kDevice,        // it lacks something that the case needs
  kNoLaunch,      // nothing to launch here: no such grid, no such form
  kBuild,         // the program, or the limits of its kernel once it is built
  kControlBuild,  // the control did not build, and the case's program does
  kHarness,       // the worker, or what a launch needs, could not be set up
  kWedged,        // the device did not survive an earlier case
  kMachineDown,   // the machine went down while the case ran
  kLeftOut,       // the run was told to leave it out
  kTried,         // the launches of a tried kernel (tried/try_results.h)
};

enum class Rule : uint8_t {
  kNotRecorded,  // the log was made before rules were kept
  // How the launch ended.
  kNeverStarted,
  kWorkerDied,
  kEndedFromOutside,
  kNoProcessor,
  kDeviceLost,
  kEventError,
  kNotReported,
  kCompletedEarly,
  kControlFailed,
  kFinishedLate,
  kStillMoving,
  kLivelock,
  kDriversWatchdog,
  kGaveUp,
  // Where it froze.
  kFrozenControl,
  kFrozenUnseen,
  kFrozenUnexplained,
  kNotStarted,
  kStuckInside,
  kMissed,
  kLostArrival,
  kLostRelease,
  kHolderStarved,
  kSuspended,
  kArrivedTooOften,
  kEndedEarly,
  kUnreachableGoal,
  // A poll or a signal that memory contradicts.
  kPollUnhelped,
  kPollCached,
  kPollHoisted,
  kGuardLost,
  kPollUnexplained,
  kConditionsMet,
  kStoreSunk,
  kSignalUnexplained,
  // What the work-items' own counts, the board, the owner word and the waiters'
  // own words prove.
  kItemsLost,
  kStoreLost,
  kBoardIncomplete,
  kBoundaryFailed,
  kWaitElided,
  kWaitCut,
  kEarlyDeparture,
  kOwnerChanged,
  kExtraArrivals,
  kReadsNotMade,
  // The payload.
  kPayloadBoundary,
  kTorn,
  kStaleLoad,
  kLateStore,
  kStaleUnread,
  kUnordered,
  kWrongPayload,
  kNotRepeated,
  kPayloadUnexplained,
  // Nothing was wrong.
  kNegativeHung,
  kPass,
  kNotJudged,
  kCouldNotFail,
  kControlNotRun,
  kControlRight,
  kOneGroup,
  kNoneWaited,
  kPermitsLeft,
  kRareTurns,
  kSawLittleNew,
  kOneCore,
  kFoundAlone,
  kRareMeetings,
  kFailedNowhere,
  kTwinsMissed,
  kWaitsMet,
  kNoWaitUnmet,
  kNoGroupWaited,
  // Host checks.
  kHostRace,
  kHostDied,
  kHostEndedFromOutside,
  kHostLost,
  kHostSetUp,
  kHostNotReturned,
  kHostUnwatchedCall,
  kHostShort,
  kHostCallFailed,
  kHostRefused,
  kHostNotSignalled,
  kHostUnwatchedSignal,
  kHostUnordered,
  kHostCompletedEarly,
  kHostWrongAnswer,
  kHostWrongTimes,
  kHostOddFault,
  kHostCouldNotFail,
  kHostPass,
  // Without evidence.
  kDeviceLacks,
  kNoLaunch,
  kBuildRefused,
  kBuildUnclaimed,
  kClaimDenied,
  kOverLimit,
  kControlBuild,
  kHarness,
  kOpeningEnded,
  kWedged,
  kMachineDown,
  kLeftOut,
  kTriedRight,
  kTriedUnproven,
  kTriedWrong,
  kTriedFrozen,
  kTriedUnended,
  kTriedCrash,
  kTriedError,
  kTriedLost,
};
inline constexpr Rule kLastRule = Rule::kTriedLost;

struct RuleInfo {
  Rule rule;
  absl::string_view name;  // in logs
  DecidedBy by;
  VerdictKind kind;
  Cause cause;
  absl::string_view sentence;   // the reason, for a reader
  absl::string_view note = {};  // for `wgsync explain`; "" if there is none
};

// All rules in the order of the enumeration.
absl::Span<const RuleInfo> VerdictRules();
const RuleInfo& InfoOf(Rule rule);
// The verdict that the rule gives, with the rule.
Verdict VerdictOf(Rule rule);
// "hang (missed), because every awaited arrival was made, and ...": what a
// reader of a verdict is told first. Without the reason if the log has none.
std::string ReasonText(const Verdict& v);
// Whether it is unproven by what a busy machine may have brought about: one
// group is alone on any machine.
bool LoadMayExplain(const Verdict& v);
// kNotRecorded if the name is unknown.
Rule RuleByName(absl::string_view name);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_VERDICT_RULES_H_
