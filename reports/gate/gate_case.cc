#include "reports/gate/gate_case.h"

#include <cstdint>
#include <functional>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "reports/diff/diff.h"
#include "reports/gate/expectation.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/verdict/finding.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

// A lone run that gives no reason to fail.
bool Fine(const GateCase& c, const CaseResult& lone) {
  return IsExpected(c, lone.verdict) || IsRight(lone.verdict.kind);
}

// A deadline is a bound on the wait: on boards of one model, launches of one
// driver end on both sides of it.
constexpr double kMuchLonger = 2;

// So many times the baseline's time, where the launch was right and after its
// deadline; 0 for any other result.
double LateBy(const GateCase& c, const CaseResult& r) {
  return c.before != nullptr && c.before->launch_seconds > 0 &&
                 r.verdict.rule == Rule::kFinishedLate
             ? r.launch_seconds / c.before->launch_seconds
             : 0;
}

std::string WhyLate(const GateCase& c) {
  const auto fine = [&](const CaseResult& r) {
    if (Fine(c, r) || SaysNothing(r.verdict.kind)) return true;
    const double by = LateBy(c, r);
    return by > 0 && by < kMuchLonger;
  };
  const double by = LateBy(c, *c.after);
  if (by == 0 || !fine(*c.after) || !absl::c_all_of(c.lone, fine)) return "";
  return absl::StrFormat(
      "right, in %.2f times the baseline's time: a deadline bounds the wait, "
      "and times are judged by --times",
      by);
}

// Why a case that binds nothing may come worse, and which verdicts this covers.
struct Excuse {
  std::string why;  // "": nothing excuses it
  std::function<bool(const Verdict&)> covers;
};
Excuse ExcuseOf(const GateCase& c) {
  const CaseResult& after = *c.after;
  const bool no_promise = after.need == ProgressNeed::kNoPromise;
  if (no_promise || after.need == ProgressNeed::kGroupLockstep) {
    return {
        "needs a value that does not stay, which a slow poller misses on "
        "any device",
        [no_promise](const Verdict& v) {
          return v.kind == VerdictKind::kHang &&
                 (v.cause == Cause::kMissed ||
                  (v.cause == Cause::kUnknown && no_promise));
        }};
  }
  if (after.shape.groups == 0) return {};
  if (c.before != nullptr && !SameGrid(*c.before, after)) {
    return {absl::StrCat("needs more than the device promises, and the grids "
                         "differ: ",
                         FirstGroups(*c.before), " and ", FirstGroups(after),
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

Rate FlakyRate(const GateCase& c) {
  if (c.rule != nullptr && c.rule->flaky()) return c.rule->seen;
  if (c.rule != nullptr || c.before == nullptr) return {};
  Rate rate;
  for (const auto& [kind, count] : KindsSeen(*c.before)) {
    rate.n += count;
    if (!IsRight(kind)) rate.k += count;
  }
  return rate.n >= kRateRuns && rate.k > 0 && rate.k < rate.n ? rate : Rate{};
}

bool IsExpected(const GateCase& c, const Verdict& verdict) {
  if (c.rule != nullptr) return Expects(*c.rule, verdict);
  if (c.before == nullptr) return verdict.kind == VerdictKind::kPass;
  return IsAsBefore(*c.before, verdict.kind);
}

Verdict Offending(const GateCase& c) {
  return Offending(*c.after,
                   [&c](const Verdict& v) { return IsExpected(c, v); });
}

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

LoneCount CountLone(const GateCase& c) {
  LoneCount count;
  for (const CaseResult& r : c.lone) {
    const VerdictKind kind = r.verdict.kind;
    if (SaysNothing(kind)) continue;
    const bool fine = Fine(c, r);
    const bool unsafe = IsUnsafe(kind) && !fine;
    if (!unsafe && !SameGrid(r, *c.after)) continue;
    ++count.valid;
    if (IsRight(kind)) ++count.right;
    if (!fine) ++count.bad;
    if (unsafe) ++count.unsafe;
  }
  return count;
}

bool IsProven(const GateCase& c) {
  return IsConclusive(c.after->verdict.kind) ||
         absl::c_any_of(c.lone, [&](const CaseResult& r) {
           return IsConclusive(r.verdict.kind) && SameGrid(r, *c.after);
         });
}

std::string WhyNotPromised(const GateCase& c) {
  const auto binds = [](const CaseResult& r) {
    return r.could_bind || r.binds != Binding::kNothing;
  };
  if (c.rule != nullptr) return "";
  if (std::string late = WhyLate(c); !late.empty()) return late;
  const Excuse excuse = ExcuseOf(c);
  if (excuse.why.empty() || binds(*c.after) ||
      (c.before != nullptr && binds(*c.before)) ||
      absl::c_any_of(c.lone, binds)) {
    return "";
  }
  const auto may_come = [&](const Verdict& v) {
    return IsRight(v.kind) || SaysNothing(v.kind) || IsExpected(c, v) ||
           excuse.covers(v);
  };
  const auto fine = [&](const CaseResult& r) {
    return may_come(Offending(r, may_come));
  };
  if (!fine(*c.after) || !absl::c_all_of(c.lone, fine)) return "";
  return absl::StrCat(excuse.why, c.lone.empty() ? "" : "; ", LoneText(c));
}

std::string ChangeText(const GateCase& c) {
  if (c.after == nullptr) {
    return absl::StrCat(ExpectedText(c), " -> no verdict");
  }
  const LoneCount lone = CountLone(c);
  Verdict came = Offending(c);
  if (IsRight(came.kind) && lone.bad > 0) {
    came = absl::c_find_if(c.lone, [&](const auto& r) {
             return !SaysNothing(r.verdict.kind) && !Fine(c, r);
           })->verdict;
  }
  uint64_t k = IsRight(came.kind) ? lone.right : lone.bad, n = lone.valid;
  for (const auto& [kind, runs] : KindsSeen(*c.after)) {
    n += runs;
    if (kind == came.kind) k += runs;
  }
  return absl::StrCat(ExpectedText(c), " -> ", VerdictText(came), " (", k,
                      " of ", n, ")");
}

}  // namespace wgsync
