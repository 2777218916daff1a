#include "suite/core/verdict/host_verdict.h"

#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

// Of the faults that host checks have.
Rule RuleOfFault(Cause fault) {
  constexpr Rule kRules[] = {Rule::kHostUnordered, Rule::kHostCompletedEarly,
                             Rule::kHostWrongAnswer, Rule::kHostWrongTimes};
  for (Rule rule : kRules) {
    if (InfoOf(rule).cause == fault) return rule;
  }
  return Rule::kHostOddFault;
}

// All calls came back.
Rule JudgeTries(const HostEvidence& e) {
  if (e.fault == Cause::kNotSignalled) {
    // A thread that waits for a core is late, by an unknown time.
    return e.watched ? Rule::kHostNotSignalled : Rule::kHostUnwatchedSignal;
  }
  if (e.fault != Cause::kNone) return RuleOfFault(e.fault);
  // Right without the synchronization too: nothing could have been wrong.
  return e.control == Trial::kRight ? Rule::kHostCouldNotFail : Rule::kHostPass;
}

Rule Decide(const HostEvidence& e) {
  const bool lost = e.ending == HostEnding::kDeviceLost;
  const bool ours = e.ending == HostEnding::kEndedFromOutside;
  if (e.racing && e.ending != HostEnding::kCameBack && !lost && !ours) {
    return Rule::kHostRace;
  }
  switch (e.ending) {
    case HostEnding::kWorkerDied:
      return Rule::kHostDied;
    case HostEnding::kEndedFromOutside:
      return Rule::kHostEndedFromOutside;
    case HostEnding::kDeviceLost:
      return Rule::kHostLost;
    case HostEnding::kSetUpFailed:
      return Rule::kHostSetUp;
    case HostEnding::kNotBack:
      return e.watched ? Rule::kHostNotReturned : Rule::kHostUnwatchedCall;
    case HostEnding::kShort:
      return Rule::kHostShort;
    case HostEnding::kCallFailed:
      return Rule::kHostCallFailed;
    case HostEnding::kRefused:
      return Rule::kHostRefused;
    case HostEnding::kCameBack:
      break;
  }
  return JudgeTries(e);
}

}  // namespace

Verdict JudgeHost(const HostEvidence& e) { return VerdictOf(Decide(e)); }

}  // namespace wgsync
