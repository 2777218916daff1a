#include "suite/core/plan/plan.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/tiers.h"

namespace wgsync {
namespace {

// The running order: by primitive, then the cheapest grids first, and within a
// grid by hang class.
bool RunsBefore(const PlannedCase& a, const PlannedCase& b) {
  // Host checks come last, in the catalog's order.
  if (a.c.host != nullptr || b.c.host != nullptr) {
    const auto key = [](const Case& c) {
      const auto at = c.host == nullptr ? -1 : c.host - HostChecks().data();
      return std::make_pair(at, c.host_values);
    };
    return key(a.c) < key(b.c);
  }
  const auto key = [](const Case& c) {
    return std::make_tuple(c.primitive - Primitives().data(), c.groups,
                           c.groups_number, c.group_size, c.group_size_number,
                           c.dims, c.ballast, c.ballast_kib, c.registers,
                           c.poll, c.signal);
  };
  return key(a.c) < key(b.c);
}

bool HasWildcard(absl::string_view glob) {
  return glob.find_first_of("*?") != absl::string_view::npos;
}

// How many letters must change so that the glob matches.
size_t Distance(absl::string_view glob, absl::string_view text) {
  std::vector<size_t> row(text.size() + 1);
  for (size_t j = 0; j <= text.size(); ++j) row[j] = j;
  for (char letter : glob) {
    size_t diagonal = row[0];
    row[0] += letter == '*' ? 0 : 1;
    for (size_t j = 1; j <= text.size(); ++j) {
      const size_t above = row[j];
      if (letter == '*') {
        row[j] = std::min(above, row[j - 1]);
      } else {
        const bool same = letter == '?' || letter == text[j - 1];
        row[j] =
            std::min({diagonal + (same ? 0 : 1), above + 1, row[j - 1] + 1});
      }
      diagonal = above;
    }
  }
  return row[text.size()];
}

absl::Status NothingMatches(absl::string_view glob, Tier tier,
                            absl::Span<const PlannedCase> cases) {
  const std::string inside = absl::StrCat("*", glob, "*");
  const PlannedCase* nearest = nullptr;
  size_t least =
      std::max<size_t>(2, glob.size() / 5) + 1;  // further is no hint
  for (const PlannedCase& p : cases) {
    if (GlobMatches(inside, p.id)) {
      return absl::NotFoundError(
          absl::StrCat("no case of tier ", TierName(tier), " matches \"", glob,
                       "\"; did you mean \"", inside, "\"?"));
    }
    const size_t distance = Distance(glob, p.id);
    if (distance < least) {
      least = distance;
      nearest = &p;
    }
  }
  return absl::NotFoundError(absl::StrCat(
      "no case of tier ", TierName(tier), " matches \"", glob, "\"",
      nearest == nullptr ? ""
                         : absl::StrCat("; the nearest is ", nearest->id)));
}

// A case that was named in full, outside the tier.
absl::StatusOr<PlannedCase> Named(absl::string_view id) {
  absl::StatusOr<Case> c = ParseCaseId(id);
  if (!c.ok()) return c.status();
  const absl::Status valid = ValidateCase(*c);
  if (!valid.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("case \"", id, "\": ", valid.message()));
  }
  return PlannedCase{*c, CaseId(*c), "named on the command line"};
}

}  // namespace

absl::string_view TierName(Tier tier) {
  switch (tier) {
    case Tier::kSmoke:
      return "smoke";
    case Tier::kDefault:
      return "default";
    case Tier::kFull:
      return "full";
  }
  return "";
}

absl::StatusOr<Tier> ParseTier(absl::string_view name) {
  for (Tier tier : {Tier::kSmoke, Tier::kDefault, Tier::kFull}) {
    if (name == TierName(tier)) return tier;
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "tier \"", name, "\": no such tier; it may be smoke, default, full"));
}

std::vector<PlannedCase> PlanTier(Tier tier) {
  CaseList list;
  AddSmoke(&list);
  AddHostSmoke(&list);
  if (tier >= Tier::kDefault) {
    AddDefault(&list);
    AddHostDefault(&list);
  }
  if (tier >= Tier::kFull) AddFull(&list);
  std::vector<PlannedCase> cases = std::move(list).Take();
  std::stable_sort(cases.begin(), cases.end(), RunsBefore);
  return cases;
}

absl::StatusOr<std::vector<PlannedCase>> Select(
    Tier tier, absl::Span<const std::string> globs) {
  const std::vector<PlannedCase> all = PlanTier(tier);
  if (globs.empty()) return all;
  std::vector<bool> taken(all.size(), false);
  CaseList named;
  for (const std::string& glob : globs) {
    bool found = false;
    for (size_t i = 0; i < all.size(); ++i) {
      if (!GlobMatches(glob, all[i].id)) continue;
      taken[i] = true;
      found = true;
    }
    if (found) continue;
    const bool is_id = !HasWildcard(glob) && glob.find('/') != glob.npos;
    if (!is_id) return NothingMatches(glob, tier, all);
    absl::StatusOr<PlannedCase> one = Named(glob);
    if (!one.ok()) return one.status();
    named.Add(one->c, one->why);
  }
  std::vector<PlannedCase> cases = std::move(named).Take();
  for (size_t i = 0; i < all.size(); ++i) {
    if (taken[i]) cases.push_back(all[i]);
  }
  std::stable_sort(cases.begin(), cases.end(), RunsBefore);
  return cases;
}

bool GlobMatches(absl::string_view glob, absl::string_view text) {
  size_t g = 0;
  size_t t = 0;
  size_t star = absl::string_view::npos;  // the last * seen
  size_t star_text = 0;                   // what it has swallowed so far
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      star_text = t;
    } else if (g < glob.size() && (glob[g] == '?' || glob[g] == text[t])) {
      ++g;
      ++t;
    } else if (star != absl::string_view::npos) {
      g = star + 1;
      t = ++star_text;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

std::string HangClass(const Case& c) {
  if (c.host != nullptr) return CaseId(c);
  return absl::StrCat(
      absl::StrCat(c.primitive->name, "/poll=", PollName(c.poll),
                   "/signal=", SignalName(c.signal)),
      "/wg=", GroupSizeName(c), "/groups=", GroupsName(c), ShapeParts(c));
}

void CaseList::Add(Case c, absl::string_view why) {
  if (!ValidateCase(c).ok()) return;
  // Numbers that are not in the id must not tell two cases apart.
  const Case other;
  if (c.group_size != GroupSize::kNumber) {
    c.group_size_number = other.group_size_number;
  }
  if (c.groups != Groups::kNumber) c.groups_number = other.groups_number;
  if (c.ballast != Ballast::kNumber) c.ballast_kib = other.ballast_kib;
  std::string id = CaseId(c);
  if (!ids_.insert(id).second) return;
  cases_.push_back({c, std::move(id), std::string(why)});
}

Case MakeCase(absl::string_view primitive, const Access& access,
              absl::string_view workload, Groups groups) {
  Case c;
  c.primitive = FindPrimitive(primitive);
  c.workload = FindWorkload(workload);
  c.poll = access.poll;
  c.signal = access.signal;
  c.fence = access.fence;
  c.payload = access.payload;
  c.groups = groups;
  return c;
}

Case Numbered(Case c, uint32_t groups) {
  c.groups = Groups::kNumber;
  c.groups_number = groups;
  return c;
}

bool HasFewCases(const Primitive& p) {
  return p.capacity > 1 || p.optimistic || p.order == OrderNeed::kSeqCst;
}

// On the smallest grid and, in larger work-groups, on some groups more: their
// number is fixed, since the bakery reads a word of every group each time.
void AddFew(const Primitive& p, CaseList* list) {
  const Access accesses[] = {
      kFenced,
      kOrdered,
      {Poll::kSeqCst, Signal::kSeqCst, Fence::kNone, Payload::kPlain},
      {Poll::kVolatile, Signal::kRmw, Fence::kDevice, Payload::kPlain},
      {Poll::kRelaxed, Signal::kRelaxed, Fence::kDevice, Payload::kPlain}};
  for (Access access : accesses) {
    if (p.optimistic) {
      access.fence = Fence::kDevice;
      access.payload = Payload::kAtomic;
    }
    Case c = Sound(p, access);
    list->Add(Numbered(c, 2), "each order, on the smallest grid");
    c.group_size_number = 256;
    list->Add(Numbered(c, 8), "... and in larger work-groups, on eight");
    if (p.capacity > 1) list->Add(Sound(p, access), "... on the residency");
  }
}

Rule Rules::*RuleOf(const Primitive& p) {
  if (p.host_boundary || p.host_finishes) return &Rules::host_boundary;
  if (p.variant) return &Rules::variant;
  if (p.use == WordUse::kReset) return &Rules::reset;
  if (p.by_item) return &Rules::per_item;
  if (p.name == "handoff.looped_store") return &Rules::looped_store;
  if (HasFewCases(p)) return &Rules::few;
  if (p.name == "barrier.counter_per_group") return &Rules::counter_barrier;
  return p.representative ? &Rules::representative : &Rules::other;
}

void AddEach(const Rules& rules, CaseList* list) {
  for (const Primitive& p : Primitives()) (rules.*RuleOf(p))(p, list);
}

Case Crowded(Case c) {
  const bool lock =
      IsLock(c.primitive->family) && c.primitive->need == ProgressNeed::kObe;
  if (lock) return Numbered(c, kCrowd);
  c.groups = Groups::kRes;
  return c;
}

Case Sound(const Primitive& p, const Access& access) {
  return MakeCase(p.name, access, p.workloads.front(), Groups::kRes);
}

}  // namespace wgsync
