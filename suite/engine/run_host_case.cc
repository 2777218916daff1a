// A case that is a host check: one try of it, and what comes of that.

#include <string>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/verdict/host_verdict.h"
#include "suite/core/verdict/rules.h"
#include "suite/engine/case_runner.h"

namespace wgsync {
namespace {

using nlohmann::json;

std::string Tries(uint32_t wrong, uint32_t tries) {
  return absl::StrCat("wrong in ", wrong, " of ", tries,
                      tries == 1 ? " try" : " tries");
}

std::string ControlText(const HostObservation& o) {
  if (o.facts.control_tries == 0) return "";
  if (o.facts.control_wrong == 0) {
    return absl::StrCat(
        "without the synchronization it is right as well, ",
        o.facts.control_tries,
        o.facts.control_tries == 1 ? " time of " : " times of ",
        o.facts.control_tries,
        ": nothing here comes too early by itself (commands that run one after "
        "the other, or calls that wait)");
  }
  return absl::StrCat("without the synchronization: ",
                      Tries(o.facts.control_wrong, o.facts.control_tries), ": ",
                      o.facts.control_text);
}

std::string EndingText(const HostObservation& o) {
  const bool control =
      o.evidence.racing || absl::StartsWith(o.call, "control/");
  const std::string in = control ? ", without the synchronization" : "";
  switch (o.evidence.ending) {
    case HostEnding::kCameBack:
      return absl::StrCat(
          "with the synchronization: ", Tries(o.facts.wrong, o.facts.tries),
          o.facts.fault_text.empty() ? "" : ": ", o.facts.fault_text);
    case HostEnding::kRefused:
      return absl::StrCat("deprecated by OpenCL 1.2, and refused: ", o.what);
    case HostEnding::kShort:
      return absl::StrCat("nothing is proven: ", o.what);
    case HostEnding::kCallFailed:
      return absl::StrCat("a call failed", in, ": ", o.what);
    case HostEnding::kNotBack:
      return absl::StrCat(o.what, in,
                          o.evidence.watched
                              ? "; its process lived meanwhile, and no thread "
                                "of it waited for a core"
                              : "; its threads waited for a core meanwhile");
    case HostEnding::kSetUpFailed:
      return absl::StrCat("nothing could be tried: ", o.what);
    case HostEnding::kWorkerDied:
    case HostEnding::kEndedFromOutside:
      return absl::StrCat("the worker ", o.what, " in ", o.call);
    case HostEnding::kDeviceLost:
      return o.what;
  }
  return "";
}

json EvidenceOf(const HostObservation& o) {
  return {{"launches", json::array()},
          {"evidence",
           {{"tries", o.facts.tries},
            {"wrong", o.facts.wrong},
            {"fault", std::string(CauseName(o.evidence.fault))},
            {"control tries", o.facts.control_tries},
            {"control wrong", o.facts.control_wrong},
            {"last call", o.call},
            {"watched", o.evidence.watched}}}};
}

}  // namespace

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
    r.words.push_back(std::string(ready.message()));
    wedged_ = true;
    return r;
  }
  const SoundnessWhy sound = SoundnessOf(c, session_->claims());
  r.soundness = sound.soundness;
  r.soundness_why = sound.why;
  const auto cannot = [&r](Rule rule, std::string why) {
    r.Decide(rule);
    r.words.push_back(std::move(why));
    return r;
  };
  const std::string missing = Unsupported(c, session_->claims());
  if (!missing.empty()) return cannot(Rule::kDeviceLacks, missing);
  if (model_) {
    return cannot(Rule::kDeviceLacks,
                  "a device model changes kernels, and this is the host's");
  }
  if (mode == WaitMode::kRemoved) {
    return cannot(Rule::kNoLaunch,
                  "a host check takes its own synchronization away");
  }
  r.language = LanguageName(120);
  r.kernel_digest = KernelDigest(HostCheckSource(), "-cl-std=CL1.2");
  const HostObservation o = session_->RunHost(c);
  HostEvidence evidence = o.evidence;
  r.words = {EndingText(o)};
  const std::string control = ControlText(o);
  if (!control.empty()) r.words.push_back(control);
  r.words.insert(r.words.end(), o.facts.words.begin(), o.facts.words.end());
  // After anything but an orderly end the canary runs when a fresh worker
  // opens.
  if (!session_->HasWorker() && evidence.ending != HostEnding::kDeviceLost) {
    const absl::Status alive = session_->EnsureWorker();
    if (!alive.ok()) {
      evidence.ending = absl::IsAborted(alive) ? HostEnding::kEndedFromOutside
                                               : HostEnding::kDeviceLost;
      r.words.push_back(std::string(alive.message()));
    }
  }
  wedged_ = wedged_ || evidence.ending == HostEnding::kDeviceLost;
  r.verdict = JudgeHost(evidence);
  r.judged = {DecidedBy::kHostEvidence, {}, evidence};
  *r.evidence = EvidenceOf(o);
  BindHost(c, sound.soundness, &r);
  return r;
}

}  // namespace wgsync
