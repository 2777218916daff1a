#include "reports/words/try_text.h"

#include <cstdint>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace wgsync {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

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
                "nothing is known; no work-item paused at"));
  EXPECT_THAT(
      TryText(report, 600),
      HasSubstr("  late  2       1         1      0      0       0      "
                "0\n  late  20      1         0      0      1 "))
      << "a row for each grid";
  r.purpose = TryPurpose::kInTime;
  report.records.push_back(r);
  EXPECT_THAT(
      TryText(report, 600),
      HasSubstr("nothing is known: the kernel as it is changed for them "
                "fails without them too; "));
  r.purpose = TryPurpose::kPaused;
  r.groups = 2;
  r.ending = TryEnding::kFinished;
  report.records.push_back(r);
  report.paused = Row(2, 1);
  report.paused->right = 1;
  EXPECT_THAT(TryText(report, 600),
              HasSubstr("with late groups, with pauses at its atomic "
                        "operations right too, in 10 launches"));
}

TEST(TryTextTest, WhatFailsIfWorkItemsPauseNamesThat) {
  TryReport report;
  report.verdict = TryVerdict::kWhenLate;
  report.late = Row(4, 10);
  report.late->right = 10;
  report.paused = Row(2, 17);
  report.paused->wrong = 17;
  report.paused->right_in_time = true;
  EXPECT_THAT(
      TryText(report, 600),
      HasSubstr("right as it is, and not if work-items pause at their atomic "
                "operations, in 17 of 17 launches of 2 groups (with the same "
                "text right if none does): "));
}

TEST(TryTextTest, KeptValuesAreToBlameIfThoseLaunchesFailMoreOften) {
  const struct {
    uint64_t launches, right, kept, kept_right;
    bool blamed;
  } kRows[] = {{8, 6, 2, 0, true},        // all six that began anew are right
               {8, 5, 2, 0, false},       // one of them is not
               {50, 49, 44, 43, false}};  // a rare failure was not to be seen
  for (const auto& r : kRows) {
    TryReport report;
    report.verdict = TryVerdict::kWrong;
    report.kept = {"count"};
    report.rows = {Row(2, r.launches)};
    report.rows[0].right = r.right;
    report.rows[0].wrong = r.launches - r.right;
    report.rows[0].kept = r.kept;
    report.rows[0].kept_right = r.kept_right;
    EXPECT_EQ(
        TryText(report, 600)
                .find(
                    "right in all 6 launches that began with the given values, "
                    "and not in 2 of 2 that began with what the launch before "
                    "left in count; in 2 of 8 launches") != std::string::npos,
        r.blamed);
    EXPECT_EQ(TryText(report, 600).find("right in all") != std::string::npos,
              r.blamed);
  }
}

TEST(TryTextTest, LaunchesThatBeginWithKeptValuesTellNoRate) {
  TryReport report;
  report.verdict = TryVerdict::kRight;
  report.rows = {Row(2, 50)};
  EXPECT_THAT(TryText(report, 600), HasSubstr("at 95 % fewer than 5.8 %"));
  report.kept = {"count"};
  EXPECT_THAT(
      TryText(report, 600),
      HasSubstr("in all 50 launches of 2 groups: each after the first of "
                "its grid began with what the one before left in "
                "count, so that a later one may be wrong, and a value that was "
                "left may pass"));
  report.varied = true;
  EXPECT_THAT(TryText(report, 600), Not(HasSubstr("may pass")));
}

TEST(TryTextTest, TheCompilerIsToBlameIfItsLaunchesHangMoreOften) {
  for (const uint64_t hung : {2, 40}) {
    TryReport report;
    report.verdict = TryVerdict::kHangs;
    report.rows = {Row(2, 50)};
    report.rows[0].hung = hung;
    report.not_optimized = TryEnding::kFinished;
    report.hangs_from = 2;
    TryRecord r;
    r.groups = 2;
    r.purpose = TryPurpose::kNotOptimized;
    report.records.assign(5, r);
    EXPECT_EQ(TryText(report, 600).find("-cl-opt-disable") != std::string::npos,
              hung == 40);
  }
}

TEST(TryTextTest, OneGroupMayWaitForAnother) {
  TryReport report;
  report.verdict = TryVerdict::kHangs;
  report.rows = {Row(1, 2), Row(2, 50)};
  report.rows[0].hung = 2;
  report.rows[0].example.ending = TryEnding::kHung;
  EXPECT_THAT(TryText(report, 400),
              HasSubstr("2 of 2 launches of 1 group do not end, and larger "
                        "grids end: one group alone may wait for another "
                        "(name grids with --groups); after 0.0 s no word"));
  report.verdict = TryVerdict::kHangsAbove;
  report.ends_up_to = 2;
  report.hangs_from = 3;
  EXPECT_THAT(TryRowText(report, report.rows[0]), StartsWith("after 0.0 s"));
}

TEST(TryTextTest, FencesTellThatAnOrderIsMissing) {
  const struct {
    uint64_t right, wrong, of_before;
    const char* says;
  } kRows[] = {
      {20, 0, 20, "it is right in all 20 launches: an order between groups"},
      {3, 1, 20, "atomic operations it is wrong too, in 1 of 4 launches"},
      {20, 0, 1, ""}};  // as many right ones are chance
  for (const auto& r : kRows) {
    TryReport report;
    report.verdict = TryVerdict::kWrong;
    report.rows = {Row(2, 20)};
    report.rows[0].wrong = r.of_before;
    report.ordered = Row(2, r.right + r.wrong);
    report.ordered->right = r.right;
    report.ordered->wrong = r.wrong;
    const std::string text = TryText(report, 600);
    EXPECT_EQ(text.find("with a fence of the device") != std::string::npos,
              r.says[0] != 0);
    EXPECT_THAT(text, HasSubstr(r.says));
  }
}

TEST(TryTextTest, AnExpressionIsSaidOnce) {
  TryReport report;
  report.verdict = TryVerdict::kWrong;
  report.rows = {Row(2, 20)};
  report.rows[0].wrong = 20;
  report.rows[0].example.wrong = 2;
  report.rows[0].example.shown = {{"out[i] < 3", 19, "", ""},
                                  {"out[i] < 3", 46, "", ""}};
  EXPECT_THAT(TryText(report, 600),
              HasSubstr("'out[i] < 3' fails for i = 19, 46"));
}

TEST(TryTextTest, WhereTheDriverEndsLoopsTheWorkItemsAreCounted) {
  TryReport report;
  report.verdict = TryVerdict::kUnproven;
  report.doubt = TryDoubt::kCut;
  TryRecord& record = report.records.emplace_back();
  record.ending = TryEnding::kCut;
  record.text = "such work-items of k: 56 of 64";
  const std::string text = TryText(report, 400);
  EXPECT_THAT(text, HasSubstr("ends loops early, at the latest after 65,536 "
                              "turns of a work-item together"));
  EXPECT_THAT(text, HasSubstr("take another device; such work-items of k: 56 "
                              "of 64"));
}

TEST(TryTextTest, ALaunchForTheComparisonThatDoesNotEndIsNamed) {
  TryReport report;
  report.doubt = TryDoubt::kNotRun;
  TryRecord r;
  r.purpose = TryPurpose::kReference;
  r.ending = TryEnding::kHung;
  r.seconds = 8;
  report.records = {r};
  EXPECT_THAT(
      TryText(report, 400),
      HasSubstr("no launch could be judged; the reference kernel, one "
                "work-item, did not end: after 8.0 s no word of its buffers"));
  report.records[0].purpose = TryPurpose::kOneGroup;
  EXPECT_THAT(TryText(report, 400),
              HasSubstr("judged; one group alone, with which grids are "
                        "compared, did not end: after 8.0 s"));
}

TEST(TryTextTest, TheStampsOfALargerGridAreNotThoseOfTheOneThatIsWrong) {
  TryReport report;
  report.verdict = TryVerdict::kWrong;
  report.rows = {Row(1, 20)};
  report.rows[0].wrong = 20;
  report.watched = Row(3, 1);
  report.watched->example.groups = 3;
  report.watched->example.ending = TryEnding::kHung;
  GroupsSeen seen;
  seen.groups = 3;
  report.watched->example.seen = seen;
  EXPECT_THAT(TryText(report, 400),
              HasSubstr("; a launch of 3 groups did not end; launched again "
                        "with stamps, of its 3 groups "));
  report.watched->example.groups = 1;
  EXPECT_THAT(TryText(report, 400), Not(HasSubstr("did not end")));
}

TEST(TryTextTest, AWrongControlIsCountedAndShown) {
  TryReport report;
  report.verdict = TryVerdict::kUnproven;
  report.doubt = TryDoubt::kChanged;
  TryRecord record;
  record.purpose = TryPurpose::kNoPause;
  record.groups = 8;
  record.checked = 64;
  report.records = {record, record};
  report.records[1].wrong = 1;
  report.records[1].shown = {{"out", 3, "7", "12"}};
  EXPECT_THAT(TryText(report, 900),
              HasSubstr("; in 1 of 2 launches of 8 groups: 1 of 64 elements is "
                        "wrong: out[3] is 7 and not 12"));
}

TEST(TryTextTest, ResultsThatDifferAreShownWhereNoLineSaysWhatIsRight) {
  TryReport report;
  report.verdict = TryVerdict::kUnproven;
  report.doubt = TryDoubt::kDiffers;
  report.guessed = true;
  report.records.resize(2);
  report.records[1].groups = 8;
  report.records[1].differs = {{"out", 3, "7", "12"}};
  EXPECT_THAT(TryText(report, 900),
              AllOf(HasSubstr("; in a launch of 8 groups out[3] is 7, and in "
                              "the first of them 12"),
                    Not(HasSubstr("right if"))));
}

TEST(TryTextTest, OrdersAreThoseThatMatterAndThoseThatDoNotShow) {
  TryReport report;
  report.verdict = TryVerdict::kUnproven;
  report.doubt = TryDoubt::kTurns;
  report.orders = {{"memory_order_release", 3, 1, 1},
                   {"mem_fence", 4, 8, 0},
                   {"memory_order_acquire", 5, 2, 1, true, 2}};
  EXPECT_THAT(
      TryText(report, 900),
      HasSubstr("one left out at a time: fails without "
                "memory_order_release in line 3, memory_order_acquire "
                "in line 5 (number 2); right without mem_fence in line 4 (8 "
                "launches each): this device does not show that one of these "
                "alone is needed"));
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
