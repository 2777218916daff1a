#include "suite/core/plan/case_pattern.h"

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

const std::vector<std::string>& Ids() {
  static const auto* const ids = new std::vector<std::string>{
      "barrier.counter_per_group/poll=rmw/groups=2",
      "barrier.counter_per_group/poll=rmw/groups=20",
      "handoff.lookback_by_ticket/poll=rmw/groups=res",
      "host_sync.read/blocking=yes"};
  return *ids;
}

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

TEST(PatternMatchesTest, APartOfAnId) {
  EXPECT_TRUE(PatternMatches("lookback", Ids()[2]));
  EXPECT_TRUE(PatternMatches("poll=rmw/groups", Ids()[0]));
  EXPECT_FALSE(PatternMatches("lookback", Ids()[0]));
  EXPECT_FALSE(PatternMatches("", Ids()[0]));
  EXPECT_FALSE(PatternMatches("lookback*", Ids()[2])) << "a glob is whole";
}

TEST(PatternMatchesTest, APartBeginsWithAWord) {
  const char id[] = "barrier.counter_per_group/poll=rmw/work=exchange/groups=2";
  EXPECT_TRUE(PatternMatches("exchange", id));
  EXPECT_TRUE(PatternMatches("counter_per", id));
  EXPECT_TRUE(PatternMatches("work=", id));
  EXPECT_FALSE(PatternMatches("hang", id));
  EXPECT_TRUE(PatternMatches("exch", id));
  EXPECT_FALSE(PatternMatches("change", id));
}

TEST(PatternMatchesTest, ANumberIsWhole) {
  EXPECT_TRUE(PatternMatches("groups=2", Ids()[0]));
  EXPECT_FALSE(PatternMatches("groups=2", Ids()[1]));
  EXPECT_TRUE(PatternMatches("groups=", Ids()[1]));
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

TEST(NearestNameTest, ShortIdsAreNotFavoured) {
  EXPECT_EQ(NearestName("lokback", Ids()), "handoff.lookback_by_ticket");
  EXPECT_EQ(NearestName("counter_per_grup", Ids()),
            "barrier.counter_per_group");
  EXPECT_EQ(NearestName("nosuch", Ids()), "");
  EXPECT_EQ(NearestName("x", Ids()), "") << "one letter is near everything";
  EXPECT_EQ(NearestName("barrier.counter_per_group/poll=rwm", Ids()), Ids()[0]);
  EXPECT_EQ(NearestName("*", Ids()), "");
  EXPECT_EQ(NearestName("host_sync.reed", {"host_sync.user_event_status/x=1",
                                           "host_sync.blocking_read/x=1"}),
            "host_sync.blocking_read");
}

}  // namespace
}  // namespace wgsync
