#include "suite/bench/bench_judge.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;

WatchResult Right() {
  WatchResult r;
  r.o.ending = Ending::kFinished;
  r.o.payload.judged = true;
  r.o.payload.reads = 4096;
  r.o.last.started = {true, true};
  r.o.last.ended = {true, true};
  r.o.last.roles.resize(2);
  return r;
}

TEST(JudgeLaunchTest, OnlyARightPayloadLendsItsTime) {
  EXPECT_TRUE(JudgeLaunch(Right()).right());
  WatchResult r = Right();
  r.o.payload.wrong = 12;
  EXPECT_EQ(JudgeLaunch(r).outcome, "wrong");
  EXPECT_EQ(JudgeLaunch(r).reason, "12 of 4096 reads are wrong");
  EXPECT_TRUE(JudgeLaunch(r).ended());
  r = Right();
  r.o.payload.final_wrong = 3;
  r.o.payload.final_text = "3 of 8 elements";
  EXPECT_EQ(JudgeLaunch(r).reason, "3 of 8 elements");
  r = Right();
  r.o.payload.judged = false;
  EXPECT_FALSE(JudgeLaunch(r).right());
}

TEST(JudgeLaunchTest, AWaitThatDidNotHoldIsNoBarrier) {
  WatchResult r = Right();
  r.o.last.roles[1].bad = 1;
  r.o.last.roles[1].bad_end = WaitEnd::kGaveUp;
  EXPECT_EQ(JudgeLaunch(r).outcome, "hang");
  r.o.last.roles[1].bad_end = WaitEnd::kUnmet;
  EXPECT_EQ(JudgeLaunch(r).outcome, "wrong");
  r = Right();
  r.o.last.ended[1] = false;  // cut short in a loop
  EXPECT_EQ(JudgeLaunch(r).outcome, "wrong");
}

TEST(JudgeLaunchTest, EachEndHasItsWord) {
  const std::pair<Ending, const char*> words[] = {
      {Ending::kFinishedLate, ""},         {Ending::kFrozen, "hang"},
      {Ending::kMoving, "slow"},           {Ending::kRetrying, "slow"},
      {Ending::kNeverStarted, "infra"},    {Ending::kEventError, "error"},
      {Ending::kEndedByWatchdog, "hang"},  {Ending::kNotReported, "error"},
      {Ending::kCompletedEarly, "error"},  {Ending::kWorkerDied, "crash"},
      {Ending::kDeviceLost, "lost"},       {Ending::kNoProcessor, "infra"},
      {Ending::kEndedFromOutside, "infra"}};
  for (const auto& [ending, word] : words) {
    WatchResult r = Right();
    r.o.ending = ending;
    EXPECT_EQ(JudgeLaunch(r).outcome, word);
    EXPECT_EQ(JudgeLaunch(r).ended(), *word == '\0') << word;
  }
}

TEST(JudgeLaunchTest, WhatDoesNotBuildSaysWhy) {
  WatchResult r;
  r.build_failed = true;
  r.what = "error: frob\nmore";
  EXPECT_EQ(JudgeLaunch(r).outcome, "build-failed");
  EXPECT_EQ(JudgeLaunch(r).reason, "error: frob");
  r.over_limit = true;
  EXPECT_EQ(JudgeLaunch(r).outcome, "unsupported");
  r.build_failed = r.over_limit = false;
  r.setup_failed = true;
  EXPECT_EQ(JudgeLaunch(r).outcome, "infra");
}

}  // namespace
}  // namespace wgsync
