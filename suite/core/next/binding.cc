#include "suite/core/next/binding.h"

#include "suite/core/verdict/kinds.h"

namespace wgsync {

Binding BindingOf(const Verdict& verdict, const Evidence& evidence,
                  const Bind& may) {
  switch (verdict.kind) {
    case VerdictKind::kCrash:
    case VerdictKind::kLost:
      return Binding::kViolation;
    case VerdictKind::kBroken:
    case VerdictKind::kStalePayload:
    case VerdictKind::kError:
      // No order between work-groups excuses a work-item or a store that the
      // driver lost.
      if (may.violation || IsLoss(verdict.cause)) return Binding::kViolation;
      return may.customary ? Binding::kCustomary : Binding::kNothing;
    case VerdictKind::kHang:
    case VerdictKind::kStaleCache:
    case VerdictKind::kStaleHoisted:
      // Where a wait gave up, no two looks were equal.
      if (!evidence.channel_proven || verdict.cause == Cause::kGaveUp) break;
      if (may.promised) return Binding::kViolation;
      // No model of progress excuses it, nor a grid that is too large.
      if (evidence.met_for_lowest) {
        return may.violation || may.progress || may.customary
                   ? Binding::kExecution
                   : Binding::kNothing;
      }
      return may.progress ? Binding::kProgress : Binding::kNothing;
    case VerdictKind::kInfra:
    case VerdictKind::kSlow:
    case VerdictKind::kPass:
    case VerdictKind::kUnproven:
    case VerdictKind::kUnsupported:
    case VerdictKind::kBuildFailed:
    case VerdictKind::kNotRun:
      break;
  }
  return Binding::kNothing;
}

void AddProgress(const Verdict& verdict, Binding binds, const Bind& may,
                 std::vector<Finding>* findings) {
  if (!WaitsForEver(verdict.kind)) return;
  if (may.progress && binds == Binding::kNothing) return;
  findings->push_back(
      Found(may.progress ? FindingKind::kHangFails : FindingKind::kHangExcused,
            {}, {may.why_progress}));
}

}  // namespace wgsync
