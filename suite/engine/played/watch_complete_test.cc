// Launches that the driver calls complete, or failed, and that may not be, and
// those whose end it does not report. In virtual time.

#include <vector>

#include "gtest/gtest.h"
#include "suite/core/verdict/judge.h"
#include "suite/engine/played/test_played_worker.h"
#include "suite/engine/watch.h"

namespace wgsync {
namespace {

TEST_F(WatchPlayedTest, MemoryThatChangesAfterTheEndIsCompletedEarly) {
  Begin();
  Finish(1.5);
  w_->At(1.5625, [this] { ++Role(2, "WG_ROLE_ARRIVED"); });
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kCompletedEarly);
  EXPECT_EQ(r.o.ending_text, "the driver said so while they ran");
  EXPECT_LT(took_, 1.6);
}

TEST_F(WatchPlayedTest, AThreadThatRunsOnAfterTheEndIsCompletedEarly) {
  w_->threads[1].cores = 0.625;
  Begin();
  Finish(1.5);
  EXPECT_EQ(Watch().o.ending, Ending::kCompletedEarly);
  EXPECT_NEAR(took_, 1.7, kStep) << "it is looked at for 0.2 s";
}

TEST_F(WatchPlayedTest, AThreadThatHasHalfACoreDoesNotRunAKernel) {
  w_->threads[1].cores = 0.375;
  Begin();
  Finish(1.5);
  const Observation o = Watch().o;
  EXPECT_EQ(o.ending, Ending::kFinished) << "it was cut short";
  EXPECT_EQ(GroupsCutShort(o).size(), 3u);
  EXPECT_NEAR(took_, 1.7, kStep);
}

TEST_F(WatchPlayedTest, WhereAllThreadsSleepNothingRuns) {
  w_->threads[1].state = 'S';
  Begin();
  Finish(1.5);
  EXPECT_EQ(Watch().o.ending, Ending::kFinished);
  EXPECT_EQ(took_, 1.5 + 4 * kStep) << "four looks in a row";
}

TEST_F(WatchPlayedTest, AThreadThatSleepsNowAndThenRuns) {
  Begin();
  Finish(1.5);
  for (int i = 0; i < 40; ++i) {
    w_->At(1.5 + i * kStep,
           [this, i] { w_->threads[1].state = i % 3 == 0 ? 'R' : 'S'; });
  }
  EXPECT_EQ(Watch().o.ending, Ending::kCompletedEarly);
}

TEST_F(WatchPlayedTest, AWorkerThatDiesWhileItIsLookedAtAgainRunsNothing) {
  Begin();
  Finish(1.5);
  w_->Die(1.5625);
  EXPECT_EQ(Watch().o.ending, Ending::kFinished);
  EXPECT_EQ(took_, 1.5625);
}

TEST_F(WatchPlayedTest, WhereMemoryIsNotSeenLiveItIsNotLookedAtAgain) {
  Begin();
  Finish(1.5);
  NotLive();
  EXPECT_EQ(Watch().o.ending, Ending::kFinished);
  EXPECT_EQ(took_, 1.5);
}

TEST_F(WatchPlayedTest, WithoutAProvenChannelItIsNotLookedAtAgain) {
  Begin();
  Finish(1.5);
  o_.channel_proven = false;
  EXPECT_EQ(Watch().o.ending, Ending::kFinished);
  EXPECT_EQ(took_, 1.5);
}

TEST_F(WatchPlayedTest, AGroupThatNeverStartedMakesTheLaunchOne) {
  w_->threads[1].state = 'S';
  Phase(1, "enqueue");
  w_->At(1, [this] {
    StartWord(0);
    EndWord(0);
    StartWord(2);
    EndWord(2);
  });
  Finish(1.5);
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kNeverStarted);
  EXPECT_FALSE(r.o.payload.judged);
}

TEST_F(WatchPlayedTest, AnEndThatTheEventDoesNotTellIsNotReported) {
  Begin();
  w_->At(1.5, [this] { AllEnd(); });
  Fail(1.5, "unreported");
  EXPECT_EQ(Watch().o.ending, Ending::kNotReported);
}

TEST_F(WatchPlayedTest, AnEndThatTheEventDoesNotTellIsEarlyWhileAGroupRuns) {
  Begin();
  w_->At(1.5, [this] {
    EndWord(0);
    EndWord(1);
  });
  Fail(1.5, "unreported");
  EXPECT_EQ(Watch().o.ending, Ending::kCompletedEarly);
}

TEST_F(WatchPlayedTest, AnEndThatTheEventDoesNotTellIsEarlyIfNobodySeesIt) {
  for (bool live : {true, false}) {
    Play(spec_);
    o_.live = live;
    o_.channel_proven = !live;
    Begin();
    w_->At(1.5, [this] { AllEnd(); });
    Fail(1.5, "unreported");
    EXPECT_EQ(Watch().o.ending, Ending::kCompletedEarly) << live;
  }
}

TEST_F(WatchPlayedTest, ADriverThatDoesNotComeBackFromAnEndedLaunch) {
  Begin();
  w_->At(1.5, [this] { AllEnd(); });
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kNotReported);
  EXPECT_EQ(r.o.ending_text, "phase enqueue, for 60 s");
  EXPECT_NEAR(took_, 61.5, kLook);
  EXPECT_EQ(r.o.last.ended, std::vector<bool>(3, true));
}

TEST_F(WatchPlayedTest, ADriverThatDoesNotComeBackFromReading) {
  Begin();
  w_->At(1.5, [this] { AllEnd(); });
  Phase(2, "complete");
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kNotReported);
  EXPECT_EQ(r.o.ending_text, "phase complete, for 60 s");
}

// ---- Errors of the event ----

TEST_F(WatchPlayedTest, AnErrorWhileGroupsWaitForLongIsTheDriversWatchdog) {
  o_.patience_seconds = o_.deadline_seconds = 10;
  BeginToWait();
  Fail(2.5, "event");
  EXPECT_EQ(Watch().o.ending, Ending::kEndedByWatchdog);
}

TEST_F(WatchPlayedTest, AnErrorWithinASecondIsTheEvents) {
  o_.patience_seconds = o_.deadline_seconds = 10;
  BeginToWait();
  Fail(2, "event");
  EXPECT_EQ(Watch().o.ending, Ending::kEventError);
}

TEST_F(WatchPlayedTest, AnErrorWhileNobodyWaitsIsTheEvents) {
  o_.patience_seconds = o_.deadline_seconds = 10;
  BeginToWait();
  w_->At(1, [this] {
    for (uint32_t g = 0; g < 3; ++g) Role(g, "WG_ROLE_LEFT") = kPattern + 1;
  });
  Fail(2.5, "event");
  EXPECT_EQ(Watch().o.ending, Ending::kEventError);
}

TEST_F(WatchPlayedTest, AnErrorWithoutABoardIsTheEvents) {
  spec_.program.board = BoardMode::kOff;
  Play(spec_);
  o_.patience_seconds = o_.deadline_seconds = 10;
  BeginToWait();
  Fail(2.5, "event");
  EXPECT_EQ(Watch().o.ending, Ending::kEventError);
}

TEST_F(WatchPlayedTest, AnErrorOfALaunchThatDidNotStartIsTheEvents) {
  Phase(1, "enqueue");
  w_->At(1, [this] { AllWait(); });
  Fail(3, "event");
  EXPECT_EQ(Watch().o.ending, Ending::kEventError);
}

}  // namespace
}  // namespace wgsync
