#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "suite/core/next/run_case.h"
#include "suite/core/plan/plan.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

CaseResult RunInClass(const Case& c, WaitMode first, Answers* answers,
                      Known* known) {
  const auto* kernel = std::get_if<KernelCase>(&c);
  if (first == WaitMode::kRemoved) return RunCase(c, first, answers, known);
  if (kernel == nullptr) {  // no kernel of it waits
    return RunCase(c, WaitMode::kUnbounded, answers, known);
  }
  if (first == WaitMode::kBounded || kernel->primitive->limited) {
    return RunCase(c, WaitMode::kBounded, answers, known);
  }
  const std::string hang_class = HangClass(*kernel);
  if (known->hung_classes.count(hang_class) > 0) {
    CaseResult bounded = RunCase(c, WaitMode::kBounded, answers, known);
    if (WaitsForEver(bounded.verdict.kind)) return bounded;
  }
  CaseResult r = RunCase(c, WaitMode::kUnbounded, answers, known);
  if (WaitsForEver(r.verdict.kind)) known->hung_classes.insert(hang_class);
  return r;
}

}  // namespace

WaitMode FirstMode(const RunSettings& settings, bool bounded_only) {
  return settings.without_waits ? WaitMode::kRemoved
         : bounded_only         ? WaitMode::kBounded
                                : WaitMode::kUnbounded;
}

CaseResult RepeatCase(const Case& c, const RunSettings& settings,
                      bool bounded_only, Answers* answers, Known* known) {
  const WaitMode first = FirstMode(settings, bounded_only);
  CaseResult worst = RunInClass(c, first, answers, known);
  // A repeat is the same program: its own hang does not bound the case's waits,
  // and a hang that gave up would hide the cause of the first one.
  const bool bound = worst.bounded && !settings.without_waits;
  const WaitMode mode = bound ? WaitMode::kBounded : first;
  uint64_t same = 1;
  uint32_t n = 1;
  std::map<std::string, uint64_t> runs = {{VerdictText(worst.verdict), 1}};
  uint32_t until = settings.repeat;
  for (; n < until && !known->wedged; ++n) {
    CaseResult again = RunCase(c, mode, answers, known);
    ++runs[VerdictText(again.verdict)];
    if (again.verdict.kind == worst.verdict.kind) {
      ++same;
    } else if (again.verdict.kind < worst.verdict.kind) {
      again.also.push_back(absl::StrCat("also ", VerdictText(worst.verdict)));
      worst = std::move(again);
      same = 1;
    }
    const bool stochastic = runs.size() > 1 || worst.unit == Unit::kReads;
    if (stochastic) until = std::max(until, settings.repeat_stochastic);
  }
  if (settings.repeat > 1) {
    if (worst.unit == Unit::kRuns) {
      worst.k = same;
      worst.n = n;
    }
    worst.runs = std::move(runs);
  }
  return worst;
}

}  // namespace wgsync
