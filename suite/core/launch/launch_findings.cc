#include "suite/core/launch/launch_findings.h"

#include <cstdint>

#include "suite/core/verdict/judge.h"

namespace wgsync {
namespace {

// What the board counts against what the launch has.
void FindCounts(const LaunchSpec& spec, const Observation& o,
                std::vector<Finding>* found) {
  const uint64_t due = ArrivalsDue(spec);
  for (const RoleFacts& r : o.last.roles) {
    // A compiler may do so, or the primitive.
    if (!ArrivedMore(r, due)) continue;
    found->push_back(
        FoundIn(FindingKind::kExtraArrivals, {r.group}, {r.arrived, due}));
    break;
  }
  for (const RoleFacts& r : o.last.roles) {
    if (r.early == 0) continue;
    found->push_back(FoundIn(FindingKind::kEarlyDeparture, {r.group},
                             {r.early_round, r.early_group, r.early}));
    break;
  }
}

void FindBadWaits(const Observation& o, std::vector<Finding>* found) {
  uint64_t roles = 0;
  const RoleFacts* first = nullptr;
  for (const RoleFacts& r : o.last.roles) {
    if (r.bad == 0) continue;
    ++roles;
    if (first == nullptr) first = &r;
  }
  if (first == nullptr) return;
  found->push_back(
      FoundIn(FindingKind::kBadWaits, {first->group},
              {roles, first->bad_end == WaitEnd::kGaveUp, first->bad_round,
               first->bad_seen, first->bad_goal}));
}

}  // namespace

std::vector<Finding> LaunchFindings(const LaunchSpec& spec,
                                    const Observation& o) {
  std::vector<Finding> found;
  FindCounts(spec, o, &found);
  const std::vector<uint32_t> cut = GroupsCutShort(o);
  if (!cut.empty()) found.push_back(FoundIn(FindingKind::kCutShort, cut));
  FindBadWaits(o, &found);
  if (o.teams > 1 && (!Finished(o) || WaitsOf(o) != Waits::kMet)) {
    const uint64_t first = o.team * o.groups;
    found.push_back(Found(FindingKind::kTeam,
                          {o.team, o.teams, first, first + o.groups - 1}));
  }
  const std::vector<uint32_t> lost = GroupsWithoutStart(o);
  if (!lost.empty()) found.push_back(FoundIn(FindingKind::kStoreLost, lost));
  return found;
}

}  // namespace wgsync
