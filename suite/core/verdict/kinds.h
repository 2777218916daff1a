// The kinds of verdicts, described once: one row each in kinds.cc.
//
// Reports, exit codes, JUnit, the gate and the page ask here what a kind means,
// so that a new kind is a new enumerator and a new row. Only what depends on
// the context of a case (what binds, how often it is repeated) is decided
// elsewhere, by switches without `default`, which the compiler then names.

#ifndef WGSYNC_SUITE_CORE_VERDICT_KINDS_H_
#define WGSYNC_SUITE_CORE_VERDICT_KINDS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

// The colour of a verdict that does not bind; one that binds is kBad.
enum class Tone { kGood, kOdd, kBad, kFaint };

// The place of a verdict that does not bind among test results.
enum class TestStatus { kPassed, kSkipped, kError };

struct KindInfo {
  VerdictKind kind;
  char letter;
  absl::string_view name;  // "stale-cache": in logs, files and ids of the page
  // After the name, in legends, in VERDICTS.md and in this folder's README.md.
  absl::string_view meaning;
  // Sentences for a reader who does not know the words; the second one replaces
  // the first for a host check, unless it is empty.
  absl::string_view plain, plain_host;
  Tone tone;
  TestStatus status;
  uint32_t traits;                    // what the functions below read
  absl::string_view refuted_by = {};  // what would show it to be wrong
};

// All kinds in the order of precedence, which is that of the enumeration.
absl::Span<const KindInfo> VerdictKinds();
const KindInfo& InfoOf(VerdictKind kind);

// The case was launched and judged. Other kinds say why nothing was launched.
bool IsJudged(VerdictKind kind);
// It says something about the case: neither the suite nor the device failed,
// and the launch could have come out differently.
bool IsConclusive(VerdictKind kind);
// It ended in time, and all that was read was right.
bool IsRight(VerdictKind kind);
// The primitive did not do what it is for. Slow is not a fault.
bool IsFault(VerdictKind kind);
// A single event is proof enough to reject a driver.
bool IsUnsafe(VerdictKind kind);
// A wait does not end, whether or not a difference has proven that an old value
// keeps it: which of a racy poll's stories comes first in a launch of thousands
// of groups is luck.
bool WaitsForEver(VerdictKind kind);
// It shows in some launches out of many.
bool ComesByChance(VerdictKind kind);
// It is not about the case on this device, but about this one run.
bool SaysNothing(VerdictKind kind);
// A later run can be compared with it.
bool MakesBaseline(VerdictKind kind);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_VERDICT_KINDS_H_
