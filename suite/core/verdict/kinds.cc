#include "suite/core/verdict/kinds.h"

#include <cstddef>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "suite/core/base/field_visitor.h"

namespace wgsync {
namespace {

enum Trait : uint32_t {
  kJudged = 1 << 0,
  kConclusive = 1 << 1,
  kRight = 1 << 2,
  kFault = 1 << 3,
  kUnsafe = 1 << 4,
  kForEver = 1 << 5,
  kChance = 1 << 6,
  kNothing = 1 << 7,
  kNoBaseline = 1 << 8,
};
// What most faults are.
constexpr uint32_t kShown = kJudged | kConclusive | kFault;

constexpr KindInfo kKinds[] = {
    {VerdictKind::kInfra, 'i', "infra",
     "the suite, a control or the canary is at fault: the verdict is not about "
     "the case",
     "The test itself failed: nothing is said of the driver.", "", Tone::kBad,
     TestStatus::kError, kJudged | kNothing | kNoBaseline},
    {VerdictKind::kCrash, 'K', "crash", "the process that ran it died, twice",
     "The process that launched died, twice.",
     "The process that made the calls died, twice.", Tone::kBad,
     TestStatus::kPassed, kShown | kUnsafe,
     "a fresh worker in which the case ends: that verdict is kept"},
    {VerdictKind::kLost, 'L', "lost", "the device did not survive it",
     "The device did not survive the launch.", "", Tone::kBad,
     TestStatus::kError, kJudged | kFault | kUnsafe,
     "a canary that passes, in a process that opens the device anew"},
    {VerdictKind::kHang, 'X', "hang",
     "groups wait and will not go on, and the cause names who",
     "Work-groups wait and will not go on.",
     "A call or a command does not come to its end.", Tone::kOdd,
     TestStatus::kPassed, kShown | kForEver,
     "a launch that ends; if it was late and moved until then, it is slow"},
    {VerdictKind::kError, 'E', "error", "the command ended in an error",
     "A command ended in an error.", "", Tone::kOdd, TestStatus::kPassed,
     kShown},
    {VerdictKind::kBroken, 'B', "broken",
     "the primitive let through what it must hold back, or lost what it must "
     "keep",
     "The primitive let through what it must hold back, or lost what it must "
     "keep.",
     "A call came back, or a command ran, too early or wrongly.", Tone::kOdd,
     TestStatus::kPassed, kShown | kUnsafe | kChance,
     "a right run with the device fence: then it is stale-payload; or the same "
     "workload, wrong over kernel_boundary: then it is infra"},
    {VerdictKind::kStaleCache, 'C', "stale-cache",
     "a poll is issued again and again, and a cache answers it with an old "
     "value",
     "A work-group polls a word again and again, and never sees the value that "
     "memory holds: with an atomic read in the same place it does. The load is "
     "issued, and a cache answers it.",
     "", Tone::kOdd, TestStatus::kPassed, kShown | kUnsafe | kForEver,
     "machine code of the re-issued poll whose loop has no load"},
    {VerdictKind::kStalePayload, 'P', "stale-payload",
     "the wait was met, and old data was read after it",
     "A work-group's wait was met, and data that was stored before the signal "
     "was read as it had been before.",
     "", Tone::kOdd, TestStatus::kPassed, kShown | kUnsafe | kChance,
     "a wait that was left early, or an owner that changed: it is broken"},
    {VerdictKind::kStaleHoisted, 'H', "stale-hoisted",
     "the compiler took a plain access out of its loop, or let other "
     "work-items run the branch that it is in (a data race allows both)",
     "The compiler changed what surrounds a plain access: the load (or store) "
     "is not made again, or other work-items run the branch that it is in. "
     "OpenCL C allows both, since the access is a data race.",
     "", Tone::kOdd, TestStatus::kPassed, kShown | kUnsafe | kForEver,
     "machine code of the case whose loop has the load"},
    {VerdictKind::kSlow, 'S', "slow", "right, but later than its deadline",
     "The launch came out right, later than its deadline.", "", Tone::kOdd,
     TestStatus::kPassed, kJudged | kConclusive,
     "other processes that took the time"},
    {VerdictKind::kPass, '.', "pass",
     "right, and the same case without its waits came out wrong",
     "All work-groups came to their end and all that they read was right. "
     "Without the waits the same launch came out wrong, so that it could have "
     "failed.",
     "The calls came back, and what they wait for had been done.", Tone::kGood,
     TestStatus::kPassed, kJudged | kConclusive | kRight, "one wrong read"},
    {VerdictKind::kUnproven, 'o', "unproven",
     "right, and it could hardly have failed, by its reason: it satisfies "
     "nothing",
     "All work-groups came to their end and all that they read was right; but "
     "this launch could hardly have failed.",
     "", Tone::kFaint, TestStatus::kSkipped, kJudged | kRight},
    {VerdictKind::kUnsupported, '-', "unsupported",
     "the device does not claim what the case needs, or does not take its "
     "kernel in groups so large",
     "It was not run.", "", Tone::kFaint, TestStatus::kSkipped, kNoBaseline},
    {VerdictKind::kBuildFailed, 'b', "build-failed",
     "the compiler refused the program, and its log is in the evidence",
     "The compiler refused the program.", "", Tone::kFaint,
     TestStatus::kSkipped, 0},
    {VerdictKind::kNotRun, '~', "not-run",
     "no such grid here, or the device was wedged by then", "It was not run.",
     "", Tone::kFaint, TestStatus::kSkipped, kNothing | kNoBaseline},
};

constexpr auto kNames = EnumNames(kKinds, kLastVerdictKind, &KindInfo::kind);

bool Is(VerdictKind kind, Trait trait) {
  return (InfoOf(kind).traits & trait) != 0;
}

constexpr auto kCauseNames = EnumNames<Cause>(
    {{Cause::kNone, ""},
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
     {Cause::kNotRepeated, "rarely wrong"},
     {Cause::kWrongAnswer, "wrong answer"},
     {Cause::kWrongTimes, "wrong times"},
     {Cause::kClaimDenied, "claim denied"},
     {Cause::kHoisted, "load hoisted"},
     {Cause::kGuardLost, "guard lost"},
     {Cause::kCache, "cache"},
     {Cause::kStoreSunk, "store sunk"},
     {Cause::kStaleLoad, "stale load"},
     {Cause::kLateStore, "late store"},
     {Cause::kUnordered, "not ordered"}},
    Cause::kUnordered);

}  // namespace

absl::Span<const KindInfo> VerdictKinds() { return kKinds; }

const KindInfo& InfoOf(VerdictKind kind) {
  return kKinds[static_cast<size_t>(kind)];
}

bool IsJudged(VerdictKind kind) { return Is(kind, kJudged); }
bool IsConclusive(VerdictKind kind) { return Is(kind, kConclusive); }
bool IsRight(VerdictKind kind) { return Is(kind, kRight); }
bool IsFault(VerdictKind kind) { return Is(kind, kFault); }
bool IsUnsafe(VerdictKind kind) { return Is(kind, kUnsafe); }
bool WaitsForEver(VerdictKind kind) { return Is(kind, kForEver); }
bool ComesByChance(VerdictKind kind) { return Is(kind, kChance); }
bool SaysNothing(VerdictKind kind) { return Is(kind, kNothing); }
bool MakesBaseline(VerdictKind kind) { return !Is(kind, kNoBaseline); }

char VerdictLetter(VerdictKind kind) { return InfoOf(kind).letter; }

absl::string_view VerdictName(VerdictKind kind) { return InfoOf(kind).name; }

NameSpan NamesOf(VerdictKind) { return kNames.names; }

NameSpan NamesOf(Cause) { return kCauseNames.names; }

std::string VerdictText(const Verdict& v) {
  if (v.cause == Cause::kNone) return std::string(VerdictName(v.kind));
  return absl::StrCat(VerdictName(v.kind), " (", NameOf(v.cause), ")");
}

bool ParseVerdictText(absl::string_view text, Verdict* verdict) {
  const absl::string_view kind = text.substr(0, text.find('('));
  if (!ReadName(absl::StripAsciiWhitespace(kind), &verdict->kind)) {
    return false;
  }
  if (kind.size() == text.size()) return true;
  absl::string_view cause = text.substr(kind.size() + 1);
  return absl::ConsumeSuffix(&cause, ")") && !cause.empty() &&
         ReadName(cause, &verdict->cause);
}

}  // namespace wgsync
