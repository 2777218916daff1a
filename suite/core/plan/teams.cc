// Grids of teams: where a missing order shows. One barrier over the whole
// residency is for progress; it shows next to nothing of memory.

#include <cstdint>
#include <set>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/tiers.h"

namespace wgsync {
namespace {

// A store needs another warp than the one that signals to come late.
constexpr uint32_t kWarps = 256;
// Each round of a hand-off has a separate region of the payload.
constexpr uint32_t kHandoffItems = 64;

constexpr absl::string_view kWhy =
    "pairs of groups under stress: where a missing order shows";

// Forms that people write without all of the orders that they need. Some of
// them are right on some devices.
constexpr Access kHalfOrdered[] = {
    {Poll::kRmw, Signal::kRmw, Fence::kNone, Payload::kPlain},
    {Poll::kRmw, Signal::kRmw, Fence::kNone, Payload::kVolatile},
    {Poll::kRmw, Signal::kRmw, Fence::kNone, Payload::kAtomic},
    {Poll::kRelaxed, Signal::kRelease, Fence::kNone, Payload::kPlain},
    {Poll::kAcquire, Signal::kRelaxed, Fence::kNone, Payload::kPlain},
    {Poll::kAcquire, Signal::kRelaxed, Fence::kNone, Payload::kVolatile},
};
constexpr Access kSoundOrders[] = {
    kFenced,
    kOrdered,
    {Poll::kVolatile, Signal::kRmw, Fence::kDevice, Payload::kVolatile},
    {Poll::kAcquire, Signal::kRelease, Fence::kNative, Payload::kPlain},
};

// What shows more of a missing order than the workload of a case does.
const Workload* InTeams(const Workload* w) {
  for (const Workload& other : Workloads()) {
    if (other.for_teams && other.in_place_of == w->name) return &other;
  }
  return w;
}

KernelCase InPairs(const Primitive& p, const Access& access) {
  KernelCase c = Sound(p, access);
  c.workload = InTeams(c.workload);
  if (p.family == Family::kBarrier) c.workload = FindWorkload("lanes");
  if (IsLock(p.family)) c.workload = FindWorkload("tallies");
  c.grid.group_size_number =
      p.family == Family::kHandoff ? kHandoffItems : kWarps;
  c.grid.team = 2;
  return c;
}

void AddAccesses(const Primitive& p, absl::Span<const Access> accesses,
                 CaseList* list) {
  for (const Access& access : accesses) list->Add(InPairs(p, access), kWhy);
}

// The one that fails most often without being a race of plain words.
constexpr Access kUnfenced = {Poll::kRmw, Signal::kRmw, Fence::kNone,
                              Payload::kVolatile};

// Whether what a case of `p` shows of its orders counts.
bool CountsInTeams(const Primitive& p) {
  return WhyNotInTeams(p).empty() && p.need != ProgressNeed::kNone &&
         p.need != ProgressNeed::kNoPromise && !p.variant && !p.by_item &&
         !p.one_word && !p.loads_and_stores && p.hazard.empty();
}

// A mistake of users' code: the scope leaves out the partner.
void AddNarrow(absl::string_view primitive, CaseList* list) {
  KernelCase c = InPairs(*FindPrimitive(primitive), kOrdered);
  c.access.scope = Scope::kWorkGroup;
  list->Add(c, "work-group scope between work-groups");
}

}  // namespace

void AddUnawaited(const Primitive& p, CaseList* list) {
  if (!p.one_word) {
    AddAccesses(
        p,
        {kOrdered,
         kFenced,
         {Poll::kRelaxed, Signal::kRelaxed, Fence::kNone, Payload::kPlain},
         {Poll::kVolatile, Signal::kVolatile, Fence::kNone,
          Payload::kVolatile}},
        list);
    if (p.name != "handoff.last_arriver") return;
    AddAccesses(
        p,
        {{Poll::kRelaxed, Signal::kRelease, Fence::kNone, Payload::kPlain},
         Fenced(Poll::kRelaxed, Signal::kRelaxed)},
        list);
    KernelCase beyond = Sound(p, kOrdered);
    beyond.grid.groups = Groups::kResX2;
    list->Add(beyond, "no group waits, so that no grid is too large");
    return;
  }
  for (Payload payload : kPayloads) {
    AddAccesses(p, {{Poll::kRelaxed, Signal::kRelaxed, Fence::kNone, payload}},
                list);
  }
}

void AddFewTeams(CaseList* list) {
  for (absl::string_view primitive :
       {"barrier.counter_per_group", "mutex.spin_exchange",
        "handoff.message_passing"}) {
    AddNarrow(primitive, list);
  }
  std::set<Family> seen;
  for (const Primitive& p : Primitives()) {
    if (!WhyNotInTeams(p).empty()) continue;
    if (p.representative && seen.insert(p.family).second) {
      AddAccesses(p, kSoundOrders, list);
      AddAccesses(p, kHalfOrdered, list);
      continue;
    }
    if (CountsInTeams(p)) AddAccesses(p, {kFenced, kOrdered}, list);
    if (p.representative) AddAccesses(p, {kUnfenced}, list);
    if (p.family == Family::kBarrier && !p.hazard.empty()) {
      AddAccesses(p, {kFenced}, list);
    }
  }
}

void AddTeams(CaseList* list) {
  for (const Primitive& p : Primitives()) {
    if (!WhyNotInTeams(p).empty() || p.variant || p.unawaited ||
        !p.hazard.empty()) {
      continue;
    }
    AddAccesses(p, {kFenced}, list);
    if (!p.representative || p.family != Family::kBarrier) continue;
    KernelCase four = InPairs(p, kFenced);
    four.grid.team = 4;
    list->Add(four, "teams of four");
  }
}

}  // namespace wgsync
