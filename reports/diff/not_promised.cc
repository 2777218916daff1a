#include "reports/diff/not_promised.h"

#include <functional>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "reports/diff/diff.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/verdict/finding.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

// A deadline is a bound on the wait: on boards of one model, launches of one
// driver end on both sides of it.
constexpr double kMuchLonger = 2;

bool IsExpected(const CaseResult* before, VerdictKind kind) {
  return before == nullptr ? kind == VerdictKind::kPass
                           : IsAsBefore(*before, kind);
}

// So many times the baseline's time, where the launch was right and after its
// deadline; 0 for any other result.
double LateBy(const CaseResult* before, const CaseResult& r) {
  return before != nullptr && before->launch_seconds > 0 &&
                 r.verdict.rule == Rule::kFinishedLate
             ? r.launch_seconds / before->launch_seconds
             : 0;
}

std::string WhyLate(const CaseResult* before, const CaseResult& after,
                    absl::Span<const CaseResult> lone) {
  const auto fine = [&](const CaseResult& r) {
    const VerdictKind kind = r.verdict.kind;
    if (IsExpected(before, kind) || IsRight(kind) || SaysNothing(kind)) {
      return true;
    }
    const double by = LateBy(before, r);
    return by > 0 && by < kMuchLonger;
  };
  const double by = LateBy(before, after);
  if (by == 0 || !fine(after) || !absl::c_all_of(lone, fine)) return "";
  return absl::StrFormat(
      "right, in %.2f times the baseline's time: a deadline bounds the wait, "
      "and times are judged by --times",
      by);
}

// Why a case that binds nothing may come worse, and which verdicts this covers.
struct Excuse {
  std::string why;  // "": nothing excuses it
  std::function<bool(const Verdict&)> covers;
  // It is about the wait alone; the case may be counted for what it reads.
  bool of_wait = false;
};
Excuse ExcuseOf(const CaseResult* before, const CaseResult& after,
                absl::Span<const CaseResult> lone) {
  const bool no_promise = after.need == ProgressNeed::kNoPromise;
  if (no_promise || after.need == ProgressNeed::kGroupLockstep) {
    const auto missed = [](const CaseResult& r) {
      return r.verdict.rule == Rule::kMissed;
    };
    // Work-items that are not in lockstep hang in another way, too.
    const bool may_miss =
        no_promise || missed(after) || absl::c_any_of(lone, missed);
    return {
        "needs a value that does not stay, which a slow poller misses on "
        "any device",
        [may_miss](const Verdict& v) {
          return v.rule == Rule::kMissed ||
                 (may_miss && (v.rule == Rule::kFrozenUnexplained ||
                               v.rule == Rule::kFrozenUnseen));
        },
        true};
  }
  if (after.shape.groups == 0) return {};
  if (before != nullptr && !SameGrid(*before, after)) {
    return {absl::StrCat("needs more than the device promises, and the grids "
                         "differ: ",
                         FirstGroups(*before), " and ", FirstGroups(after),
                         " groups"),
            [](const Verdict& v) {
              return v.kind == VerdictKind::kHang ||
                     v.kind == VerdictKind::kSlow;
            }};
  }
  return {
      "needs strong fairness, which is expected of no device: without it "
      "groups may retry for ever",
      [need = after.need](const Verdict& v) {
        return need == ProgressNeed::kStrong &&
               (v.rule == Rule::kFinishedLate || v.cause == Cause::kLivelock);
      }};
}

}  // namespace

uint64_t FirstGroups(const CaseResult& r) {
  if (r.shape.ended == 0) return r.groups;
  for (const Finding& f : r.findings) {
    if (f.kind != FindingKind::kCopiesEnded || f.numbers.size() < 3) continue;
    return f.numbers[2];
  }
  return 0;
}

bool SameGrid(const CaseResult& a, const CaseResult& b) {
  const uint64_t groups = FirstGroups(a), others = FirstGroups(b);
  if (groups == 0 || others == 0) return true;
  return groups == others && a.group_size == b.group_size;
}

std::string WhyNotPromised(const CaseResult* before, const CaseResult& after,
                           absl::Span<const CaseResult> lone) {
  std::string late = WhyLate(before, after, lone);
  if (!late.empty()) return late;
  const Excuse excuse = ExcuseOf(before, after, lone);
  const auto binds = [&excuse](const CaseResult& r) {
    return (r.could_bind && !excuse.of_wait) || r.binds != Binding::kNothing;
  };
  if (excuse.why.empty() || binds(after) ||
      (before != nullptr && binds(*before)) || absl::c_any_of(lone, binds)) {
    return "";
  }
  const auto may_come = [&](const Verdict& v) {
    return IsRight(v.kind) || SaysNothing(v.kind) ||
           IsExpected(before, v.kind) || excuse.covers(v);
  };
  const auto fine = [&](const CaseResult& r) {
    return may_come(Offending(r, may_come));
  };
  return fine(after) && absl::c_all_of(lone, fine) ? excuse.why : "";
}

}  // namespace wgsync
