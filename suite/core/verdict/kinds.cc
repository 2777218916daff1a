#include "suite/core/verdict/kinds.h"

#include <cstddef>
#include <iterator>
#include <vector>

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

constexpr PageColors kDead = {"#222", "#fff", "#f0f0f0", "#111"};
constexpr PageColors kHatched = {};

constexpr KindInfo kKinds[] = {
    {VerdictKind::kInfra,
     'i',
     "infra",
     "the suite, a control or the canary is at fault: the verdict is not about "
     "the case",
     "The test itself failed: nothing is said of the driver.",
     "",
     Tone::kBad,
     TestStatus::kError,
     {"#f3cba6", "", "#663813", ""},
     kJudged | kNothing | kNoBaseline},
    {VerdictKind::kCrash, 'K', "crash", "the process that ran it died, twice",
     "The process that launched died, twice.",
     "The process that made the calls died, twice.", Tone::kBad,
     TestStatus::kPassed, kDead, kShown | kUnsafe,
     "The process died in two fresh workers.",
     "A fresh worker in which the case ends: its verdict is kept, and the "
     "crash is recorded next to it."},
    {VerdictKind::kLost, 'L', "lost", "the device did not survive it",
     "The device did not survive the launch.", "", Tone::kBad,
     TestStatus::kError, kDead, kJudged | kFault | kUnsafe,
     "The canary failed, also in a process that opened the device anew; or the "
     "machine went down.",
     "A canary that passes."},
    {VerdictKind::kHang,
     'X',
     "hang",
     "groups wait and will not go on, and the cause names who",
     "Work-groups wait and will not go on.",
     "A call or a command does not come to its end.",
     Tone::kOdd,
     TestStatus::kPassed,
     {"#ffcfca", "", "#7b211d", ""},
     kShown | kForEver,
     "The launch froze: two snapshots of words, board and payload are equal, "
     "at least 100 ms and 1,000 polls apart. On a CPU every runnable thread "
     "had processor time between them. The same launch without the dependency "
     "ends.",
     "A launch that ends. If it was late and moved until then, it is slow."},
    {VerdictKind::kError,
     'E',
     "error",
     "the command ended in an error",
     "A command ended in an error.",
     "",
     Tone::kOdd,
     TestStatus::kPassed,
     {"#ffd6b0", "", "#75410f", ""},
     kShown},
    {VerdictKind::kBroken,
     'B',
     "broken",
     "the primitive let through what it must hold back, or lost what it must "
     "keep",
     "The primitive let through what it must hold back, or lost what it must "
     "keep.",
     "A call came back, or a command ran, too early or wrongly.",
     Tone::kOdd,
     TestStatus::kPassed,
     {"#ffb6d4", "", "#80194f", ""},
     kShown | kUnsafe | kChance,
     "Of a wrong payload: the workload is right over kernel_boundary, and the "
     "payload is wrong with an atomic payload and with the device fence; or a "
     "word holds neither the wanted round nor an earlier one. Otherwise the "
     "board, the owner word, the waiter's own word or the counts of the "
     "work-items show it.",
     "A right run with the device fence: then it is stale-payload. The same "
     "workload, wrong over kernel_boundary: then it is infra. Lost work-items "
     "need no such control."},
    {VerdictKind::kStaleCache,
     'C',
     "stale-cache",
     "a poll is issued again and again, and a cache answers it with an old "
     "value",
     "A work-group polls a word again and again, and never sees the value that "
     "memory holds: with an atomic read in the same place it does. The load is "
     "issued, and a cache answers it.",
     "",
     Tone::kOdd,
     TestStatus::kPassed,
     {"#e2cfff", "", "#4d2d82", ""},
     kShown | kUnsafe | kForEver,
     "Memory meets the condition, the same kernel ends with rmw, and the "
     "re-issued poll hangs at the same place. On a GPU a plain poll must hang "
     "with refreshed caches, too.",
     "Machine code of the re-issued poll whose loop has no load."},
    {VerdictKind::kStalePayload,
     'P',
     "stale-payload",
     "the wait was met, and old data was read after it",
     "A work-group's wait was met, and data that was stored before the signal "
     "was read as it had been before.",
     "",
     Tone::kOdd,
     TestStatus::kPassed,
     {"#cfd6ff", "", "#323c90", ""},
     kShown | kUnsafe | kChance,
     "The workload is right over kernel_boundary. With an atomic payload, or "
     "with the device fence, the case is right.",
     "A wait that was left early, or an owner that changed: then it is "
     "broken."},
    {VerdictKind::kStaleHoisted,
     'H',
     "stale-hoisted",
     "the compiler took a plain access out of its loop, or let other "
     "work-items run the branch that it is in (a data race allows both)",
     "The compiler changed what surrounds a plain access: the load (or store) "
     "is not made again, or other work-items run the branch that it is in. "
     "OpenCL C allows both, since the access is a data race.",
     "",
     Tone::kOdd,
     TestStatus::kPassed,
     {"#cbe6fb", "", "#174e75", ""},
     kShown | kUnsafe | kForEver,
     "Memory meets the condition, and the same kernel ends with a re-issued "
     "poll and with rmw. On a GPU, if the re-issued poll hangs too, it must "
     "end while a neighbour refreshes the caches.",
     "Machine code of the case whose loop has the load.",
     "It is not a fault of a cache."},
    {VerdictKind::kSlow,
     'S',
     "slow",
     "right, but later than its deadline",
     "The launch came out right, later than its deadline.",
     "",
     Tone::kOdd,
     TestStatus::kPassed,
     {"#ffe2a8", "", "#684800", ""},
     kJudged | kConclusive,
     "The launch was still moving at its deadline, and it ended right or moved "
     "after four deadlines.",
     "Other processes that took the time. The observation has the time that "
     "the launch could not use."},
    {VerdictKind::kPass,
     '.',
     "pass",
     "right, and the same case without its waits came out wrong",
     "All work-groups came to their end and all that they read was right. "
     "Without the waits the same launch came out wrong, so that it could have "
     "failed.",
     "The calls came back, and what they wait for had been done.",
     Tone::kGood,
     TestStatus::kPassed,
     {"#d5efd6", "", "#1d4726", ""},
     kJudged | kConclusive | kRight,
     "The launches are without a board. The launch without waits is of the "
     "same device, grid and run.",
     "One wrong read. On a grid of teams also weakened twins: if one was "
     "expected to fail and all are right, the case is unproven."},
    {VerdictKind::kUnproven,
     'o',
     "unproven",
     "right, and it could hardly have failed, by its reason: it satisfies "
     "nothing",
     "All work-groups came to their end and all that they read was right; but "
     "this launch could hardly have failed.",
     "",
     Tone::kFaint,
     TestStatus::kSkipped,
     {"#e8ecc4", "", "#454c1b", ""},
     kJudged | kRight,
     "",
     "",
     "If several reasons hold, a control that was right comes first, then the "
     "first one that was found. The case is inconclusive if other processes "
     "had the cores of a CPU device meanwhile: reports count these separately, "
     "and an idle machine proves more."},
    {VerdictKind::kUnsupported,
     '-',
     "unsupported",
     "the device does not claim what the case needs, or does not take its "
     "kernel in groups so large",
     "It was not run.",
     "",
     Tone::kFaint,
     TestStatus::kSkipped,
     {"#dcdcdc", "#3d3d3d", "#383838", "#cfcfcf"},
     kNoBaseline},
    {VerdictKind::kBuildFailed,
     'b',
     "build-failed",
     "the compiler refused the program, and its log is in the evidence",
     "The compiler refused the program.",
     "",
     Tone::kFaint,
     TestStatus::kSkipped,
     {"#d4cabd", "", "#4a4339", ""},
     0},
    {VerdictKind::kNotRun, '~', "not-run",
     "no such grid here, or the device was wedged by then", "It was not run.",
     "", Tone::kFaint, TestStatus::kSkipped, kHatched, kNothing | kNoBaseline},
};

constexpr bool InOrderOfEnum() {
  for (size_t i = 0; i < std::size(kKinds); ++i) {
    if (static_cast<size_t>(kKinds[i].kind) != i) return false;
  }
  return std::size(kKinds) == static_cast<size_t>(kLastVerdictKind) + 1;
}
static_assert(InOrderOfEnum(), "a row for each kind, in their order");

bool Is(VerdictKind kind, Trait trait) {
  return (InfoOf(kind).traits & trait) != 0;
}

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

absl::Span<const absl::string_view> VerdictNames() {
  static const auto& names = *new std::vector<absl::string_view>([] {
    std::vector<absl::string_view> all;
    for (const KindInfo& info : kKinds) all.push_back(info.name);
    return all;
  }());
  return names;
}

bool ParseVerdictName(absl::string_view name, VerdictKind* kind) {
  for (const KindInfo& info : kKinds) {
    if (info.name != name) continue;
    *kind = info.kind;
    return true;
  }
  return false;
}

}  // namespace wgsync
