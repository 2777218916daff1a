// Verdicts of bounded waits that gave up.

#include "gtest/gtest.h"
#include "suite/core/verdict/test_evidence.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {
namespace {

TEST(GaveUpTest, ABoundedWaitThatGaveUpIsAHangAndNotABrokenLock) {
  Evidence e = WrongPayload(Trial::kWrong);
  e.waits = Waits::kGaveUp;
  e.guilt = Guilt::kOwnerChanged;
  EXPECT_EQ(Judged(e), "hang (gave up)");
  e.where = Where::kNotStarted;
  EXPECT_EQ(Judged(e), "hang (not started)");
}

TEST(GaveUpTest, WhatMemoryLostBeforeABoundedWaitGaveUpIsLost) {
  Evidence e = Right();
  e.waits = Waits::kGaveUp;
  e.where = Where::kLostArrival;
  EXPECT_EQ(Judged(e), "broken (lost arrival)");
  e.where = Where::kLostRelease;
  EXPECT_EQ(Judged(e), "broken (lost release)");
  // Afterwards groups pass without their condition: no payload accuses them.
  e.where = Where::kUnknown;
  e.guilt = Guilt::kOwnerChanged;
  EXPECT_EQ(Judged(e), "hang (gave up)");
  e.where = Where::kLostArrival;
  e.channel_proven = false;
  EXPECT_EQ(Judged(e), "hang (gave up)");
}

TEST(GaveUpTest, OfALaunchThatDidNotEndByItselfNothingIsLostByGivingUp) {
  for (Ending ending : {Ending::kFrozen, Ending::kMoving, Ending::kRetrying}) {
    Evidence e = Right();
    e.ending = ending;
    e.waits = Waits::kGaveUp;
    e.where = Where::kLostArrival;
    EXPECT_EQ(Judged(e), ending == Ending::kRetrying ? "hang (livelock)"
                                                     : "hang (gave up)");
  }
}

}  // namespace
}  // namespace wgsync
