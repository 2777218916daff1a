#include <utility>

#include "absl/status/status.h"
#include "kernels/embedded.h"
#include "suite/core/base/sha256.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/next/run_case.h"
#include "suite/core/next/steps.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/verdict/host_verdict.h"
#include "suite/core/verdict/kinds.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

// What the specification promises binds, a crash and a hang too. What it leaves
// to the implementation binds nothing: a command that was terminated may take
// its whole context with it.
void BindHost(const HostCase& c, Soundness soundness, CaseResult* r) {
  const bool promised = WhatBinds(c, soundness, GridClass::kResident).violation;
  const VerdictKind kind = r->verdict.kind;
  if (kind == VerdictKind::kLost || (promised && IsFault(kind))) {
    r->binds = Binding::kViolation;
  }
  r->could_bind = promised && kind != VerdictKind::kUnsupported;
}

}  // namespace

std::string HostCheckSource() {
  const EmbeddedFile* file = FindKernelFile("probes/host_sync.cl");
  return file == nullptr ? "" : file->text;
}

CaseResult RunHostCheck(const HostCase& c, WaitMode mode, Answers* answers,
                        Known* known) {
  CaseResult r;
  r.id = CaseId(c);
  r.need = ProgressNeed::kNone;
  const auto ask = [&](QuestionKind kind) {
    Question q;
    q.kind = kind;
    q.time_of = Purpose::kHostChecks;
    q.host = c;
    return answers->To(q);
  };
  const absl::Status opened = ask(QuestionKind::kOpen).status;
  if (!opened.ok()) {
    EndsUnopened(opened, known, &r);
    return r;
  }
  const Claims& claims = answers->profile().claims;
  const SoundnessWhy sound = SoundnessOf(c, claims);
  r.soundness = sound.soundness;
  r.soundness_why = sound.why;
  const auto cannot = [&r](Rule rule, Finding why) {
    r.Decide(rule);
    r.findings.push_back(std::move(why));
    return r;
  };
  const std::string missing = Unsupported(c, claims);
  if (!missing.empty()) {
    return cannot(Rule::kDeviceLacks, FoundText(missing));
  }
  if (known->model) {
    return cannot(Rule::kDeviceLacks, Found(FindingKind::kModelOfHost));
  }
  if (mode == WaitMode::kRemoved) {
    return cannot(Rule::kNoLaunch, Found(FindingKind::kNoWaitsOfHost));
  }
  r.language = LanguageName(120);
  r.kernel_digest = KernelDigest(HostCheckSource(), "-cl-std=CL1.2");
  if (const std::string& code = answers->profile().host_code; !code.empty()) {
    r.launch_digest = Sha256(r.kernel_digest + code);
  }
  const HostObservation o = ask(QuestionKind::kHostCheck).host;
  HostEvidence evidence = o.evidence;
  r.host = o.report;
  // After anything but an orderly end the canary runs when a fresh worker
  // opens.
  if (evidence.ending != HostEnding::kDeviceLost) {
    const absl::Status alive = ask(QuestionKind::kOpen).status;
    if (!alive.ok()) {
      evidence.ending = absl::IsAborted(alive) ? HostEnding::kEndedFromOutside
                                               : HostEnding::kDeviceLost;
      r.findings.push_back(FoundText(alive.message()));
    }
  }
  if (evidence.ending == HostEnding::kDeviceLost) known->wedged = true;
  r.verdict = JudgeHost(evidence);
  r.judged = {DecidedBy::kHostEvidence, {}, evidence};
  BindHost(c, sound.soundness, &r);
  return r;
}

}  // namespace wgsync
