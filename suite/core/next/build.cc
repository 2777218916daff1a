#include <cstddef>
#include <string>

#include "suite/core/base/clean_text.h"
#include "suite/core/next/steps.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

constexpr size_t kLongestLog = 16384;  // of a build, in the evidence

void Decide(Attempt* a, Rule rule, Finding why) {
  a->result.Decide(rule);
  a->result.findings.push_back(std::move(why));
}

bool IsClaimDenied(Attempt* a) {
  std::string log;
  if (!NeedsC11(a->c)) return false;
  // A worker keeps what it was refused.
  a->Ask(QuestionKind::kFresh);
  if (!a->Refuses(a->base.program, &log)) return false;
  LaunchSpec plain = a->base;
  plain.program.c.access.poll = Poll::kRmw;
  plain.program.c.access.signal = Signal::kRmw;
  plain.program.c.access.fence = Fence::kNone;
  return a->Ask(QuestionKind::kBuilds, plain).yes;
}

void EndsRefused(Attempt* a, const std::string& log) {
  // A form that compiles unclaimed is welcome; one that does not was never
  // promised.
  const bool claimed = ClaimsAccess(a->c, a->claims());
  const bool denied = claimed && IsClaimDenied(a);
  Decide(a,
         denied    ? Rule::kClaimDenied
         : claimed ? Rule::kBuildRefused
                   : Rule::kBuildUnclaimed,
         Found(denied    ? FindingKind::kClaimDenied
               : claimed ? FindingKind::kText
                         : FindingKind::kBuildUnclaimed,
               {}, {FirstLines(log)}));
  a->result.build_log = log.substr(0, kLongestLog);
}

}  // namespace

bool EndsUnbuilt(Attempt* a, const LaunchRecord& launch) {
  const std::string what = launch.what;
  if (launch.over_limit) {
    Decide(a, Rule::kOverLimit, FoundText(what));
  } else if (launch.build_failed) {
    EndsRefused(a, what);
  } else if (launch.setup_failed) {
    Decide(a, Rule::kHarness, FoundText(what));
  } else {
    return false;
  }
  return true;
}

void EndsBefore(Attempt* a, Ending ending) {
  // Where its control did not end, the control has failed.
  const bool fact =
      ending == Ending::kWorkerDied || ending == Ending::kEventError ||
      ending == Ending::kNotReported || ending == Ending::kCompletedEarly ||
      ending == Ending::kEndedFromOutside || ending == Ending::kNoProcessor ||
      ending == Ending::kDeviceLost || a->evidence.control == Trial::kHung;
  a->evidence.ending = fact ? ending : Ending::kNeverStarted;
  if (ending == Ending::kDeviceLost) a->known->wedged = true;
  Conclude(a);
}

void EndsByControl(Attempt* a) {
  const LaunchRecord control = a->last;
  if (!control.build_failed || control.over_limit) {
    if (!EndsUnbuilt(a, control)) EndsBefore(a, control.ending);
    return;
  }
  LaunchRecord own = control;
  ProgramSpec program = a->base.program;
  program.board = BoardMode::kOff;
  if (a->Refuses(program, &own.what)) {
    EndsUnbuilt(a, own);
    return;
  }
  Decide(a, Rule::kControlBuild,
         Found(FindingKind::kControlRefused, {}, {FirstLines(control.what)}));
  a->result.build_log = control.what.substr(0, kLongestLog);
}

}  // namespace wgsync
