#include "suite/core/plan/plan.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <variant>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "suite/core/base/name_pattern.h"
#include "suite/core/base/overload.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/catalog/more.h"
#include "suite/core/plan/axes.h"
#include "suite/core/plan/check_more.h"
#include "suite/core/plan/tiers.h"

namespace wgsync {
namespace {

constexpr absl::string_view kTiers[] = {"smoke", "default", "full"};  // by Tier

// The axes of a hang class, the one whose values cost most first.
const std::vector<const AxisRow*>& RunningOrder() {
  static const auto* const order = [] {
    auto* const axes = new std::vector<const AxisRow*>{FindAxis("groups")};
    for (AxisPart part : {AxisPart::kGrid, AxisPart::kShape,
                          AxisPart::kWorkload, AxisPart::kAccess}) {
      for (const AxisRow& axis : Axes()) {
        if (axis.waits && axis.part == part) axes->push_back(&axis);
      }
    }
    return axes;
  }();
  return *order;
}

// The shapes of forward progress first: what they show decides whether a hang
// of another case binds. Then by primitive, then the cheapest grids first, and
// within a grid by hang class.
bool KernelRunsBefore(const KernelCase& a, const KernelCase& b) {
  if (IsShape(*a.primitive) != IsShape(*b.primitive)) {
    return IsShape(*a.primitive);
  }
  if (a.primitive != b.primitive) {
    return a.primitive - Primitives().data() <
           b.primitive - Primitives().data();
  }
  for (const AxisRow* axis : RunningOrder()) {
    const Symbol of_a = axis->get(a);
    const Symbol of_b = axis->get(b);
    if (of_a.value != of_b.value) return of_a.value < of_b.value;
    if (of_a.number != of_b.number) return of_a.number < of_b.number;
  }
  return false;
}

// In the catalog's order.
bool HostRunsBefore(const HostCase& a, const HostCase& b) {
  return std::tie(a.check, a.values) < std::tie(b.check, b.values);
}

// The running order: the kinds in the order of the variant, host checks last.
bool RunsBefore(const PlannedCase& a, const PlannedCase& b) {
  if (a.c.index() != b.c.index()) return a.c.index() < b.c.index();
  return std::visit(
      Overload{[&b](const KernelCase& kernel) {
                 return KernelRunsBefore(kernel, std::get<KernelCase>(b.c));
               },
               [&b](const HostCase& host) {
                 return HostRunsBefore(host, std::get<HostCase>(b.c));
               }},
      a.c);
}

// Names what helps: another pattern, a larger tier, or a name that is near.
absl::Status NothingMatches(const std::string& pattern, Tier tier,
                            absl::Span<const PlannedCase> cases) {
  const std::vector<std::string> ids = IdsOf(cases);
  std::string help;
  if (const std::string wider = WiderPattern(pattern, ids); !wider.empty()) {
    help = absl::StrCat("did you mean \"", wider, "\"?");
  }
  for (Tier larger : {Tier::kDefault, Tier::kFull}) {
    if (!help.empty() || larger <= tier) continue;
    const std::vector<std::string> there = IdsOf(PlanTier(larger));
    const auto n = std::count_if(
        there.begin(), there.end(),
        [&](const std::string& id) { return PatternMatches(pattern, id); });
    if (n == 0) continue;
    help = absl::StrCat("--tier ", TierName(larger), " has ", n,
                        n == 1 ? " case" : " cases", " of it");
  }
  if (help.empty()) {
    help = NearestText(
        pattern, ids,
        absl::StrCat("see `wgsync list --tier ", TierName(tier), "`"));
  }
  return absl::NotFoundError(absl::StrCat("no case of tier ", TierName(tier),
                                          " matches \"", pattern, "\"; ",
                                          help));
}

// What shards may not split; a host check is alone.
std::string ClassOf(const PlannedCase& planned) {
  const auto* kernel = std::get_if<KernelCase>(&planned.c);
  return kernel != nullptr ? HangClass(*kernel) : planned.id;
}

// A case that was named in full, outside the tier.
absl::StatusOr<PlannedCase> Named(absl::string_view id) {
  absl::StatusOr<Case> c = ParseCaseId(id);
  if (!c.ok()) return c.status();
  const absl::Status valid = ValidateCase(*c);
  if (!valid.ok()) {
    return BadInput("case \"", id, "\": ", valid.message());
  }
  return PlannedCase{*c, CaseId(*c), "named on the command line"};
}

}  // namespace

absl::string_view TierName(Tier tier) {
  return kTiers[static_cast<size_t>(tier)];
}

absl::StatusOr<Tier> ParseTier(absl::string_view name) {
  for (size_t i = 0; i < std::size(kTiers); ++i) {
    if (name == kTiers[i]) return static_cast<Tier>(i);
  }
  return BadInput("tier \"", name,
                  "\": no such tier; it may be smoke, default, full");
}

std::vector<std::string> IdsOf(absl::Span<const PlannedCase> cases) {
  std::vector<std::string> ids;
  for (const PlannedCase& p : cases) ids.push_back(p.id);
  return ids;
}

void SortForRunning(std::vector<PlannedCase>* cases) {
  std::stable_sort(cases->begin(), cases->end(), RunsBefore);
}

std::vector<PlannedCase> PlanTier(Tier tier) {
  CaseList list;
  AddSmoke(&list);
  if (tier >= Tier::kDefault) {
    AddDefault(&list);
    AddHostDefault(&list);
  }
  if (tier >= Tier::kFull) AddFull(&list);
  std::vector<PlannedCase> cases = std::move(list).Take();
  SortForRunning(&cases);
  return cases;
}

std::vector<std::vector<size_t>> ClassesOf(
    absl::Span<const PlannedCase> cases) {
  std::vector<std::vector<size_t>> classes;
  std::map<std::string, size_t> place_of;
  for (size_t i = 0; i < cases.size(); ++i) {
    const auto [place, first] =
        place_of.insert({ClassOf(cases[i]), classes.size()});
    if (first) classes.emplace_back();
    classes[place->second].push_back(i);
  }
  return classes;
}

std::vector<PlannedCase> CasesOf(const Part& part,
                                 std::vector<PlannedCase> cases) {
  if (part.whole()) return cases;
  // Each class goes to the shard that has the fewest cases so far.
  std::vector<size_t> filled(part.of, 0);
  std::set<size_t> mine;
  for (const std::vector<size_t>& one : ClassesOf(cases)) {
    const auto least = std::min_element(filled.begin(), filled.end());
    *least += one.size();
    const auto shard = static_cast<size_t>(least - filled.begin());
    if (shard + 1 == part.shard) mine.insert(one.begin(), one.end());
  }
  std::vector<PlannedCase> some;
  some.reserve(mine.size());
  for (const size_t i : mine) some.push_back(std::move(cases[i]));
  return some;
}

absl::StatusOr<std::vector<PlannedCase>> Select(
    Tier tier, absl::Span<const std::string> globs) {
  const absl::Status status = CheckMore(MoreRows(), Primitives());
  if (!status.ok()) return status;
  const std::vector<PlannedCase> all = PlanTier(tier);
  if (globs.empty()) return all;
  std::vector<bool> taken(all.size(), false);
  CaseList named;
  for (const std::string& glob : globs) {
    const auto take = [&](const auto& fits) {
      bool found = false;
      for (size_t i = 0; i < all.size(); ++i) {
        if (!fits(all[i].id)) continue;
        taken[i] = true;
        found = true;
      }
      return found;
    };
    if (take([&](const std::string& id) { return id == glob; })) continue;
    absl::StatusOr<PlannedCase> one = Named(glob);
    if (one.ok()) {
      named.Add(one->c, one->why);
      continue;
    }
    if (take([&](const std::string& id) { return PatternMatches(glob, id); })) {
      continue;
    }
    const bool is_id = !HasWildcard(glob) && glob.find('/') != glob.npos;
    return is_id ? one.status() : NothingMatches(glob, tier, all);
  }
  std::vector<PlannedCase> cases = std::move(named).Take();
  for (size_t i = 0; i < all.size(); ++i) {
    if (taken[i]) cases.push_back(all[i]);
  }
  SortForRunning(&cases);
  return cases;
}

std::string HangClass(const KernelCase& c) {
  std::string parts = c.primitive->name;
  for (const AxisRow& axis : Axes()) {
    if (axis.waits) absl::StrAppend(&parts, PartText(axis, c));
  }
  return parts;
}

void CaseList::Add(Case c, absl::string_view why) {
  if (!ValidateCase(c).ok()) return;
  // Numbers that are not in the id must not tell two cases apart.
  if (auto* kernel = std::get_if<KernelCase>(&c)) {
    for (const AxisRow& axis : Axes()) {
      if (axis.entry == nullptr) axis.set(axis.get(*kernel), kernel);
    }
  }
  std::string id = CaseId(c);
  if (!ids_.insert(id).second) return;
  cases_.push_back({c, std::move(id), std::string(why)});
}

KernelCase MakeCase(absl::string_view primitive, const Access& access,
                    absl::string_view workload) {
  return {FindPrimitive(primitive), FindWorkload(workload), access, {}};
}

KernelCase OnGrid(KernelCase c, Groups groups) {
  c.grid.groups = groups;
  return c;
}

KernelCase Numbered(KernelCase c, uint32_t groups) {
  c.grid.groups = Groups::kNumber;
  c.grid.groups_number = groups;
  return c;
}

KernelCase Numbered(KernelCase c, uint32_t size, uint32_t groups) {
  c.grid.group_size_number = size;
  return Numbered(c, groups);
}

bool HasFewCases(const Primitive& p) {
  return p.capacity > 1 || (p.use == WordUse::kSeveral && !IsShape(p));
}

// On the smallest grid and, in larger work-groups, on some groups more: their
// number is fixed, since the bakery reads a word of every group each time.
void AddFew(const Primitive& p, CaseList* list) {
  const Access accesses[] = {
      kFenced,
      kOrdered,
      {Poll::kSeqCst, Signal::kSeqCst, Fence::kNone, Payload::kPlain},
      Fenced(Poll::kVolatile, Signal::kRmw),
      Fenced(Poll::kRelaxed, Signal::kRelaxed)};
  for (Access access : accesses) {
    if (p.use == WordUse::kSeveral && !p.loads_and_stores) {
      access.fence = Fence::kDevice;
      access.payload = Payload::kAtomic;
    }
    KernelCase c = Sound(p, access);
    list->Add(Numbered(c, 2), "each order, on the smallest grid");
    c.grid.group_size_number = 256;
    list->Add(Numbered(c, 8), "... and in larger work-groups, on eight");
    if (p.capacity > 1) list->Add(Sound(p, access), "... on the residency");
  }
}

TierRule Rules::*RuleOf(const Primitive& p) {
  if (IsShape(p)) return &Rules::shape;
  if (p.device_barrier) return &Rules::device_barrier;
  if (p.variant) return &Rules::variant;
  if (p.host_boundary || p.host_finishes) return &Rules::host_boundary;
  if (p.use == WordUse::kReset) return &Rules::reset;
  if (p.by_item) return &Rules::per_item;
  if (p.unawaited) return &Rules::unawaited;
  if (p.name == "handoff.looped_store") return &Rules::looped_store;
  if (HasFewCases(p)) return &Rules::few;
  if (p.name == "barrier.counter_per_group") return &Rules::counter_barrier;
  return p.representative ? &Rules::representative : &Rules::other;
}

void AddEach(const Rules& rules, CaseList* list) {
  for (const Primitive& p : Primitives()) (rules.*RuleOf(p))(p, list);
}

KernelCase Crowded(KernelCase c) {
  const bool lock =
      IsLock(c.primitive->family) && c.primitive->need == ProgressNeed::kObe;
  if (lock) return Numbered(c, kCrowd);
  c.grid.groups = Groups::kRes;
  return c;
}

KernelCase Sound(const Primitive& p, const Access& access) {
  return MakeCase(p.name, access, p.workloads.front());
}

}  // namespace wgsync
