// From evidence to a verdict.
//
// The evidence is a handful of small enumerations; JudgeEvidence() is a pure
// function of them and is tested over their full product. What the words mean
// and how each is proved: suite/core/verdict/README.md.

#ifndef WGSYNC_SUITE_CORE_VERDICT_VERDICT_H_
#define WGSYNC_SUITE_CORE_VERDICT_VERDICT_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace wgsync {

class FieldVisitor;

// How the launch under judgement ended.
enum class Ending {
  kFinished,      // within its deadlines
  kFinishedLate,  // outlived its deadline, then finished while moving
  kFrozen,    // two snapshots equal, far enough apart, every thread scheduled
  kMoving,    // still moving after four deadlines
  kRetrying,  // still moving after four deadlines, and only retries move
  kNeverStarted,      // no start word, or the event never left SUBMITTED
  kEventError,        // a negative event status
  kEndedByWatchdog,   // a negative event status after 1 s with waiters on the
                      // board
  kNotReported,       // every group has ended, and the driver does not say so
  kCompletedEarly,    // the driver called it complete while groups still ran
  kWorkerDied,        // it raised a signal, or exited unasked
  kEndedFromOutside,  // the worker died by a signal of another process or of
                      // the system (SIGKILL, SIGTERM, ...) that the suite did
                      // not send
  kNoProcessor,  // no other ending was reached in the most real time that a
                 // wait has: the machine gave the processes too few cores
  kDeviceLost,  // the canary fails afterwards, the device is gone, SIGKILL does
                // not reap
};

// Where the ladder found a frozen launch (the first rung that holds).
enum class Where {
  kUnknown,        // no board, or no rung holds
  kNotStarted,     // a group of the earliest unfinished round has no start word
  kStuckInside,    // a group started and did not arrive, or did not leave its
                   // closing work-group barrier
  kConditionTrue,  // all arrived and a waiter's condition is true in both
                   // snapshots
  kMissed,         // all arrived, the word has left the awaited value
  kLostArrival,    // all arrived, a counter without reset is below the arrivals
  kSignalMissing,  // all arrived, the memory does not show a signal that was
                   // stored
  kLostRelease,    // a lock is held by a group that released it or ended
  kHolderStarved,  // a lock is held by a live group
  kSuspended,      // a group has started, makes no step, and others poll
  kExtraArrivals,  // a group counted more arrivals than the launch has
  kEndedEarly,     // a group that is waited for has ended without arriving
  kUnreachableGoal,  // all arrived, a counter without reset holds every
                     // arrival, and a goal is beyond them
};

// How the waits of the launch ended, the worst of all.
enum class Waits { kMet, kGaveUp, kLeftUnmet };

// What the checks of the payload say; kTorn is neither the wanted round nor an
// earlier one. kNotJudged where the launch had an ordered board.
enum class PayloadState { kNotJudged, kRight, kWrong, kTorn };

// Another launch, of which one thing differs.
enum class Trial { kNotRun, kRight, kHung, kWrong };

// What tells one kind of wrong payload from another: the atomic re-read on the
// spot, which workloads that do not check each read have none of.
enum class Reread { kNew, kOld, kNone };
enum class Guilt {
  kUnknown,
  kEarlyDeparture,
  kOwnerChanged,
  kExtraArrivals
};  // ordered board, owner word, ordered board

// What the case's weakened twins showed under the same stress, together: each
// lacks one order that the case has.
enum class Strength {
  kNotAsked,       // none were run
  kShown,          // one at least came out wrong
  kNotObservable,  // none is known to come out wrong on such a device
  kMissed,         // one is, and none came out wrong
};

// What the work-items of a launch that ended by itself counted of themselves.
enum class Account {
  kComplete,      // or not counted
  kReadsMissing,  // all came to the kernel's end, and made too few reads
  kItemsLost,     // some never came to the kernel's end
  // All came to it, and the first store of a work-group is not in memory.
  kStoreLost,
};
// A launch that lost work-items or a store shows nothing else.
constexpr bool LostAPart(Account account) {
  return account >= Account::kItemsLost;
}

// Why launches that came out right prove nothing: the first reason that was
// found. That the control was right, or not run, is Evidence::negative.
enum class Doubt {
  kNone,
  kNotRecorded,    // the log was made before doubts were kept
  kOneGroup,       // the launch has one work-group, which cannot come early
  kNoGroupWaited,  // each wait on the board found its condition true at once
  kPermitsLeft,    // the permits of a semaphore were never all out at once
  kRareTurns,      // a lock changed hands hardly more often than it has groups
  kSawLittleNew,   // groups that look and do not wait saw hardly anything new
  kOneCore,        // on a CPU the groups took turns on one core
  kFoundAlone,     // a barrier among discovered groups found one alone
  kRareMeetings,   // groups rarely met at a free lock of loads and stores
  kFailedNowhere,  // a hazard that is not known to fail on any device
};

struct Evidence {
  Ending ending = Ending::kFinished;
  Where where = Where::kUnknown;
  bool channel_proven =
      false;  // the snapshot channel passed its self-test in this worker
  bool plain_poll = false;
  // A shape of forward progress, which has no payload: `negative` is wrong if
  // waits were unmet in it, and a right `payload` says that nothing wrote to
  // the seats.
  bool no_payload = false;
  Doubt doubt = Doubt::kNone;
  Waits waits = Waits::kMet;
  PayloadState payload = PayloadState::kNotJudged;
  Reread reread = Reread::kNew;
  Guilt guilt = Guilt::kUnknown;
  // A launch of a barrier came out right, and a count is missing on its board:
  // the kernel does not call all that the board is kept by.
  bool board_incomplete = false;
  // Where a plain poll froze: a group counted more arrivals than it has, since
  // more than one of its work-items ran the branch of its representative, and
  // with the re-issued poll one alone did.
  bool guard_lost = false;
  // In the frozen pair every group had started, and memory met what the lowest
  // one that had not ended waits for. Each model of progress between groups
  // promises that this one goes on.
  bool met_for_lowest = false;
  // A fresh worker did not repeat what the payload showed, nor was it wrong
  // often enough since: right launches with another access may be chance.
  bool not_repeated = false;
  Strength strength = Strength::kNotAsked;
  Account account = Account::kComplete;
  // The controls. `control` is the launch without the dependency: kRight means
  // that it finished. `negative` is the launch without the waits: kWrong means
  // that the payload came out wrong, as it must. `boundary` is the same
  // workload and grid over kernel_boundary.
  Trial control = Trial::kNotRun;
  Trial negative = Trial::kNotRun;
  Trial boundary = Trial::kNotRun;
  // The differences: the same case, one word of access changed. Where the case
  // has that word already, the trial is the case itself.
  Trial poll_rmw = Trial::kNotRun;
  Trial poll_reissued = Trial::kNotRun;
  Trial signal_volatile = Trial::kNotRun;
  Trial payload_atomic = Trial::kNotRun;
  // With the device fence, where the case has another one.
  Trial fence_device = Trial::kNotRun;

  // What a log keeps of it, whole: evidence_fields.cc.
  void Fields(FieldVisitor& v);
};

// Precedence top down. What each one means: kinds.h.
enum class VerdictKind {
  kInfra,
  kCrash,
  kLost,
  kHang,
  kError,
  kBroken,
  kStaleCache,
  kStalePayload,
  kStaleHoisted,
  kSlow,
  kPass,
  kUnproven,
  kUnsupported,
  kBuildFailed,
  kNotRun,
};
inline constexpr VerdictKind kLastVerdictKind = VerdictKind::kNotRun;

enum class Cause {
  kNone,
  // infra
  kNeverStarted,
  kControlFailed,
  kBoundaryWrong,
  kHarness,
  kUnexplained,
  kBoardIncomplete,
  kEndedFromOutside,
  kNoProcessor,
  // hang
  kNotStarted,
  kStuckInside,
  kMissed,
  kHolderStarved,
  kStarved,
  kEndedEarly,
  kUnreachableGoal,
  kConditionsMet,
  kUnknown,
  kWatchdogOfDriver,
  kLivelock,
  kGaveUp,
  kNotReturned,
  kNotSignalled,
  // error
  kNotReported,
  kCompletedEarly,
  // broken
  kItemsLost,
  kStoreLost,
  kReadsNotMade,
  kLostArrival,
  kLostRelease,
  kExtraArrivals,
  kWaitCut,
  kWaitElided,
  kEarlyRelease,
  kExclusionViolated,
  kTornOrForeign,
  kWrongPayload,
  kNotRepeated,
  kWrongAnswer,
  kWrongTimes,
  // build-failed
  kClaimDenied,
  // stale
  kHoisted,
  kGuardLost,
  kCache,
  kStoreSunk,
  kStaleLoad,
  kLateStore,
  kUnordered,
};
// The driver lost a work-item or a store of one, which nothing excuses.
constexpr bool IsLoss(Cause cause) {
  return cause == Cause::kItemsLost || cause == Cause::kStoreLost;
}

enum class Rule : uint8_t;  // rules.h

struct Verdict {
  VerdictKind kind = VerdictKind::kNotRun;
  Cause cause = Cause::kNone;
  // The rule that decided; kNotRecorded in older logs.
  Rule rule = Rule{};

  // "verdict", "cause" and "rule", by name. A rule that this version does not
  // know reads as kNotRecorded: the verdict does not depend on it.
  void Fields(FieldVisitor& v);
};
// What the cause is for whoever compares verdicts. The compiler has done the
// same to both: a lost guard shows only if the launch froze late enough.
inline Cause ComparedCause(Cause cause) {
  return cause == Cause::kGuardLost ? Cause::kHoisted : cause;
}
// The same result for the case. The rule does not count: several rules give the
// same verdict, and older logs have none.
inline bool operator==(const Verdict& a, const Verdict& b) {
  return a.kind == b.kind && ComparedCause(a.cause) == ComparedCause(b.cause);
}

// Each rule (rules.h) names what it sees; the first of them in the order of
// VerdictKind is the verdict, and the verdict names it. Never kUnsupported,
// kBuildFailed or kNotRun: those need no evidence.
Verdict JudgeEvidence(const Evidence& e);

char VerdictLetter(VerdictKind kind);  // "." for pass, "X" for hang, ...
absl::string_view VerdictName(VerdictKind kind);  // "stale-cache"
// Of what a verdict is a function of, as logs keep it: evidence_fields.cc.
absl::Span<const absl::string_view> NamesOf(Ending);
absl::Span<const absl::string_view> NamesOf(Where);
absl::Span<const absl::string_view> NamesOf(Waits);
absl::Span<const absl::string_view> NamesOf(PayloadState);
absl::Span<const absl::string_view> NamesOf(Trial);
absl::Span<const absl::string_view> NamesOf(Reread);
absl::Span<const absl::string_view> NamesOf(Guilt);
absl::Span<const absl::string_view> NamesOf(Strength);
absl::Span<const absl::string_view> NamesOf(Account);
absl::Span<const absl::string_view> NamesOf(Doubt);
// "hang"; "not started".
absl::Span<const absl::string_view> NamesOf(VerdictKind);
absl::Span<const absl::string_view> NamesOf(Cause);  // "" for kNone
// "hang (not started)".
std::string VerdictText(const Verdict& v);
// The verdict of that text, also of "hang(not started)"; false for other text.
bool ParseVerdictText(absl::string_view text, Verdict* verdict);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_VERDICT_VERDICT_H_
