#include "tools/run/live_line.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <future>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

CaseResult Of(VerdictKind kind) {
  CaseResult r;
  r.id = "barrier.a/groups=2";
  r.verdict.kind = kind;
  return r;
}

// What a progress line writes into a file.
class ProgressTest : public testing::Test {
 protected:
  ProgressTest() { file_ = open_memstream(&text_, &size_); }
  ~ProgressTest() override {
    std::fclose(file_);
    std::free(text_);
  }
  std::string Text() {
    std::fflush(file_);
    return std::string(text_, size_);
  }

  Progress::Clock Clock() {
    return [this] { return now_; };
  }

  double now_ = 1000;
  std::FILE* file_;
  char* text_ = nullptr;
  size_t size_ = 0;
};

TEST_F(ProgressTest, TheLineIsClearedAtTheEnd) {
  {
    Progress progress(file_, true, 80, Clock());
    progress.Start("barrier.a", 0, 2);
    progress.Result(Of(VerdictKind::kPass), 1, 2);
  }
  EXPECT_THAT(Text(), HasSubstr("\r\x1b[K[1/2] 1 pass  barrier.a/groups=2"));
  EXPECT_THAT(Text(), EndsWith("\r\x1b[K"));
  EXPECT_THAT(Text(), Not(HasSubstr("\n")));
}

TEST_F(ProgressTest, CountsVerdictsAndGuessesWhatIsLeft) {
  Progress progress(file_, true, 80, Clock());
  progress.Start("x", 10, 40);  // ten are of an earlier process
  for (size_t done : {11, 12, 13, 14}) {
    progress.Result(Of(VerdictKind::kPass), done, 40);
  }
  progress.Result(Of(VerdictKind::kHang), 15, 40);
  now_ += 10;
  progress.Start("mutex.b", 15, 40);
  EXPECT_THAT(Text(), EndsWith("[15/40] 1 hang, 4 pass, 50 s left  mutex.b"));
}

TEST_F(ProgressTest, OfATotalThatIsNotKnownNothingIsGuessed) {
  Progress progress(file_, true, 80, Clock());
  for (size_t done = 0; done < 9; ++done) {
    progress.Start("scan, 2 groups", done, 0);
  }
  EXPECT_THAT(Text(), EndsWith("\r\x1b[K scan, 2 groups"));
}

TEST_F(ProgressTest, TooFewCasesAreNoBaseForAGuess) {
  Progress progress(file_, true, 80, Clock());
  progress.Start("x", 0, 40);
  now_ += 10;
  progress.Start("x", 2, 40);
  EXPECT_THAT(Text(), Not(HasSubstr("left")));
}

TEST_F(ProgressTest, TheLineIsShorterThanTheTerminal) {
  Progress progress(file_, true, 30, Clock());
  progress.Start(std::string(100, 'x'), 0, 9);
  EXPECT_EQ(Text().size(), std::string("\r\x1b[K").size() + 29);
}

TEST_F(ProgressTest, TheDeviceIsNamedBeforeTheFirstCase) {
  for (const bool terminal : {false, true}) {
    Progress progress(file_, terminal, 80, Clock());
    progress.Begin("P/D", "114 cases");
  }
  EXPECT_EQ(Text(), "P/D: 114 cases\nP/D: 114 cases\n");
}

TEST_F(ProgressTest, APipeGetsALineEveryTenSeconds) {
  Progress progress(file_, false, 80, Clock());
  progress.Begin("P/D", "4 cases");
  for (size_t done = 1; done <= 4; ++done) {
    now_ += 3;
    progress.Start("barrier.a/groups=2", done - 1, 4);
    progress.Result(Of(VerdictKind::kPass), done, 4);
  }
  EXPECT_EQ(Text(), "P/D: 4 cases\n[3/4] P/D: 3 pass, 3.0 s left\n");
}

TEST_F(ProgressTest, APipeIsNotSilentWhileACaseOrADeviceTakesLong) {
  Progress progress(file_, false, 80, Clock());
  progress.Begin("P/D", "2 cases");
  progress.Doing("opening the device");
  now_ += 9;
  progress.Tick();
  EXPECT_EQ(Text(), "P/D: 2 cases\n");
  now_ += 1;
  progress.Tick();
  progress.Tick();
  EXPECT_THAT(Text(), EndsWith("cases\nP/D: opening the device for 10 s\n"));
  progress.Start("barrier.a", 0, 2);
  progress.Result(Of(VerdictKind::kHang), 1, 2);
  progress.Start("barrier.b", 1, 2);
  now_ += 40;
  progress.Tick();
  EXPECT_THAT(Text(),
              EndsWith("s\n[1/2] P/D: 1 hang, at barrier.b for 40 s\n"));
}

TEST_F(ProgressTest, AWaitForADeviceNamesItsHolderOnce) {
  Progress progress(file_, false, 80, Clock());
  progress.Begin("P/D", "2 cases");
  progress.Waits("LOCK; held by pid 1");
  progress.Waits("LOCK; held by pid 1");
  now_ += 10;
  progress.Tick();
  EXPECT_EQ(Text(),
            "P/D: 2 cases\n"
            "wgsync: another wgsync has the device (LOCK; held by pid 1): "
            "waiting for it; --no-wait ends at once\n"
            "P/D: waiting for the device for 10 s\n");
}

TEST_F(ProgressTest, AThreadAddsLinesWhileNothingIsCalled) {
  std::promise<void> enough;
  std::atomic<bool> does = false;
  int calls = 0, counted = 0;  // guarded by the mutex of `progress`
  const auto clock = [&] {
    if (does && ++counted == 9) enough.set_value();
    return 20.0 * ++calls;
  };
  {
    Progress progress(file_, false, 80, clock, std::chrono::nanoseconds(1));
    progress.Doing("opening the device");
    does = true;
    ASSERT_EQ(enough.get_future().wait_for(std::chrono::minutes(1)),
              std::future_status::ready);
  }
  EXPECT_THAT(Text(), HasSubstr("opening the device for 20 s\n"));
}

}  // namespace
}  // namespace wgsync
