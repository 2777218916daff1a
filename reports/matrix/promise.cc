#include "reports/matrix/promise.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

std::string SeenText(const char* name, const BarrierSeen& seen) {
  if (seen.most == 0 && seen.fails == nullptr) return "";
  const std::string most =
      seen.most == 0 ? "" : absl::StrCat(" seen up to ", seen.most);
  if (seen.fails == nullptr) return absl::StrCat("; ", name, most);
  const Verdict& v = seen.fails->verdict;
  return absl::StrCat("; ", name, most, seen.most == 0 ? " " : ", ",
                      WaitsForEver(v.kind) ? "hangs" : VerdictText(v), " at ",
                      seen.fails->groups, ": violation");
}

}  // namespace

bool IsConcurrent(const std::string& id) {
  return absl::StrContains(id, "/dispatch=concurrent") &&
         !absl::StrContains(id, "/queue=");
}

Promise PromiseOf(const Run& run) {
  Promise p;
  for (const CaseResult& r : run.results) {
    if (r.promised == 0 || !IsConcurrent(r.id)) continue;
    const IdWords words = SplitId(r.id);
    if (words.family != FamilyName(Family::kBarrier)) continue;
    if (p.group_size == 0) p.group_size = r.group_size;
    if (r.group_size != p.group_size) continue;
    p.promised =
        p.promised == 0 ? r.promised : std::min(p.promised, r.promised);
    if (p.residency == 0) p.residency = r.residency;
    const Primitive* primitive = FindPrimitive(words.primitive);
    const bool own = primitive != nullptr && primitive->device_barrier;
    BarrierSeen& seen = own ? p.device : p.counter;
    if (r.binds == Binding::kViolation) {
      const bool first = seen.fails == nullptr;
      if (first || r.groups < seen.fails->groups) seen.fails = &r;
    } else if (r.verdict.kind == VerdictKind::kPass) {
      seen.most = std::max(seen.most, r.groups);
    }
  }
  return p;
}

std::string PromiseLine(const Promise& p) {
  if (p.promised == 0) return "";
  return absl::StrCat(
      "barrier: promised up to ", p.promised, " groups of ", p.group_size,
      " by cl_intel_concurrent_dispatch",
      p.residency == 0 ? "" : absl::StrCat("; ", p.residency, " resident"),
      SeenText("counter barrier", p.counter),
      SeenText("device barrier", p.device));
}

}  // namespace wgsync
