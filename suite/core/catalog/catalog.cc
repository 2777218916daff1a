#include "suite/core/catalog/catalog.h"

#include "suite/core/base/field_visitor.h"
#include "suite/core/catalog/entries.h"
#include "suite/core/catalog/more.h"
#include "suite/core/catalog/needs.h"

namespace wgsync {

absl::Span<const Primitive> Primitives() {
  static const auto* const all = [] {
    auto* const list = new std::vector<Primitive>;
    for (const auto& family :
         {Barriers(), Mutexes(), Handoffs(), Semaphores(), ProgressShapes()}) {
      list->insert(list->end(), family.begin(), family.end());
    }
    for (Primitive& p : *list) p.need = ComputedNeed(p);
    More more = MoreRows();
    for (Primitive& p : more.primitives) list->push_back(std::move(p));
    return list;
  }();
  return *all;
}

absl::Span<const Workload> Workloads() {
  static const auto* const all = new std::vector<Workload>(AllWorkloads());
  return *all;
}

absl::Span<const HostCheck> HostChecks() {
  static const auto* const all = new std::vector<HostCheck>(AllHostChecks());
  return *all;
}

const HostCheck* FindHostCheck(absl::string_view name) {
  for (const HostCheck& c : HostChecks()) {
    if (c.name == name) return &c;
  }
  return nullptr;
}

absl::string_view WhyNotInTeams(const Primitive& p) {
  if (IsShape(p)) return "a shape has roles and no payload";
  if (p.limited) return "it is met once, and its waits end by themselves";
  if (p.host_boundary || p.host_finishes) return "the host ends its steps";
  if (p.kernels != 1) return "its launch has several kernels";
  if (p.half_waits) return "the host counts which half of its groups waits";
  if (p.words_per_lock != 0) return "its levels are those of the whole grid";
  if (p.discovers) return "its groups find out how many of the grid there are";
  if (p.device_barrier) return "the driver's barrier is of the whole grid";
  return "";
}

const Primitive* FindPrimitive(absl::string_view name) {
  for (const Primitive& p : Primitives()) {
    if (p.name == name) return &p;
  }
  return nullptr;
}

const Workload* FindWorkload(absl::string_view name) {
  for (const Workload& w : Workloads()) {
    if (w.name == name) return &w;
  }
  return nullptr;
}

uint32_t TileSide(uint32_t group_size) {
  constexpr uint32_t kMostSide = 32;
  uint32_t side = 1;
  while (side < kMostSide && 4 * side * side <= group_size) side *= 2;
  return side;
}

uint32_t WriterGroup(Writer writer, uint32_t groups) {
  switch (writer) {
    case Writer::kMiddle:
      return groups / 2;
    case Writer::kLast:
      return groups - 1;
    case Writer::kNone:
    case Writer::kFirst:
      break;
  }
  return 0;
}

namespace {

constexpr EnumRow<Family> kFamilies[] = {{Family::kBarrier, "barrier"},
                                         {Family::kMutex, "mutex"},
                                         {Family::kHandoff, "handoff"},
                                         {Family::kSemaphore, "semaphore"},
                                         {Family::kProgress, "progress"}};
static_assert(Describes(kFamilies, Family::kProgress), "one row each");

constexpr NeedInfo kNeeds[] = {
    {ProgressNeed::kNone, "none", "no other group", "nothing", "every grid"},
    {ProgressNeed::kObe, "obe", "started groups go on (OBE)",
     "groups that have started: occupancy-bound execution",
     "every grid; none if a shape refuted OBE"},
    {ProgressNeed::kHsa, "hsa", "lower ids go on (HSA progress)",
     "groups with lower ids",
     "grids within the residency; every grid if the shapes held HSA"},
    {ProgressNeed::kCoResident, "co_resident", "all groups resident",
     "every group of the grid", "grids within the residency"},
    {ProgressNeed::kHsaObe, "hsa_obe",
     "lower ids and started groups go on (HSA+OBE)",
     "groups with lower ids, and groups that have started",
     "grids within the residency; every grid if the shapes held HSA+OBE"},
    {ProgressNeed::kLobe, "lobe", "ids below a started one go on (LOBE)",
     "groups with an id below that of one that has started",
     "grids within the residency; every grid if the shapes held LOBE"},
    {ProgressNeed::kFair, "fair", "fair scheduling, beyond residency",
     "any group of a grid that is larger than the residency",
     "no grid; every grid if the shapes held FAIR"},
    {ProgressNeed::kStrong, "strong", "strong fairness",
     "a step of another group that is possible only now and then", "no grid"},
    {ProgressNeed::kNoPromise, "no_promise",
     "no promise is enough: a slow poller can miss the value",
     "a value that does not stay", "no grid"},
    {ProgressNeed::kGroupLockstep, "group_lockstep",
     "work-items of a group in lockstep", "other work-items of the same group",
     "no grid"},
};

constexpr auto kNeedNames = EnumNames(kNeeds, kLastNeed, &NeedInfo::need);

}  // namespace

absl::string_view FamilyName(Family family) {
  return kFamilies[static_cast<size_t>(family)].name;
}

absl::Span<const NeedInfo> Needs() { return kNeeds; }

NameSpan NamesOf(ProgressNeed) { return kNeedNames.names; }

std::string NeedText(absl::string_view name) {
  for (const NeedInfo& row : kNeeds) {
    if (name == row.name) return std::string(row.text);
  }
  return std::string(name);
}

}  // namespace wgsync
