// Launches that lost work-items, or whose work-items made too few reads.

#include <string>

#include "gtest/gtest.h"
#include "suite/core/verdict/test_evidence.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {
namespace {

TEST(AccountTest, ALostStoreComesBeforeAllThatAWholeLaunchWouldShow) {
  for (Evidence e : {Right(), WrongPayload(Trial::kRight)}) {
    e.account = Account::kStoreLost;
    EXPECT_EQ(Judged(e), "broken (store lost)");
    e.board_incomplete = true;
    EXPECT_EQ(Judged(e), "broken (store lost)");
    e.waits = Waits::kLeftUnmet;
    EXPECT_EQ(Judged(e), "infra (board incomplete)");
    e.board_incomplete = false;
    EXPECT_EQ(Judged(e), "broken (wait cut short)");
  }
}

TEST(AccountTest, LostWorkItemsComeBeforeAllThatAWholeLaunchWouldShow) {
  const auto lost = [](Evidence e) {
    e.account = Account::kItemsLost;
    return Judged(e);
  };
  EXPECT_EQ(lost(Right()), "broken (work-items lost)");
  EXPECT_EQ(lost(WrongPayload(Trial::kRight)), "broken (work-items lost)");
  Evidence e = Right();
  e.board_incomplete = true;
  EXPECT_EQ(lost(e), "broken (work-items lost)");
  e = Right();
  e.boundary = Trial::kWrong;
  EXPECT_EQ(lost(e), "broken (work-items lost)");
  e = Right();
  e.negative = Trial::kNotRun;
  EXPECT_EQ(lost(e), "broken (work-items lost)");
}

TEST(AccountTest, AWaitThatWasLeftUnmetCameBeforeTheLoss) {
  Evidence e = Right();
  e.account = Account::kItemsLost;
  e.waits = Waits::kLeftUnmet;
  EXPECT_EQ(Judged(e), "broken (wait cut short)");
}

TEST(AccountTest, ReadsThatWereNotMadeAreNotRight) {
  Evidence e = Right();
  e.account = Account::kReadsMissing;
  EXPECT_EQ(Judged(e), "broken (reads not made)");
  e.payload = PayloadState::kWrong;
  EXPECT_EQ(Judged(e), "broken (reads not made)");
  e.waits = Waits::kLeftUnmet;
  EXPECT_EQ(Judged(e), "broken (wait cut short)");
  e = Right();
  e.account = Account::kReadsMissing;
  e.boundary = Trial::kWrong;
  EXPECT_EQ(Judged(e), "infra (kernel_boundary not right)");
}

TEST(AccountTest, AnEndThatIsNotTheLaunchsOwnStaysWhatItIs) {
  for (Ending ending : {Ending::kWorkerDied, Ending::kCompletedEarly,
                        Ending::kNoProcessor, Ending::kRetrying}) {
    Evidence e = Right();
    e.ending = ending;
    const std::string verdict = Judged(e);
    e.account = Account::kItemsLost;
    EXPECT_EQ(Judged(e), verdict);
  }
}

}  // namespace
}  // namespace wgsync
