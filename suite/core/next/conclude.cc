#include <string>

#include "absl/status/status.h"
#include "suite/core/next/steps.h"
#include "suite/core/plan/seen_to_fail.h"
#include "suite/core/verdict/kinds.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

// True if the case is a hazard that failed nowhere, which is a doubt.
bool DoubtHazard(Attempt* a) {
  const std::string& id = a->result.id;
  if (a->soundness != Soundness::kRacy || !FailedNowhere(id)) return false;
  a->AddDoubt(Doubt::kFailedNowhere,
              Found(FindingKind::kFailedNowhere, {}, {SeenToFailText(id)}));
  return true;
}

void BindVerdict(Attempt* a) {
  CaseResult& r = a->result;
  const struct Bind may =
      // The usual queue's shapes say nothing of another one.
      IsUsualEntry(a->c.grid) ? WhatBinds(a->c, a->soundness, a->grid,
                                          a->known->seen.In(a->c.grid.dims))
                              : WhatBinds(a->c, a->soundness, a->grid);
  r.binds = BindingOf(r.verdict, a->evidence, may);
  if (!a->evidence.met_for_lowest && !IsShape(*a->c.primitive)) {
    AddProgress(r.verdict, r.binds, may, &r.findings);
  }
  // A pass whose watched launch was wrong satisfies nothing.
  const bool doubtful = r.perturbed && r.verdict.kind == VerdictKind::kPass;
  r.could_bind = IsJudged(r.verdict.kind) && !doubtful &&
                 (may.violation || may.progress || may.customary);
}

}  // namespace

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

void Conclude(Attempt* a) {
  CaseResult& r = a->result;
  r.verdict = JudgeEvidence(a->evidence);
  if (r.verdict.rule == Rule::kPass && DoubtHazard(a)) {
    r.verdict = JudgeEvidence(a->evidence);
  }
  r.judged = {DecidedBy::kEvidence, a->evidence, {}};
  r.bounded = a->mode == WaitMode::kBounded;
  for (const LaunchRecord& x : a->exhibits) {
    if (r.verdict.kind == VerdictKind::kStalePayload &&
        x.purpose == LaunchPurpose::kJudged && x.facts.wrong != 0) {
      r.k = x.facts.wrong;
      r.n = x.facts.reads;
      r.unit = Unit::kReads;
    }
    if (x.number != 0) r.launches.push_back(x.number);
  }
  r.findings = a->findings;
  ProgramSpec judged = a->base.program;
  judged.board = BoardMode::kOff;
  if (!a->known->wedged) r.binary_digest = a->Digest(judged);
  if (a->c.grid.via != Via::kSource && !r.binary_digest.empty()) {
    judged.c.grid.via = Via::kSource;
    const std::string source = a->Digest(judged);
    const bool same = source == r.binary_digest;
    if (!source.empty()) {
      r.findings.push_back(Found(FindingKind::kCodeOfSource, {same}));
    }
  }
  BindVerdict(a);
}

void LookAlive(Attempt* a) {
  const absl::Status alive = a->Ask(QuestionKind::kOpen).status;
  if (alive.ok()) return;
  a->known->wedged = !absl::IsAborted(alive);
  if (!a->known->wedged) a->ended_outside = std::string(alive.message());
  a->evidence.ending = Ending::kDeviceLost;
  a->findings.push_back(FoundText(alive.message()));
}

void ConcludeUndisturbed(Attempt* a) {
  const bool outside = !a->ended_outside.empty() && !a->known->wedged;
  if (outside) a->evidence.ending = Ending::kEndedFromOutside;
  Conclude(a);
  if (outside) {
    a->result.findings.insert(a->result.findings.begin(),
                              FoundText(a->ended_outside));
  }
}

}  // namespace wgsync
