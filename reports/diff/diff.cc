#include "reports/diff/diff.h"

#include <tuple>
#include <utility>

#include "absl/algorithm/container.h"
#include "reports/diff/not_promised.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

constexpr absl::string_view kDirections[] = {"worse", "better", "other"};

// Of all runs of the case. A result without them has its own verdict alone.
std::vector<std::pair<Verdict, uint64_t>> VerdictsSeen(const CaseResult& r) {
  std::vector<std::pair<Verdict, uint64_t>> seen = VerdictsOfRuns(r);
  const auto is_verdict = [&](const auto& one) {
    return one.first.kind == r.verdict.kind;
  };
  if (absl::c_none_of(seen, is_verdict)) {
    seen.emplace_back(r.verdict, r.unit == Unit::kRuns && r.k > 0 ? r.k : 1);
  }
  return seen;
}

// Verdicts that rest on waits which were seen to end, or seen not to.
bool ShowsItsWaits(VerdictKind kind) {
  return IsConclusive(kind) && kind != VerdictKind::kCrash &&
         kind != VerdictKind::kError;
}

// The order of report. VerdictKind itself is in the order of precedence, the
// worst first.
std::tuple<Change, Direction, VerdictKind, VerdictKind> Worst(
    const CaseChange& c) {
  const VerdictKind none = VerdictKind::kNotRun;
  return {c.change, c.direction, c.after ? c.after->verdict.kind : none,
          c.before ? c.before->verdict.kind : none};
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
  absl::c_sort(ratios);
  time.median = ratios[ratios.size() / 2].first;
  time.least = ratios.front().first;
  time.most = ratios.back().first;
  time.slowest = ratios.back().second;
  return time;
}

CaseChange ChangeOf(const std::string& id, const CaseResult* before,
                    const CaseResult* after) {
  CaseChange c{id, Change::kUnchanged, before, after};
  if (before == nullptr || after == nullptr) {
    c.change = before == nullptr ? Change::kAdded : Change::kRemoved;
    return c;
  }
  c.other_kernel = before->kernel_digest != after->kernel_digest;
  c.disagree_on_compiler = DisagreeOnCompiler(*before, *after);
  c.direction = DirectionOf(before, after);
  if (before->verdict.kind != after->verdict.kind) {
    c.change = Change::kKind;
  } else if (CausesDiffer(before->verdict, after->verdict)) {
    c.change = Change::kCause;
  } else if (RatesDiffer(*before, *after) || c.direction != Direction::kOther) {
    c.change = Change::kRate;  // or its runs gave a verdict that is new
  } else if (c.other_kernel) {
    c.change = Change::kKernel;
  }
  return c;
}

RunDiff StepOf(const Timeline& timeline, size_t from,
               const DiffOptions& options) {
  const Run& before = *timeline.runs[from];
  const Run& after = *timeline.runs[from + 1];
  RunDiff diff;
  diff.same_driver = SameDriver(before, after);
  diff.facts = DifferentFacts(before, after);
  for (const TimelineRow& row : timeline.rows) {
    const CaseResult* const was = row.cells[from].result;
    const CaseResult* const is = row.cells[from + 1].result;
    if (was != nullptr || is != nullptr) {
      diff.cases.push_back(ChangeOf(row.id, was, is));
    }
  }
  absl::c_stable_sort(diff.cases, [](const CaseChange& a, const CaseChange& b) {
    return Worst(a) < Worst(b);
  });
  diff.residency = ResidencyChanges(diff.cases);
  diff.time = TimeChanges(diff.cases, options);
  diff.progress = CompareProgress(before, after, options.other_kernels);
  return diff;
}

}  // namespace

absl::Span<const absl::string_view> NamesOf(Direction) { return kDirections; }

Direction DirectionOf(VerdictKind kind, bool expected) {
  if (expected || SaysNothing(kind) || kind == VerdictKind::kUnproven) {
    return Direction::kOther;
  }
  return kind == VerdictKind::kPass ? Direction::kBetter : Direction::kWorse;
}

Direction DirectionOf(const CaseResult* before, const CaseResult* after) {
  if (before == nullptr || after == nullptr || KernelsDiffer(*before, *after) ||
      !MakesBaseline(before->verdict.kind)) {
    return Direction::kOther;
  }
  const VerdictKind came = Offending(*after, [before](const Verdict& v) {
                             return IsAsBefore(*before, v.kind);
                           }).kind;
  const Direction direction = DirectionOf(came, IsAsBefore(*before, came));
  return direction == Direction::kWorse &&
                 !WhyNotPromised(before, *after).empty()
             ? Direction::kOther
             : direction;
}

std::map<VerdictKind, uint64_t> KindsSeen(const CaseResult& r) {
  std::map<VerdictKind, uint64_t> kinds;
  for (const auto& [verdict, count] : VerdictsSeen(r)) {
    kinds[verdict.kind] += count;
  }
  return kinds;
}

bool IsAsBefore(const CaseResult& before, VerdictKind kind) {
  const auto kinds = KindsSeen(before);
  const auto waits = [](const auto& k) { return WaitsForEver(k.first); };
  if (WaitsForEver(kind) && absl::c_all_of(kinds, waits)) return true;
  // Unproven is right, without the proof that it could have been wrong.
  return kinds.count(kind) > 0 || (kind == VerdictKind::kPass &&
                                   kinds.count(VerdictKind::kUnproven) > 0);
}

Verdict Offending(const CaseResult& after,
                  absl::FunctionRef<bool(const Verdict&)> is_expected) {
  Verdict found = after.verdict;
  bool bad = false;
  for (const auto& [verdict, count] : VerdictsSeen(after)) {
    if (is_expected(verdict) || IsRight(verdict.kind) ||
        !MakesBaseline(verdict.kind)) {
      continue;
    }
    if (bad && !IsUnsafe(verdict.kind)) continue;
    found = verdict;
    bad = true;
  }
  return found;
}

bool KernelsDiffer(const CaseResult& before, const CaseResult& after) {
  return !before.kernel_digest.empty() && !after.kernel_digest.empty() &&
         before.bounded == after.bounded &&
         before.kernel_digest != after.kernel_digest;
}

size_t RunDiff::Count(Change change) const {
  return absl::c_count_if(
      cases, [&](const CaseChange& c) { return c.change == change; });
}

size_t RunDiff::Count(Direction direction) const {
  return absl::c_count_if(cases, [&](const CaseChange& c) {
    return c.change != Change::kUnchanged && c.direction == direction;
  });
}

std::vector<const CaseChange*> RunDiff::Listed() const {
  std::vector<const CaseChange*> listed;
  for (const CaseChange& c : cases) {
    if (c.change != Change::kUnchanged &&
        c.direction == only.value_or(c.direction)) {
      listed.push_back(&c);
    }
  }
  return listed;
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

std::vector<RunDiff> StepsOf(const Timeline& timeline,
                             const DiffOptions& options) {
  std::vector<RunDiff> steps;
  for (size_t i = 0; i + 1 < timeline.runs.size(); ++i) {
    steps.push_back(StepOf(timeline, i, options));
  }
  return steps;
}

RunDiff DiffRuns(const Run& before, const Run& after,
                 const DiffOptions& options) {
  return StepOf(MakeTimeline({&before, &after}), 0, options);
}

}  // namespace wgsync
