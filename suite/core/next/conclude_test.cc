#include "gtest/gtest.h"
#include "suite/core/next/steps.h"

namespace wgsync {
namespace {

Verdict Of(VerdictKind kind, Cause cause = Cause::kNone) {
  Verdict v;
  v.kind = kind;
  v.cause = cause;
  return v;
}

Evidence Seen(bool channel_proven, bool met_for_lowest = false) {
  Evidence e;
  e.channel_proven = channel_proven;
  e.met_for_lowest = met_for_lowest;
  return e;
}

const Bind kNothing = {};
const Bind kViolation = {true, true, false};
const Bind kProgress = {false, true, false};
const Bind kCustomary = {false, false, true};

TEST(BindingTest, LostStoresAndWorkItemsAreViolationsInEveryCase) {
  for (const Cause cause : {Cause::kItemsLost, Cause::kStoreLost}) {
    const Verdict lost = Of(VerdictKind::kBroken, cause);
    EXPECT_EQ(BindingOf(lost, Seen(true), kNothing), Binding::kViolation);
    EXPECT_EQ(BindingOf(lost, Seen(true), kCustomary), Binding::kViolation);
  }
}

TEST(BindingTest, OtherFailuresOfDataBindAsTheCaseMay) {
  for (const VerdictKind kind :
       {VerdictKind::kBroken, VerdictKind::kStalePayload,
        VerdictKind::kError}) {
    EXPECT_EQ(BindingOf(Of(kind), Seen(true), kNothing), Binding::kNothing);
    EXPECT_EQ(BindingOf(Of(kind), Seen(true), kProgress), Binding::kNothing);
    EXPECT_EQ(BindingOf(Of(kind), Seen(true), kCustomary), Binding::kCustomary);
    EXPECT_EQ(BindingOf(Of(kind), Seen(true), kViolation), Binding::kViolation);
  }
}

TEST(BindingTest, AHangBindsProgressOnlyWhereItIsProven) {
  const Verdict hang = Of(VerdictKind::kHang);
  EXPECT_EQ(BindingOf(hang, Seen(true), kProgress), Binding::kProgress);
  EXPECT_EQ(BindingOf(hang, Seen(false), kProgress), Binding::kNothing);
  EXPECT_EQ(BindingOf(hang, Seen(true), kCustomary), Binding::kNothing);
  EXPECT_EQ(
      BindingOf(Of(VerdictKind::kHang, Cause::kGaveUp), Seen(true), kProgress),
      Binding::kNothing);
}

TEST(BindingTest, AHangWithItsConditionsMetIsNotOfProgress) {
  for (const VerdictKind kind :
       {VerdictKind::kHang, VerdictKind::kStaleCache}) {
    EXPECT_EQ(BindingOf(Of(kind), Seen(true, true), kProgress),
              Binding::kExecution);
    EXPECT_EQ(BindingOf(Of(kind), Seen(true, true), kCustomary),
              Binding::kExecution);
    EXPECT_EQ(BindingOf(Of(kind), Seen(true, true), kNothing),
              Binding::kNothing);
    EXPECT_EQ(BindingOf(Of(kind), Seen(false, true), kProgress),
              Binding::kNothing);
  }
}

TEST(BindingTest, ACrashBindsInEveryCaseAndAPassInNone) {
  EXPECT_EQ(BindingOf(Of(VerdictKind::kCrash), Seen(false), kNothing),
            Binding::kViolation);
  EXPECT_EQ(BindingOf(Of(VerdictKind::kLost), Seen(false), kNothing),
            Binding::kViolation);
  EXPECT_EQ(BindingOf(Of(VerdictKind::kPass), Seen(true), kViolation),
            Binding::kNothing);
  EXPECT_EQ(BindingOf(Of(VerdictKind::kInfra), Seen(true), kViolation),
            Binding::kNothing);
}

TEST(BindingTest, AHangSaysWhyItCountsOrNot) {
  Bind ends, may_hang;
  ends.progress = true;
  ends.why_progress = "all its groups are resident at once";
  may_hang.why_progress = "the device does not give OBE";
  const Verdict hang = Of(VerdictKind::kHang);
  std::vector<Finding> found;
  AddProgress(hang, Binding::kNothing, ends, &found);
  AddProgress(Of(VerdictKind::kPass), Binding::kNothing, may_hang, &found);
  EXPECT_TRUE(found.empty()) << "it binds for nothing else";
  AddProgress(hang, Binding::kProgress, ends, &found);
  AddProgress(hang, Binding::kNothing, may_hang, &found);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].kind, FindingKind::kHangFails);
  EXPECT_EQ(found[0].texts[0], "all its groups are resident at once");
  EXPECT_EQ(found[1].kind, FindingKind::kHangExcused);
  EXPECT_EQ(found[1].texts[0], "the device does not give OBE");
}

}  // namespace
}  // namespace wgsync
