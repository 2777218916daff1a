#include "reports/advice/power.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/record/test_runs.h"
#include "suite/core/record/twin_result.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TwinResult Twin(const char* name, TwinState state, uint64_t failed,
                uint64_t launches) {
  TwinResult t;
  t.name = name;
  t.state = state;
  t.failed = failed;
  t.launches = launches;
  t.reads = 1000 * launches;
  if (state == TwinState::kEquivalent) t.why = "no such order";
  return t;
}

CaseResult Case(const std::string& id, std::vector<TwinResult> twins) {
  CaseResult r = TestResult(id, VerdictKind::kPass);
  r.twins = std::move(twins);
  return r;
}

LoggedRun SomeRun() {
  return TestRun("some device",
                 {Case("barrier.b/team=2",
                       {Twin("no_release", TwinState::kKilled, 3, 3),
                        Twin("no_acquire", TwinState::kMissed, 0, 12),
                        Twin("unopened", TwinState::kEquivalent, 0, 0)}),
                  Case("barrier.b/pay=plain/team=2",
                       {Twin("no_release", TwinState::kKilled, 1, 12)}),
                  Case("mutex.m/team=2",
                       {Twin("no_release", TwinState::kNotObservable, 0, 4)}),
                  Case("mutex.m", {})});
}

TEST(PowerTest, TwinsAreCountedByKindAndPrimitive) {
  const Power power = PowerOf(SomeRun());
  EXPECT_EQ(power.cases, 3u);
  EXPECT_EQ(power.rows.size(), 4u);
  const TwinTally& released = power.rows.at({"no_release", "barrier.b"});
  EXPECT_EQ(released.Of(TwinState::kKilled), 2u);
  EXPECT_EQ(released.failed, 4u);
  EXPECT_EQ(released.launches, 15u);
  EXPECT_EQ(power.all.Observable(), 3u);
}

TEST(PowerTest, TheScoreIsOfThoseThatCouldFail) {
  const Power power = PowerOf(SomeRun());
  EXPECT_EQ(ScoreText(power.all), "67 % of 3 observable twins killed");
  EXPECT_EQ(ScoreText(power.rows.at({"no_release", "mutex.m"})),
            "no observable twin");
}

TEST(PowerTest, EachSurvivorIsNamed) {
  const LoggedRun run = SomeRun();
  const std::string text = PowerText(run, PowerOf(run), 80);
  EXPECT_THAT(text, HasSubstr("some device: 67 % of 3 observable twins"));
  EXPECT_THAT(text, HasSubstr("no_acquire of barrier.b/team=2: 0 of 12 "
                              "launches, 12k reads"));
  EXPECT_THAT(text, Not(HasSubstr("unopened of")));
  EXPECT_THAT(text, HasSubstr("Equivalent:\n  1: no such order\n"));
  const nlohmann::json j = PowerJson(run, PowerOf(run));
  ASSERT_EQ(j["survivors"].size(), 1u);
  EXPECT_EQ(j["survivors"][0]["case"], "barrier.b/team=2");
  EXPECT_EQ(j["all"]["killed"], 2);
}

}  // namespace
}  // namespace wgsync
