// A case that is a host check: one try of it, and what comes of that.

#include <string>

#include "absl/status/status.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/verdict/host_verdict.h"
#include "suite/core/verdict/rules.h"
#include "suite/engine/case_runner.h"

namespace wgsync {
// What the specification promises binds, a crash and a hang too. What it leaves
// to the implementation binds nothing: a command that was terminated may take
// its whole context with it.
void CaseRunner::BindHost(const HostCase& c, Soundness soundness,
                          CaseResult* r) {
  const bool promised = WhatBinds(c, soundness, GridClass::kResident).violation;
  switch (r->verdict.kind) {
    case VerdictKind::kLost:
      r->binds = Binding::kViolation;
      break;
    case VerdictKind::kCrash:
    case VerdictKind::kHang:
    case VerdictKind::kError:
    case VerdictKind::kBroken:
      if (promised) r->binds = Binding::kViolation;
      break;
    case VerdictKind::kInfra:
    case VerdictKind::kStaleCache:
    case VerdictKind::kStalePayload:
    case VerdictKind::kStaleHoisted:
    case VerdictKind::kSlow:
    case VerdictKind::kPass:
    case VerdictKind::kUnproven:
    case VerdictKind::kUnsupported:
    case VerdictKind::kBuildFailed:
    case VerdictKind::kNotRun:
      break;
  }
  r->could_bind = promised && r->verdict.kind != VerdictKind::kUnsupported;
}

CaseResult CaseRunner::RunHostOnce(const HostCase& c, WaitMode mode) {
  CaseResult r;
  r.id = CaseId(c);
  r.need = ProgressNeed::kNone;
  const absl::Status ready = session_->EnsureWorker();
  if (!ready.ok()) {
    r.Decide(RuleOfOpening(ready));
    r.findings.push_back(FoundText(ready.message()));
    wedged_ = true;
    return r;
  }
  const SoundnessWhy sound = SoundnessOf(c, session_->claims());
  r.soundness = sound.soundness;
  r.soundness_why = sound.why;
  const auto cannot = [&r](Rule rule, Finding why) {
    r.Decide(rule);
    r.findings.push_back(std::move(why));
    return r;
  };
  const std::string missing = Unsupported(c, session_->claims());
  if (!missing.empty()) {
    return cannot(Rule::kDeviceLacks, FoundText(missing));
  }
  if (model_) {
    return cannot(Rule::kDeviceLacks, Found(FindingKind::kModelOfHost));
  }
  if (mode == WaitMode::kRemoved) {
    return cannot(Rule::kNoLaunch, Found(FindingKind::kNoWaitsOfHost));
  }
  r.language = LanguageName(120);
  r.kernel_digest = KernelDigest(HostCheckSource(), "-cl-std=CL1.2");
  const HostObservation o = session_->RunHost(c);
  HostEvidence evidence = o.evidence;
  r.host = o.report;
  // After anything but an orderly end the canary runs when a fresh worker
  // opens.
  if (!session_->HasWorker() && evidence.ending != HostEnding::kDeviceLost) {
    const absl::Status alive = session_->EnsureWorker();
    if (!alive.ok()) {
      evidence.ending = absl::IsAborted(alive) ? HostEnding::kEndedFromOutside
                                               : HostEnding::kDeviceLost;
      r.findings.push_back(FoundText(alive.message()));
    }
  }
  wedged_ = wedged_ || evidence.ending == HostEnding::kDeviceLost;
  r.verdict = JudgeHost(evidence);
  r.judged = {DecidedBy::kHostEvidence, {}, evidence};
  BindHost(c, sound.soundness, &r);
  return r;
}

}  // namespace wgsync
