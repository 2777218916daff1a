#include "reports/gate/gtest_text.h"

#include "gtest/gtest.h"
#include "suite/core/plan/plan.h"

namespace wgsync {
namespace {

TEST(NameOfTest, TheFamilyIsTheSuite) {
  const TestName name = NameOf("barrier.a/poll=rmw/groups=2", "");
  EXPECT_EQ(name.suite, "barrier");
  EXPECT_EQ(name.name, "a/poll=rmw/groups=2");
}

TEST(NameOfTest, SeveralDevicesAreToldApart) {
  EXPECT_EQ(NameOf("barrier.a/groups=2", "pocl-3.1").Full(),
            "barrier.a/groups=2/device=pocl_3_1");
}

TEST(NameOfTest, AnIdWithoutAFamilyIsASuite) {
  EXPECT_EQ(NameOf("barrier", "").suite, "barrier");
}

TEST(NameOfTest, ThePlannedCasesKeepTheirIds) {
  for (const PlannedCase& planned : PlanTier(Tier::kFull)) {
    EXPECT_EQ(NameOf(planned.id, "").Full(), planned.id);
  }
}

TEST(TestMessageTest, NoLineLooksLikeAStatus) {
  EXPECT_EQ(TestMessage("group 1\n[1/25] words[2] of it\n[ OK ]\tas"),
            "group 1\n(1/25) words(2) of it\n( OK )\tas");
}

TEST(TestMessageTest, OtherTextStays) {
  const char* const text = "words[2]: Graphics [0x46a6]/x\n[2]";
  EXPECT_EQ(TestMessage(text), text);
}

}  // namespace
}  // namespace wgsync
