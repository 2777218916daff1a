#include "suite/core/verdict/ladder.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "absl/types/optional.h"
#include "suite/core/verdict/waits.h"

namespace wgsync {
namespace {

void Unique(std::vector<uint32_t>* groups) {
  std::sort(groups->begin(), groups->end());
  groups->erase(std::unique(groups->begin(), groups->end()), groups->end());
}

class Ladder {
 public:
  Ladder(const Primitive& primitive, const Observation& o)
      : primitive_(primitive), o_(o), s_(o.last) {}

  Place Climb() {
    if (!OnlyStarted() && NotStarted()) return result_;
    if (!o_.has_board || s_.roles.empty()) {
      if (MetWithoutBoard()) return result_;
      Say(Where::kUnknown, Found(FindingKind::kNoBoard));
      return result_;
    }
    FindRound();
    if (!o_.has_pair || o_.earlier.roles.size() != s_.roles.size()) {
      Say(Where::kUnknown, Found(FindingKind::kOneLook));
      SayWaits();
      return result_;
    }
    const bool lock = IsLock(primitive_.family);
    if (lock ? InsideLock() : InsideRound()) return result_;
    if (ConditionTrue() || WordMoves() || ExtraArrivals()) return result_;
    if (lock && OnlyStarted()) {
      Lock();
    } else if (!EndedEarly()) {
      ConditionFalse();
    }
    return result_;
  }

 private:
  void Say(Where where, Finding finding) {
    result_.where = where;
    result_.findings.push_back(std::move(finding));
  }
  // Of `groups`, which the rung names.
  void Say(Where where, FindingKind kind, absl::Span<const uint32_t> groups,
           std::vector<uint64_t> numbers = {}) {
    Say(where, FoundIn(kind, groups, std::move(numbers)));
  }

  // It waits for nobody who has not started: a group that never came holds no
  // lock.
  bool OnlyStarted() const {
    return primitive_.need == ProgressNeed::kObe ||
           primitive_.need == ProgressNeed::kNone ||
           (primitive_.need == ProgressNeed::kGroupLockstep &&
            IsLock(primitive_.family));
  }

  // A hand-off in one direction: all wait for the writer alone.
  bool WriterNeverWaits() const { return primitive_.writer != Writer::kNone; }
  uint32_t TheWriter() const { return WriterOf(primitive_, s_); }

  bool NotStarted() {
    const std::vector<uint32_t> missing = GroupsWithout(s_.started);
    if (missing.empty()) return false;
    // A group that never started has arrived in no round, so whatever waits
    // for all waits for it.
    if (WriterNeverWaits() && s_.started[TheWriter()]) return false;
    Say(Where::kNotStarted, FindingKind::kNotStarted, missing,
        {s_.started.size()});
    return true;
  }

  // The representative, the group's first work-item, begins its own wait when
  // it is through with its watchers, whatever the others do meanwhile.
  bool WatchedByTheFirst(size_t role) const {
    const size_t watcher = role - s_.started.size();
    return o_.group_size == 0 || watcher % o_.group_size == 0;
  }

  void FindWatched() {
    for (size_t i = 0; i < s_.roles.size(); ++i) {
      const RoleFacts& r = s_.roles[i];
      if (!r.watcher || !WatchedByTheFirst(i)) continue;
      const auto at = watched_.emplace(r.group, r.closed).first;
      at->second = std::min(at->second, r.closed);
    }
    for (const RoleFacts& r : s_.roles) {
      if (Waiting(r)) waiting_groups_.insert(r.group);
    }
  }

  // Of the groups that are in the kernel: what has not started has no round
  // (the rung before has named it), and what has ended has no unfinished one.
  bool MetWithoutBoard() {
    const MetUnseen met = MetForAll(primitive_, o_);
    if (met.groups.empty()) return false;
    Say(Where::kConditionTrue, met.kind, met.groups, met.numbers);
    result_.met_for_lowest = o_.has_pair && GroupsWithout(s_.started).empty();
    return true;
  }

  void FindRound() {
    FindWatched();
    bool any = false;
    for (const RoleFacts& r : s_.roles) {
      if (!r.waits_known && r.arrived == 0 && r.watcher) continue;
      if (Publisher(r) || !Live(r.group)) continue;
      // Who left a wait has not finished its round before it is closed.
      const uint64_t unfinished = std::min(r.left, r.closed);
      result_.round = any ? std::min(result_.round, unfinished) : unfinished;
      any = true;
    }
  }

  bool Live(uint32_t group) const {
    return s_.started[group] && !s_.ended[group];
  }

  // A role that signals and never waits.
  bool Publisher(const RoleFacts& r) const {
    return WriterNeverWaits() && r.group == TheWriter();
  }

  // A compiler let other work-items run the representative's code as well, or
  // the primitive does: what the board counts is no number of rounds then, and
  // nothing can be said to be below it. A condition that is true needs no
  // count.
  bool ExtraArrivals() {
    std::vector<uint32_t> groups;
    for (const RoleFacts& r : s_.roles) {
      if (ArrivedMore(r, o_.arrivals_due)) groups.push_back(r.group);
    }
    if (groups.empty()) return false;
    Unique(&groups);
    Say(Where::kExtraArrivals, FindingKind::kCountedMore, groups,
        {o_.arrivals_due});
    return true;
  }

  // A group that has ended arrives no more: nothing was lost in memory.
  bool EndedEarly() {
    std::vector<uint32_t> gone;
    for (const RoleFacts& r : s_.roles) {
      if (!r.watcher && s_.ended[r.group] && r.arrived <= result_.round) {
        gone.push_back(r.group);
      }
    }
    if (gone.empty()) return false;
    Unique(&gone);
    Say(Where::kEndedEarly, FindingKind::kEndedEarly, gone, {result_.round});
    SayWaits(Condition::kFalse);
    return true;
  }

  // Arrivals that the one word of a counter, or of a writer, must show.
  bool HoldsEveryArrival() const {
    if (!CountsAll(primitive_) || primitive_.words_per_group != 0 ||
        s_.words.empty()) {
      return false;
    }
    const bool handoff = WriterNeverWaits();
    uint32_t arrivals = 0;
    for (const RoleFacts& r : s_.roles) {
      if (!r.watcher && (!handoff || Publisher(r))) arrivals += r.arrived;
    }
    return static_cast<int32_t>(RisenBy(primitive_, s_) - arrivals) >= 0;
  }

  // Barriers and hand-offs: somebody of the earliest unfinished round started
  // and has not arrived, or left the wait and is stuck in the work-group
  // barrier that closes it, or stands between two of its waits.
  bool InsideRound() {
    std::vector<uint32_t> stuck;
    for (const RoleFacts& r : s_.roles) {
      // Who signals is never late: it may be rounds ahead.
      const bool late =
          !r.watcher && r.arrived <= result_.round && Live(r.group);
      const bool closing = r.left > r.closed && r.left <= result_.round + 1 &&
                           !AnyoneWaitsIn(r.group);
      // Arrived, and before a signal that others wait for.
      const bool between =
          r.between && r.arrived > r.left && !AnyoneWaitsIn(r.group);
      if (late || closing || between) stuck.push_back(r.group);
    }
    return SayStuck(std::move(stuck));
  }

  // Locks: only a group that holds the lock can hold up the others; one that
  // is between two rounds arrives by itself.
  bool InsideLock() {
    if (OnlyStarted()) return false;
    std::vector<uint32_t> stuck;
    for (const RoleFacts& r : s_.roles) {
      const bool before = r.arrived == r.left && r.left == r.closed &&
                          r.left < o_.rounds && !s_.ended[r.group];
      if (before || r.left > r.closed) stuck.push_back(r.group);
    }
    return SayStuck(std::move(stuck));
  }

  // Roles that have arrived in the earliest unfinished round.
  size_t Arrived() const {
    return std::count_if(
        s_.roles.begin(), s_.roles.end(),
        [&](const RoleFacts& r) { return r.arrived > result_.round; });
  }

  bool SayStuck(std::vector<uint32_t> stuck) {
    if (stuck.empty()) return false;
    Unique(&stuck);
    std::vector<uint64_t> numbers = {result_.round};
    if (primitive_.by_item) {
      numbers.insert(numbers.end(), {Arrived(), s_.roles.size()});
    }
    Say(Where::kStuckInside,
        primitive_.by_item ? FindingKind::kStuckItems
                           : FindingKind::kStuckInside,
        stuck, std::move(numbers));
    return true;
  }

  // A representative that also watches arrives before it does; until it is
  // through with that, its own wait has not begun.
  bool Waiting(const RoleFacts& r) const {
    if (!BegunAndNotLeft(r)) return false;
    const auto watched = watched_.find(r.group);
    return r.watcher || watched == watched_.end() ||
           watched->second >= r.arrived;
  }

  // Waiting, and in the earliest unfinished round where there are rounds in
  // common: a group that is ahead waits for those that are not. One that waits
  // before its last wait is closed has several work-items counting.
  bool WaitsHere(const RoleFacts& r) const {
    return Waiting(r) && (IsLock(primitive_.family) ||
                          r.left == result_.round || r.left > r.closed);
  }

  bool AnyoneWaitsIn(uint32_t group) const {
    return waiting_groups_.count(group) > 0;
  }

  // The group waits for its flag to be taken down, and the flag's watcher has
  // not got so far: what memory shows can only be of before the flag was
  // raised.
  bool AwaitsItsWatcher(size_t i) const {
    const size_t groups = s_.started.size();
    return i < groups && s_.roles.size() == 2 * groups &&
           s_.roles[groups + i].watcher &&
           s_.roles[groups + i].closed < s_.roles[i].arrived;
  }

  // `i` is the index of a role that waits.
  Condition ConditionOf(size_t i) const {
    const RoleFacts& r = s_.roles[i];
    if (AwaitsItsWatcher(i)) return Condition::kFalse;
    const absl::optional<uint32_t> now = AwaitedWord(primitive_, s_, r.word);
    const absl::optional<uint32_t> before =
        AwaitedWord(primitive_, o_.earlier, r.word);
    if (!now || !before) return Condition::kFalse;  // it waits for no word
    const bool holds = Holds(r.comparison, *now, r.goal);
    if (holds != Holds(r.comparison, *before, r.goal) ||
        !SameWait(r, o_.earlier.roles[i])) {
      return Condition::kMoves;
    }
    return holds ? Condition::kTrue : Condition::kFalse;
  }

  // The groups that wait, where the snapshots show this of their condition.
  std::vector<uint32_t> WaitingFor(Condition condition) const {
    std::vector<uint32_t> groups;
    for (size_t i = 0; i < s_.roles.size(); ++i) {
      if (WaitsHere(s_.roles[i]) && ConditionOf(i) == condition) {
        groups.push_back(s_.roles[i].group);
      }
    }
    Unique(&groups);
    return groups;
  }

  // Both snapshots show the same wait, and its condition holds in both.
  bool ConditionTrue() {
    const std::vector<uint32_t> groups = WaitingFor(Condition::kTrue);
    if (groups.empty()) return false;
    Say(Where::kConditionTrue, FindingKind::kConditionTrue, groups);
    SayWaits(Condition::kTrue);
    result_.met_for_lowest = MetForLowest();
    return true;
  }

  bool MetForLowest() const {
    const std::vector<uint32_t> live = GroupsWithout(s_.ended);
    if (live.empty() || !GroupsWithout(s_.started).empty()) return false;
    bool waits = false;
    for (size_t i = 0; i < s_.roles.size(); ++i) {
      if (s_.roles[i].group != live[0] || !Waiting(s_.roles[i])) continue;
      if (ConditionOf(i) != Condition::kTrue) return false;
      waits = true;
    }
    return waits;
  }

  // One snapshot alone shows the condition: it proves neither the one nor the
  // other.
  bool WordMoves() {
    const std::vector<uint32_t> groups = WaitingFor(Condition::kMoves);
    if (groups.empty()) return false;
    Say(Where::kUnknown, FindingKind::kWordMoves, groups);
    SayWaits(Condition::kMoves);
    return true;
  }

  void Lock() {
    std::vector<uint32_t> holders, live;
    bool waiting = false;
    for (const RoleFacts& r : s_.roles) {
      if (!Live(r.group)) continue;
      live.push_back(r.group);
      if (r.left > r.closed) holders.push_back(r.group);
      waiting = waiting || Waiting(r);
    }
    if (holders.empty() && primitive_.use == WordUse::kTicket && PassedOver()) {
      return;
    }
    if (holders.empty() && waiting && NamedOwner()) return;
    if (!holders.empty()) {
      Say(Where::kHolderStarved, FindingKind::kHolderStarved, holders);
    } else if (waiting && primitive_.use == WordUse::kSeveral) {
      Say(Where::kUnknown, Found(FindingKind::kNoHolderKnown));
      SayWaits(Condition::kFalse);
    } else if (waiting &&
               (primitive_.by_item || (primitive_.use != WordUse::kTicket &&
                                       o_.frozen_cpu_seconds <= 0))) {
      // The word does not name its holder, and on a GPU nothing shows that a
      // group between its winning exchange and its count was scheduled; in
      // lock-step the work-item that won waits for those that have not.
      Say(Where::kUnknown, Found(FindingKind::kLockNotFree));
      SayWaits(Condition::kFalse);
    } else if (waiting) {
      Say(Where::kLostRelease, Found(FindingKind::kLockReleased));
      SayWaits(Condition::kFalse);
    } else if (!SayStuck(live) && !NotStarted()) {
      Say(Where::kUnknown, Found(FindingKind::kEveryGroupEnded));
    }
  }

  // The lock's word names who took it and in which round: it has won and was
  // not counted as its holder, or it has given the lock back and memory does
  // not show that.
  bool NamedOwner() {
    if (primitive_.use != WordUse::kOwner || s_.words.empty()) return false;
    const uint32_t name = s_.words[0] - 1u;
    if (o_.earlier.words != s_.words || name == ~0u) return false;
    const RoleFacts& owner = s_.roles[name % s_.roles.size()];
    const uint64_t round = name / s_.roles.size();
    if (owner.arrived == round + 1 && owner.left == round) {
      Say(Where::kHolderStarved, FindingKind::kOwnerStarved, {owner.group},
          {round});
    } else if (owner.closed > round) {
      Say(Where::kLostRelease,
          FoundIn(FindingKind::kOwnerReleased, {owner.group}, {round}));
    } else {
      return false;
    }
    SayWaits(Condition::kFalse);
    return true;
  }

  // A ticket lock serves a later number than the one that a group waits for.
  bool PassedOver() {
    std::vector<uint32_t> groups;
    for (const RoleFacts& r : s_.roles) {
      const absl::optional<uint32_t> served =
          AwaitedWord(primitive_, s_, r.word);
      if (Live(r.group) && Waiting(r) && served &&
          static_cast<int32_t>(*served - r.goal) > 0) {
        groups.push_back(r.group);
      }
    }
    if (groups.empty()) return false;
    Unique(&groups);
    Say(Where::kMissed, FindingKind::kPassedOver, groups);
    SayWaits(Condition::kFalse);
    return true;
  }

  void ConditionFalse() {
    const std::vector<uint32_t> groups = WaitingFor(Condition::kFalse);
    if (groups.empty()) {
      Say(Where::kUnknown, Found(FindingKind::kNobodyWaits));
      return;
    }
    const std::vector<uint64_t> round = {result_.round};
    switch (primitive_.use) {
      case WordUse::kReset:
        Say(Where::kMissed, FindingKind::kWordDiffers, groups, round);
        break;
      case WordUse::kRising:
        if (HoldsEveryArrival()) {
          Say(Where::kUnreachableGoal, FindingKind::kGoalBeyond, groups, round);
          break;
        }
        // A stored goal that memory does not show is a missing signal; only a
        // counter can have lost an arrival.
        Say(primitive_.family == Family::kBarrier ? Where::kLostArrival
                                                  : Where::kSignalMissing,
            FindingKind::kWordBelow, groups, round);
        break;
      case WordUse::kFlag:
      case WordUse::kLock:
      case WordUse::kOwner:
      case WordUse::kTicket:
      case WordUse::kSeveral:
        Say(Where::kSignalMissing, FindingKind::kSignalNotShown, groups, round);
        break;
    }
    SayWaits(Condition::kFalse);
  }

  // Adds the first few of those waits; without an argument, of all.
  void SayWaits(absl::optional<Condition> condition = absl::nullopt) {
    constexpr int kShown = 3;
    int shown = 0;
    for (size_t i = 0; i < s_.roles.size(); ++i) {
      if (!WaitsHere(s_.roles[i])) continue;
      if (condition && ConditionOf(i) != *condition) continue;
      if (++shown > kShown) break;
      result_.findings.push_back(FoundWait(primitive_, s_.roles[i], s_));
    }
  }

  const Primitive& primitive_;
  const Observation& o_;
  const Snapshot& s_;
  // By group with watchers: the rounds that those of its first work-item are
  // through with.
  std::map<uint32_t, uint32_t> watched_;
  std::set<uint32_t> waiting_groups_;
  Place result_;
};

}  // namespace

Place ClimbLadder(const Primitive& primitive, const Observation& o) {
  return Ladder(primitive, o).Climb();
}

}  // namespace wgsync
