// The rungs of the ladder for locks: mutexes, semaphores, and the ring that
// goes through every group.

#include <cstdint>

#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/verdict/ladder.h"
#include "suite/core/verdict/observation.h"
#include "suite/core/verdict/still_launch_testing.h"

namespace wgsync {
namespace {

constexpr uint32_t kGroups = StillLaunch::kGroups;
constexpr uint32_t kRounds = StillLaunch::kRounds;
using Launch = StillLaunch;

Launch Lock(absl::string_view name = "mutex.spin_exchange") {
  Launch l = Launch::AllWait(name, 1, Comparison::kEquals, 0);
  l.Word(0, 1);
  return l;
}

// --- locks
// -----------------------------------------------------------------------

TEST(LockTest, FreeInBothLooksIsACandidateForStale) {
  EXPECT_EQ(Lock().Word(0, 0).Found(), "condition true: groups 0 to 3");
}

TEST(LockTest, FreeInOneLookIsNeitherStaleNorALostRelease) {
  EXPECT_EQ(Lock().Word(0, 0).WordBefore(0, 1).Found(),
            "unknown: groups 0 to 3");
  EXPECT_EQ(Lock().Word(0, 1).WordBefore(0, 0).Found(),
            "unknown: groups 0 to 3");
}

TEST(LockTest, HeldByAGroupInTheKernelItsHolderIsStarved) {
  EXPECT_EQ(Lock().Left(2, 1).Found(), "holder starved: group 2");
}

TEST(LockTest, HeldThoughAllReleasedItIsALostRelease) {
  Launch l = Lock();
  EXPECT_EQ(l.Found(), "lost release: no group");
  EXPECT_EQ(l.Finds(1), "waits_for_word of group 0: 0 0 0 1 0 1 1");
}

TEST(LockTest, WhereNobodyProvesThatTheWinnerRanALostReleaseIsNotSaid) {
  EXPECT_EQ(Lock().WithoutCpuProof().Found(), "unknown: no group");
}

TEST(LockTest, HeldByAGroupThatEndedIsALostRelease) {
  Launch l = Lock();
  l.Ended(2).Left(2, kRounds - 1);
  EXPECT_EQ(l.Found(), "lost release: no group");
}

TEST(LockTest, AGroupThatNeverStartedHoldsNoLock) {
  EXPECT_EQ(Lock().NotStarted(3).Between(3, 0).Left(2, 1).Found(),
            "holder starved: group 2");
  EXPECT_EQ(Lock().NotStarted(3).Between(3, 0).Found(),
            "lost release: no group");
}

TEST(LockTest, AGroupBetweenTwoRoundsHoldsNoLock) {
  EXPECT_EQ(Lock().Between(3, 1).Found(), "lost release: no group");
}

TEST(LockTest, WhereNobodyWaitsAndNobodyHasItTheGroupsAreStuckInside) {
  Launch l("mutex.spin_exchange");
  l.Ended(0).Between(1, 2).NotStarted(2).NotStarted(3);
  EXPECT_EQ(l.Found(), "stuck inside: group 1");
}

TEST(LockTest, WhereAllThatStartedHaveEndedTheOthersNeverStarted) {
  Launch l("mutex.spin_exchange");
  l.Ended(0).Ended(1).NotStarted(2).NotStarted(3);
  EXPECT_EQ(l.Found(), "not started: groups 2 and 3");
}

TEST(LockTest, WhereAllHaveEndedTheCauseIsUnknown) {
  Launch l("mutex.spin_exchange");
  for (uint32_t g = 0; g < kGroups; ++g) l.Ended(g);
  EXPECT_EQ(l.Found(), "unknown: no group");
}

TEST(LockTest, OfATicketLockTheOneWhoseTurnItIsIsTheCandidate) {
  Launch l("mutex.fetch_and_add");
  for (uint32_t g = 0; g < kGroups; ++g) {
    l.Waits(g, 1, 32, Comparison::kEquals, kGroups + g);
  }
  EXPECT_EQ(l.Word(32, kGroups + 2).Found(), "condition true: group 2");
  EXPECT_EQ(l.Word(32, kGroups - 1).Found(), "lost release: no group");
}

TEST(LockTest, ATicketWhoseWordNoLookShowsWasNotPassedOver) {
  Launch l("mutex.fetch_and_add");
  for (uint32_t g = 0; g < kGroups; ++g) {
    l.Waits(g, 1, 64, Comparison::kEquals, kGroups + g);  // the first beyond
  }
  EXPECT_EQ(l.Found(), "lost release: no group");
}

// The word of such a lock names group `owner` in `round`.
uint32_t Name(uint32_t owner, uint32_t round) {
  return 1 + owner + kGroups * round;
}

TEST(NamedOwnerTest, WhoHasWonAndWasNotCountedIsTheHolder) {
  Launch l = Lock("mutex.spin_cas");
  EXPECT_EQ(l.Word(0, Name(2, 1)).Found(), "holder starved: group 2");
  // Its name proves it, no thread's time.
  EXPECT_EQ(l.WithoutCpuProof().Found(), "holder starved: group 2");
}

TEST(NamedOwnerTest, WhoHasReleasedItInMemoryHasNot) {
  Launch l = Lock("mutex.spin_cas");
  EXPECT_EQ(l.Word(0, Name(2, 0)).Found(), "lost release: group 2");
  EXPECT_EQ(l.WithoutCpuProof().Found(), "lost release: group 2");
  EXPECT_EQ(l.Finds(0), "owner_released of group 2: 0");
  l = Lock("mutex.spin_cas");
  l.Ended(2).Word(0, Name(2, kRounds - 1));
  EXPECT_EQ(l.Found(), "lost release: group 2");
}

TEST(NamedOwnerTest, AWordThatMovedOrNamesNobodyProvesNothing) {
  Launch l = Lock("mutex.spin_cas");
  l.Word(0, Name(2, 0)).WordBefore(0, Name(1, 0)).WithoutCpuProof();
  EXPECT_EQ(l.Found(), "unknown: no group");
  EXPECT_EQ(
      Lock("mutex.spin_cas").Word(0, Name(2, 5)).WithoutCpuProof().Found(),
      "unknown: no group");
}

TEST(NamedOwnerTest, InLockStepTheWorkItemThatWonIsNamed) {
  Launch l("mutex.spin_cas_per_item");
  for (uint32_t i = 0; i < kGroups * Launch::kItems; ++i) {
    l.Waits(i, 1, 0, Comparison::kEquals, 0);
  }
  const uint32_t roles = kGroups * Launch::kItems;
  EXPECT_EQ(l.Word(0, 1 + 5 + roles).Found(), "holder starved: group 2");
}

TEST(SeveralWordsTest, OneWordThatIsNotWhatIsAwaitedAccusesNobody) {
  for (absl::string_view name :
       {"mutex.dekker", "mutex.peterson", "mutex.bakery", "mutex.seqlock"}) {
    EXPECT_EQ(Lock(name).Found(), "unknown: no group") << name;
    EXPECT_EQ(Lock(name).Left(2, 1).Found(), "holder starved: group 2") << name;
  }
}

TEST(QueueTest, AReleaseIsLostWhereAllThreadsHaveRunAlone) {
  for (absl::string_view name : {"mutex.array", "mutex.sleeping_ring"}) {
    Launch l(name);
    for (uint32_t g = 0; g < kGroups; ++g) {
      l.Waits(g, 1, 33 + g, Comparison::kEquals, 7);
    }
    EXPECT_EQ(l.Found(), "lost release: no group") << name;
    EXPECT_EQ(l.WithoutCpuProof().Found(), "unknown: no group") << name;
  }
}

TEST(SemaphoreTest, IsClimbedAsALock) {
  const auto waits = [] {
    return Launch::AllWait("semaphore.spin_2", 1, Comparison::kReaches, 1);
  };
  EXPECT_EQ(waits().Word(0, 2).Found(), "condition true: groups 0 to 3");
  EXPECT_EQ(waits().Found(), "lost release: no group");
  EXPECT_EQ(waits().WithoutCpuProof().Found(), "unknown: no group");
  EXPECT_EQ(waits().Left(1, 1).Left(3, 1).Found(),
            "holder starved: groups 1 and 3");
  EXPECT_EQ(waits().NotStarted(3).Between(3, 0).Left(2, 1).Found(),
            "holder starved: group 2");
}

// --- the ring: a lock that passes through every group
// ----------------------------

Launch Ring() {
  Launch l("mutex.flag_per_group");
  for (uint32_t g = 0; g < kGroups; ++g) {
    l.Waits(g, 1, g, Comparison::kReaches, g == 0 ? 1 : 2).Word(g, 1);
  }
  return l.Word(0, 0);
}

TEST(RingTest, AGroupThatNeverStartedBreaksTheRing) {
  EXPECT_EQ(Ring().NotStarted(2).Between(2, 0).Found(), "not started: group 2");
}

TEST(RingTest, TheHolderThatDoesNotGoOnIsStuckInside) {
  EXPECT_EQ(Ring().Left(1, 1).Found(), "stuck inside: group 1");
}

TEST(RingTest, AGroupBetweenTwoRoundsIsStuckInside) {
  EXPECT_EQ(Ring().Between(3, 1).Found(), "stuck inside: group 3");
}

TEST(RingTest, AGroupThatIsDoneIsNotStuck) {
  EXPECT_EQ(Ring().Between(0, kRounds).Found(),
            "signal missing: groups 1 to 3");
}

TEST(RingTest, AFlagThatWasNeverPassedOnIsASignalMissing) {
  EXPECT_EQ(Ring().Found(), "signal missing: groups 0 to 3");
}

TEST(RingTest, AFlagThatIsUpIsACandidateForStale) {
  EXPECT_EQ(Ring().Word(0, 1).Found(), "condition true: group 0");
}

}  // namespace
}  // namespace wgsync
