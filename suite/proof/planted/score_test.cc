#include "suite/proof/planted/score.h"

#include "gmock/gmock.h"
#include "gtest/gtest-spi.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using testing::HasSubstr;

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

TEST(ScoreSheetTest, ARightVerdictIsTheWantedText) {
  ScoreSheet sheet;
  EXPECT_TRUE(sheet.Add(kHang, "hang (not started)"));
  EXPECT_FALSE(sheet.Add(kHang, "hang"));
  EXPECT_FALSE(sheet.Add(kHang, "hang (missed)"));
  EXPECT_EQ(sheet.cases(), 3u);
  EXPECT_EQ(sheet.wrong(), 2u);
}

TEST(ScoreSheetTest, OneOfTwoThatAreOpenIsRight) {
  ScoreSheet sheet;
  EXPECT_TRUE(sheet.Add(kOpen, "pass"));
  EXPECT_TRUE(sheet.Add(kOpen, "unproven"));
  EXPECT_FALSE(sheet.Add(kOpen, "pass | unproven"));
}

TEST(ScoreSheetTest, TheTableCountsByKindAndNamesTheWrongOnes) {
  ScoreSheet sheet;
  sheet.Add(kHang, "pass");
  sheet.Add(kOpen, "pass");
  const std::string table = sheet.Table();
  EXPECT_THAT(table, testing::ContainsRegex("model:cache +1 +1\n"));
  EXPECT_THAT(table, testing::ContainsRegex("model:scheduler +1 +0\n"));
  EXPECT_THAT(table, testing::ContainsRegex("sum +2 +1\n"));
  EXPECT_THAT(table, HasSubstr("WRONG model:scheduler a: want hang (not "
                               "started) (r < n), got pass\n"));
}

TEST(ScoreSheetTest, TheFileHasALineForEachCase) {
  ScoreSheet sheet;
  sheet.Add(kOpen, "pass");
  sheet.Add(kHang, "pass");
  EXPECT_EQ(sheet.Tsv(),
            "right\tmodel:cache\tb\tpass | unproven\tpass\tno wait\n"
            "WRONG\tmodel:scheduler\ta\thang (not started)\tpass\tr < n\n");
}

TEST(ExpectVerdictTest, AWrongVerdictFailsTheTestAndIsKept) {
  const size_t before = TheScore().wrong();
  EXPECT_NONFATAL_FAILURE(ExpectVerdict(kHang, "pass"), "got pass");
  EXPECT_EQ(TheScore().wrong(), before + 1);
}

}  // namespace
}  // namespace wgsync
