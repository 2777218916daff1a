// How the watch of a launch begins, and ends if the launch finishes or never
// starts. In virtual time.

#include <vector>

#include "gtest/gtest.h"
#include "suite/core/verdict/judge.h"
#include "suite/engine/played/test_played_worker.h"
#include "suite/engine/watch.h"
#include "suite/worker/watched_worker.h"

namespace wgsync {
namespace {

// ---- A launch that does not get as far as the device ----

TEST_F(WatchPlayedTest, TheObservationSaysWhatWasLaunched) {
  spec_.rounds = 6;
  spec_.program.board = BoardMode::kOrdered;
  Play(spec_);
  Begin();
  w_->At(1.5, [this] { AllEnd(); });
  Finish(1.5, {{"build_seconds", 0.5}, {"build_log", "warning"}});
  const Observation o = Watch().o;
  EXPECT_TRUE(o.channel_proven);
  EXPECT_TRUE(o.has_board);
  EXPECT_TRUE(o.ordered_board);
  EXPECT_FALSE(o.bounded);
  EXPECT_FALSE(o.removed);
  EXPECT_TRUE(o.in_step);
  EXPECT_EQ(o.groups, 3u);
  EXPECT_EQ(o.group_size, 4u);
  EXPECT_EQ(o.rounds, 6u);
  EXPECT_EQ(o.arrivals_due, ArrivalsDue(spec_));
  EXPECT_EQ(o.deadline_seconds, 0.75);
  EXPECT_EQ(o.patience_seconds, 1);
  EXPECT_EQ(o.build_seconds, 0.5);
  EXPECT_EQ(o.build_log, "warning");
  EXPECT_TRUE(o.payload.judged);
  EXPECT_EQ(w_->sent.size(), 1u) << "the command";
  EXPECT_EQ(w_->waits_for_room[0], o_.timeouts.build);
}

TEST_F(WatchPlayedTest, AnotherLaunchIsSaidToBeThat) {
  spec_ = LaunchMemory::Spec("mutex.fetch_and_add", "counter");
  spec_.program.board = BoardMode::kOff;
  spec_.program.waits = WaitMode::kRemoved;
  Play(spec_);
  NotLive();
  o_.channel_proven = false;
  Phase(1, "enqueue");
  Finish(1.5);
  const Observation o = Watch().o;
  EXPECT_FALSE(o.channel_proven);
  EXPECT_FALSE(o.has_board);
  EXPECT_FALSE(o.ordered_board);
  EXPECT_TRUE(o.removed);
  EXPECT_FALSE(o.in_step);
}

TEST_F(WatchPlayedTest, AnErrorEventIsAFailedSetUp) {
  w_->Emit(1, {{"event", "ERROR"}, {"what", "no device is open"}});
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kNeverStarted);
  EXPECT_TRUE(r.setup_failed);
  EXPECT_FALSE(r.build_failed);
  EXPECT_EQ(r.what, "no device is open");
  EXPECT_EQ(took_, 1);
}

TEST_F(WatchPlayedTest, EachStageThatFailsHasItsWord) {
  const struct {
    const char* stage;
    bool build, setup, limit;
    Ending ending;
  } stages[] = {
      {"build", true, false, false, Ending::kNeverStarted},
      {"limit", true, false, true, Ending::kNeverStarted},
      {"setup", false, true, false, Ending::kNeverStarted},
      {"moved", false, false, false, Ending::kCompletedEarly},
      {"event", false, false, false, Ending::kEventError},
  };
  for (const auto& s : stages) {
    Play(spec_);
    Fail(1, s.stage);
    const WatchResult r = Watch();
    EXPECT_EQ(r.build_failed, s.build) << s.stage;
    EXPECT_EQ(r.setup_failed, s.setup) << s.stage;
    EXPECT_EQ(r.over_limit, s.limit) << s.stage;
    EXPECT_EQ(r.o.ending, s.ending) << s.stage;
    EXPECT_EQ(r.what, "CL_FROB");
    EXPECT_EQ(r.o.ending_text, "CL_FROB");
  }
}

TEST_F(WatchPlayedTest, ADeviceThatIsGoneIsLostWhateverTheStage) {
  Finish(1, {{"ok", false}, {"gone", true}, {"stage", "build"}});
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kDeviceLost);
  EXPECT_FALSE(r.build_failed);
}

TEST_F(WatchPlayedTest, AWorkerThatIsGoneDied) {
  BeginToWait();
  w_->Die(1.25);
  EXPECT_EQ(Watch().o.ending, Ending::kWorkerDied);
  EXPECT_EQ(took_, 1.25);
}

TEST_F(WatchPlayedTest, AWorkerThatTakesNoCommandIsGoneOrNotBack) {
  w_->takes = WatchedWorker::Sent::kGone;
  EXPECT_EQ(Watch().o.ending, Ending::kWorkerDied);
  EXPECT_EQ(took_, 0);
  w_->takes = WatchedWorker::Sent::kTimeout;
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kNeverStarted);
  EXPECT_TRUE(r.setup_failed);
  EXPECT_EQ(r.what, "the driver did not come back from start in 180 s");
  EXPECT_EQ(took_, 0);
}

TEST_F(WatchPlayedTest, ABuildThatDoesNotComeBackNamesItsPhase) {
  Phase(1, "build");
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kNeverStarted);
  EXPECT_TRUE(r.setup_failed);
  EXPECT_EQ(r.what, "the driver did not come back from build in 180 s");
  EXPECT_NEAR(took_, 180, kStep);
  EXPECT_EQ(r.o.seconds, 0) << "it was not enqueued";
}

TEST_F(WatchPlayedTest, TimeThatTheWatchdogMissedIsNotTheBuilds) {
  w_->HoldUp(1, 100);
  Phase(2, "upload");
  const WatchResult r = Watch();
  EXPECT_EQ(r.what, "the driver did not come back from upload in 180 s");
  EXPECT_NEAR(took_, 280, 2 * kStep);
  EXPECT_NEAR(r.o.missed_tick_seconds, 100, 2 * kStep);
  EXPECT_NEAR(r.o.lost_seconds, 100, 2 * kStep);
}

// ---- Starting ----

TEST_F(WatchPlayedTest, ALaunchOfWhichNothingStartsNeverStarted) {
  Phase(1, "enqueue");
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kNeverStarted);
  EXPECT_FALSE(r.setup_failed);
  EXPECT_NEAR(took_, 21, kStep) << "20 s from the enqueue";
  EXPECT_NEAR(r.o.seconds, 20, kStep);
}

TEST_F(WatchPlayedTest, TheDeadlineCountsFromTheFirstStartWord) {
  Phase(1, "enqueue");
  w_->At(11, [this] { StartWord(1); });
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFrozen);
  EXPECT_NEAR(took_, 11.75, 2 * kLook);
  EXPECT_NEAR(r.o.seconds, 0.75, kLook);
  EXPECT_EQ(r.o.frozen.started, std::vector<bool>({false, true, false}));
}

TEST_F(WatchPlayedTest, ASnapshotOfTheLaunchBeforeIsNotLookedAt) {
  NotLive();
  w_->answers = false;
  o_.timeouts.snapshot = 100;
  // The launch before had the same layout, and all of its groups have ended.
  for (uint32_t word = 0; word < 2 * spec_.groups; ++word) {
    w_->shot.At(kBoard, word) = 1;
  }
  Phase(1, "enqueue");
  w_->Emit(1.5, {{"event", "SNAPSHOT"}, {"id", kLaunch - 1}, {"ok", true}});
  EXPECT_EQ(Watch().o.ending, Ending::kNeverStarted)
      << "by the old snapshot, the driver does not report the end";
  EXPECT_EQ(w_->sent.size(), 2u) << "the old answer answers no new question";
}

// ---- A launch that finishes ----

TEST_F(WatchPlayedTest, ALaunchThatEndsInTimeHasTheDevicesTime) {
  Begin();
  w_->At(1.5, [this] { AllEnd(); });
  Finish(1.5, {{"device_seconds", 0.375}, {"host_seconds", 0.4375}});
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFinished);
  EXPECT_EQ(took_, 1.5) << "all have ended: nothing is looked at again";
  EXPECT_EQ(r.o.device_seconds, 0.375);
  EXPECT_EQ(r.o.host_seconds, 0.4375);
  EXPECT_EQ(r.o.seconds, 0.375);
}

TEST_F(WatchPlayedTest, ADeviceTimeOfAlmostNothingIsNone) {
  Begin();
  w_->At(1.5, [this] { AllEnd(); });
  Finish(1.5, {{"device_seconds", 0.9e-6}, {"host_seconds", 0.4375}});
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.device_seconds, 0);
  EXPECT_EQ(r.o.seconds, 0.4375);
}

TEST_F(WatchPlayedTest, AMicrosecondIsADeviceTime) {
  Begin();
  w_->At(1.5, [this] { AllEnd(); });
  Finish(1.5, {{"device_seconds", 1e-6}, {"host_seconds", 0.4375}});
  EXPECT_EQ(Watch().o.seconds, 1e-6);
}

TEST_F(WatchPlayedTest, WithoutAnyClocksTimeItIsFromTheStartToTheEnd) {
  Phase(1, "enqueue");
  w_->At(1 + kLook, [this] { AllStart(); });
  w_->At(1.5, [this] { AllEnd(); });
  Finish(1.5);
  EXPECT_EQ(Watch().o.seconds, 0.5 - kLook);
}

TEST_F(WatchPlayedTest, ALaunchThatOutlivesItsPatienceIsLate) {
  BeginToWait();
  Every(kStep, 1, 2.5, [this] { ++Role(0, "WG_ROLE_LEFT"); });
  w_->At(2.5, [this] { AllEnd(); });
  Finish(2.5, {{"device_seconds", 0.125}});
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFinishedLate);
  EXPECT_EQ(r.o.seconds, 1.5) << "the watchdog's time, not the device's";
}

TEST_F(WatchPlayedTest, ALaunchThatEndsAtItsPatienceIsNotLate) {
  BeginToWait();
  Every(kStep, 1, 2, [this] { ++Role(0, "WG_ROLE_LEFT"); });
  w_->At(2, [this] { AllEnd(); });
  Finish(2);
  EXPECT_EQ(Watch().o.ending, Ending::kFinished);
}

TEST_F(WatchPlayedTest, ABoundedLaunchIsNeverLate) {
  Bounded();
  BeginToWait();
  Every(kStep, 1, 2.5, [this] { ++Role(0, "WG_ROLE_LEFT"); });
  w_->At(2.5, [this] { AllEnd(); });
  Finish(2.5, {{"device_seconds", 0.125}});
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFinished);
  EXPECT_TRUE(r.o.bounded);
  EXPECT_EQ(r.o.seconds, 1.5);
}

TEST_F(WatchPlayedTest, WhatTheDriverDoesAfterTheLastEndWordIsNotLate) {
  Begin();
  w_->At(1.5, [this] { AllEnd(); });
  Finish(5);
  EXPECT_EQ(Watch().o.ending, Ending::kFinished);
}

TEST_F(WatchPlayedTest, WhatTheDriverDoesAfterTheReportedEndIsNotLate) {
  Begin();
  Every(kStep, 1, 4, [this] { ++Role(0, "WG_ROLE_LEFT"); });
  Phase(1.5, "complete");
  w_->At(4, [this] { AllEnd(); });
  Finish(4);
  EXPECT_EQ(Watch().o.ending, Ending::kFinished);
}

TEST_F(WatchPlayedTest, TimeWithoutACoreIsNotLate) {
  w_->threads[1].waits = 0.75;
  Begin();
  Every(kStep, 1, 3.5, [this] { ++Role(0, "WG_ROLE_LEFT"); });
  w_->At(3.5, [this] { AllEnd(); });
  Finish(3.5);
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFinished);
  EXPECT_NEAR(r.o.starved_seconds, 0.75 * 2.5, kLook);
  EXPECT_NEAR(r.o.lost_seconds, 0.75 * 2.5, kLook);
}

TEST_F(WatchPlayedTest, TimeWithoutACoreBeforeTheStartDoesNotCount) {
  w_->threads[1].waits = 1;
  Phase(1, "enqueue");
  w_->At(5, [this] { AllStart(); });
  w_->At(5, [this] { w_->threads[1].waits = 0; });
  Every(kStep, 5, 6.5, [this] { ++Role(0, "WG_ROLE_LEFT"); });
  w_->At(6.5, [this] { AllEnd(); });
  Finish(6.5);
  const WatchResult r = Watch();
  EXPECT_EQ(r.o.ending, Ending::kFinishedLate);
  EXPECT_NEAR(r.o.starved_seconds, 4, kLook);
  EXPECT_NEAR(r.o.lost_seconds, 0, kLook);
}

TEST_F(WatchPlayedTest, OnAGpuNoThreadsTimeIsCounted) {
  NotLive();
  w_->threads[1].waits = 1;
  Phase(1, "enqueue");
  Finish(1.5);
  w_->At(1, [this] {
    AllStart();
    AllEnd();
  });
  const Observation o = Watch().o;
  EXPECT_EQ(o.ending, Ending::kFinished);
  EXPECT_EQ(o.starved_seconds, 0);
  EXPECT_EQ(o.cores, 0);
}

TEST_F(WatchPlayedTest, TheCoresAreCountedFromTheEnqueue) {
  w_->all_cores = 8;
  w_->At(1, [this] { w_->all_cores = 1.5; });
  Begin();
  w_->At(1.5, [this] { AllEnd(); });
  Finish(1.5);
  EXPECT_NEAR(Watch().o.cores, 1.5, 1e-9);
}

TEST_F(WatchPlayedTest, OfALaunchOfSixTicksTheCoresAreKnown) {
  Begin();
  w_->At(1.0625, [this] { AllEnd(); });
  Finish(1.0625);
  EXPECT_NEAR(Watch().o.cores, 1.5, 1e-9);
}

TEST_F(WatchPlayedTest, OfAShortLaunchTheCoresAreNotKnown) {
  Begin();
  w_->At(1 + kStep, [this] { AllEnd(); });
  Finish(1 + 5 * kStep);
  EXPECT_EQ(Watch().o.cores, 0);
}

TEST_F(WatchPlayedTest, EachPhaseHasItsTime) {
  const std::string digest(64, 'c');
  o_.deadline_seconds = 4;
  w_->Emit(
      0.5,
      {{"event", "PHASE"}, {"phase", "upload"}, {"binary_digest", digest}});
  Begin();
  w_->At(2, [this] { AllEnd(); });
  Phase(2, "complete");
  Finish(4);
  const WatchResult r = Watch();
  const auto of = [&r](wgsync::Phase p) {
    return r.phases[static_cast<size_t>(p)];
  };
  EXPECT_EQ(of(Phase::kFill), 0);
  EXPECT_EQ(of(Phase::kBuild), 0.5);
  EXPECT_EQ(of(Phase::kUpload), 0.5);
  EXPECT_EQ(of(Phase::kRun), 1);
  EXPECT_EQ(of(Phase::kRead), 2);
  EXPECT_EQ(of(Phase::kDecode), 0);
  EXPECT_EQ(r.binary_digest, digest);
}

TEST_F(WatchPlayedTest, ADiscoveryNeedsNoWordsAndHasNoPayload) {
  spec_.discover = true;
  Play(spec_);
  o_.bounded = true;
  Phase(1, "enqueue");
  Finish(1.5);
  const Observation o = Watch().o;
  EXPECT_EQ(o.ending, Ending::kFinished);
  EXPECT_FALSE(o.payload.judged);
  EXPECT_EQ(took_, 1.5);
}

}  // namespace
}  // namespace wgsync
