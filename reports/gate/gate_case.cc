#include "reports/gate/gate_case.h"

#include <cstdint>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "reports/diff/diff.h"
#include "reports/diff/not_promised.h"
#include "reports/gate/expectation.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

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

bool IsExpected(const GateCase& c, const Verdict& verdict) {
  if (c.rule != nullptr) return Expects(*c.rule, verdict);
  if (c.before == nullptr) return verdict.kind == VerdictKind::kPass;
  return IsAsBefore(*c.before, verdict.kind);
}

Verdict Offending(const GateCase& c) {
  return Offending(*c.after,
                   [&c](const Verdict& v) { return IsExpected(c, v); });
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
  if (c.rule != nullptr) return "";
  const std::string why = WhyNotPromised(c.before, *c.after, c.lone);
  return why.empty() || c.lone.empty() ? why
                                       : absl::StrCat(why, "; ", LoneText(c));
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
