#include "suite/core/launch/stalled_copy.h"

#include <cstdint>
#include <vector>

#include "absl/types/optional.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/layout.h"
#include "suite/core/launch/seats.h"
#include "suite/core/verdict/waits.h"

namespace wgsync {
namespace {

// So many steps are not made by a group that only comes late: where a launch
// still moves, its retries are seen by them.
constexpr uint32_t kManySteps = 10000;

enum class State { kNotStarted, kStands, kSteps, kEnded };

class Copies {
 public:
  Copies(const LaunchSpec& spec, const Observation& o)
      : primitive_(*spec.program.c.primitive),
        ending_(o.ending),
        pair_(o.has_pair),
        before_(o.has_pair ? o.earlier : o.last),
        now_(o.has_pair ? o.frozen : o.last),
        groups_(CopiesOf(spec)) {
    const std::vector<Seat> seats = SeatsOf(spec);
    for (uint32_t g = 0; g < seats.size(); ++g) {
      if (seats[g].kind != Seat::Kind::kPlays) continue;
      groups_[seats[g].copy].push_back(g);  // in the order of roles
    }
  }

  Place Find() {
    Place found;
    int rank = 0;
    uint64_t copies = 0;
    uint32_t of = 0;
    for (uint32_t copy = 0; copy < groups_.size(); ++copy) {
      const Place one = Look(copy);
      copies += one.copies;
      if (one.copies == 0 || RankOf(one) <= rank) continue;
      rank = RankOf(one);
      found = one;
      of = copy;
    }
    found.copies = copies;
    if (rank != 0) {
      found.copy.assign(groups_[of].begin(), groups_[of].end());
      found.findings = FindingsOf(of);
    }
    return found;
  }

 private:
  static int RankOf(const Place& c) {
    if (c.livelock) return 4;
    if (c.where == Where::kSuspended) return 3;
    return c.where == Where::kNotStarted ? 2 : 1;
  }

  State StateOf(uint32_t group) const {
    if (now_.ended[group]) return State::kEnded;
    if (!now_.started[group]) return State::kNotStarted;
    const bool steps =
        !pair_ || before_.roles[group].steps != now_.roles[group].steps;
    return steps ? State::kSteps : State::kStands;
  }

  // What the word holds that it waits for now; nothing if it is in no wait.
  absl::optional<uint32_t> Awaited(const RoleFacts& r) const {
    if (!r.waits_known || r.arrived == r.left) return absl::nullopt;
    return AwaitedWord(primitive_, now_, r.word);
  }

  // A wait whose word holds what it waits for.
  bool CouldGoOn(const RoleFacts& r) const {
    const absl::optional<uint32_t> word = Awaited(r);
    return word.has_value() && Holds(r.comparison, *word, r.goal);
  }

  Place Look(uint32_t copy) const {
    Place found;
    bool waits = false, changes = ending_ == Ending::kRetrying;
    bool many = true;  // steps, of each group that has not ended
    for (uint32_t role = 0; role < groups_[copy].size(); ++role) {
      const uint32_t group = groups_[copy][role];
      const State state = StateOf(group);
      if (state == State::kSteps) {
        waits = true;
        changes = changes || CouldGoOn(now_.roles[group]);
        many = many && now_.roles[group].steps > kManySteps;
      }
      if (state == State::kStands ||
          (state == State::kNotStarted && found.where == Where::kUnknown)) {
        found.where =
            state == State::kStands ? Where::kSuspended : Where::kNotStarted;
        found.group = group;
        found.role = role;
        found.started = state == State::kStands;
      }
    }
    found.copies = waits ? 1 : 0;
    if (ending_ == Ending::kMoving) changes = many;
    found.livelock = waits && found.group < 0 && changes;
    // What still moves may only be late.
    if (ending_ == Ending::kMoving && !found.livelock) found = Place();
    return found;
  }

  Finding FindingOf(uint32_t copy, uint32_t role) const {
    const uint32_t group = groups_[copy][role];
    const RoleFacts& r = now_.roles[group];
    const absl::optional<uint32_t> word = Awaited(r);
    const auto found = [&](FindingKind kind) {
      return FoundIn(
          kind, {group},
          {copy, role, r.steps, word.has_value(),
           r.word / kLineWords % primitive_.shape.words, word.value_or(0),
           r.goal, pair_, pair_ ? r.steps - before_.roles[group].steps : 0});
    };
    switch (StateOf(group)) {
      case State::kNotStarted:
        return FoundIn(FindingKind::kRoleNotStarted, {group}, {copy, role});
      case State::kEnded:
        return FoundIn(FindingKind::kRoleEnded, {group}, {copy, role});
      case State::kStands:
        return found(FindingKind::kRoleNotRun);
      case State::kSteps:
        break;
    }
    return found(FindingKind::kRoleSteps);
  }

  std::vector<Finding> FindingsOf(uint32_t copy) const {
    std::vector<Finding> findings;
    for (uint32_t role = 0; role < groups_[copy].size(); ++role) {
      findings.push_back(FindingOf(copy, role));
    }
    return findings;
  }

  const Primitive& primitive_;
  Ending ending_;
  bool pair_;
  const Snapshot& before_;
  const Snapshot& now_;
  std::vector<std::vector<uint32_t>> groups_;  // by copy, then by role
};

}  // namespace

Place FindStalledCopy(const LaunchSpec& spec, const Observation& o) {
  const Snapshot& now = o.has_pair ? o.frozen : o.last;
  const bool whole = now.roles.size() >= spec.groups &&
                     now.started.size() >= spec.groups &&
                     (!o.has_pair || o.earlier.roles.size() >= spec.groups);
  return whole ? Copies(spec, o).Find() : Place();
}

}  // namespace wgsync
