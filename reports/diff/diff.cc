#include "reports/diff/diff.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

Change ChangeOf(const CaseResult& before, const CaseResult& after,
                bool other_kernel) {
  if (before.verdict.kind != after.verdict.kind) return Change::kKind;
  if (CausesDiffer(before.verdict, after.verdict)) return Change::kCause;
  if (RatesDiffer(before, after)) return Change::kRate;
  return other_kernel ? Change::kKernel : Change::kUnchanged;
}

// Verdicts that rest on waits which were seen to end, or seen not to.
bool ShowsItsWaits(VerdictKind kind) {
  switch (kind) {
    case VerdictKind::kHang:
    case VerdictKind::kBroken:
    case VerdictKind::kStaleCache:
    case VerdictKind::kStalePayload:
    case VerdictKind::kStaleHoisted:
    case VerdictKind::kSlow:
    case VerdictKind::kPass:
      return true;
    case VerdictKind::kInfra:
    case VerdictKind::kCrash:
    case VerdictKind::kLost:
    case VerdictKind::kError:
    case VerdictKind::kUnproven:
    case VerdictKind::kUnsupported:
    case VerdictKind::kBuildFailed:
    case VerdictKind::kNotRun:
      return false;
  }
  return false;
}

// The order of report: what is worse now, then what is better, and so on.
// VerdictKind itself is in the order of precedence, the worst first.
std::tuple<int, VerdictKind, VerdictKind> Worst(const CaseChange& c) {
  const VerdictKind none = VerdictKind::kNotRun;
  const VerdictKind before = c.before ? c.before->verdict.kind : none;
  const VerdictKind after = c.after ? c.after->verdict.kind : none;
  int rank = static_cast<int>(c.change) + 1;
  if (c.change == Change::kKind && after < before) rank = 0;
  return {rank, after, before};
}

std::vector<ResidencyChange> ResidencyChanges(
    const std::vector<CaseChange>& cases) {
  std::map<std::pair<uint32_t, uint32_t>, ResidencyChange> changes;
  for (const CaseChange& c : cases) {
    if (c.before == nullptr || c.after == nullptr) continue;
    const uint32_t was = c.before->residency, is = c.after->residency;
    if (was == is || was == 0 || is == 0) continue;
    ResidencyChange& change = changes[{was, is}];
    change.before = was;
    change.after = is;
    change.ids.push_back(c.id);
  }
  std::vector<ResidencyChange> list;
  list.reserve(changes.size());
  for (auto& [key, change] : changes) list.push_back(std::move(change));
  return list;
}

bool EndsRight(const CaseResult& r) {
  return IsRight(r.verdict.kind) && r.launch_seconds > 0;
}

TimeChange TimeChanges(const std::vector<CaseChange>& cases,
                       const DiffOptions& options) {
  std::vector<std::pair<double, std::string>> ratios;
  for (const CaseChange& c : cases) {
    if (c.before == nullptr || c.after == nullptr ||
        (c.other_kernel && !options.other_kernels) || !EndsRight(*c.before) ||
        !EndsRight(*c.after) || c.before->rounds != c.after->rounds ||
        c.before->groups != c.after->groups) {
      continue;
    }
    ratios.emplace_back(c.after->launch_seconds / c.before->launch_seconds,
                        c.id);
  }
  TimeChange time;
  time.cases = ratios.size();
  if (ratios.empty()) return time;
  std::sort(ratios.begin(), ratios.end());
  time.median = ratios[ratios.size() / 2].first;
  time.least = ratios.front().first;
  time.most = ratios.back().first;
  time.slowest = ratios.back().second;
  return time;
}

}  // namespace

size_t RunDiff::Count(Change change) const {
  return std::count_if(cases.begin(), cases.end(),
                       [&](const CaseChange& c) { return c.change == change; });
}

bool CausesDiffer(const Verdict& before, const Verdict& after) {
  return ComparedCause(before.cause) != ComparedCause(after.cause) &&
         before.cause != Cause::kUnknown && after.cause != Cause::kUnknown;
}

bool DisagreeOnCompiler(const CaseResult& a, const CaseResult& b) {
  const auto hoisted = [](const CaseResult& r) {
    return r.verdict.kind == VerdictKind::kStaleHoisted;
  };
  return !a.binary_digest.empty() && a.binary_digest == b.binary_digest &&
         hoisted(a) != hoisted(b) && ShowsItsWaits(a.verdict.kind) &&
         ShowsItsWaits(b.verdict.kind);
}

bool RatesDiffer(const CaseResult& before, const CaseResult& after) {
  if (before.unit != after.unit || before.n == 0 || after.n == 0) return false;
  const double was =
      static_cast<double>(before.k) / static_cast<double>(before.n);
  const double is = static_cast<double>(after.k) / static_cast<double>(after.n);
  if (was == is) return false;
  if (before.unit == Unit::kReads) return was >= 10 * is || is >= 10 * was;
  return true;
}

RunDiff DiffRuns(const Run& before, const Run& after,
                 const DiffOptions& options) {
  RunDiff diff;
  diff.same_driver = SameDriver(before, after);
  diff.facts = DifferentFacts(before, after);
  std::map<std::string, const CaseResult*> was, is;
  for (const CaseResult& r : before.results) was[r.id] = &r;
  for (const CaseResult& r : after.results) is[r.id] = &r;
  for (const CaseResult& r : before.results) {
    CaseChange c{r.id, Change::kRemoved, &r};
    auto there = is.find(r.id);
    if (there != is.end()) {
      c.after = there->second;
      c.other_kernel = r.kernel_digest != c.after->kernel_digest;
      c.change = ChangeOf(r, *c.after, c.other_kernel);
      c.disagree_on_compiler = DisagreeOnCompiler(r, *c.after);
    }
    diff.cases.push_back(std::move(c));
  }
  for (const CaseResult& r : after.results) {
    if (was.count(r.id) > 0) continue;
    diff.cases.push_back({r.id, Change::kAdded, nullptr, &r});
  }
  std::stable_sort(diff.cases.begin(), diff.cases.end(),
                   [](const CaseChange& a, const CaseChange& b) {
                     return Worst(a) < Worst(b);
                   });
  diff.residency = ResidencyChanges(diff.cases);
  diff.time = TimeChanges(diff.cases, options);
  diff.progress = CompareProgress(before, after, options.other_kernels);
  return diff;
}

}  // namespace wgsync
