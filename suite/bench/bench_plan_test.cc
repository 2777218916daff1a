#include "suite/bench/bench_plan.h"

#include <set>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::vector<std::string> Names(const std::vector<BenchGrid>& grids) {
  std::vector<std::string> names;
  for (const BenchGrid& g : grids) names.push_back(GridName(g));
  return names;
}

std::vector<std::string> Ids(const std::vector<std::string>& globs,
                             const Claims& claims = {}) {
  const absl::StatusOr<std::vector<KernelCase>> forms =
      SelectForms(globs, {{4, 64}}, claims);
  EXPECT_TRUE(forms.ok()) << forms.status();
  std::vector<std::string> ids;
  if (!forms.ok()) return ids;
  for (const KernelCase& c : *forms) ids.push_back(CaseId(OnGrid(c, {4, 64})));
  return ids;
}

TEST(GridTest, IsGroupsAndTheirSize) {
  const absl::StatusOr<BenchGrid> g = ParseGrid("132x1024");
  ASSERT_TRUE(g.ok());
  EXPECT_EQ(g->groups, 132u);
  EXPECT_EQ(g->group_size, 1024u);
  for (const char* bad :
       {"", "132", "x64", "132x", "0x64", "2x0", "2x3x4", "-2x64", "axb"}) {
    EXPECT_THAT(std::string(ParseGrid(bad).status().message()),
                HasSubstr("write GROUPSxSIZE"))
        << bad;
  }
}

TEST(GridTest, OfAGpuAreThoseOfItsComputeUnitsAndResidency) {
  GridFacts f;
  f.compute_units = 132;
  f.max_group_size = 1024;
  f.resident_64 = 4224;
  f.resident_128 = 2112;
  f.resident_max = 264;
  EXPECT_THAT(
      Names(DefaultGrids(f)),
      ElementsAre("132x64", "132x256", "132x1024", "264x1024", "1056x128"));
  f.resident_max = 132;
  EXPECT_THAT(Names(DefaultGrids(f)),
              ElementsAre("132x64", "132x256", "132x1024", "1056x128"));
}

TEST(GridTest, OfACpuHoldTwoGroupsAtLeast) {
  GridFacts f;
  f.cpu = true;
  f.max_group_size = 4096;
  f.resident_64 = 2;
  EXPECT_THAT(Names(DefaultGrids(f)), ElementsAre("2x64", "2x1024"));
  f.resident_64 = 4;
  EXPECT_THAT(Names(DefaultGrids(f)), ElementsAre("2x64", "4x64", "4x512"));
  f.resident_64 = 1;
  EXPECT_THAT(DefaultGrids(f), IsEmpty());
}

TEST(ContendersTest, OneTwoHalfAndAll) {
  EXPECT_THAT(Contenders(4224), ElementsAre(1, 2, 2112, 4224));
  EXPECT_THAT(Contenders(2), ElementsAre(1, 2));
  EXPECT_THAT(Contenders(1), ElementsAre(1));
}

TEST(FormsTest, EveryBarrierAndLockThatCanBeTimedIs) {
  std::set<std::string> timed;
  for (const std::string& id : Ids({}))
    timed.insert(id.substr(0, id.find('/')));
  for (const Primitive& p : Primitives()) {
    EXPECT_EQ(timed.count(p.name), IsTimed(p) ? 1u : 0u) << p.name;
  }
  EXPECT_TRUE(IsTimed(*FindPrimitive("barrier.counter_per_group")));
  EXPECT_TRUE(IsTimed(*FindPrimitive("mutex.fetch_and_add")));
  // It is met once; it has no rounds.
  EXPECT_FALSE(IsTimed(*FindPrimitive("barrier.counter_per_item_limited")));
}

TEST(FormsTest, TheNativeFenceIsForWhoHasIt) {
  Claims nvidia;
  nvidia.is_nvidia = true;
  EXPECT_THAT(Ids({}, nvidia), Contains(HasSubstr("fence=native")));
  EXPECT_THAT(Ids({}), Not(Contains(HasSubstr("fence=native"))));
  EXPECT_THAT(
      Ids({"barrier.counter_per_group/*"}),
      ElementsAre(HasSubstr("poll=acquire/signal=release/fence=none/pay=plain"),
                  HasSubstr("poll=rmw/signal=rmw/fence=device/pay=plain"),
                  HasSubstr("poll=volatile/signal=rmw/fence=device")));
}

TEST(FormsTest, AGlobFindsOtherWordsWhereNoUsualOnesMatch) {
  EXPECT_THAT(Ids({"barrier.counter_per_group/poll=rmw/signal=rmw/fence=mem/"
                   "pay=volatile/*"}),
              ElementsAre(HasSubstr("fence=mem/pay=volatile")));
  // Twice named is timed once.
  EXPECT_EQ(
      Ids({"*flags_master_group/poll=rmw*", "*flags_master_group/*"}).size(),
      3u);
}

TEST(FormsTest, AGlobThatMatchesNothingIsNamed) {
  const absl::Status s = SelectForms({"barrier.frob*"}, {{4, 64}}, {}).status();
  EXPECT_THAT(std::string(s.message()),
              HasSubstr("--cases barrier.frob*: matches nothing"));
}

TEST(FormsTest, AGlobMayKeepOneGridAlone) {
  const KernelCase c = OnGrid(SelectForms({}, {}, {})->front(), {4, 64});
  EXPECT_TRUE(Kept(c, {}));
  EXPECT_TRUE(Kept(c, {"*/groups=4"}));
  EXPECT_FALSE(Kept(c, {"*/groups=2"}));
}

}  // namespace
}  // namespace wgsync
