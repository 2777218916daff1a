#include "suite/bench/bench_judge.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace wgsync {
namespace {

std::string FirstLine(absl::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

LaunchWord NotBuilt(const LaunchRecord& r) {
  const std::string line = FirstLine(r.what);
  if (r.over_limit) return {"unsupported", line};
  if (r.build_failed) return {"build-failed", line};
  return {"infra", line};
}

LaunchWord NotEnded(const LaunchRecord& r) {
  switch (r.ending) {
    case Ending::kFrozen:
      return {"hang", "groups wait and nothing moves"};
    case Ending::kMoving:
    case Ending::kRetrying:
      return {"slow", absl::StrFormat("still moving after %.1f s", r.seconds)};
    case Ending::kEndedByWatchdog:
      return {"hang", "ended by the driver's watchdog"};
    case Ending::kWorkerDied:
      return {"crash", r.ending_text};
    case Ending::kEndedFromOutside:
      return {"infra", absl::StrCat("the worker ", r.ending_text)};
    case Ending::kNoProcessor:
      return {"infra",
              absl::StrCat("not enough processor time: ", r.ending_text)};
    case Ending::kDeviceLost:
      return {"lost", r.ending_text};
    case Ending::kEventError:
    case Ending::kNotReported:
    case Ending::kCompletedEarly:
      return {"error", r.ending_text};
    case Ending::kNeverStarted:
    case Ending::kFinished:      // the caller asks about launches that did not
    case Ending::kFinishedLate:  // end
      return {"infra", "it never started"};
  }
  return {"infra", "an ending without a name"};
}

std::string WrongText(const PayloadFacts& p) {
  if (p.wrong != 0) {
    return absl::StrCat(p.wrong, " of ", p.reads, " reads are wrong");
  }
  if (p.owner_changed != 0) {
    return absl::StrCat(p.owner_changed, " of ", p.reads,
                        " times two held the lock");
  }
  return p.final_text;
}

}  // namespace

LaunchWord JudgeLaunch(const LaunchRecord& r) {
  if (r.build_failed || r.setup_failed) return NotBuilt(r);
  if (!Finished(r)) return NotEnded(r);
  const bool removed = r.spec.program.waits == WaitMode::kRemoved;
  switch (removed ? Waits::kMet : r.waits) {
    case Waits::kGaveUp:
      return {"hang", "a bounded wait gave up"};
    case Waits::kLeftUnmet:
      return {"wrong", "a wait was left unmet"};
    case Waits::kMet:
      break;
  }
  if (r.payload == PayloadState::kRight) return {};
  return {"wrong", WrongText(r.facts)};
}

bool IsFailure(absl::string_view outcome) {
  return outcome == "wrong" || outcome == "hang" || outcome == "crash" ||
         outcome == "error" || outcome == "lost";
}

}  // namespace wgsync
