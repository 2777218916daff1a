#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/plan/plan.h"

namespace wgsync {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<std::string> SelectedIds(const std::string& pattern) {
  std::vector<std::string> ids;
  const auto cases = Select(Tier::kDefault, {pattern});
  if (!cases.ok()) return {std::string(cases.status().message())};
  for (const PlannedCase& p : *cases) ids.push_back(p.id);
  return ids;
}

std::string SelectError(const std::string& pattern) {
  const auto cases = Select(Tier::kSmoke, {pattern});
  return cases.ok() ? "" : std::string(cases.status().message());
}

TEST(SelectTest, TakesAPartOfIds) {
  EXPECT_THAT(SelectedIds("lookback_by"),
              AllOf(Not(IsEmpty()), Each(StartsWith("handoff.lookback"))));
  EXPECT_THAT(SelectedIds("mutex.back_off/poll=rmw"),
              Each(StartsWith("mutex.back_off/poll=rmw/")));
}

TEST(SelectTest, AnIdIsNoPartOfOthers) {
  const std::string id =
      "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
      "work=exchange/wg=64/groups=res";
  EXPECT_THAT(SelectedIds(id), testing::ElementsAre(id));
}

TEST(SelectTest, APatternThatMatchesNothingIsNamedWithWhatHelps) {
  EXPECT_EQ(SelectError("coherence.*"),
            "no case of tier smoke matches \"coherence.*\"; the nearest is "
            "handoff.coherence_one_word");
  EXPECT_EQ(SelectError("lookback*"),
            "no case of tier smoke matches \"lookback*\"; did you mean "
            "\"*lookback*\"?");
  EXPECT_THAT(SelectError("mutex.bakc_off"),
              EndsWith("; the nearest is mutex.back_off"));
  EXPECT_THAT(SelectError("mutex.bakc_off/*"),
              HasSubstr("; the nearest is mutex.back_off/poll=rmw/"));
  EXPECT_THAT(SelectError("nosuch"), EndsWith("; see `wgsync list --tier "
                                              "smoke`"));
  EXPECT_THAT(SelectError(""), HasSubstr("matches \"\"; see"));
  EXPECT_THAT(SelectError("groups=33"), HasSubstr("--tier"));
}

}  // namespace
}  // namespace wgsync
