// The names of causes, and the way back.

#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {
namespace {

constexpr EnumRow<Cause> kCauses[] = {
    {Cause::kNone, ""},
    {Cause::kNeverStarted, "never started"},
    {Cause::kControlFailed, "control failed"},
    {Cause::kBoundaryWrong, "kernel_boundary not right"},
    {Cause::kHarness, "harness"},
    {Cause::kUnexplained, "no difference to explain it"},
    {Cause::kBoardIncomplete, "board incomplete"},
    {Cause::kEndedFromOutside, "worker ended from outside"},
    {Cause::kNoProcessor, "not enough processor time"},
    {Cause::kNotStarted, "not started"},
    {Cause::kStuckInside, "stuck inside"},
    {Cause::kMissed, "missed"},
    {Cause::kHolderStarved, "holder starved"},
    {Cause::kStarved, "starved"},
    {Cause::kEndedEarly, "ended early"},
    {Cause::kUnreachableGoal, "unreachable goal"},
    {Cause::kConditionsMet, "conditions met"},
    {Cause::kUnknown, "cause unknown"},
    {Cause::kWatchdogOfDriver, "ended by the driver's watchdog"},
    {Cause::kLivelock, "livelock"},
    {Cause::kGaveUp, "gave up"},
    {Cause::kNotReturned, "host call not returned"},
    {Cause::kNotSignalled, "not signalled"},
    {Cause::kNotReported, "completion not reported"},
    {Cause::kCompletedEarly, "completed early"},
    {Cause::kItemsLost, "work-items lost"},
    {Cause::kStoreLost, "store lost"},
    {Cause::kReadsNotMade, "reads not made"},
    {Cause::kLostArrival, "lost arrival"},
    {Cause::kLostRelease, "lost release"},
    {Cause::kExtraArrivals, "extra arrivals"},
    {Cause::kWaitCut, "wait cut short"},
    {Cause::kWaitElided, "wait elided"},
    {Cause::kEarlyRelease, "early release"},
    {Cause::kExclusionViolated, "exclusion violated"},
    {Cause::kTornOrForeign, "torn or foreign"},
    {Cause::kWrongPayload, "wrong payload"},
    {Cause::kWrongAnswer, "wrong answer"},
    {Cause::kWrongTimes, "wrong times"},
    {Cause::kClaimDenied, "claim denied"},
    {Cause::kHoisted, "load hoisted"},
    {Cause::kGuardLost, "guard lost"},
    {Cause::kCache, "cache"},
    {Cause::kStoreSunk, "store sunk"},
    {Cause::kStaleLoad, "stale load"},
    {Cause::kLateStore, "late store"},
    {Cause::kUnordered, "not ordered"},
};

constexpr auto kCauseNames = EnumNames(kCauses, Cause::kUnordered);

}  // namespace

absl::string_view CauseName(Cause cause) {
  return kCauses[static_cast<size_t>(cause)].name;
}

absl::Span<const absl::string_view> CauseNames() { return kCauseNames.names; }

std::string VerdictText(const Verdict& v) {
  if (v.cause == Cause::kNone) return std::string(VerdictName(v.kind));
  return absl::StrCat(VerdictName(v.kind), " (", CauseName(v.cause), ")");
}

bool ParseCauseName(absl::string_view name, Cause* cause) {
  for (const EnumRow<Cause>& row : kCauses) {
    if (row.name != name) continue;
    *cause = row.value;
    return true;
  }
  return false;
}

}  // namespace wgsync
