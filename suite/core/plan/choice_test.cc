#include "suite/core/plan/choice.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "gtest/gtest.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/plan.h"

namespace wgsync {
namespace {

TEST(SkipRuleTest, APatternIsAPartOfAnIdOrAGlobAndAWholeOneIsNoPart) {
  const std::string id =
      "mutex.clh/poll=rmw/signal=rmw/fence=device/pay=plain/work=counter/wg=64/"
      "groups=2";
  const std::vector<SkipRule> parts = {{"mutex.mcs", false, "a"},
                                       {"mutex.clh", false, "it hangs"}};
  ASSERT_NE(SkipRuleFor(parts, id), nullptr);
  EXPECT_EQ(SkipRuleFor(parts, id)->reason, "it hangs");
  EXPECT_EQ(SkipRuleFor({{"mutex.clh", true, ""}}, id), nullptr);
  EXPECT_NE(SkipRuleFor({{"mutex.clh/*", true, ""}}, id), nullptr);
  EXPECT_EQ(SkipRuleFor({}, id), nullptr);
}

TEST(ShardTest, IsANumberFromOneOnOfANumber) {
  const absl::StatusOr<Part> part = ParsePart("2/3");
  ASSERT_TRUE(part.ok());
  EXPECT_EQ(part->shard, 2u);
  EXPECT_EQ(part->of, 3u);
  for (const char* bad :
       {"", "2", "0/3", "4/3", "1/0", "a/b", "1/2/3", "-1/2"}) {
    EXPECT_FALSE(ParsePart(bad).ok()) << bad;
  }
}

TEST(ShardTest, ShardsTogetherAreThePlanAndPartNoHangClass) {
  const std::vector<PlannedCase> all = PlanTier(Tier::kDefault);
  for (uint32_t of : {1u, 2u, 3u, 7u}) {
    std::vector<std::string> found;
    std::map<std::string, std::set<uint32_t>> shards_of_class;
    size_t least = all.size(), most = 0;
    for (uint32_t index = 1; index <= of; ++index) {
      const std::vector<PlannedCase> part = CasesOf({index, of}, all);
      least = std::min(least, part.size());
      most = std::max(most, part.size());
      for (const PlannedCase& planned : part) {
        found.push_back(planned.id);
        const auto* kernel = std::get_if<KernelCase>(&planned.c);
        if (kernel != nullptr) {
          shards_of_class[HangClass(*kernel)].insert(index);
        }
      }
    }
    std::vector<std::string> ids;
    for (const PlannedCase& planned : all) ids.push_back(planned.id);
    if (of == 1) {
      EXPECT_EQ(found, ids);
    }
    std::sort(found.begin(), found.end());
    std::sort(ids.begin(), ids.end());
    EXPECT_EQ(found, ids) << of;
    for (const auto& [name, shards] : shards_of_class) {
      EXPECT_EQ(shards.size(), 1u) << name;
    }
    EXPECT_LE(most - least, 60u) << of;
  }
}

TEST(ShardTest, OfMorePartsThanClassesSomeAreEmpty) {
  const std::vector<PlannedCase> one = {PlanTier(Tier::kSmoke).front()};
  EXPECT_EQ(CasesOf({1, 2}, one).size(), 1u);
  EXPECT_TRUE(CasesOf({2, 2}, one).empty());
}

TEST(CaseListTest, ALineIsAPatternAndCommentsAreNone) {
  const std::vector<ListedCase> cases =
      ParseCaseList("# tonight\nmutex.*\n\n  barrier.tree_2  # slow\r\n");
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_EQ(cases[0].pattern, "mutex.*");
  EXPECT_EQ(cases[0].line, 2);
  EXPECT_EQ(cases[1].pattern, "barrier.tree_2");
  EXPECT_EQ(cases[1].line, 4);
  EXPECT_TRUE(ParseCaseList("").empty());
}

}  // namespace
}  // namespace wgsync
