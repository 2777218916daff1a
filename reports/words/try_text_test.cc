#include "reports/words/try_text.h"

#include <cstdint>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace wgsync {
namespace {

using ::testing::HasSubstr;

TryRow Row(uint32_t groups, uint64_t launches) {
  TryRow row;
  row.groups = groups;
  row.launches = launches;
  return row;
}

TEST(TryTextTest, TheBoundCountsNoLaunchOfOneGroup) {
  TryReport report;
  report.verdict = TryVerdict::kRight;
  report.rows = {Row(1, 1000), Row(2, 20), Row(20, 20)};
  EXPECT_THAT(TryText(report, 400),
              HasSubstr("in all 40 launches of 2 to 20 groups: at 95 % fewer "
                        "than 7.2 % of such launches are wrong"));
}

TEST(TryTextTest, RightNamesTheGridsThatLateGroupsDidNotEnd) {
  TryReport report;
  report.verdict = TryVerdict::kRight;
  report.rows = {Row(1, 10), Row(2, 10), Row(20, 10)};
  report.late = Row(2, 10);
  report.stamped = report.overlapped = 10;
  TryRecord r;
  r.purpose = TryPurpose::kLate;
  r.groups = 2;
  report.records.push_back(r);
  r.groups = 20;
  r.ending = TryEnding::kHung;
  report.records.push_back(r);
  EXPECT_THAT(
      TryText(report, 600),
      HasSubstr("right too, in 10 launches of up to 2 groups, and groups ran "
                "at the same time in 10 of them; of 20 groups with late ones "
                "nothing is known; no launch without"));
  r.purpose = TryPurpose::kInTime;
  report.records.push_back(r);
  EXPECT_THAT(
      TryText(report, 600),
      HasSubstr("nothing is known: the kernel as it is changed for them "
                "fails without them too; "));
}

TEST(TryTextTest, AWriteBeforeABufferHasANegativeIndex) {
  TryReport report;
  report.verdict = TryVerdict::kWrong;
  report.rows = {Row(2, 20)};
  report.rows[0].wrong = 1;
  report.rows[0].example.beyond = {{"out", -5, "", "2"}};
  EXPECT_THAT(
      TryText(report, 400),
      HasSubstr("the kernel wrote out[-5], and the length of out is 2"));
  report.records = {report.rows[0].example};
  EXPECT_EQ(TryJson(report)["launches"][0]["beyond"][0]["index"], -5);
}

}  // namespace
}  // namespace wgsync
