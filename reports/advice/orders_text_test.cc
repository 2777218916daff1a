#include "reports/advice/orders_text.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/record/test_runs.h"
#include "suite/core/record/twin_result.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;

constexpr char kBarrier[] = "barrier.counter_per_group/poll=rmw/groups=res";
constexpr char kOfTeams[] =
    "barrier.counter_per_group/poll=rmw/groups=res/team=2";

TwinResult Twin(const std::string& name, TwinState state,
                const std::string& why = "") {
  TwinResult twin;
  twin.name = name;
  twin.state = state;
  twin.why = why;
  return twin;
}

LoggedRun RunWith(const std::vector<TwinResult>& twins) {
  CaseResult teams = TestResult(kOfTeams, VerdictKind::kPass);
  teams.twins = twins;
  return TestRun("gpu", {TestResult(kBarrier, VerdictKind::kPass),
                         TestResult("mutex.clh/groups=2", VerdictKind::kPass),
                         TestResult(kBarrier, VerdictKind::kHang), teams});
}

TEST(OrdersTextTest, EachCaseOfThePrimitiveHasWhatItsTwinsShowed) {
  const LoggedRun run = RunWith(
      {Twin("no_release", TwinState::kKilled),
       Twin("no_acquire", TwinState::kMissed),
       Twin("unopened", TwinState::kNotObservable, "items run in turn"),
       Twin("closed_locally", TwinState::kEquivalent, "the same program")});
  const std::string text =
      "seen to matter on this device: the signal's release; not seen to: the "
      "poll's acquire; not to be seen here: the work-group barrier before "
      "the arrival (items run in turn)";
  EXPECT_EQ(OrdersText(run, run.results[0]), text);
  EXPECT_EQ(OrdersText(run, run.results[3]), text);
  EXPECT_EQ(OrdersText(run, run.results[2]), "") << "a hang proves no order";
}

TEST(OrdersTextTest, APrimitiveWithoutTwinsSaysSo) {
  EXPECT_EQ(OrdersText(RunWith({}), "mutex.clh"),
            "not looked at: no twin with one order taken away was run");
  EXPECT_EQ(
      OrdersText(RunWith({Twin("no_release", TwinState::kKilled),
                          Twin("no_acquire", TwinState::kMissed)}),
                 "mutex.clh"),
      "not looked at: no twin with one order taken away was run; of other "
      "primitives 1 of 2 came out wrong");
}

TEST(OrdersTextTest, WhatOneCaseShowedIsNotUnseenInAnother) {
  LoggedRun run = RunWith({Twin("no_release", TwinState::kMissed)});
  run.results[0].twins = {Twin("no_release", TwinState::kKilled)};
  EXPECT_EQ(OrdersText(run, "barrier.counter_per_group"),
            "seen to matter on this device: the signal's release");
}

TEST(NearestProofTest, IsAPassInTeamsWhoseTwinsFailed) {
  const LoggedRun run = RunWith({Twin("no_release", TwinState::kKilled)});
  EXPECT_THAT(NearestProof(run, {"barrier.*"}),
              HasSubstr("where 1 of 1 weakened forms failed (barrier."));
  EXPECT_EQ(NearestProof(run, {"mutex.*"}), "");
  EXPECT_EQ(NearestProof(RunWith({}), {"barrier.*"}), "");
}

TEST(OrdersTextTest, WhatHasNoOrderHasNoText) {
  EXPECT_EQ(OrdersText(RunWith({}), "host_sync.marker"), "");
  EXPECT_EQ(OrdersText(RunWith({}), "progress.meet_2"), "");
}

}  // namespace
}  // namespace wgsync
