#include "reports/gate/gate_times.h"

#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kBarrier[] = "barrier.a/poll=rmw/groups=4";
constexpr char kLock[] = "mutex.b/poll=rmw/groups=4";

// 1,000 ns and a little more, times `factor`; half of a launch is the base.
BenchLine Timed(const std::string& id, double factor, double jitter = 1e-4) {
  BenchLine l;
  l.id = id;
  l.clock = "device";
  l.operations = 10000;
  l.base_seconds = 0.010;
  for (int i = 0; i < 5; ++i) {
    l.seconds.push_back(0.010 + factor * (0.010 + i * jitter));
  }
  return l;
}

Bench BenchOf(std::vector<BenchLine> lines) {
  Bench b;
  b.device = "P/D";
  b.lines = std::move(lines);
  return b;
}

// The case after such benchmarks, each `factor` times as slow.
TimedCase After(const std::vector<double>& factors, double slower = 1.25) {
  GateTimes times = *TimesToCompare({BenchOf({Timed(kBarrier, 1)})}, slower);
  for (const double factor : factors) {
    EXPECT_TRUE(AddTimes(BenchOf({Timed(kBarrier, factor)}), &times).ok());
  }
  EXPECT_EQ(times.Fails(), times.cases[0].change == TimeOutcome::kSlower);
  return times.cases[0];
}

TEST(GateTimesTest, SlowerInEachBenchmarkFails) {
  EXPECT_EQ(After({2, 1.9}).change, TimeOutcome::kSlower);
  EXPECT_EQ(After({2, 1.9, 2.1}).change, TimeOutcome::kSlower);
}

TEST(GateTimesTest, OneBenchmarkAloneDoesNotFail) {
  const TimedCase c = After({2});
  EXPECT_EQ(c.change, TimeOutcome::kNotConfirmed);
  EXPECT_TRUE(WantsTimeAgain(c));
  EXPECT_NEAR(c.ratio, 2, 1e-9);
  EXPECT_NEAR(c.p, 1.0 / 252, 1e-9);
}

TEST(GateTimesTest, SlowerInSomeBenchmarksIsNoise) {
  EXPECT_EQ(After({2, 1, 2}).change, TimeOutcome::kNoise);
  EXPECT_FALSE(WantsTimeAgain(After({2, 1})));
}

TEST(GateTimesTest, AThirdBenchmarkIsTheLast) {
  EXPECT_TRUE(WantsTimeAgain(After({2, 2})));
  EXPECT_FALSE(WantsTimeAgain(After({2, 2, 2})));
  EXPECT_FALSE(WantsTimeAgain(After({1})));
}

TEST(GateTimesTest, LessThanTheFactorIsTheSame) {
  EXPECT_EQ(After({1.2, 1.2}).change, TimeOutcome::kSame);
  EXPECT_EQ(After({1.2, 1.2}, 1.1).change, TimeOutcome::kSlower);
  EXPECT_EQ(After({0.4, 0.4}).change, TimeOutcome::kFaster);
  EXPECT_EQ(After({0.4, 1}).change, TimeOutcome::kSame);
}

TEST(GateTimesTest, LaunchesThatOverlapAreTheSame) {
  // One of five is as fast as before.
  BenchLine mixed = Timed(kBarrier, 2);
  mixed.seconds[0] = 0.020;
  GateTimes times = *TimesToCompare({BenchOf({Timed(kBarrier, 1)})}, 1.25);
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(AddTimes(BenchOf({mixed}), &times).ok());
  }
  EXPECT_EQ(times.cases[0].change, TimeOutcome::kSame) << times.cases[0].p;
}

TEST(GateTimesTest, ASmallPartOfALaunchIsTheSame) {
  // 100 ns each of launches that last 1,100 ns an operation: twice as long,
  // but less than a tenth of a launch.
  BenchLine before = Timed(kBarrier, 0.05);
  BenchLine after = Timed(kBarrier, 0.11);
  GateTimes times = *TimesToCompare({BenchOf({before})}, 1.25);
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(AddTimes(BenchOf({after}), &times).ok());
  }
  EXPECT_GT(times.cases[0].ratio, 2);
  EXPECT_EQ(times.cases[0].change, TimeOutcome::kSame);
}

TEST(GateTimesTest, SeveralBaselinesAreOne) {
  // What another baseline has been is not slower than both.
  const Bench one = BenchOf({Timed(kBarrier, 1)});
  const Bench other = BenchOf({Timed(kBarrier, 2)});
  GateTimes times = *TimesToCompare({one, other}, 1.25);
  EXPECT_EQ(times.cases.size(), 1u);
  EXPECT_EQ(times.cases[0].before.size(), 10u);
  ASSERT_TRUE(AddTimes(other, &times).ok());
  ASSERT_TRUE(AddTimes(other, &times).ok());
  EXPECT_EQ(times.cases[0].change, TimeOutcome::kSame);
}

TEST(GateTimesTest, WhatIsNotTimedNowSaysWhy) {
  BenchLine hangs = Timed(kLock, 1);
  hangs.outcome = "hang";
  hangs.reason = "it does not end";
  BenchLine by_host = Timed(kBarrier, 1);
  by_host.clock = "host";
  GateTimes times =
      *TimesToCompare({BenchOf({Timed(kBarrier, 1), Timed(kLock, 1)})}, 1.25);
  ASSERT_TRUE(AddTimes(BenchOf({by_host, hangs}), &times).ok());
  EXPECT_EQ(times.Count(TimeOutcome::kNoTime), 2u);
  EXPECT_FALSE(times.Fails());
  EXPECT_EQ(TimeWords(times.cases[0]),
            "timed by the host's clock, and by the device's before");
  EXPECT_EQ(TimeWords(times.cases[1]), "hang: it does not end");
}

TEST(GateTimesTest, OtherDevicesAndEmptyBaselinesAreErrors) {
  Bench other = BenchOf({Timed(kBarrier, 1)});
  GateTimes times = *TimesToCompare({other}, 1.25);
  other.device = "Q/E";
  EXPECT_THAT(AddTimes(other, &times).message(), HasSubstr("\"Q/E\""));
  EXPECT_THAT(TimesToCompare({BenchOf({Timed(kBarrier, 1)}), other}, 1.25)
                  .status()
                  .message(),
              HasSubstr("different devices"));
  EXPECT_THAT(TimesToCompare({BenchOf({})}, 1.25).status().message(),
              HasSubstr("no times"));
}

TEST(GateTimesTest, TheTextNamesWhatIsNotTheSame) {
  GateTimes times =
      *TimesToCompare({BenchOf({Timed(kBarrier, 1), Timed(kLock, 1)})}, 1.25);
  for (const double factor : {3.0, 2.0}) {
    ASSERT_TRUE(
        AddTimes(BenchOf({Timed(kBarrier, factor), Timed(kLock, 1)}), &times)
            .ok());
  }
  const std::string text = TimesText(times, 80);
  EXPECT_THAT(text, HasSubstr("times     1 slower, 1 same\n"));
  EXPECT_THAT(text, HasSubstr(kBarrier));
  EXPECT_THAT(text, Not(HasSubstr(kLock)));
  EXPECT_THAT(TimeWords(times.cases[0]),
              HasSubstr("3.00 times, p = 0.004; again 2.00 times"));
  EXPECT_THAT(TimesMarkdown(times), HasSubstr("| slower |"));
}

}  // namespace
}  // namespace wgsync
