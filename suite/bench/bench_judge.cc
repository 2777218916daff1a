#include "suite/bench/bench_judge.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "suite/core/verdict/judge.h"

namespace wgsync {
namespace {

std::string FirstLine(absl::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

LaunchWord NotBuilt(const WatchResult& r) {
  const std::string line = FirstLine(r.what);
  if (r.over_limit) return {"unsupported", line};
  if (r.build_failed) return {"build-failed", line};
  return {"infra", line};
}

LaunchWord NotEnded(const Observation& o) {
  switch (o.ending) {
    case Ending::kFrozen:
      return {"hang", "groups wait and nothing moves"};
    case Ending::kMoving:
    case Ending::kRetrying:
      return {"slow", absl::StrFormat("still moving after %.1f s", o.seconds)};
    case Ending::kEndedByWatchdog:
      return {"hang", "ended by the driver's watchdog"};
    case Ending::kWorkerDied:
      return {"crash", o.ending_text};
    case Ending::kEndedFromOutside:
      return {"infra", absl::StrCat("the worker ", o.ending_text)};
    case Ending::kNoProcessor:
      return {"infra",
              absl::StrCat("not enough processor time: ", o.ending_text)};
    case Ending::kDeviceLost:
      return {"lost", o.ending_text};
    case Ending::kEventError:
    case Ending::kNotReported:
    case Ending::kCompletedEarly:
      return {"error", o.ending_text};
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

LaunchWord JudgeLaunch(const WatchResult& r) {
  if (r.build_failed || r.setup_failed) return NotBuilt(r);
  const Observation& o = r.o;
  if (!Finished(o)) return NotEnded(o);
  switch (o.removed ? Waits::kMet : WaitsOf(o)) {
    case Waits::kGaveUp:
      return {"hang", "a bounded wait gave up"};
    case Waits::kLeftUnmet:
      return {"wrong", "a wait was left unmet"};
    case Waits::kMet:
      break;
  }
  if (PayloadOf(o) == PayloadState::kRight) return {};
  return {"wrong", WrongText(o.payload)};
}

bool IsFailure(absl::string_view outcome) {
  return outcome == "wrong" || outcome == "hang" || outcome == "crash" ||
         outcome == "error" || outcome == "lost";
}

}  // namespace wgsync
