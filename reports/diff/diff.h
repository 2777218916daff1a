// What changed between two runs, case by case: data. Its printed forms are in
// diff_text.h; whether a change is a regression is gate.h's to say.

#ifndef WGSYNC_REPORTS_DIFF_DIFF_H_
#define WGSYNC_REPORTS_DIFF_DIFF_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

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

struct CaseChange {
  std::string id;
  Change change = Change::kUnchanged;
  const CaseResult* before = nullptr;  // null where added
  const CaseResult* after = nullptr;   // null where removed
  // The programs are not the same ones: another suite, another language
  // version, a bounded wait in place of an unbounded one.
  bool other_kernel = false;
  bool disagree_on_compiler = false;  // DisagreeOnCompiler()
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
  std::vector<CaseChange> cases;  // the worst first
  std::vector<ResidencyChange> residency;
  TimeChange time;
  ProgressChange progress;
  size_t Count(Change change) const;
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
