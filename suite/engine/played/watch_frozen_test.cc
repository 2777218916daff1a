// When the watch of a launch calls it frozen, moving or without processor time,
// and through which channel it sees that. In virtual time.

#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/verdict/judge.h"
#include "suite/engine/played/test_played_worker.h"
#include "suite/engine/watch.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;

class FrozenTest : public WatchPlayedTest {
 protected:
  FrozenTest() { o_.deadline_seconds = 0.25; }
};

TEST_F(FrozenTest, AFrozenLaunchEndsAtItsDeadlineWithAPair) {
  BeginToWait();
  w_->At(1.0625, [this] { w_->memory.At(kWords, 0) = 77; });
  w_->threads[1].cores = 0.5;
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFrozen);
  EXPECT_NEAR(r.o.seconds, 0.25, kLook);
  ASSERT_TRUE(r.o.has_pair);
  EXPECT_EQ(r.o.earlier.words[0], 77u);
  EXPECT_EQ(r.o.frozen.words[0], 77u);
  EXPECT_EQ(r.o.last.words[0], 77u);
  EXPECT_NEAR(r.o.frozen_seconds, 0.1875, kLook);
  EXPECT_EQ(r.o.frozen_cpu_seconds, 0.5 * r.o.frozen_seconds);
  EXPECT_FALSE(r.o.payload.judged);
}

TEST_F(FrozenTest, APairIsFarEnoughApart) {
  o_.frozen_seconds = 0.5;
  BeginToWait();
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFrozen);
  EXPECT_NEAR(r.o.seconds, 0.5, kLook) << "after the deadline";
  EXPECT_GE(r.o.frozen_seconds, 0.5);
}

TEST_F(FrozenTest, WhatMovesAgainIsNotFrozen) {
  BeginToWait();
  w_->At(1.1875, [this] { ++w_->memory.At(kPayload, 3); });
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFrozen);
  EXPECT_NEAR(r.o.seconds, 0.1875 + 0.125, 2 * kLook);
  EXPECT_GE(r.o.seconds, 0.1875 + 0.125);
}

TEST_F(FrozenTest, WhatMovesAfterItWasFrozenIsNot) {
  o_.deadline_seconds = 0.5;
  BeginToWait();
  w_->At(1.4375, [this] { ++w_->memory.At(kPayload, 3); });
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFrozen);
  EXPECT_GE(r.o.seconds, 0.4375 + 0.125) << "frozen anew";
}

TEST_F(FrozenTest, WithoutAHeartNothingIsFrozen) {
  for (int beats : {0, 1, 2}) {
    Play(spec_);
    w_->beats = 0;
    BeginToWait();
    w_->At(1.0625, [this, beats] { w_->heart += beats; });
    const WatchResult r = Watch();
    EXPECT_EQ(r.o.ending, beats < 2 ? Ending::kNoProcessor : Ending::kFrozen)
        << beats;
    EXPECT_EQ(r.o.has_pair, beats == 2) << beats;
  }
}

TEST_F(FrozenTest, NothingIsFrozenBeforeEachThreadHadItsShare) {
  w_->threads[1].cores = 0.0390625;
  w_->threads[2].cores = 1;
  BeginToWait();
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFrozen);
  EXPECT_NEAR(r.o.seconds, 0.02 / 0.0390625, kLook);
  EXPECT_GE(r.o.frozen_cpu_seconds, 0.02);
}

TEST_F(FrozenTest, OnAGpuNoThreadNeedsACore) {
  NotLive();
  w_->threads[1].cores = 0;
  BeginToWait();
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFrozen);
  EXPECT_NEAR(r.o.seconds, 0.25, 2 * kLook);
  EXPECT_EQ(r.o.frozen_cpu_seconds, 0);
}

TEST_F(FrozenTest, WithoutProcessorTimeNothingIsConcluded) {
  w_->threads[1].cores = 0;
  BeginToWait();
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kNoProcessor);
  EXPECT_NEAR(took_, 41, kLook) << "nothing has moved for 40 s";
  EXPECT_FALSE(r.o.has_pair);
  EXPECT_EQ(r.o.last.roles[0].arrived, 1u);
  EXPECT_THAT(r.what, HasSubstr("in 40.0 s the process could run for 40.0 s"));
  EXPECT_EQ(r.o.ending_text, r.what);
}

TEST_F(FrozenTest, ALaunchThatHasNoTimeEndsInRealTime) {
  w_->threads[1].cores = 0;
  w_->threads[1].waits = 1;
  BeginToWait();
  Every(kStep, 1, 90, [this] { ++Role(0, "WG_ROLE_LEFT"); });
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kNoProcessor);
  EXPECT_NEAR(took_, 61, kLook);
  EXPECT_THAT(r.what, HasSubstr("in 60.0 s the process could run for 0.0 s"));
  EXPECT_THAT(r.what, HasSubstr("threads without a core: 60.0 s"));
  EXPECT_NE(r.o.last.roles[0].left, 0u);
}

TEST_F(FrozenTest, AStartThatHasNoTimeEndsInRealTime) {
  w_->threads[1].waits = 1;
  Phase(1, "enqueue");
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kNoProcessor);
  EXPECT_NEAR(took_, 81, kLook) << "four times the limit of a start";
}

TEST_F(FrozenTest, ALaunchIsFrozenWhenItsDeadlineIsReached) {
  BeginToWait();
  EXPECT_EQ(Watch().o.seconds, 0.25);
}

TEST_F(FrozenTest, ATickThatIsTenMillisecondsLateWasMissed) {
  w_->HoldUp(1.0625, 2 * kStep);
  BeginToWait();
  EXPECT_NEAR(Watch().o.missed_tick_seconds, 2 * kStep, 0.004);
}

TEST_F(FrozenTest, LostTimeIsNotTheDeadlines) {
  w_->HoldUp(1.0625, 2);
  BeginToWait();
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFrozen);
  EXPECT_NEAR(r.o.seconds, 2.25, kLook);
  EXPECT_NEAR(r.o.missed_tick_seconds, 2, kStep);
  EXPECT_NEAR(r.o.lost_seconds, 2, kStep);
}

TEST_F(FrozenTest, StarvedTimeIsNotTheDeadlines) {
  w_->threads[1].waits = 0.5;
  BeginToWait();
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFrozen);
  EXPECT_NEAR(r.o.seconds, 0.5, 2 * kLook);
}

TEST_F(FrozenTest, TheWatchersOwnWorkIsNotMissed) {
  NotLive();
  w_->decode_seconds = 0.125;
  BeginToWait();
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFrozen);
  EXPECT_EQ(r.o.missed_tick_seconds, 0);
}

TEST_F(FrozenTest, WordsThatChangeBetweenTwoLooksAreNotFrozen) {
  BeginToWait();
  // Never when it is looked at.
  for (int i = 1; i < 128 * 5; i += kStepsOfALook) {
    w_->At(1 + i * kStep, [this] { ++w_->memory.At(kWords, 0); });
    w_->At(1 + (i + 1) * kStep, [this] { --w_->memory.At(kWords, 0); });
  }
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kRetrying);
  EXPECT_FALSE(r.o.has_pair);
}

TEST_F(FrozenTest, WordsAreReadOftenBetweenTwoLooks) {
  BeginToWait();
  double at = 0;
  int reads = 0;  // at this moment
  w_->on_read = [&] {
    reads = w_->Now() == at ? reads + 1 : 1;
    at = w_->Now();
    w_->memory.At(kWords, 0) = reads == 60 ? 77 : 78;
  };
  EXPECT_EQ(Watch().o.ending, Ending::kRetrying);
}

TEST_F(FrozenTest, WordsThatChangeBetweenTwoLooksAtAGpuAreNotSeen) {
  NotLive();
  BeginToWait();
  w_->At(1.5, [this] { ++w_->memory.At(kWords, 0); });
  EXPECT_EQ(Watch().o.ending, Ending::kFrozen);
}

// ---- ... and that its board proves frozen ----

TEST_F(FrozenTest, ABoardThatShowsThatNoneCanMoveProvesItEarly) {
  o_.deadline_seconds = o_.patience_seconds = 10;
  o_.frozen_seconds = 1;
  o_.proves_early = true;
  BeginToWait();
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFrozen);
  EXPECT_NEAR(r.o.seconds, 0.125, kLook);
  EXPECT_GE(r.o.frozen_seconds, 0.125);
  EXPECT_TRUE(r.o.has_pair);
}

TEST_F(FrozenTest, NotWhereTheWaitersMayBeAsleep) {
  o_.deadline_seconds = o_.patience_seconds = 2;
  BeginToWait();
  EXPECT_NEAR(Watch().o.seconds, 2, kLook);
}

TEST_F(FrozenTest, NotWhereAGroupMayGoOn) {
  o_.deadline_seconds = o_.patience_seconds = 2;
  o_.proves_early = true;
  BeginToWait();
  w_->At(1, [this] {
    Role(1, "WG_ROLE_LEFT") = Role(1, "WG_ROLE_CLOSED") = kPattern + 1;
  });
  EXPECT_NEAR(Watch().o.seconds, 2, kLook);
}

TEST_F(FrozenTest, NotWhereAThreadMayBeLateToItsFirstGroup) {
  o_.deadline_seconds = o_.patience_seconds = 2;
  o_.proves_early = true;
  Phase(1, "enqueue");
  w_->At(1, [this] {
    StartWord(0);
    AllWait();
  });
  EXPECT_NEAR(Watch().o.seconds, 2, kLook);
}

TEST_F(FrozenTest, OnAGpuAlsoWhereAGroupHasNotStarted) {
  NotLive();
  o_.deadline_seconds = o_.patience_seconds = 2;
  o_.proves_early = true;
  Phase(1, "enqueue");
  w_->At(1, [this] {
    StartWord(0);
    AllWait();
  });
  EXPECT_NEAR(Watch().o.seconds, 0.125, 2 * kLook);
}

TEST_F(FrozenTest, NotInABoundedLaunchWhoseWaitsEnd) {
  Bounded();
  o_.proves_early = true;
  BeginToWait();
  w_->At(3, [this] { AllEnd(); });
  Finish(3);
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFinished);
  EXPECT_TRUE(r.o.has_pair) << "what it looked like is kept";
  EXPECT_EQ(r.o.frozen.ended, std::vector<bool>(3, false));
  EXPECT_EQ(r.o.last.ended, std::vector<bool>(3, true));
}

// ---- A bounded launch ----

TEST_F(FrozenTest, ThePairFromBeforeAGroupGaveUpIsKept) {
  Bounded();
  BeginToWait();
  w_->At(2, [this] {
    Role(1, "WG_ROLE_BAD") = kPattern + 1;
    Role(1, "WG_ROLE_BAD_HOW") = 3;
    w_->memory.At(kWords, 0) = 4242;
  });
  w_->At(3, [this] { AllEnd(); });
  Finish(3);
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFinished);
  ASSERT_TRUE(r.o.has_pair);
  EXPECT_FALSE(AnyGaveUp(r.o.frozen));
  EXPECT_NE(r.o.frozen.words[0], 4242u);
  EXPECT_TRUE(AnyGaveUp(r.o.last));
  EXPECT_NEAR(r.o.frozen_seconds, 1, kLook);
}

TEST_F(FrozenTest, APairInWhichAGroupHasGivenUpIsBetterThanNone) {
  Bounded();
  BeginToWait();
  w_->At(1, [this] {
    Role(1, "WG_ROLE_BAD") = kPattern + 1;
    Role(1, "WG_ROLE_BAD_HOW") = 3;
  });
  w_->At(3, [this] { AllEnd(); });
  Finish(3);
  const WatchResult r = Watch();
  ASSERT_TRUE(r.o.has_pair);
  EXPECT_TRUE(AnyGaveUp(r.o.frozen));
}

TEST_F(FrozenTest, ABoundedLaunchThatDoesNotEndIsFrozenAfterItsBound) {
  Bounded();
  BeginToWait();
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFrozen);
  EXPECT_NEAR(r.o.seconds, 4 * 1 + 4, kLook) << "four patiences and the bound";
}

// Where a CPU runs a group's work-items one after the other, each gives up.
TEST_F(FrozenTest, ABoundedLaunchThatWasFrozenHasItsBoundOnceMore) {
  Bounded();
  BeginToWait();
  Every(kStep, 5, 100, [this] { ++Role(0, "WG_ROLE_LEFT"); });
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kMoving);
  EXPECT_TRUE(r.o.has_pair);
  EXPECT_NEAR(r.o.seconds, 4 * 1 + 4 + 4, kLook);
}

TEST_F(FrozenTest, ABoundedLaunchThatNeverStoodStillHasItNot) {
  Bounded();
  BeginToWait();
  Every(kStep, 1, 100, [this] { ++Role(0, "WG_ROLE_LEFT"); });
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kMoving);
  EXPECT_NEAR(r.o.seconds, 4 * 1 + 4, kLook);
}

// ---- A launch that moves ----

TEST_F(FrozenTest, ALaunchThatMovesIsEndedAfterFourPatiences) {
  BeginToWait();
  Every(kStep, 1, 100, [this] { ++Role(0, "WG_ROLE_LEFT"); });
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kMoving);
  EXPECT_NEAR(r.o.seconds, 4, kLook);
  EXPECT_FALSE(r.o.has_pair);
  EXPECT_NEAR(r.o.last.roles[0].left, 4 / kStep, 2 * kStepsOfALook);
}

TEST_F(FrozenTest, ALaunchInWhichOnlyWordsMoveRetries) {
  BeginToWait();
  Every(kStep, 1, 100, [this] { ++w_->memory.At(kWords, 0); });
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kRetrying);
  EXPECT_NEAR(r.o.seconds, 4, kLook);
  EXPECT_FALSE(r.o.last.words.empty());
}

TEST_F(FrozenTest, ALaunchThatRetriesForLessThanADeadlineMoves) {
  BeginToWait();
  Every(kStep, 1, 4.875, [this] { ++Role(0, "WG_ROLE_LEFT"); });
  Every(kStep, 4.875, 100, [this] { ++w_->memory.At(kWords, 0); });
  EXPECT_EQ(Watch().o.ending, Ending::kMoving);
}

TEST_F(FrozenTest, ALaunchThatRetriesForADeadlineIsNotYetALivelock) {
  const int looks = 150;
  o_.deadline_seconds = 4 - looks * kLook;
  BeginToWait();
  w_->At(1 + looks * kLook, [this] { ++Role(0, "WG_ROLE_LEFT"); });
  Every(kStep, 1, 100, [this] { ++w_->memory.At(kWords, 0); });
  EXPECT_EQ(Watch().o.ending, Ending::kMoving);
}

TEST_F(FrozenTest, ALaunchThatHasStoppedIsAwaitedUntilItIsProvenFrozen) {
  BeginToWait();
  Every(kStep, 1, 4.9375, [this] { ++Role(0, "WG_ROLE_LEFT"); });
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFrozen);
  EXPECT_NEAR(r.o.seconds, 3.9375 + 0.125, 2 * kLook);
}

// ---- Channels ----

TEST_F(FrozenTest, WithoutAProvenChannelALaunchHasAllItsPatience) {
  o_.channel_proven = false;
  o_.patience_seconds = 2;
  BeginToWait();
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFrozen);
  EXPECT_FALSE(r.o.channel_proven);
  EXPECT_FALSE(r.o.has_pair);
  EXPECT_NEAR(r.o.seconds, 8, kStep) << "from the enqueue";
}

TEST_F(FrozenTest, WithoutAProvenChannelItHasFiveSecondsAtLeast) {
  NotLive();
  o_.channel_proven = false;
  BeginToWait();
  EXPECT_NEAR(Watch().o.seconds, 5, kStep);
  EXPECT_EQ(w_->sent.size(), 1u) << "no snapshot is asked for";
}

TEST_F(FrozenTest, WithoutAProvenChannelABoundIsAdded) {
  Bounded();
  o_.channel_proven = false;
  o_.patience_seconds = 0.5;
  BeginToWait();
  EXPECT_NEAR(Watch().o.seconds, 4 * 0.5 + 4, kStep);
}

TEST_F(FrozenTest, AGpuIsAskedForASnapshotAfterTheAnswerToTheLastOne) {
  NotLive();
  BeginToWait();
  const WatchResult r = Watch();
  ASSERT_GT(w_->sent.size(), 4u);
  EXPECT_LE(w_->sent.size(), 2 + (took_ - 1) / kLook);
  for (size_t i = 1; i < w_->sent.size(); ++i) {
    EXPECT_EQ(w_->sent[i]["cmd"], "snapshot");
    EXPECT_EQ(w_->sent[i]["id"], kLaunch);
    EXPECT_EQ(w_->waits_for_room[i], o_.timeouts.snapshot);
  }
}

TEST_F(FrozenTest, ASnapshotThatFailedIsAskedForAgain) {
  NotLive();
  w_->snapshots_ok = false;
  w_->At(3, [this] { w_->snapshots_ok = true; });
  BeginToWait();
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFrozen);
  EXPECT_TRUE(r.o.channel_proven);
  EXPECT_NEAR(took_, 3.25, 3 * kLook);
}

TEST_F(FrozenTest, AChannelThatStopsAnsweringIsAsIfItNeverHad) {
  NotLive();
  o_.deadline_seconds = 3;
  BeginToWait();
  w_->At(1.0625, [this] { w_->answers = false; });
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFrozen);
  EXPECT_FALSE(r.o.channel_proven);
  EXPECT_FALSE(r.o.has_pair);
  EXPECT_EQ(r.o.last.roles[0].arrived, 1u) << "the last that was seen";
  EXPECT_NEAR(r.o.seconds, 5, kLook);
}

TEST_F(FrozenTest, AnAnswerMayTakeAlmostThreeSeconds) {
  NotLive();
  w_->answers = false;
  BeginToWait();
  w_->At(3.875, [this] {
    memcpy(w_->shot.half_for_writing(), w_->memory.half(),
           w_->memory.layout().total);
    w_->answers = true;
  });
  w_->Emit(3.875, {{"event", "SNAPSHOT"}, {"id", kLaunch}, {"ok", true}});
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFrozen);
  EXPECT_TRUE(r.o.channel_proven);
}

TEST_F(FrozenTest, ALaunchWhoseTimeCountsIsNotLookedAtBefore) {
  NotLive();
  o_.quiet_seconds = 1;
  o_.patience_seconds = 0.25;
  Begin();
  w_->At(1, [this] { AllEnd(); });
  Finish(1.75, {{"device_seconds", 0.5}});
  const WatchResult r = Watch();
  EXPECT_EQ(w_->sent.size(), 1u);
  EXPECT_EQ(r.o.ending, Ending::kFinished);
  EXPECT_EQ(r.o.seconds, 0.5);
}

TEST_F(FrozenTest, ALaunchWhoseTimeCountsIsLookedAtAfterThat) {
  o_.quiet_seconds = 1;
  BeginToWait();
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFrozen);
  EXPECT_NEAR(took_, 2.25, kLook);
  EXPECT_NEAR(r.o.seconds, 0.25, kLook) << "from when it was seen to start";
}

}  // namespace
}  // namespace wgsync
