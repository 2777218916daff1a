#include "suite/engine/other_load.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <thread>

#include "gtest/gtest.h"

namespace wgsync {
namespace {

double Ticks() { return static_cast<double>(sysconf(_SC_CLK_TCK)); }

TEST(BusySecondsTest, AllButIdleAndWaitingForADisk) {
  EXPECT_DOUBLE_EQ(
      *BusySeconds("cpu  1 20 300 9999 8888 4000 50000 600000 7 7\ncpu0 1 1\n"),
      654321 / Ticks());
}

TEST(BusySecondsTest, ATextOfAnotherFormIsNotKnown) {
  EXPECT_FALSE(BusySeconds(""));
  EXPECT_FALSE(BusySeconds("intr 1 2 3 4 5 6 7 8 9"));
  EXPECT_FALSE(BusySeconds("cpu 1 2 3"));
}

TEST(ProcessSecondsTest, OwnTimeAndThatOfChildrenWhateverTheName) {
  EXPECT_DOUBLE_EQ(
      *ProcessSeconds("12 (a) b (c) S 1 12 12 0 -1 4194304 9 9 9 9 1 20 300 "
                      "4000 20 0 1 0"),
      4321 / Ticks());
  EXPECT_FALSE(ProcessSeconds("12 (a) S 1"));
  EXPECT_FALSE(ProcessSeconds(""));
}

// So much processor time of this process.
void Burn(double seconds) {
  const clock_t begun = clock();
  while (static_cast<double>(clock() - begun) < seconds * CLOCKS_PER_SEC) {
  }
}

// A burner's processor time is subtracted while it lives and after it has been
// waited for, so it never counts as another's.
TEST(OtherLoadTest, ChildrenAreNotOthers) {
  const OtherLoad load;
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    Burn(0.5);
    const bool told = write(ready[1], "x", 1) == 1;
    pause();
    _exit(told ? 0 : 1);
  }
  char byte;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  const double alive = load.OwnSeconds();
  kill(child, SIGKILL);
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  EXPECT_GE(alive, 0.45);
  EXPECT_GE(load.OwnSeconds(), 0.45);
  close(ready[0]);
  close(ready[1]);
}

TEST(OtherLoadTest, NothingIsSaidOfTheFirstMoment) {
  EXPECT_EQ(OtherLoad().Cores(), 0);
}

TEST(BusyNoteTest, NamesMoreThanHalfACore) {
  EXPECT_EQ(BusyNote(0.5), "");
  EXPECT_EQ(BusyNote(1.84).find("other processes take 1.8 of this machine's "),
            0u);
}

TEST(IsCrowdedTest, ATenthOfTheMachine) {
  const double cores = std::thread::hardware_concurrency();
  EXPECT_FALSE(IsCrowded(0));
  EXPECT_FALSE(IsCrowded(0.1 * cores));
  EXPECT_TRUE(IsCrowded(0.11 * cores));
}

}  // namespace
}  // namespace wgsync
