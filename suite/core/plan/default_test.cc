// What the default tier has of forms that fail, or that only some grids take.

#include <initializer_list>
#include <set>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/plan.h"

namespace wgsync {
namespace {

std::set<std::string> DefaultIds() {
  std::set<std::string> ids;
  for (const PlannedCase& planned : PlanTier(Tier::kDefault)) {
    ids.insert(planned.id);
  }
  return ids;
}

// Whether some id begins with the primitive and has each of the parts.
bool Has(const std::set<std::string>& ids, const Primitive& p,
         std::initializer_list<absl::string_view> parts) {
  for (const std::string& id : ids) {
    bool has = absl::StartsWith(id, absl::StrCat(p.name, "/"));
    for (absl::string_view part : parts) {
      has = has && absl::StrContains(absl::StrCat(id, "/"), part);
    }
    if (has) return true;
  }
  return false;
}

TEST(DefaultTest, AValueThatDoesNotStayIsPolledByWhatDelaysNoOther) {
  const std::set<std::string> ids = DefaultIds();
  for (const Primitive& p : Primitives()) {
    if (p.need != ProgressNeed::kNoPromise) continue;
    for (absl::string_view poll : {"/poll=volatile/", "/poll=relaxed/"}) {
      EXPECT_TRUE(Has(ids, p, {poll, "/fence=device/", "/groups=res/"}))
          << p.name << poll;
    }
  }
}

TEST(DefaultTest, AnItemForEachGroupIsAskedForGroupsThatEveryDeviceHas) {
  const std::set<std::string> ids = DefaultIds();
  for (const Primitive& p : Primitives()) {
    if (!p.item_for_each_group) continue;
    EXPECT_TRUE(Has(ids, p, {"/wg=64/groups=2/"})) << p.name;
    EXPECT_TRUE(Has(ids, p, {"/wg=64/groups=32/"})) << p.name;
  }
}

TEST(DefaultTest, EachBarrierAndEachHazardOfOneIsTriedInBothLoops) {
  const std::set<std::string> ids = DefaultIds();
  for (const Primitive& p : Primitives()) {
    KernelCase c;
    c.primitive = &p;
    c.workload = FindWorkload(p.workloads.front());
    c.access = {Poll::kRmw, Signal::kRmw, Fence::kDevice, Payload::kPlain};
    c.grid.loop = Loop::kStepFirst;
    // Races of the algorithm show in either.
    if (!ValidateCase(c).ok() || p.use == WordUse::kReset || p.by_item) {
      continue;
    }
    if (p.variant && p.hazard.empty() && !p.item_for_each_group &&
        !p.discovers) {
      continue;
    }
    EXPECT_TRUE(Has(ids, p, {"/loop=step_first/"})) << p.name;
  }
}

// Why missing orders of it are not looked for in pairs of groups; "" where they
// are.
absl::string_view WhyNoPairs(const Primitive& p) {
  const absl::string_view why = WhyNotInTeams(p);
  if (!why.empty()) return why;
  if (p.variant) return "differs from another entry in a number";
  if (!p.hazard.empty()) return "a test looks for its mistake";
  if (p.one_word) return "one word has no order to lose";
  if (p.loads_and_stores) return "racy with the accesses of the others";
  if (p.by_item) return "each work-item waits";
  if (p.name == "mutex.seqlock") return "its readers hold nothing";
  if (p.capacity > 1) return "those that hold it at a time share no word";
  if (p.need == ProgressNeed::kNone && !p.unawaited) return "no group waits";
  if (p.need == ProgressNeed::kNoPromise) return "no hang and no pass counts";
  return "";
}

TEST(DefaultTest, EachPrimitiveHasPairsInBothSoundFormsOrAReason) {
  const std::set<std::string> ids = DefaultIds();
  int with_pairs = 0;
  for (const Primitive& p : Primitives()) {
    const absl::string_view why = WhyNoPairs(p);
    const bool ordered =
        Has(ids, p, {"/poll=acquire/signal=release/fence=none/", "/team=2/"});
    const bool fenced =
        Has(ids, p, {"/poll=rmw/signal=rmw/fence=device/", "/team=2/"});
    if (!why.empty()) {
      EXPECT_FALSE(ordered) << p.name << ": " << why;
      continue;
    }
    ++with_pairs;
    EXPECT_TRUE(ordered) << p.name;
    EXPECT_TRUE(fenced) << p.name;
  }
  EXPECT_GT(with_pairs, 40);
}

}  // namespace
}  // namespace wgsync
