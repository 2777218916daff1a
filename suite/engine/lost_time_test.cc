#include "suite/engine/lost_time.h"

#include "gtest/gtest.h"

namespace wgsync {
namespace {

constexpr double kTick = 0.004;
constexpr double kGrace = 0.010;
constexpr double kPeriod = 0.1;
constexpr double kForEver = 1e5;
// Of a sum: looks are counted as on time or as missed, whole.
constexpr double kClose = 0.02;

// A controller and a worker with clocks of this test's own.
class Machine {
 public:
  Machine() : begun_(lost_.Here()) {}

  // Both run.
  void Run(double seconds) {
    const double until = now_ + seconds;
    for (now_ += kTick; now_ < until; now_ += kTick) Look();
    now_ = until;
  }
  // Neither runs. The kernel adds the worker's wait when the worker runs
  // again, which is after the controller's first look.
  void HoldBoth(double seconds) {
    now_ += seconds;
    Look();
    now_ += kTick;
    starved_ += seconds;
    Look();
  }
  // Only the controller waits for a core.
  void HoldController(double seconds) {
    now_ += seconds;
    Look();
  }
  // Only the worker does.
  void HoldWorker(double seconds) {
    Run(seconds);
    starved_ += seconds;
    Look();
  }

  // Until the wait is over: both run for `run` seconds, and are held for
  // `hold`.
  Patience Throttled(double run, double hold, double limit) {
    for (;;) {
      const Patience p = PatienceOf(lost_, begun_, limit, timeouts_);
      if (p != Patience::kLeft || now_ > kForEver) return p;
      Run(run);
      if (hold > 0) HoldBoth(hold);
    }
  }

  double now() const { return now_; }
  double Lost() const { return lost_.Lost(begun_); }
  const LostTime& lost() const { return lost_; }

 private:
  void Look() {
    lost_.Look(now_);
    lost_.Starved(starved_);
  }

  double now_ = 0;
  double starved_ = 0;
  Timeouts timeouts_;
  LostTime lost_{0, kTick, kGrace};
  LostTime::Mark begun_;
};

TEST(LostTimeTest, NothingIsLostWhereAllRun) {
  Machine m;
  m.Run(10);
  EXPECT_EQ(m.Lost(), 0);
}

TEST(LostTimeTest, WhatBothWitnessesSeeIsCountedOnce) {
  Machine m;
  m.HoldBoth(5);
  EXPECT_NEAR(m.Lost(), 5, kClose);
  EXPECT_NEAR(m.lost().missed(), 5, kClose);
  EXPECT_EQ(m.lost().starved(), 5);
}

TEST(LostTimeTest, TheWatchdogsOwnWorkIsNotLost) {
  LostTime lost(0, kTick, kGrace);
  const LostTime::Mark begun = lost.Here();
  lost.Worked(0.5);
  EXPECT_EQ(lost.Usable(begun), 0.5);
  lost.Look(1.0);
  EXPECT_EQ(lost.Usable(begun), 0.5 + kTick);
}

TEST(LostTimeTest, EachWitnessIsEnough) {
  Machine controller;
  controller.HoldController(3);
  EXPECT_NEAR(controller.Lost(), 3, kClose);
  Machine worker;
  worker.HoldWorker(3);
  EXPECT_NEAR(worker.Lost(), 3, kClose);
}

TEST(LostTimeTest, NeverMoreThanHasPassed) {
  LostTime lost(0, kTick, kGrace);
  lost.Look(0.004);
  const LostTime::Mark mark = lost.Here();
  lost.Look(0.008);
  lost.Starved(2);  // a wait that began before the mark
  EXPECT_DOUBLE_EQ(lost.Lost(mark), 0.004);
  EXPECT_DOUBLE_EQ(lost.Usable(mark), 0);
}

TEST(LostTimeTest, AThreadThatHasEndedTakesNothingBack) {
  LostTime lost(0, kTick, kGrace);
  lost.Look(2);
  lost.Starved(1.5);
  lost.Starved(0.5);
  EXPECT_EQ(lost.starved(), 1.5);
}

TEST(LostTimeTest, AMarkForgetsWhatWasLostBeforeIt) {
  LostTime lost(0, kTick, kGrace);
  const LostTime::Mark begun = lost.Here();
  lost.Look(7);
  lost.Starved(6.5);
  const LostTime::Mark later = lost.Here();
  lost.Look(7.004);
  EXPECT_NEAR(lost.Lost(begun), 7, kClose);
  EXPECT_EQ(lost.Lost(later), 0);
}

// With a quota of 0.3 to 0.6 of a core, two threads that spin have 0.15 to 0.3
// of each period. Were the lost time counted twice, it would grow faster than
// the clock, and no limit would ever be reached.
TEST(PatienceTest, ALimitIsReachedUnderAQuota) {
  for (const double share : {0.15, 0.2, 0.3, 0.5}) {
    Machine m;
    EXPECT_EQ(m.Throttled(share * kPeriod, (1 - share) * kPeriod, 4),
              Patience::kSpent)
        << share;
    EXPECT_GT(m.now(), 0.5 * 4 / share) << "the launch had its time";
    EXPECT_LT(m.now(), 1.5 * 4 / share);
  }
}

TEST(PatienceTest, WithNextToNoCoreTheWaitEndsInRealTime) {
  const Timeouts timeouts;
  for (const double limit : {0.25, 4.0, 30.0}) {
    Machine m;
    EXPECT_EQ(m.Throttled(kTick, 4, limit), Patience::kNoProcessor) << limit;
    EXPECT_NEAR(m.now(), timeouts.Longest(limit), 5);
  }
}

TEST(PatienceTest, TheBoundIsAMultipleOfTheLimitAndNotShort) {
  const Timeouts timeouts;
  EXPECT_EQ(timeouts.Longest(0.25), timeouts.busy_least);
  EXPECT_EQ(timeouts.Longest(100), 100 * timeouts.busy);
}

TEST(PatienceTest, OnAFreeMachineTheLimitIsTheLimit) {
  Machine m;
  EXPECT_EQ(m.Throttled(kPeriod, 0, 2), Patience::kSpent);
  EXPECT_NEAR(m.now(), 2, 2 * kPeriod);
}

}  // namespace
}  // namespace wgsync
