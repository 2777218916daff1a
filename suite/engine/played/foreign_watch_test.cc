// Launches of kernels that are not the suite's, in virtual time.

#include "suite/engine/foreign_watch.h"

#include "gtest/gtest.h"
#include "suite/engine/played/test_played_worker.h"
#include "suite/worker/commands.h"

namespace wgsync {
namespace {

class ForeignWatchTest : public WatchPlayedTest {
 protected:
  ForeignWatchTest() {
    options_.limit_seconds = 0.5;
    options_.channel_proven = true;
    options_.cpu_seconds = 0.02;
    command_.id = kLaunch;
    command_.shared = true;
    command_.offset = {0};
    command_.bytes = {64};
    Phase(1, "enqueue");
  }
  TryEnding Ending() {
    return WatchForeign(w_.get(), command_, options_).ending;
  }

  ForeignWatchOptions options_;
  LaunchCommand command_;
};

TEST_F(ForeignWatchTest, ALaunchInWhichNothingMovesHasHung) {
  Finish(2.5);
  EXPECT_EQ(Ending(), TryEnding::kHung);
}

TEST_F(ForeignWatchTest, ACompilerHasItsOwnLimit) {
  options_.compile_seconds = 3;
  Finish(2.5);
  EXPECT_EQ(Ending(), TryEnding::kFinished);
  Phase(w_->Now() - kBegin + 1, "enqueue");
  EXPECT_EQ(Ending(), TryEnding::kHung);
}

TEST_F(ForeignWatchTest, ACompilersLimitIsNoPartOfALongerOne) {
  options_.limit_seconds = 2;
  options_.compile_seconds = 2;
  Finish(3.5);
  EXPECT_EQ(Ending(), TryEnding::kHung);
}

// It starts after the limit, between two looks, and is given time to end.
TEST_F(ForeignWatchTest, AfterTheCompilerALaunchHasTime) {
  options_.compile_seconds = 3;
  options_.stamps = true;
  auto* const stamps = reinterpret_cast<uint32_t*>(w_->live());
  *stamps = 0;
  w_->At(1.62, [=] { *stamps = 1; });
  Finish(1.75);
  EXPECT_EQ(Ending(), TryEnding::kFinished);
}

TEST_F(ForeignWatchTest, AGroupThatHasStartedIsCompiled) {
  options_.compile_seconds = 3;
  options_.stamps = true;
  *reinterpret_cast<uint32_t*>(w_->live()) = 1;
  Finish(2.5);
  EXPECT_EQ(Ending(), TryEnding::kHung);
}

}  // namespace
}  // namespace wgsync
