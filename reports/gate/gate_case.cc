#include "reports/gate/gate_case.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "reports/gate/expectation.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

// Each verdict that came when the case was run several times, and how often.
std::vector<std::pair<Verdict, uint64_t>> VerdictsSeen(const CaseResult& r) {
  std::vector<std::pair<Verdict, uint64_t>> seen;
  for (const auto& [text, count] : r.runs) {
    ExpectedVerdict one;
    if (ParseVerdictText(text, &one)) seen.emplace_back(one.verdict, count);
  }
  const auto is_verdict = [&](const auto& one) {
    return one.first.kind == r.verdict.kind;
  };
  if (absl::c_none_of(seen, is_verdict)) {
    seen.emplace_back(r.verdict, r.unit == Unit::kRuns && r.k > 0 ? r.k : 1);
  }
  return seen;
}

std::map<VerdictKind, uint64_t> KindsSeen(const CaseResult& r) {
  std::map<VerdictKind, uint64_t> kinds;
  for (const auto& [verdict, count] : VerdictsSeen(r)) {
    kinds[verdict.kind] += count;
  }
  return kinds;
}

// A lone run that gives no reason to fail.
bool Fine(const GateCase& c, const CaseResult& lone) {
  return IsExpected(c, lone.verdict) || IsRight(lone.verdict.kind);
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

bool Came(const CaseResult& r, VerdictKind kind) {
  return KindsSeen(r).count(kind) > 0;
}

bool IsExpected(const GateCase& c, const Verdict& verdict) {
  if (c.rule != nullptr) return Expects(*c.rule, verdict);
  if (c.before == nullptr) return verdict.kind == VerdictKind::kPass;
  const auto kinds = KindsSeen(*c.before);
  if (WaitsForEver(verdict.kind) && absl::c_all_of(kinds, [](const auto& k) {
        return WaitsForEver(k.first);
      })) {
    return true;
  }
  // Unproven is right, without the proof that it could have been wrong.
  if (verdict.kind == VerdictKind::kPass) {
    return kinds.count(VerdictKind::kPass) > 0 ||
           kinds.count(VerdictKind::kUnproven) > 0;
  }
  return kinds.count(verdict.kind) > 0;
}

Verdict Offending(const GateCase& c) {
  Verdict found = c.after->verdict;
  bool bad = false;
  for (const auto& [verdict, count] : VerdictsSeen(*c.after)) {
    if (IsExpected(c, verdict) || IsRight(verdict.kind) ||
        !MakesBaseline(verdict.kind)) {
      continue;
    }
    if (bad && !IsUnsafe(verdict.kind)) continue;
    found = verdict;
    bad = true;
  }
  return found;
}

bool SameGrid(const CaseResult& a, const CaseResult& b) {
  if (a.groups == 0 || b.groups == 0) return true;
  return a.groups == b.groups && a.group_size == b.group_size;
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
