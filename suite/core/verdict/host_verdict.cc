#include "suite/core/verdict/host_verdict.h"

namespace wgsync {
namespace {

constexpr Verdict kUnproven = {VerdictKind::kUnproven, Cause::kNone};

// All calls came back.
Verdict JudgeTries(const HostEvidence& e) {
  if (e.fault == Cause::kNotSignalled) {
    // What waits for a core is late, and nobody knows for how long.
    if (!e.watched) return kUnproven;
    return {VerdictKind::kHang, e.fault};
  }
  if (e.fault != Cause::kNone) return {VerdictKind::kBroken, e.fault};
  // Right without the synchronization too: nothing could have been wrong.
  if (e.control == Trial::kRight) return kUnproven;
  return {VerdictKind::kPass, Cause::kNone};
}

}  // namespace

Verdict JudgeHost(const HostEvidence& e) {
  const bool lost = e.ending == HostEnding::kDeviceLost;
  const bool ours = e.ending == HostEnding::kEndedFromOutside;
  if (e.racing && e.ending != HostEnding::kCameBack && !lost && !ours) {
    return kUnproven;
  }
  switch (e.ending) {
    case HostEnding::kWorkerDied:
      return {VerdictKind::kCrash, Cause::kNone};
    case HostEnding::kEndedFromOutside:
      return {VerdictKind::kInfra, Cause::kEndedFromOutside};
    case HostEnding::kDeviceLost:
      return {VerdictKind::kLost, Cause::kNone};
    case HostEnding::kSetUpFailed:
      return {VerdictKind::kInfra, Cause::kHarness};
    case HostEnding::kNotBack:
      if (!e.watched) return kUnproven;
      return {VerdictKind::kHang, Cause::kNotReturned};
    case HostEnding::kShort:
      return kUnproven;
    case HostEnding::kCallFailed:
      return {VerdictKind::kError, Cause::kNone};
    case HostEnding::kRefused:
      return {VerdictKind::kUnsupported, Cause::kNone};
    case HostEnding::kCameBack:
      return JudgeTries(e);
  }
  return kUnproven;
}

}  // namespace wgsync
