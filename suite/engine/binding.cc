#include "suite/engine/binding.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {

std::string BindingOf(const Verdict& verdict, const Evidence& evidence,
                      const Bind& may) {
  switch (verdict.kind) {
    case VerdictKind::kCrash:
    case VerdictKind::kLost:
      return "violation";
    case VerdictKind::kBroken:
    case VerdictKind::kStalePayload:
    case VerdictKind::kError:
      // No order between work-groups excuses a work-item or a store that the
      // driver lost.
      if (may.violation || IsLoss(verdict.cause)) return "violation";
      return may.customary ? "customary" : "";
    case VerdictKind::kHang:
    case VerdictKind::kStaleCache:
    case VerdictKind::kStaleHoisted:
      // Where a wait gave up, no two looks were equal.
      if (!evidence.channel_proven || verdict.cause == Cause::kGaveUp) break;
      // No model of progress excuses it, nor a grid that is too large.
      if (evidence.met_for_lowest) {
        return may.violation || may.progress || may.customary ? "execution"
                                                              : "";
      }
      return may.progress ? "progress" : "";
    case VerdictKind::kInfra:
    case VerdictKind::kSlow:
    case VerdictKind::kPass:
    case VerdictKind::kUnproven:
    case VerdictKind::kUnsupported:
    case VerdictKind::kBuildFailed:
    case VerdictKind::kNotRun:
      break;
  }
  return "";
}

std::string ProgressWords(const Verdict& verdict, const std::string& binds,
                          const Bind& may) {
  if (!WaitsForEver(verdict.kind)) return "";
  if (may.progress && binds.empty()) return "";
  return absl::StrCat(may.progress ? "a hang is a failure here: "
                                   : "a hang is not a failure here: ",
                      may.why_progress);
}

}  // namespace wgsync
