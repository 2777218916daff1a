#include "suite/proof/planted/expect_verdict.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest-spi.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

const Planted kHang = {"model:scheduler", "a", "hang (not started)", "r < n"};
const Planted kOpen = {"model:cache", "b", "pass | unproven", "no wait"};

TEST(IsVerdictTextTest, KnowsVerdictsWithTheirCauses) {
  for (const char* text : {"pass", "hang", "hang (not started)", "not-run"}) {
    EXPECT_TRUE(IsVerdictText(text)) << text;
  }
  for (const char* text : {"", "Pass", "pass | unproven", "hang (not started",
                           "hang (no such cause)", "hung (not started)"}) {
    EXPECT_FALSE(IsVerdictText(text)) << text;
  }
}

TEST(IsWantedTest, ARightVerdictIsTheWantedText) {
  EXPECT_TRUE(IsWanted(kHang.want, "hang (not started)"));
  EXPECT_FALSE(IsWanted(kHang.want, "hang"));
  EXPECT_FALSE(IsWanted(kHang.want, "hang (missed)"));
}

TEST(IsWantedTest, OneOfTwoThatAreOpenIsRight) {
  EXPECT_TRUE(IsWanted(kOpen.want, "pass"));
  EXPECT_TRUE(IsWanted(kOpen.want, "unproven"));
  EXPECT_FALSE(IsWanted(kOpen.want, "pass | unproven"));
}

// The properties of the running test, "KEY: VALUE".
std::vector<std::string> Properties() {
  const testing::TestResult& result =
      *testing::UnitTest::GetInstance()->current_test_info()->result();
  std::vector<std::string> all;
  for (int i = 0; i < result.test_property_count(); ++i) {
    const testing::TestProperty& p = result.GetTestProperty(i);
    all.push_back(std::string(p.key()) + ": " + p.value());
  }
  return all;
}

TEST(ExpectVerdictTest, AWrongVerdictFailsTheTest) {
  EXPECT_NONFATAL_FAILURE(EXPECT_FALSE(ExpectVerdict(kHang, "pass")),
                          "got pass");
}

TEST(ExpectVerdictTest, EachVerdictIsAPropertyOfTheTest) {
  EXPECT_TRUE(ExpectVerdict(kOpen, "pass"));
  EXPECT_NONFATAL_FAILURE(ExpectVerdict(kHang, "pass"), "model:scheduler a");
  EXPECT_THAT(
      Properties(),
      testing::ElementsAre(
          "model:cache | b: pass",
          "model:scheduler | a: WRONG: want hang (not started) (r < n), "
          "got pass"));
}

}  // namespace
}  // namespace wgsync
