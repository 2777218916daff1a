#include "suite/core/launch/stalled_copy.h"

#include <cstdint>

#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/launch/launch_memory_testing.h"
#include "suite/core/launch/layout.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;

// Two copies, group by group; nothing has started.
class Launch {
 public:
  explicit Launch(absl::string_view shape) {
    spec_ = LaunchMemory::Spec(shape, "copies");
    spec_.groups = 2 * spec_.program.c.primitive->shape.roles;
    o_.ending = Ending::kFrozen;
    o_.channel_proven = o_.has_pair = true;
    Snapshot s;
    s.words.resize(1000);
    s.started.resize(spec_.groups);
    s.ended.resize(spec_.groups);
    s.roles.resize(spec_.groups);
    o_.earlier = o_.frozen = o_.last = s;
  }
  Launch& Ended(uint32_t g) {
    for (Snapshot* s : {&o_.earlier, &o_.frozen}) {
      s->started[g] = s->ended[g] = true;
    }
    return *this;
  }
  // It has started, and polls the word for the goal, or takes no step.
  Launch& Polls(uint32_t g, uint32_t word, uint32_t goal) {
    Stands(g);
    for (Snapshot* s : {&o_.earlier, &o_.frozen}) {
      RoleFacts& r = s->roles[g];
      r.arrived = 1;
      r.waits_known = true;
      r.word = word * kLineWords;
      r.comparison = Comparison::kEquals;
      r.goal = goal;
    }
    o_.frozen.roles[g].steps += 1000;
    return *this;
  }
  // The same, and it has left that wait.
  Launch& PolledLast(uint32_t g, uint32_t word, uint32_t goal) {
    Polls(g, word, goal);
    for (Snapshot* s : {&o_.earlier, &o_.frozen}) s->roles[g].left = 1;
    return *this;
  }
  Launch& Stands(uint32_t g) {
    for (Snapshot* s : {&o_.earlier, &o_.frozen}) {
      s->started[g] = true;
      s->roles[g].steps = 7;
    }
    return *this;
  }
  Launch& Word(uint32_t word, uint32_t value) {
    o_.earlier.words[word * kLineWords] = value;
    o_.frozen.words[word * kLineWords] = value;
    return *this;
  }
  Launch& Retrying() {
    o_.ending = Ending::kRetrying;
    return *this;
  }
  // A launch that moved to its end, as it was then.
  Launch& Moving(uint32_t steps) {
    o_.ending = Ending::kMoving;
    o_.has_pair = false;
    o_.last = o_.frozen;
    for (RoleFacts& r : o_.last.roles) r.steps = steps;
    return *this;
  }
  Place Found() const { return FindStalledCopy(spec_, o_); }

 private:
  LaunchSpec spec_;
  Observation o_;
};

TEST(StalledCopyTest, AGroupThatNeverStartedIsNamedWithItsRole) {
  const Place s =
      Launch("progress.handoff_down").Ended(0).Ended(1).Polls(2, 1, 1).Found();
  EXPECT_EQ(s.where, Where::kNotStarted);
  EXPECT_EQ(s.group, 3);
  EXPECT_EQ(s.role, 1u);
  EXPECT_FALSE(s.started);
  EXPECT_EQ(s.copies, 1u);
  EXPECT_THAT(s.copy, ElementsAre(2, 3));
  ASSERT_EQ(s.findings.size(), 2u);
  EXPECT_EQ(s.findings[0].kind, FindingKind::kRoleSteps);
  EXPECT_THAT(s.findings[0].groups, ElementsAre(2));
  EXPECT_THAT(s.findings[0].numbers,
              ElementsAre(1, 0, 1007, 1, 0, 0, 1, 1, 1000));
  EXPECT_EQ(s.findings[1].kind, FindingKind::kRoleNotStarted);
  EXPECT_THAT(s.findings[1].groups, ElementsAre(3));
  EXPECT_THAT(s.findings[1].numbers, ElementsAre(1, 1));
}

TEST(StalledCopyTest, AGroupThatTakesNoStepExplainsMoreThanOneThatIsNotThere) {
  // The holder of copy 0's lock is not run; copy 1 has not begun.
  const Place s =
      Launch("progress.lock_3").Stands(0).Polls(1, 0, 0).Word(0, 1).Found();
  EXPECT_EQ(s.where, Where::kSuspended);
  EXPECT_EQ(s.group, 0);
  EXPECT_TRUE(s.started);
  EXPECT_EQ(s.findings[0].kind, FindingKind::kRoleNotRun);
  EXPECT_EQ(s.findings[0].numbers[2], 7u) << "steps in both looks";
}

TEST(StalledCopyTest, ACopyInWhichAllStepIsALivelockIfItsWordsMeetAWait) {
  Launch duel("progress.duel");
  duel.Polls(0, 0, 0).Polls(1, 0, 1);
  const Place seen = duel.Found();
  EXPECT_TRUE(seen.livelock);
  EXPECT_EQ(seen.where, Where::kUnknown);
  EXPECT_EQ(seen.group, -1);
  // Where nothing that is awaited is there and no word moves, a word was lost.
  Launch lost("progress.handoff_up");
  lost.Polls(0, 0, 1).Polls(1, 0, 1);
  EXPECT_FALSE(lost.Found().livelock);
  EXPECT_EQ(lost.Found().where, Where::kUnknown);
  EXPECT_TRUE(lost.Retrying().Found().livelock);
}

TEST(StalledCopyTest, AWaitThatWasLeftIsNoneThatCouldGoOn) {
  // Group 1 found the lock free; the word of its last wait shows nothing.
  EXPECT_FALSE(Launch("progress.lock_told")
                   .Polls(0, 1, 1)
                   .PolledLast(1, 0, 0)
                   .Found()
                   .livelock);
  EXPECT_TRUE(Launch("progress.lock_told")
                  .Polls(0, 1, 1)
                  .Polls(1, 0, 0)
                  .Found()
                  .livelock);
}

TEST(StalledCopyTest, WhatStillMovesIsALivelockAfterThousandsOfStepsOnly) {
  Launch cross("progress.trylock_cross");
  cross.Polls(0, 0, 0).Polls(1, 1, 0);
  EXPECT_TRUE(cross.Moving(50000).Found().livelock);
  EXPECT_EQ(cross.Moving(50).Found().copies, 0u);
}

TEST(StalledCopyTest, ACopyThatHasNotBegunOrHasEndedIsNotStuck) {
  EXPECT_EQ(Launch("progress.duel").Ended(0).Ended(1).Found().copies, 0u);
}

}  // namespace
}  // namespace wgsync
