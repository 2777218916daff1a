// What the weakened twins of a case do to its verdict.

#include "gtest/gtest.h"
#include "suite/core/verdict/rules.h"
#include "suite/core/verdict/test_evidence.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {
namespace {

TEST(StrengthTest, ATwinThatFailedOrNoneThatCouldLeaveAPass) {
  Evidence e = Right();
  for (Strength strength :
       {Strength::kNotAsked, Strength::kShown, Strength::kNotObservable}) {
    e.strength = strength;
    EXPECT_EQ(JudgeEvidence(e).kind, VerdictKind::kPass);
  }
}

TEST(StrengthTest, IfEachTwinThatCouldFailWasRightAPassIsUnproven) {
  Evidence e = Right();
  e.strength = Strength::kMissed;
  EXPECT_EQ(JudgeEvidence(e).kind, VerdictKind::kUnproven);
  EXPECT_EQ(JudgeEvidence(e).rule, Rule::kTwinsMissed);
  e.negative = Trial::kRight;
  EXPECT_EQ(JudgeEvidence(e).rule, Rule::kControlRight)
      << "the waits come first";
}

TEST(StrengthTest, AFailureNeedsNoTwin) {
  Evidence e = Right();
  e.strength = Strength::kMissed;
  e.payload = PayloadState::kTorn;
  EXPECT_EQ(JudgeEvidence(e).kind, VerdictKind::kBroken);
}

}  // namespace
}  // namespace wgsync
