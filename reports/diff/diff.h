// What changed between two runs, case by case: data. Its printed forms are in
// diff_text.h. The gate decides which worse cases are regressions (gate.h).

#ifndef WGSYNC_REPORTS_DIFF_DIFF_H_
#define WGSYNC_REPORTS_DIFF_DIFF_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "reports/diff/driver_facts.h"
#include "reports/diff/progress_change.h"
#include "reports/matrix/timeline.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

enum class Change {
  kKind,     // hang -> stale-cache
  kCause,    // the same verdict, for another cause
  kRate,     // the same, in other k of n
  kKernel,   // the same verdict, of another kernel: nothing is compared
  kRemoved,  // no verdict in the later run
  kAdded,    // none in the earlier one
  kUnchanged,
};

// The gate runs worse cases again. Rules of a file of expectations do not count
// here.
enum class Direction {
  kWorse,   // a verdict that was not expected, and would fail the gate
  kBetter,  // a pass that was not expected
  kOther,   // as expected, or not promised; or one side says nothing
};
absl::Span<const absl::string_view> NamesOf(Direction);  // "worse", ...

struct CaseChange {
  std::string id;
  Change change = Change::kUnchanged;
  const CaseResult* before = nullptr;  // null where added
  const CaseResult* after = nullptr;   // null where removed
  // The programs are not the same ones: another suite, another language
  // version, a bounded wait in place of an unbounded one.
  bool other_kernel = false;
  bool disagree_on_compiler = false;  // DisagreeOnCompiler()
  Direction direction = Direction::kOther;
};

// "2 -> 1 in 14 cases".
struct ResidencyChange {
  uint32_t before = 0, after = 0;
  std::vector<std::string> ids;
};

// How long judged launches take, of cases that are right in both runs (pass, or
// unproven) on the same grid for as many rounds, by the same kernel unless
// others are asked for.
struct TimeChange {
  size_t cases = 0;
  double median = 1;  // after / before
  double least = 1, most = 1;
  std::string slowest;  // the id of `most`
};

struct RunDiff {
  bool same_driver = false;
  std::vector<FactDifference> facts;
  std::vector<CaseChange> cases;  // by change, then the worst first
  // Listed() has these alone.
  absl::optional<Direction> only;
  std::vector<ResidencyChange> residency;
  TimeChange time;
  ProgressChange progress;
  size_t Count(Change change) const;
  // Of the cases that changed.
  size_t Count(Direction direction) const;
  // The cases that changed, in their order.
  std::vector<const CaseChange*> Listed() const;
};

// What of two runs is compared beside their verdicts.
struct DiffOptions {
  // Times and the class of progress, also where the kernels differ.
  bool other_kernels = false;
};

// One for each run but the last: what changed to the next one. The runs must
// outlive the result.
std::vector<RunDiff> StepsOf(const Timeline& timeline,
                             const DiffOptions& options = {});

// The one step of two runs.
RunDiff DiffRuns(const Run& before, const Run& after,
                 const DiffOptions& options = {});

// Of a verdict of this kind. Infra, unproven and not-run are neither worse nor
// better: they say nothing about the driver.
Direction DirectionOf(VerdictKind kind, bool expected);

// From one run to the next; either may be null. Expected are the verdicts of
// `before`. Another kernel, a `before` that says nothing, and a failure that is
// not promised (not_promised.h): kOther.
Direction DirectionOf(const CaseResult* before, const CaseResult* after);

// The kinds of verdict that came in the runs of a case, and how often.
std::map<VerdictKind, uint64_t> KindsSeen(const CaseResult& r);

// In kind, each verdict of `before` is expected; of a case that hung in each of
// its runs, hang, stale-cache and stale-hoisted are three names of that.
bool IsAsBefore(const CaseResult& before, VerdictKind kind);

// Of all verdicts that came the one that was not expected, the unsafe first;
// the verdict itself if all are expected. A case that is run several times has
// the worst verdict by precedence, and an expected hang is worse than a broken
// that is not expected.
Verdict Offending(const CaseResult& after,
                  absl::FunctionRef<bool(const Verdict&)> is_expected);

// They ran different programs. A bounded wait is another program; its verdict
// is looked at all the same, and a lone run is unbounded.
bool KernelsDiffer(const CaseResult& before, const CaseResult& after);

// Whether two verdicts of the same kind have different causes. One that could
// not be told, on a machine that was busy, is no other cause.
bool CausesDiffer(const Verdict& before, const Verdict& after);

// Whether two results of one case, of any devices, have the same binary, and
// one of them blames the compiler (stale-hoisted) for what the other one does
// not: that verdict is wrong, or the other one missed it (a pass by luck).
// False if a binary is not known, or if the other verdict does not tell how its
// waits were compiled (infra, unproven, not run and the like).
bool DisagreeOnCompiler(const CaseResult& a, const CaseResult& b);

// Whether two results of the same kind and cause differ in rate. Of runs: the
// parts are not the same. Of reads: one is ten times the other or more; those
// of one launch are no independent trials, and of three runs on one H200 one
// had 187 stale ones in 444 million, one 8 in 471 million.
bool RatesDiffer(const CaseResult& before, const CaseResult& after);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_DIFF_DIFF_H_
