// What two runs do not have in common, and whether the gate compares them.

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "reports/gate/gate.h"
#include "reports/gate/gate_text.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;

// A case that passes on both sides.
struct TwoRuns {
  LoggedRun before =
      TestRun("P/D", {TestResult("b.a/groups=2", VerdictKind::kPass)});
  LoggedRun after = before;
  Gate gate;
};

// What two runs do not have in common, and whether it bars.
struct Fact {
  const char* what;
  const char* at;  // in the run's header
  const char *before, *after;
  bool bars;
};

void Set(LoggedRun* run, const char* at, const char* value) {
  nlohmann::json context = ContextJson(run->header);
  context[nlohmann::json::json_pointer(at)] = value;
  ASSERT_EQ(ReadHeader(context, &run->header), "");
}

class GateFactTest : public testing::TestWithParam<Fact> {};

TEST_P(GateFactTest, IsTold) {
  const Fact& fact = GetParam();
  TwoRuns one;
  for (LoggedRun* run : {&one.before, &one.after}) {
    Set(run, "/devices/0/type", "cpu");
    run->results[0].launch_digest = "l1";
    Set(run, "/devices/0/driver_digest", run == &one.after ? "d2" : "d1");
  }
  Set(&one.before, fact.at, fact.before);
  Set(&one.after, fact.at, fact.after);
  one.gate = OpenGate(&one.before, nullptr, one.after, {});
  EXPECT_EQ(one.gate.ExitCode(), fact.bars ? 3 : 0);
  EXPECT_THAT(GateText(one.gate, 200), HasSubstr(fact.what));
  GateOptions options;
  options.across = true;
  EXPECT_EQ(OpenGate(&one.before, nullptr, one.after, options).ExitCode(), 0);
}

INSTANTIATE_TEST_SUITE_P(
    Facts, GateFactTest,
    testing::Values(
        Fact{"device: cpu model: 'Zen 4' -> 'Zen 5'",
             "/devices/0/fingerprint/cpu/model", "Zen 4", "Zen 5", true},
        Fact{"device: platform: 'PoCL' -> 'rusticl'",
             "/devices/0/fingerprint/platform/name", "PoCL", "rusticl", true},
        Fact{"kernel driver i915: '1' -> '2'",
             "/devices/0/fingerprint/kernel_driver/i915", "1", "2", true},
        Fact{"environment: environment CL_CONFIG_CPU_TARGET_ARCH: 'skx' -> "
             "'corei7'",
             "/devices/0/fingerprint/environment/CL_CONFIG_CPU_TARGET_ARCH",
             "skx", "corei7", true},
        Fact{"environment: environment cl.cfg CL_CONFIG_CPU_VECTORIZER_MODE: "
             "'4' -> '8'",
             "/devices/0/fingerprint/environment/cl.cfg/"
             "CL_CONFIG_CPU_VECTORIZER_MODE",
             "4", "8", true},
        Fact{"suite: suite: 's1' -> 's2'", "/suite_digest", "s1", "s2", false},
        Fact{"driver: driver version: '3.1' -> '6.0'",
             "/devices/0/driver_version", "3.1", "6.0", false},
        Fact{"machine: os kernel: '6.1' -> '6.2'",
             "/devices/0/fingerprint/os/kernel", "6.1", "6.2", false}));

TEST(GateTest, BoundedWaitsOfANewDriverBarUntilItsHangTest) {
  TwoRuns one;
  for (LoggedRun* run : {&one.before, &one.after}) {
    Set(run, "/devices/0/type", "gpu");
    run->header.devices[0].hang_test = true;
  }
  one.after.header.devices[0].driver_digest = "d2";
  one.gate = OpenGate(&one.before, nullptr, one.after, {});
  EXPECT_EQ(one.gate.ExitCode(), 0);
  one.after.header.devices[0].hang_test = false;
  one.gate = OpenGate(&one.before, nullptr, one.after, {});
  EXPECT_EQ(one.gate.ExitCode(), 3);
  EXPECT_THAT(GateText(one.gate, 200),
              HasSubstr("suite: waits: 'unbounded' -> 'bounded: no `wgsync "
                        "device D --hang-test` of this driver, or --safe' "
                        "(bars)"));
}

TEST(GateTest, WhatOnlyChoosesTheDriverIsNoDifference) {
  TwoRuns one;
  for (LoggedRun* run : {&one.before, &one.after}) {
    Set(run, "/devices/0/fingerprint/environment/OCL_ICD_VENDORS",
        run == &one.after ? "/b" : "/a");
  }
  EXPECT_TRUE(DifferentFacts(one.before, one.after).empty());
}

TEST(GateTest, AKernelDriverOfTheDriversOwnVersionIsAPartOfIt) {
  TwoRuns one;
  const char* version = "/devices/0/driver_version";
  for (const char* at :
       {"/devices/0/fingerprint/kernel_driver/nvidia", version}) {
    Set(&one.before, at, "580.1");
    Set(&one.after, at, "590.2");
  }
  EXPECT_FALSE(OpenGate(&one.before, nullptr, one.after, {}).barred);
  Set(&one.after, version, "580.1");
  EXPECT_TRUE(OpenGate(&one.before, nullptr, one.after, {}).barred);
}

}  // namespace
}  // namespace wgsync
