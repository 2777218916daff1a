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

// 1,000 ns, times `factor`; half of a launch of factor 1 is the base.
BenchLine Timed(const std::string& id, double factor) {
  BenchLine l;
  l.id = id;
  l.clock = "device";
  l.operations = 10000;
  l.base_seconds = 0.010;
  for (int i = 0; i < 5; ++i) {
    l.seconds.push_back(0.010 + factor * (0.010 + (i - 2) * 1e-4));
  }
  return l;
}

Bench BenchOf(std::vector<BenchLine> lines) {
  Bench b;
  b.device = "P/D";
  b.lines = std::move(lines);
  return b;
}

// A benchmark for each factor.
std::vector<Bench> Benches(const std::vector<double>& factors) {
  std::vector<Bench> all;
  all.reserve(factors.size());
  for (const double factor : factors) {
    all.push_back(BenchOf({Timed(kBarrier, factor)}));
  }
  return all;
}

// Around `factor`, no two alike.
std::vector<double> Around(double factor, int count) {
  std::vector<double> all;
  all.reserve(count);
  for (int i = 0; i < count; ++i) all.push_back(factor * (1 + 0.01 * i));
  return all;
}

GateTimes Judged(const std::vector<double>& before,
                 const std::vector<double>& after, double slower = 1.25) {
  GateTimes times = *TimesToCompare(Benches(before), slower);
  for (const Bench& bench : Benches(after)) {
    EXPECT_TRUE(AddTimes(bench, &times).ok());
  }
  JudgeTimes(&times);
  EXPECT_EQ(times.Fails(), times.cases[0].outcome == TimeOutcome::kSlower);
  return times;
}

TimeOutcome Outcome(const std::vector<double>& before,
                    const std::vector<double>& after, double slower = 1.25) {
  return Judged(before, after, slower).cases[0].outcome;
}

TEST(GateTimesTest, FiveBenchmarksAgainstTenShowIt) {
  const GateTimes times = Judged(Around(1, 5), Around(2, 10));
  EXPECT_EQ(times.cases[0].outcome, TimeOutcome::kSlower);
  EXPECT_NEAR(times.cases[0].p, 1.0 / 3003, 1e-9);
  EXPECT_NEAR(times.cases[0].ratio, 2.09 / 1.02, 1e-6);
  EXPECT_EQ(Outcome(Around(1, 10), Around(0.4, 5)), TimeOutcome::kFaster);
}

TEST(GateTimesTest, FewBenchmarksShowNothing) {
  EXPECT_EQ(Outcome({1}, {2}), TimeOutcome::kLooksSlower);
  EXPECT_EQ(Outcome({1}, Around(2, 10)), TimeOutcome::kLooksSlower);
  EXPECT_EQ(Outcome(Around(1, 3), Around(2, 3)), TimeOutcome::kLooksSlower);
}

TEST(GateTimesTest, ACaseThatIsSlowInSomeProcessesIsNotSlower) {
  // The baseline met the slow mode once; the new driver meets it more often.
  EXPECT_EQ(Outcome({1, 1.1, 1.2, 1.3, 400},
                    {1, 400, 401, 402, 1.1, 403, 404, 405, 1.2, 406}),
            TimeOutcome::kLooksSlower);
}

TEST(GateTimesTest, AllCasesAreJudgedTogether) {
  // 1 of 3,003 is enough for one case, and not for forty.
  std::vector<BenchLine> same;
  same.reserve(39);
  for (int i = 0; i < 39; ++i) {
    same.push_back(Timed("barrier.b" + std::to_string(i), 1));
  }
  std::vector<Bench> before = Benches(Around(1, 5));
  std::vector<Bench> after = Benches(Around(2, 10));
  for (std::vector<Bench>* side : {&before, &after}) {
    for (Bench& b : *side) {
      b.lines.insert(b.lines.end(), same.begin(), same.end());
    }
  }
  GateTimes times = *TimesToCompare(before, 1.25);
  for (const Bench& bench : after) ASSERT_TRUE(AddTimes(bench, &times).ok());
  JudgeTimes(&times);
  EXPECT_EQ(times.cases[0].outcome, TimeOutcome::kLooksSlower);
  EXPECT_EQ(times.Count(TimeOutcome::kSame), 39u);
}

TEST(GateTimesTest, LessThanTheFactorIsTheSame) {
  EXPECT_EQ(Outcome(Around(1, 5), Around(1.2, 10)), TimeOutcome::kSame);
  EXPECT_EQ(Outcome(Around(1, 5), Around(1.2, 10), 1.1), TimeOutcome::kSlower);
}

TEST(GateTimesTest, ASmallPartOfALaunchIsTheSame) {
  // Twice as long, and less than a tenth of a launch.
  const GateTimes times = Judged(Around(0.05, 5), Around(0.11, 10));
  EXPECT_GT(times.cases[0].ratio, 2);
  EXPECT_EQ(times.cases[0].outcome, TimeOutcome::kSame);
}

TEST(GateTimesTest, ALoneTimeIsWantedWhileItLooksSlower) {
  GateTimes times = *TimesToCompare(Benches(Around(1, 5)), 1.25);
  EXPECT_FALSE(WantsTimeAgain(times, times.cases[0])) << "it has no time";
  const std::vector<Bench> slow = Benches(Around(2, 11));
  ASSERT_TRUE(AddTimes(slow[0], &times).ok());
  for (int i = 1; i <= 10; ++i) {
    EXPECT_TRUE(WantsTimeAgain(times, times.cases[0])) << i;
    times.cases[0].lone = true;
    ASSERT_TRUE(AddTimes(slow[i], &times).ok());
  }
  EXPECT_FALSE(WantsTimeAgain(times, times.cases[0]));
  JudgeTimes(&times);
  EXPECT_EQ(times.cases[0].outcome, TimeOutcome::kSlower);
  EXPECT_NEAR(times.cases[0].p, 1.0 / 3003, 1e-9) << "the first is not counted";
}

TEST(GateTimesTest, ALoneTimeThatIsNotSlowerEndsIt) {
  GateTimes times = *TimesToCompare(Benches(Around(1, 5)), 1.25);
  const std::vector<Bench> two = Benches({400, 1});
  ASSERT_TRUE(AddTimes(two[0], &times).ok());
  times.cases[0].lone = true;
  ASSERT_TRUE(AddTimes(two[1], &times).ok());
  EXPECT_FALSE(WantsTimeAgain(times, times.cases[0]));
  JudgeTimes(&times);
  EXPECT_EQ(times.cases[0].outcome, TimeOutcome::kSame);
}

TEST(GateTimesTest, ATimeOnABusyMachineIsNoSample) {
  BenchLine crowded = Timed(kBarrier, 400);
  crowded.other_cores = 1.5;
  GateTimes times = *TimesToCompare({BenchOf({Timed(kBarrier, 1)})}, 1.25);
  ASSERT_TRUE(AddTimes(BenchOf({crowded}), &times).ok());
  JudgeTimes(&times);
  EXPECT_EQ(times.cases[0].outcome, TimeOutcome::kNoTime);
  EXPECT_THAT(TimeWords(times.cases[0]), HasSubstr("had 1.5 cores"));
  EXPECT_THAT(TimesToCompare({BenchOf({crowded})}, 1.25).status().message(),
              HasSubstr("no times"));
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
  JudgeTimes(&times);
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
  ASSERT_TRUE(
      AddTimes(BenchOf({Timed(kBarrier, 3), Timed(kLock, 1)}), &times).ok());
  JudgeTimes(&times);
  const std::string text = TimesText(times, 80);
  EXPECT_THAT(text, HasSubstr("times     1 looks slower, 1 same\n"));
  EXPECT_THAT(text, HasSubstr(kBarrier));
  EXPECT_THAT(text, Not(HasSubstr(kLock)));
  EXPECT_EQ(TimeWords(times.cases[0]),
            "1000 -> 3000 ns by the device's clock, 3.00 times (1 and 1 "
            "benchmarks), p = 0.5");
  EXPECT_THAT(TimesMarkdown(times), HasSubstr("| looks slower |"));
}

}  // namespace
}  // namespace wgsync
