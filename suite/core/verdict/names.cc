// The words for verdicts and causes, and the way back.

#include <cstddef>
#include <iterator>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {
namespace {

struct KindWord {
  VerdictKind kind;
  char letter;
  absl::string_view name;
};

constexpr KindWord kKinds[] = {
    {VerdictKind::kInfra, 'i', "infra"},
    {VerdictKind::kCrash, 'K', "crash"},
    {VerdictKind::kLost, 'L', "lost"},
    {VerdictKind::kHang, 'X', "hang"},
    {VerdictKind::kError, 'E', "error"},
    {VerdictKind::kBroken, 'B', "broken"},
    {VerdictKind::kStaleCache, 'C', "stale-cache"},
    {VerdictKind::kStalePayload, 'P', "stale-payload"},
    {VerdictKind::kStaleHoisted, 'H', "stale-hoisted"},
    {VerdictKind::kSlow, 'S', "slow"},
    {VerdictKind::kPass, '.', "pass"},
    {VerdictKind::kUnproven, 'o', "unproven"},
    {VerdictKind::kUnsupported, '-', "unsupported"},
    {VerdictKind::kBuildFailed, 'b', "build-failed"},
    {VerdictKind::kNotRun, '~', "not-run"},
};

struct CauseWord {
  Cause cause;
  absl::string_view name;
};

constexpr CauseWord kCauses[] = {
    {Cause::kNone, ""},
    {Cause::kNeverStarted, "never started"},
    {Cause::kControlFailed, "control failed"},
    {Cause::kBoundaryWrong, "kernel_boundary not right"},
    {Cause::kHarness, "harness"},
    {Cause::kUnexplained, "no difference to explain it"},
    {Cause::kNotStarted, "not started"},
    {Cause::kStuckInside, "stuck inside"},
    {Cause::kMissed, "missed"},
    {Cause::kHolderStarved, "holder starved"},
    {Cause::kEndedEarly, "ended early"},
    {Cause::kUnreachableGoal, "unreachable goal"},
    {Cause::kUnknown, "cause unknown"},
    {Cause::kWatchdogOfDriver, "ended by the driver's watchdog"},
    {Cause::kLivelock, "livelock"},
    {Cause::kGaveUp, "gave up"},
    {Cause::kNotReturned, "host call not returned"},
    {Cause::kNotSignalled, "not signalled"},
    {Cause::kNotReported, "completion not reported"},
    {Cause::kCompletedEarly, "completed early"},
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
    {Cause::kHoisted, "load hoisted"},
    {Cause::kCache, "cache"},
    {Cause::kStoreSunk, "store sunk"},
    {Cause::kStaleLoad, "stale load"},
    {Cause::kLateStore, "late store"},
    {Cause::kUnordered, "not ordered"},
};

constexpr bool InOrderOfEnum() {
  for (size_t i = 0; i < std::size(kKinds); ++i) {
    if (static_cast<size_t>(kKinds[i].kind) != i) return false;
  }
  for (size_t i = 0; i < std::size(kCauses); ++i) {
    if (static_cast<size_t>(kCauses[i].cause) != i) return false;
  }
  return true;
}
static_assert(InOrderOfEnum(), "the tables are indexed by their enumeration");

const KindWord& WordOf(VerdictKind kind) {
  return kKinds[static_cast<size_t>(kind)];
}

}  // namespace

char VerdictLetter(VerdictKind kind) { return WordOf(kind).letter; }

absl::string_view VerdictName(VerdictKind kind) { return WordOf(kind).name; }

absl::string_view CauseName(Cause cause) {
  return kCauses[static_cast<size_t>(cause)].name;
}

std::string VerdictText(const Verdict& v) {
  if (v.cause == Cause::kNone) return std::string(VerdictName(v.kind));
  return absl::StrCat(VerdictName(v.kind), " (", CauseName(v.cause), ")");
}

bool ParseVerdictName(absl::string_view name, VerdictKind* kind) {
  for (const KindWord& word : kKinds) {
    if (word.name != name) continue;
    *kind = word.kind;
    return true;
  }
  return false;
}

bool ParseCauseName(absl::string_view name, Cause* cause) {
  for (const CauseWord& word : kCauses) {
    if (word.name != name) continue;
    *cause = word.cause;
    return true;
  }
  return false;
}

}  // namespace wgsync
