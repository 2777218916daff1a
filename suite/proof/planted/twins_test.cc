// The weakened twins of a barrier on PoCL, whose processor keeps stores in
// order, and on a device model that does not: the pass is the same, and what
// it could have seen is not.

#include <map>
#include <string>

#include "absl/status/statusor.h"
#include "gtest/gtest.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/result.h"
#include "suite/core/record/twin_result.h"
#include "suite/core/verdict/verdict.h"
#include "suite/engine/session.h"
#include "suite/proof/planted/test_device.h"

namespace wgsync {
namespace {

// Ordered by the atomics alone: on the model, a fence after the wait releases
// too, and a twin that has one is right unless its groups are close together.
constexpr char kOrdered[] =
    "barrier.counter_per_group/poll=acquire/signal=release/fence=none/"
    "pay=plain/work=lanes/wg=64/groups=2/team=2";

// The result of the case on the model, "" for none.
CaseResult RunOn(const std::string& model, const std::string& id = kOrdered) {
  CaseResult result;
  const absl::StatusOr<DeviceInfo> device = FindTestDevice();
  EXPECT_TRUE(device.ok()) << device.status();
  if (!device.ok()) return result;
  RunOptions options;
  options.device = *device;
  options.folder =
      testing::TempDir() + "/run" + model + id.substr(0, id.find('/'));
  if (!model.empty()) options.model = *ParseModel(model);
  options.cases = *Select(Tier::kSmoke, {id});
  options.on_result = [&](const CaseResult& r, size_t, size_t) { result = r; };
  const auto summary = RunDevice(options);
  EXPECT_TRUE(summary.ok()) << summary.status();
  return result;
}

std::map<std::string, TwinState> StatesOf(const CaseResult& r) {
  std::map<std::string, TwinState> states;
  for (const TwinResult& t : r.twins) states[t.name] = t.state;
  return states;
}

TEST(TwinsTest, OnAProcessorThatKeepsStoresInOrderNoneFails) {
  const CaseResult r = RunOn("");
  EXPECT_EQ(VerdictText(r.verdict), "pass");
  EXPECT_EQ(r.judged.evidence.strength, Strength::kNotObservable);
  for (const auto& [name, state] : StatesOf(r)) {
    EXPECT_EQ(state, TwinState::kNotObservable) << name;
  }
}

TEST(TwinsTest, OnAModelThatReleasesStoresLateThoseWithoutAReleaseFail) {
  const CaseResult r = RunOn("late_store");
  EXPECT_EQ(VerdictText(r.verdict), "pass");
  EXPECT_EQ(r.judged.evidence.strength, Strength::kShown);
  std::map<std::string, TwinState> states = StatesOf(r);
  EXPECT_EQ(states["no_release"], TwinState::kKilled);
  EXPECT_EQ(states["no_order"], TwinState::kKilled);
  EXPECT_NE(states["no_acquire"], TwinState::kKilled);
  // 12 launches have each kind of stress three times; the kind that killed a
  // twin has ten.
  EXPECT_GE(r.reads, 15u * r.twins[0].reads / r.twins[0].launches);
}

// Hand-offs of other kinds than a flag: a look-back and a queue.
class HandoffTwinsTest : public testing::TestWithParam<const char*> {};

TEST_P(HandoffTwinsTest, OnThatModelTheOneWithoutAReleaseFails) {
  const CaseResult r = RunOn("late_store", GetParam());
  EXPECT_EQ(VerdictText(r.verdict), "pass");
  EXPECT_EQ(r.judged.evidence.strength, Strength::kShown);
  EXPECT_EQ(StatesOf(r)["no_release"], TwinState::kKilled);
}

INSTANTIATE_TEST_SUITE_P(
    All, HandoffTwinsTest,
    testing::Values(
        "handoff.lookback_by_ticket/poll=acquire/signal=release/fence=none/"
        "pay=plain/work=scan_rows/wg=64/groups=res/team=2",
        "handoff.work_steal_queue/poll=acquire/signal=release/fence=none/"
        "pay=plain/work=tasks/wg=64/groups=res/team=2"));

}  // namespace
}  // namespace wgsync
