#include "suite/core/plan/plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/axes.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/plan/tiers.h"

namespace wgsync {
namespace {

template <typename Planned>
std::set<std::string> Ids(const std::vector<Planned>& cases) {
  std::set<std::string> ids;
  for (const Planned& p : cases) ids.insert(p.id);
  return ids;
}

struct PlannedKernel {
  KernelCase c;
  std::string id;
  std::string why;
};

// A tier without its host checks.
std::vector<PlannedKernel> OfPrimitives(Tier tier) {
  std::vector<PlannedKernel> cases;
  for (const PlannedCase& p : PlanTier(tier)) {
    const auto* kernel = std::get_if<KernelCase>(&p.c);
    if (kernel != nullptr) cases.push_back({*kernel, p.id, p.why});
  }
  return cases;
}

std::string SelectError(const std::vector<std::string>& globs) {
  const auto cases = Select(Tier::kSmoke, globs);
  EXPECT_FALSE(cases.ok());
  return std::string(cases.status().message());
}

size_t Selected(const std::vector<std::string>& globs) {
  const auto cases = Select(Tier::kSmoke, globs);
  EXPECT_TRUE(cases.ok()) << cases.status();
  return cases.ok() ? cases->size() : 0;
}

bool IsSound(const Case& c) {
  Claims all;
  all.highest_c11 = 300;
  all.ClaimEveryOrder();
  return SoundnessOf(c, all).soundness != Soundness::kRacy;
}

TEST(TierTest, NamesAreParsedAndOthersRefused) {
  EXPECT_EQ(*ParseTier("smoke"), Tier::kSmoke);
  EXPECT_EQ(*ParseTier("default"), Tier::kDefault);
  EXPECT_EQ(*ParseTier("full"), Tier::kFull);
  EXPECT_EQ(ParseTier("large").status().message(),
            "tier \"large\": no such tier; it may be smoke, default, full");
}

TEST(TierTest, EveryCaseIsValidCanonicalAndExplained) {
  for (const PlannedCase& p : PlanTier(Tier::kFull)) {
    EXPECT_TRUE(ValidateCase(p.c).ok()) << p.id;
    EXPECT_EQ(p.id, CaseId(p.c));
    EXPECT_FALSE(p.why.empty()) << p.id;
    EXPECT_FALSE(absl::StrContains(p.why, "\n")) << p.id;
  }
}

TEST(TierTest, EveryRowOfSmokeIsACaseInItsOneForm) {
  for (const SmokeRow& row : SmokeRows()) {
    const absl::StatusOr<Case> c = ParseCaseId(row.id);
    ASSERT_TRUE(c.ok()) << "suite/core/plan/smoke.cc: " << c.status();
    EXPECT_EQ(CaseId(*c), row.id) << "suite/core/plan/smoke.cc";
    EXPECT_TRUE(ValidateCase(*c).ok())
        << "suite/core/plan/smoke.cc: " << row.id << ": " << ValidateCase(*c);
    EXPECT_FALSE(row.why.empty()) << row.id;
  }
  EXPECT_EQ(PlanTier(Tier::kSmoke).size(), SmokeRows().size())
      << "suite/core/plan/smoke.cc has a row twice";
}

TEST(TierTest, ATierIsPartOfTheLargerOne) {
  const std::vector<PlannedKernel> smoke = OfPrimitives(Tier::kSmoke);
  const std::vector<PlannedKernel> all = OfPrimitives(Tier::kDefault);
  const std::vector<PlannedKernel> full = OfPrimitives(Tier::kFull);
  // Each case costs two or three programs. A tier that grows beyond its bound
  // takes longer than its users were told.
  EXPECT_LE(smoke.size(), 125u);
  EXPECT_GE(all.size(), 7 * smoke.size());
  EXPECT_LE(all.size(), 10 * Primitives().size());
  EXPECT_GE(full.size(), 4 * all.size());
  EXPECT_LE(full.size(), 46 * Primitives().size());
  const std::set<std::string> more = Ids(full);
  for (const PlannedKernel& p : all) EXPECT_EQ(more.count(p.id), 1u) << p.id;
  const std::set<std::string> ids = Ids(all);
  for (const PlannedKernel& p : smoke) {
    EXPECT_EQ(ids.count(p.id), 1u) << p.id;
    // Interpreters take minutes for 4,096 groups of 64.
    const bool large = p.c.grid.groups_number == 4096;
    // Where a group must be smaller than any grid.
    const bool least = absl::StrContains(p.why, "several flags");
    EXPECT_EQ(p.c.grid.group_size_number, large   ? 16u
                                          : least ? 1u
                                                  : 64u)
        << p.id;
  }
}

TEST(TierTest, NoCaseStandsTwice) {
  for (Tier tier : {Tier::kSmoke, Tier::kDefault, Tier::kFull}) {
    const std::vector<PlannedCase> cases = PlanTier(tier);
    EXPECT_EQ(Ids(cases).size(), cases.size());
  }
}

TEST(TierTest, MembersOfAHangClassStandTogether) {
  std::set<std::string> left;
  std::string now;
  for (const PlannedKernel& p : OfPrimitives(Tier::kFull)) {
    const std::string next = HangClass(p.c);
    if (next == now) continue;
    EXPECT_EQ(left.count(next), 0u) << p.id;
    left.insert(now);
    now = next;
  }
}

TEST(TierTest, CheapGridsRunBeforeDearOnes) {
  const std::vector<PlannedKernel> cases = OfPrimitives(Tier::kFull);
  for (size_t i = 1; i < cases.size(); ++i) {
    if (cases[i].c.primitive != cases[i - 1].c.primitive) continue;
    EXPECT_LE(cases[i - 1].c.grid.groups, cases[i].c.grid.groups)
        << cases[i].id;
  }
}

TEST(TierTest, SmokeHasEveryPrimitiveAndWhatTellsTheVerdictsApart) {
  const std::set<std::string> ids = Ids(PlanTier(Tier::kSmoke));
  for (const Primitive& p : Primitives()) {
    // Of forms that differ in a number, one speaks for the others.
    if (p.variant && p.hazard.empty()) continue;
    if (IsShape(p) || p.device_barrier) continue;  // see below; hardly any has
    EXPECT_TRUE(std::any_of(ids.begin(), ids.end(), [&p](const auto& id) {
      return absl::StartsWith(id, absl::StrCat(p.name, "/"));
    })) << p.name;
  }
  constexpr absl::string_view kBarrier = "barrier.counter_per_group/";
  for (absl::string_view rest : {
           "poll=rmw/signal=rmw/fence=device/pay=plain/work=exchange/wg=64/"
           "groups=1",
           "poll=rmw/signal=rmw/fence=device/pay=plain/work=exchange/wg=64/"
           "groups=res_plus1",
           "poll=plain/signal=rmw/fence=device/pay=plain/work=exchange/wg=64/"
           "groups=res",
           "poll=reissued/signal=rmw/fence=device/pay=plain/work=exchange/"
           "wg=64/groups=res",
           "poll=rmw/signal=rmw/fence=mem/pay=plain/work=exchange/wg=64/"
           "groups=res",
           "poll=rmw/signal=rmw/fence=none/pay=volatile/work=scatter/wg=64/"
           "groups=res",
       }) {
    EXPECT_EQ(ids.count(absl::StrCat(kBarrier, rest)), 1u) << rest;
  }
  EXPECT_EQ(ids.count("barrier.kernel_boundary/poll=plain/signal=plain/"
                      "fence=none/pay=plain/work=exchange/wg=16/groups=4096"),
            1u);
}

// Of the shapes one for each model that can be refuted by one alone, and one
// for strong fairness.
TEST(TierTest, SmokeHasAShapeForEachNeed) {
  std::set<ProgressNeed> needs;
  for (const PlannedKernel& p : OfPrimitives(Tier::kSmoke)) {
    if (IsShape(*p.c.primitive)) needs.insert(p.c.primitive->need);
  }
  for (ProgressNeed need :
       {ProgressNeed::kObe, ProgressNeed::kHsa, ProgressNeed::kLobe,
        ProgressNeed::kFair, ProgressNeed::kStrong}) {
    EXPECT_EQ(needs.count(need), 1u) << NameOf(need);
  }
}

TEST(TierTest, SmokeRunsEachFamilyInBothLanguages) {
  std::map<Family, std::set<bool>> languages;
  for (const PlannedKernel& p : OfPrimitives(Tier::kSmoke)) {
    languages[p.c.primitive->family].insert(NeedsC11(p.c));
  }
  for (const auto& [family, both] : languages) {
    EXPECT_EQ(both.size(), 2u) << FamilyName(family);
  }
}

// A lock that asks for no residency: its crowd is 256 groups.
bool HasCrowd(const Primitive& p) {
  return IsLock(p.family) && p.need == ProgressNeed::kObe;
}

// The grids on which the default tier has the primitive.
std::vector<std::string> Grids(const Primitive& p) {
  std::vector<std::string> grids = {"2", HasCrowd(p) ? "256" : "res"};
  // What waits for groups that have started turns at no residency.
  const bool turns = p.need != ProgressNeed::kObe;
  if (p.representative && !turns) {
    grids.push_back("res_plus1");
  } else if (p.representative) {
    grids.insert(grids.end(), {"res_half", "res_less1", "res_plus1", "res_x2"});
  } else if (turns) {
    grids.push_back("res_plus1");
  }
  return grids;
}

// Words that only a primitive which stands for its kind is asked.
bool OfRepresentatives(const std::string& word) {
  return word == "poll plain" || word == "poll reissued" ||
         word == "signal plain" || word == "signal volatile";
}

TEST(TierTest, DefaultNamesEveryWordThatAPrimitiveHas) {
  std::set<std::string> seen;
  for (const PlannedKernel& p : OfPrimitives(Tier::kDefault)) {
    const std::string name = absl::StrCat(p.c.primitive->name, " ");
    seen.insert(absl::StrCat(name, "poll ", PollName(p.c.access.poll)));
    seen.insert(absl::StrCat(name, "signal ", SignalName(p.c.access.signal)));
    seen.insert(absl::StrCat(name, "work ", p.c.workload->name));
    seen.insert(absl::StrCat(name, "fence ", FenceName(p.c.access.fence)));
    seen.insert(absl::StrCat(name, "wg ", GroupSizeName(p.c)));
    seen.insert(absl::StrCat(name, "groups ", GroupsName(p.c)));
  }
  for (const Primitive& p : Primitives()) {
    // Only where its race shows, where a group can hold itself up, and where
    // most words would tell nothing.
    if (p.use == WordUse::kReset || p.by_item || p.host_boundary || p.variant ||
        p.unawaited || HasFewCases(p) || IsShape(p) || p.device_barrier) {
      continue;
    }
    std::vector<std::string> words = {"wg 64", "wg 256", "wg max"};
    for (absl::string_view name : NamesOf(p.polls)) {
      words.push_back(absl::StrCat("poll ", name));
    }
    for (absl::string_view name : NamesOf(p.signals)) {
      words.push_back(absl::StrCat("signal ", name));
    }
    for (const std::string& word : p.workloads) words.push_back("work " + word);
    for (const std::string& grid : Grids(p)) words.push_back("groups " + grid);
    for (const std::string& word : words) {
      if (!p.representative && OfRepresentatives(word)) continue;
      EXPECT_EQ(seen.count(absl::StrCat(p.name, " ", word)), 1u)
          << p.name << " " << word;
    }
  }
  EXPECT_EQ(seen.count("barrier.counter_per_group fence native"), 1u);
  EXPECT_EQ(seen.count("barrier.counter_per_item groups 1"), 1u);
  EXPECT_EQ(seen.count("mutex.spin_exchange_per_item groups 1"), 1u);
}

TEST(TierTest, WhereFewWordsTellSomethingThoseThatTheAlgorithmNeedsAreThere) {
  std::set<std::string> seen;
  for (const PlannedKernel& p : OfPrimitives(Tier::kDefault)) {
    if (!IsSound(p.c)) continue;
    seen.insert(absl::StrCat(p.c.primitive->name, " ", GroupsName(p.c)));
    if (p.c.primitive->loads_and_stores && p.c.access.fence != Fence::kDevice) {
      EXPECT_EQ(p.c.access.poll, Poll::kSeqCst) << p.id;
      EXPECT_EQ(p.c.access.signal, Signal::kSeqCst) << p.id;
    }
  }
  for (const Primitive& p : Primitives()) {
    if (!HasFewCases(p)) continue;
    EXPECT_EQ(seen.count(absl::StrCat(p.name, " 2")), 1u) << p.name;
    EXPECT_EQ(seen.count(absl::StrCat(p.name, " 8")), 1u) << p.name;
  }
}

std::set<std::string> Pairs(const KernelCase& c) {
  std::set<std::string> pairs;
  std::vector<std::string> parts = {c.primitive->name};
  for (const AxisRow& axis : Axes()) {
    if (axis.usual == kNoUsual) parts.push_back(PartText(axis, c));
  }
  const std::string family(FamilyName(c.primitive->family));
  for (const std::string& a : parts) {
    for (const std::string& b : parts) {
      if (a < b) pairs.insert(absl::StrCat(family, ": ", a, " ", b));
    }
  }
  return pairs;
}

TEST(TierTest, DefaultHasEveryPairOfValuesInACaseThatIsSound) {
  std::set<std::string> seen;
  for (const PlannedKernel& p : OfPrimitives(Tier::kDefault)) {
    if (!IsSound(p.c) || p.c.access.fence == Fence::kNative) continue;
    for (const std::string& pair : Pairs(p.c)) seen.insert(pair);
  }
  size_t wanted = 0;
  // Of the full tier those that vary the same values, and any two of its sound
  // cases' that go together with the device fence or none, and off no edge.
  for (const PlannedKernel& p : OfPrimitives(Tier::kFull)) {
    const Primitive& primitive = *p.c.primitive;
    if (primitive.host_boundary || primitive.by_item || primitive.variant ||
        primitive.unawaited || primitive.use == WordUse::kReset ||
        primitive.name == "handoff.looped_store" || HasFewCases(primitive) ||
        !IsSound(p.c) ||
        (p.c.access.fence != Fence::kDevice &&
         p.c.access.fence != Fence::kNone) ||
        p.c.grid.groups != Groups::kRes || p.c.grid.team != 0 ||
        p.c.grid.group_size == GroupSize::kSubGroup) {
      continue;
    }
    for (uint32_t size : {64u, 256u}) {
      KernelCase c = p.c;
      if (HasCrowd(primitive)) {
        c.grid.groups = Groups::kNumber;
        c.grid.groups_number = 256;
      }
      c.grid.group_size_number = size;
      for (const std::string& pair : Pairs(c)) {
        EXPECT_EQ(seen.count(pair), 1u) << pair;
        ++wanted;
      }
    }
  }
  EXPECT_GT(wanted, 1000u);
}

TEST(TierTest, HostChecksAreLastAFewInSmokeAndAllInDefault) {
  size_t smoke = 0;
  for (const PlannedCase& p : PlanTier(Tier::kSmoke)) {
    smoke += std::holds_alternative<HostCase>(p.c) ? 1 : 0;
  }
  EXPECT_EQ(smoke, 9u);
  std::set<std::string> seen;
  bool last = false;
  for (const PlannedCase& p : PlanTier(Tier::kDefault)) {
    const bool is_host = std::holds_alternative<HostCase>(p.c);
    EXPECT_TRUE(!last || is_host) << p.id;
    last = is_host;
    if (last) seen.insert(p.id);
  }
  std::set<std::string> all;
  for (const HostCheck& check : HostChecks()) {
    EXPECT_FALSE(HostCasesOf(check).empty()) << check.name;
    for (const HostCase& c : HostCasesOf(check)) all.insert(CaseId(c));
  }
  EXPECT_EQ(seen, all);
  EXPECT_LE(all.size(), 115u);
}

TEST(GlobTest, StarsCrossSlashesAndQuestionMarksTakeOneLetter) {
  EXPECT_TRUE(GlobMatches("*", ""));
  EXPECT_TRUE(GlobMatches("barrier.*res", "barrier.x/poll=rmw/groups=res"));
  EXPECT_FALSE(GlobMatches("barrier.*res", "barrier.x/groups=res_plus1"));
  EXPECT_TRUE(GlobMatches("a?c", "abc"));
  EXPECT_FALSE(GlobMatches("a?c", "ac"));
  EXPECT_TRUE(GlobMatches("*ab*ab", "xabab_ab"));
  EXPECT_FALSE(GlobMatches("", "a"));
  EXPECT_TRUE(GlobMatches("", ""));
  EXPECT_FALSE(GlobMatches("abc", "ab"));
  EXPECT_TRUE(GlobMatches("ab**", "ab"));
}

TEST(SelectTest, NoGlobKeepsAll) {
  EXPECT_EQ(Selected({}), PlanTier(Tier::kSmoke).size());
  EXPECT_EQ(Selected({"*"}), PlanTier(Tier::kSmoke).size());
}

TEST(SelectTest, GlobsAddUpWithoutDuplicates) {
  const size_t mutexes = Selected({"mutex.*"});
  const size_t handoffs = Selected({"handoff.*"});
  EXPECT_GT(mutexes, 4u);
  EXPECT_EQ(Selected({"mutex.*", "handoff.*", "mutex.b*"}), mutexes + handoffs);
}

TEST(SelectTest, ACaseOutsideTheTierMayBeNamedInFull) {
  const std::string id =
      "barrier.counter_per_group/poll=seq_cst/signal=rmw/fence=rw_mem/"
      "pay=volatile/work=scatter/wg=96/groups=7";
  const auto cases = Select(Tier::kSmoke, {"mutex.back_off/*", id, id});
  ASSERT_TRUE(cases.ok()) << cases.status();
  ASSERT_EQ(cases->size(), 2u);
  EXPECT_EQ((*cases)[0].id, id) << "in running order, not that of the line";
  EXPECT_EQ((*cases)[0].why, "named on the command line");
}

TEST(SelectTest, AnIdOfTheTierKeepsItsReason) {
  const PlannedCase first = PlanTier(Tier::kSmoke).front();
  const auto cases = Select(Tier::kSmoke, {first.id});
  ASSERT_TRUE(cases.ok());
  ASSERT_EQ(cases->size(), 1u);
  EXPECT_EQ(cases->front().why, first.why);
}

TEST(SelectTest, AnIdThatIsNoCaseSaysWhy) {
  EXPECT_TRUE(absl::StrContains(
      SelectError({"mutex.back_off/poll=volatile/signal=rmw/fence=device/"
                   "pay=plain/work=counter/wg=64/groups=res"}),
      "poll=volatile: not for mutex.back_off; it may be rmw"));
  EXPECT_TRUE(absl::StrContains(
      SelectError({"mutex.back_of/poll=rmw/signal=rmw/fence=device/pay=plain/"
                   "work=counter/wg=64/groups=res"}),
      "no such primitive"));
}

TEST(HangClassTest, FenceAndPayloadAndWorkloadDoNotTellClassesApart) {
  const auto cases = Select(Tier::kSmoke, {"*"});
  ASSERT_TRUE(cases.ok());
  KernelCase a = std::get<KernelCase>(cases->front().c);
  KernelCase b = a;
  b.access.fence = Fence::kMem;
  b.access.payload = Payload::kAtomic;
  b.workload = FindWorkload("scatter");
  EXPECT_EQ(HangClass(a), HangClass(b));
  b = a;
  b.access.poll = Poll::kAcquire;
  EXPECT_NE(HangClass(a), HangClass(b));
  b = a;
  b.grid.groups = Groups::kResX2;
  EXPECT_NE(HangClass(a), HangClass(b));
  b = a;
  b.grid.group_size_number = 256;
  EXPECT_NE(HangClass(a), HangClass(b));
  for (const AxisRow& axis : Axes()) {
    if (axis.part != AxisPart::kShape) continue;
    for (uint32_t value = 0; value < axis.names.size(); ++value) {
      b = a;
      axis.set({value, 8}, &b);
      const bool is_usual = static_cast<int>(value) == axis.usual;
      EXPECT_EQ(HangClass(a) == HangClass(b), is_usual) << CaseId(b);
    }
  }
}

TEST(TierTest, WhereNoGroupWaitsAllCasesOfDefaultAreOfPairs) {
  std::set<std::string> sound, racy;
  for (const PlannedKernel& p : OfPrimitives(Tier::kDefault)) {
    if (!p.c.primitive->unawaited) continue;
    EXPECT_TRUE(p.c.grid.team == 2 || p.c.grid.groups == Groups::kResX2);
    (IsSound(p.c) ? sound : racy).insert(p.c.primitive->name);
  }
  EXPECT_EQ(sound.size(), 6u);
  EXPECT_EQ(racy, sound);
}

TEST(TierTest, WorkGroupScopeIsInDefaultWhereTheDeviceIsNeeded) {
  std::set<Family> families;
  for (const PlannedKernel& p : OfPrimitives(Tier::kDefault)) {
    if (p.c.access.scope == Scope::kDevice) continue;
    families.insert(p.c.primitive->family);
    EXPECT_FALSE(IsSound(p.c)) << p.id;
    EXPECT_TRUE(absl::EndsWith(p.id, "/team=2/scope=work_group")) << p.id;
    KernelCase device = p.c;
    device.access.scope = Scope::kDevice;
    EXPECT_TRUE(IsSound(device)) << p.id;
  }
  EXPECT_EQ(families, (std::set<Family>{Family::kBarrier, Family::kMutex,
                                        Family::kHandoff}));
}

TEST(TierTest, TheShapesOfAGridAreInTheTiers) {
  const auto count = [](Tier tier, absl::string_view part) {
    size_t found = 0;
    for (const PlannedCase& p : PlanTier(tier)) {
      if (absl::StrContains(p.id, part)) ++found;
    }
    return found;
  };
  for (absl::string_view part :
       {"/dims=2", "/dims=3", "/ballast=half", "/regs=high"}) {
    EXPECT_GE(count(Tier::kDefault, part), 1u) << part;
    EXPECT_GE(count(Tier::kFull, part), 4u) << part;
    EXPECT_EQ(count(Tier::kSmoke, part), 0u) << part;
  }
  EXPECT_EQ(count(Tier::kDefault, "/host=poll"), 3u);
  for (absl::string_view part :
       {"/wg=1/", "/wg=96/", "/wg=sub_group/", "/ballast=8k", "/ballast=max"}) {
    EXPECT_GE(count(Tier::kFull, part), 4u) << part;
  }
}

}  // namespace
}  // namespace wgsync
