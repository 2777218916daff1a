#include "suite/core/verdict/judge.h"

#include <algorithm>

namespace wgsync {
namespace {

// Of a launch that finished, by their two words.
std::vector<uint32_t> GroupsWith(const Observation& o, bool started,
                                 bool ended) {
  std::vector<uint32_t> groups;
  const size_t most = std::min(o.last.started.size(), o.last.ended.size());
  for (size_t g = 0; Finished(o) && g < most; ++g) {
    if (o.last.started[g] == started && o.last.ended[g] == ended) {
      groups.push_back(static_cast<uint32_t>(g));
    }
  }
  return groups;
}

}  // namespace

LaunchOutcome LaunchOutcomeOf(const Observation& o) {
  return {o.ending, WaitsOf(o), PayloadOf(o), AccountOf(o)};
}

bool Finished(Ending ending) {
  return ending == Ending::kFinished || ending == Ending::kFinishedLate;
}

bool Stuck(Ending ending) {
  return ending == Ending::kFrozen || ending == Ending::kMoving ||
         ending == Ending::kRetrying || ending == Ending::kEndedByWatchdog;
}

std::vector<uint32_t> GroupsCutShort(const Observation& o) {
  return GroupsWith(o, /*started=*/true, /*ended=*/false);
}

std::vector<uint32_t> GroupsWithoutStart(const Observation& o) {
  return GroupsWith(o, /*started=*/false, /*ended=*/true);
}

bool EveryGroupRan(const Snapshot& s) {
  for (size_t g = 0; g < s.started.size(); ++g) {
    if (!s.started[g] && (g >= s.ended.size() || !s.ended[g])) return false;
  }
  return true;
}

Account AccountOf(const Observation& o) {
  const PayloadFacts& p = o.payload;
  if (!Finished(o)) return Account::kComplete;
  if (p.items_ended < p.items_due) return Account::kItemsLost;
  if (!GroupsWithoutStart(o).empty()) return Account::kStoreLost;
  if (p.items_due == 0) return Account::kComplete;
  return p.reads < p.reads_due ? Account::kReadsMissing : Account::kComplete;
}

bool ExtraArrivals(const Observation& o) {
  return o.has_board && std::any_of(o.last.roles.begin(), o.last.roles.end(),
                                    [&](const RoleFacts& r) {
                                      return ArrivedMore(r, o.arrivals_due);
                                    });
}

absl::optional<Finding> MissingOnBoard(const Observation& o) {
  const PayloadState payload = PayloadOf(o);
  const bool right =
      payload == PayloadState::kRight || payload == PayloadState::kNotJudged;
  if (!o.has_board || o.arrivals_due == 0 || !right || !Finished(o) ||
      WaitsOf(o) != Waits::kMet || AccountOf(o) != Account::kComplete ||
      ExtraArrivals(o)) {
    return absl::nullopt;
  }
  for (size_t i = 0; i < o.last.roles.size(); ++i) {
    const RoleFacts& r = o.last.roles[i];
    // A watcher of a flag that the grid does not have.
    if (r.watcher && r.arrived + r.left + r.closed == 0) continue;
    const bool waits = r.waits_known || r.between;
    const char* call = r.arrived != o.arrivals_due  ? "wg_arrive_*"
                       : r.left != o.arrivals_due   ? "wg_left"
                       : r.closed != o.arrivals_due ? "wg_group_closed"
                       : waits && !o.removed && r.end == WaitEnd::kNever
                           ? "wg_look_back"
                           : nullptr;
    if (call == nullptr) continue;
    Finding missing = FoundIn(FindingKind::kCountMissing, {r.group},
                              {i, r.arrived, r.left, r.closed, o.arrivals_due});
    missing.texts = {call};
    return missing;
  }
  return absl::nullopt;
}

bool NobodyWaited(const Observation& o) {
  return Finished(o) && o.has_board &&
         std::all_of(o.last.roles.begin(), o.last.roles.end(),
                     [](const RoleFacts& r) { return r.waited == 0; });
}

bool TookTurns(double cores) { return cores > 0 && cores < 1.3; }

bool AnyGaveUp(const Snapshot& s) {
  return std::any_of(s.roles.begin(), s.roles.end(), [](const RoleFacts& r) {
    return r.bad_end == WaitEnd::kGaveUp;
  });
}

bool EveryoneWaits(const Snapshot& s) {
  std::vector<bool> waits(s.started.size(), false);
  for (const RoleFacts& r : s.roles) {
    if (!s.started[r.group] || s.ended[r.group]) continue;
    const bool in_wait = r.arrived > r.left && !r.between;
    if (!in_wait && r.left <= r.closed) return false;
    if (in_wait) waits[r.group] = true;
  }
  for (size_t g = 0; g < waits.size(); ++g) {
    if (s.started[g] && !s.ended[g] && !waits[g]) return false;
  }
  return !s.roles.empty();
}

bool HangsNotStarted(const Observation& o) {
  const bool stuck = o.ending == Ending::kFrozen ||
                     (Finished(o) && WaitsOf(o) == Waits::kGaveUp);
  const std::vector<bool>& started = o.frozen.started;
  return stuck && o.channel_proven && o.has_pair && !AnyGaveUp(o.frozen) &&
         std::find(started.begin(), started.end(), false) != started.end();
}

Waits WaitsOf(const Observation& o) {
  Waits worst = Waits::kMet;
  // A group that started and never came to its end was cut short in a loop, and
  // could not say so; unless its work-items were lost.
  if (!o.removed && AccountOf(o) != Account::kItemsLost &&
      !GroupsCutShort(o).empty()) {
    worst = Waits::kLeftUnmet;
  }
  uint64_t gave_up = UINT64_MAX;  // the first round in which somebody did
  for (const RoleFacts& r : o.last.roles) {
    if (r.bad == 0 || r.bad_end != WaitEnd::kGaveUp) continue;
    gave_up = std::min<uint64_t>(gave_up, o.in_step ? r.bad_round : 0);
    worst = std::max(worst, Waits::kGaveUp);
  }
  for (const RoleFacts& r : o.last.roles) {
    if (r.bad != 0 && r.bad_end != WaitEnd::kGaveUp && r.bad_round < gave_up) {
      worst = Waits::kLeftUnmet;
    }
  }
  return worst;
}

PayloadState PayloadOf(const Observation& o) {
  const PayloadFacts& p = o.payload;
  if (!p.judged) return PayloadState::kNotJudged;
  if (p.torn != 0) return PayloadState::kTorn;
  return p.wrong == 0 && p.final_wrong == 0 && p.owner_changed == 0
             ? PayloadState::kRight
             : PayloadState::kWrong;
}

Reread RereadOf(const PayloadFacts& facts) {
  // What is wrong only in the end, a count for instance, was not read again.
  if (facts.wrong == 0) return Reread::kNone;
  return facts.again_new * 2 >= facts.wrong ? Reread::kNew : Reread::kOld;
}

Trial WaitTrial(const LaunchOutcome& o) {
  if (!Finished(o.ending)) {
    return Stuck(o.ending) ? Trial::kHung : Trial::kNotRun;
  }
  switch (o.waits) {
    case Waits::kMet:
      return LostAPart(o.account) ? Trial::kNotRun : Trial::kRight;
    case Waits::kGaveUp:
      return Trial::kHung;
    case Waits::kLeftUnmet:
      return Trial::kWrong;
  }
  return Trial::kWrong;
}

Trial PayloadTrial(const LaunchOutcome& o) {
  const Trial waits = WaitTrial(o);
  if (waits == Trial::kHung || waits == Trial::kNotRun) return waits;
  if (o.account != Account::kComplete) return Trial::kNotRun;
  return o.payload == PayloadState::kRight ? Trial::kRight : Trial::kWrong;
}

}  // namespace wgsync
