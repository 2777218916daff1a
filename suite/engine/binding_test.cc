#include "suite/engine/binding.h"

#include "gtest/gtest.h"

namespace wgsync {
namespace {

Verdict Of(VerdictKind kind, Cause cause = Cause::kNone) {
  Verdict v;
  v.kind = kind;
  v.cause = cause;
  return v;
}

const Bind kNothing = {};
const Bind kViolation = {true, true, false};
const Bind kProgress = {false, true, false};
const Bind kCustomary = {false, false, true};

TEST(BindingTest, LostStoresAndWorkItemsAreViolationsInEveryCase) {
  for (const Cause cause : {Cause::kItemsLost, Cause::kStoreLost}) {
    const Verdict lost = Of(VerdictKind::kBroken, cause);
    EXPECT_EQ(BindingOf(lost, true, kNothing), "violation");
    EXPECT_EQ(BindingOf(lost, true, kCustomary), "violation");
  }
}

TEST(BindingTest, OtherFailuresOfDataBindAsTheCaseMay) {
  for (const VerdictKind kind :
       {VerdictKind::kBroken, VerdictKind::kStalePayload,
        VerdictKind::kError}) {
    EXPECT_EQ(BindingOf(Of(kind), true, kNothing), "");
    EXPECT_EQ(BindingOf(Of(kind), true, kProgress), "");
    EXPECT_EQ(BindingOf(Of(kind), true, kCustomary), "customary");
    EXPECT_EQ(BindingOf(Of(kind), true, kViolation), "violation");
  }
}

TEST(BindingTest, AHangBindsProgressOnlyWhereItIsProven) {
  const Verdict hang = Of(VerdictKind::kHang);
  EXPECT_EQ(BindingOf(hang, true, kProgress), "progress");
  EXPECT_EQ(BindingOf(hang, false, kProgress), "");
  EXPECT_EQ(BindingOf(hang, true, kCustomary), "");
  EXPECT_EQ(BindingOf(Of(VerdictKind::kHang, Cause::kGaveUp), true, kProgress),
            "");
}

TEST(BindingTest, ACrashBindsInEveryCaseAndAPassInNone) {
  EXPECT_EQ(BindingOf(Of(VerdictKind::kCrash), false, kNothing), "violation");
  EXPECT_EQ(BindingOf(Of(VerdictKind::kLost), false, kNothing), "violation");
  EXPECT_EQ(BindingOf(Of(VerdictKind::kPass), true, kViolation), "");
  EXPECT_EQ(BindingOf(Of(VerdictKind::kInfra), true, kViolation), "");
}

TEST(BindingTest, AHangSaysWhyItCountsOrNot) {
  Bind ends, may_hang;
  ends.progress = true;
  ends.why_progress = "all its groups are resident at once";
  may_hang.why_progress = "the device does not give OBE";
  const Verdict hang = Of(VerdictKind::kHang);
  EXPECT_EQ(ProgressWords(hang, "progress", ends),
            "a hang is a failure here: all its groups are resident at once");
  EXPECT_EQ(ProgressWords(hang, "", may_hang),
            "a hang is not a failure here: the device does not give OBE");
  EXPECT_EQ(ProgressWords(hang, "", ends), "") << "it binds for nothing else";
  EXPECT_EQ(ProgressWords(Of(VerdictKind::kPass), "", may_hang), "");
}

}  // namespace
}  // namespace wgsync
