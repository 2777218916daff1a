#include "suite/bench/bench_judge.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;

LaunchRecord Right() {
  LaunchRecord r;
  r.ending = Ending::kFinished;
  r.payload = PayloadState::kRight;
  r.facts.reads = 4096;
  return r;
}

TEST(JudgeLaunchTest, OnlyARightPayloadLendsItsTime) {
  EXPECT_TRUE(JudgeLaunch(Right()).right());
  LaunchRecord r = Right();
  r.payload = PayloadState::kWrong;
  r.facts.wrong = 12;
  EXPECT_EQ(JudgeLaunch(r).outcome, "wrong");
  EXPECT_EQ(JudgeLaunch(r).reason, "12 of 4096 reads are wrong");
  EXPECT_TRUE(JudgeLaunch(r).ended());
  r = Right();
  r.payload = PayloadState::kWrong;
  r.facts.final_text = "3 of 8 elements";
  EXPECT_EQ(JudgeLaunch(r).reason, "3 of 8 elements");
  r = Right();
  r.payload = PayloadState::kNotJudged;
  EXPECT_FALSE(JudgeLaunch(r).right());
}

TEST(JudgeLaunchTest, AWaitThatDidNotHoldIsNoBarrier) {
  LaunchRecord r = Right();
  r.waits = Waits::kGaveUp;
  EXPECT_EQ(JudgeLaunch(r).outcome, "hang");
  r.waits = Waits::kLeftUnmet;
  EXPECT_EQ(JudgeLaunch(r).outcome, "wrong");
  r.spec.program.waits = WaitMode::kRemoved;
  EXPECT_TRUE(JudgeLaunch(r).right()) << "a control has no waits to meet";
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
    LaunchRecord r = Right();
    r.ending = ending;
    EXPECT_EQ(JudgeLaunch(r).outcome, word);
    EXPECT_EQ(JudgeLaunch(r).ended(), *word == '\0') << word;
  }
}

TEST(JudgeLaunchTest, WhatDoesNotBuildSaysWhy) {
  LaunchRecord r;
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
