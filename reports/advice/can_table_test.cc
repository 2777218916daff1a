#include "gtest/gtest.h"
#include "reports/advice/can.h"

namespace wgsync {
namespace {

TEST(CanTableTest, EachRowGivesItsAnswer) {
  const struct {
    Basis basis;
    Answer answer;
  } kWanted[] = {
      {Basis::kViolation, Answer::kNo},
      {Basis::kMostlyCrashes, Answer::kNo},
      {Basis::kWaitCut, Answer::kNo},
      {Basis::kAllFailed, Answer::kNo},
      {Basis::kCutShort, Answer::kUnknown},
      {Basis::kProven, Answer::kYes},
      {Basis::kBounded, Answer::kUnknown},
      {Basis::kNotProven, Answer::kUnknown},
      {Basis::kNotCounted, Answer::kUnknown},
      {Basis::kNotRun, Answer::kUnknown},
  };
  for (const auto& row : kWanted) {
    EXPECT_EQ(RowFor({row.basis}).basis, row.basis);
    EXPECT_EQ(RowFor({row.basis}).answer, row.answer);
    EXPECT_EQ(RowFor({row.basis}).says.empty(), row.answer != Answer::kUnknown);
  }
  EXPECT_EQ(RowFor({}).basis, Basis::kNotRun);
}

// A failure decides also in a run that was cut short, and a pass does not. One
// form that is proven answers, whatever is not proven.
TEST(CanTableTest, TheFirstRowThatHoldsDecides) {
  EXPECT_EQ(RowFor({Basis::kCutShort, Basis::kViolation}).answer, Answer::kNo);
  EXPECT_EQ(RowFor({Basis::kProven, Basis::kCutShort}).answer,
            Answer::kUnknown);
  EXPECT_EQ(RowFor({Basis::kNotProven, Basis::kProven}).answer, Answer::kYes);
  EXPECT_EQ(RowFor({Basis::kProven, Basis::kWaitCut}).answer, Answer::kNo);
}

}  // namespace
}  // namespace wgsync
