#include "suite/core/record/part_by_device.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "suite/core/record/result.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {
namespace {

// The case was not run on that device, or took it down, and ran again later.
bool IsReplaced(const CaseResult& r, const CaseResult& by) {
  if (r.verdict.kind == VerdictKind::kNotRun) return true;
  return r.verdict.kind == VerdictKind::kLost &&
         by.finished_unix_ns > r.finished_unix_ns;
}

// A verdict that says nothing about the case comes after all others.
bool ComesBefore(const CaseResult& a, const CaseResult& b) {
  if (RunsAgain(a) != RunsAgain(b)) return RunsAgain(b);
  return a.verdict.kind < b.verdict.kind;
}

}  // namespace

void PartByDevice(Run* run) {
  std::map<std::string, size_t> place_of;
  std::vector<CaseResult> all = std::exchange(run->results, {});
  for (CaseResult& r : all) {
    const auto [place, first] = place_of.insert({r.id, run->results.size()});
    if (first) {
      run->results.push_back(std::move(r));
      continue;
    }
    CaseResult& kept = run->results[place->second];
    if (IsReplaced(r, kept)) continue;
    const bool replaces = IsReplaced(kept, r);
    if (replaces || ComesBefore(r, kept)) std::swap(r, kept);
    if (!replaces) run->elsewhere.push_back(std::move(r));
  }
}

}  // namespace wgsync
