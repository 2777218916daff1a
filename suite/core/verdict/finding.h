// One fact that a verdict is explained by, as data: a kind, and the groups,
// numbers and texts of it. A new kind is a row in finding.cc, with its
// sentence, which reports/words/finding_text.h fills in.

#ifndef WGSYNC_SUITE_CORE_VERDICT_FINDING_H_
#define WGSYNC_SUITE_CORE_VERDICT_FINDING_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

class FieldVisitor;

enum class FindingKind {
  // Where a launch is stuck (ladder.h).
  kNoBoard,
  kOneLook,
  kNotStarted,
  kFlagsRaised,
  kWordRisen,
  kCountedMore,
  kEndedEarly,
  kStuckInside,
  kStuckItems,
  kConditionTrue,
  kWordMoves,
  kHolderStarved,
  kNoHolderKnown,
  kLockNotFree,
  kLockReleased,
  kEveryGroupEnded,
  kOwnerStarved,
  kOwnerReleased,
  kPassedOver,
  kNobodyWaits,
  kWordDiffers,
  kGoalBeyond,
  kWordBelow,
  kSignalNotShown,
  kWaitsForWord,
  // The role of a shape's copy that is stuck (launch/stalled_copy.h).
  kRoleNotStarted,
  kRoleEnded,
  kRoleNotRun,
  kRoleSteps,
  kCopiesEnded,
  // What groups did in a launch (launch/launch_findings.h).
  kExtraArrivals,
  kEarlyDeparture,
  kCutShort,
  kBadWaits,
  kTeam,
  kStoreLost,
  // Why right launches prove nothing, and how often launches are wrong.
  kPermitsLeft,
  kSawLittleNew,
  kRareTurns,
  kFoundAlone,
  kOneCore,
  kRareMeetings,
  kNoGroupWaited,
  kFailedNowhere,
  kWrongRate,
  kCountMissing,
  // Of the differences.
  kLeftOut,
  kOtherPlace,
  kCannotRefresh,
  // Why a case was not launched, or not to its end.
  kGroupTooLarge,
  kTooFewSlots,
  kNoSuchGrid,
  kNothingPromised,
  kBeyondPromise,
  kNobodyWouldWait,
  kTooMuchMemory,
  kModelOfHost,
  kNoWaitsOfHost,
  kClaimDenied,
  kBuildUnclaimed,
  kControlRefused,
  kMachineDown,
  // Of a program that is given as SPIR-V.
  kCodeOfSource,
  kFromSource,
  // A text that another part of the suite, the driver or the system gives.
  kText,
  kHangFails,
  kHangExcused,
  kSameAgain,
  kInTurn,
  kNote,
};

struct Finding {
  FindingKind kind = FindingKind::kText;
  // The first eight that it names, ascending.
  std::vector<uint64_t> groups;
  // Of all that it names, where that are more than `groups`: how many, and the
  // last one.
  uint64_t group_count = 0;
  uint64_t last_group = 0;
  // As the sentence of the kind numbers them.
  std::vector<uint64_t> numbers;
  std::vector<std::string> texts;

  void Fields(FieldVisitor& v);
};

// Where a launch was stuck: by its last frozen pair, or, if a wait has given up
// since, the one before that.
struct Place {
  Where where = Where::kUnknown;
  bool met_for_lowest = false;  // see Evidence
  uint64_t round = 0;           // the earliest unfinished one
  // Who waited for what, who never came, what memory held.
  std::vector<Finding> findings;
  // Of a shape of forward progress: launch/stalled_copy.h. The groups of the
  // first copy that is stuck, in the order of their roles, and the one of them
  // that is not run; -1: none.
  std::vector<uint64_t> copy;
  uint64_t copies = 0;  // with a group that has started and not ended
  int64_t group = -1;
  uint32_t role = 0;
  bool started = false;
  bool livelock = false;

  void Fields(FieldVisitor& v);
};

Finding Found(FindingKind kind, std::vector<uint64_t> numbers = {},
              std::vector<std::string> texts = {});
// A text of the driver, the system or another part of the suite.
Finding FoundText(absl::string_view text);
// `groups` ascend.
Finding FoundIn(FindingKind kind, absl::Span<const uint32_t> groups,
                std::vector<uint64_t> numbers = {});

// Its groups: "group 3", "groups 3, 5 and 7", "groups 2 to 131".
std::string NameGroups(const Finding& finding);

struct FindingInfo {
  FindingKind kind;
  absl::string_view name;  // in logs
  // {groups} is replaced by the groups in words, {0} by a number, {0.} by a
  // number of tenths, {t0} by a text. {0?a|b|c} is a if the number is 0 or
  // missing, b if it is 1, and c if it is more; {groups?a|b} is a for one
  // group. The alternatives may have places of their own.
  absl::string_view sentence;
  // It is said after the launches, not before them.
  bool last = false;
};
const FindingInfo& InfoOf(FindingKind kind);
absl::Span<const FindingInfo> FindingKinds();
absl::Span<const absl::string_view> NamesOf(FindingKind);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_VERDICT_FINDING_H_
