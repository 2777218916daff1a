// What the states and the processor times of a worker's threads tell.

#include "suite/worker/thread_times.h"

#include "gtest/gtest.h"

namespace wgsync {
namespace {

TEST(OneHadACoreTest, CountsWhatAThreadHasHadSinceThen) {
  const ThreadTimes then = {{1, {'S', 0.5, 0}}};
  EXPECT_FALSE(OneHadACore(0.25, then, {{1, {'S', 0.6, 0}}}));
  EXPECT_TRUE(OneHadACore(0.25, then, {{1, {'S', 0.8, 0}}}));
  EXPECT_FALSE(OneHadACore(0.25, then, {{2, {'R', 0.8, 0}}}));
}

TEST(LongestWaitTest, CountsWhatAThreadHasWaitedSinceThenOrSinceItCame) {
  const ThreadTimes then = {{1, {'R', 0, 0.5}}, {2, {'S', 0, 4}}};
  EXPECT_EQ(LongestWait(then, {{1, {'R', 0, 0.75}}, {2, {'S', 0, 4}}}), 0.25);
  EXPECT_EQ(LongestWait(then, {{1, {'R', 0, 0.75}}, {3, {'R', 0, 1}}}), 1);
  EXPECT_EQ(LongestWait(then, {}), 0);
}

TEST(AllSleepTest, NotWhereOneRunsOrIsStopped) {
  EXPECT_TRUE(AllSleep({{1, {'S', 0, 0}}, {2, {'S', 0, 0}}}));
  for (const char state : {'R', 'D', 'T', '?'}) {
    EXPECT_FALSE(AllSleep({{1, {'S', 0, 0}}, {2, {state, 0, 0}}})) << state;
  }
}

TEST(EachHadACoreTest, CountsWhoIsRunnableSinceThenOrSinceItCame) {
  const ThreadTimes then = {{1, {'R', 5.0, 0}}, {2, {'S', 5.0, 0}}};
  double least = 0;
  EXPECT_TRUE(EachHadACore(0.25, then,
                           {{1, {'R', 5.25, 0}}, {2, {'S', 5.0, 0}}}, &least));
  EXPECT_EQ(least, 0.25);
  EXPECT_FALSE(EachHadACore(
      0.25, then, {{1, {'R', 5.5, 0}}, {2, {'R', 5.125, 0}}}, &least));
  EXPECT_EQ(least, 0.125);
  // A third one has come, and waits for a core forever or gets its share.
  EXPECT_FALSE(EachHadACore(
      0.25, then, {{1, {'R', 5.5, 0}}, {3, {'R', 0.125, 9}}}, &least));
  EXPECT_TRUE(EachHadACore(0.25, then,
                           {{1, {'R', 5.5, 0}}, {3, {'R', 0.25, 9}}}, &least));
  EXPECT_EQ(least, 0.25);
  EXPECT_TRUE(EachHadACore(0.25, then, {{1, {'S', 5.0, 0}}}, &least));
}

}  // namespace
}  // namespace wgsync
