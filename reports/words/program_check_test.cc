#include "reports/words/program_check.h"

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/fields_json.h"

namespace wgsync {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

ProgramCheck CheckOf(absl::string_view text) {
  absl::StatusOr<ProgramCheck> check = CheckProgram("f", text, absl::nullopt);
  EXPECT_TRUE(check.ok()) << check.status();
  return *std::move(check);
}

std::string SummaryOf(absl::string_view text) {
  return CheckSummary(CheckOf(text));
}

std::string ErrorOf(absl::string_view text) {
  return std::string(CheckProgram("f", text, absl::nullopt).status().message());
}

constexpr char kFlag[] =
    "words f\ndata x\ngroup\n  write x := 1\n  seq_cst f := 1\n"
    "group\n  acquire while f == 0\n  t = read x\n";

TEST(CheckSummaryTest, AProgramThatHolds) {
  EXPECT_EQ(SummaryOf(kFlag),
            "f: holds for 2 groups. It needs weak HSA. Orders that are enough: "
            "release on line 5, acquire on line 7.");
  EXPECT_EQ(VerdictOf(CheckOf(kFlag)), CheckVerdict::kHolds);
  EXPECT_EQ(SummaryOf("words x\ngroups 2\n  seq_cst add(x, 1)\n"),
            "f: holds for 2 groups. It needs no progress. Each access may be "
            "relaxed, since it has no data and no line `never`, `always` or "
            "`goto wrong`.");
  EXPECT_EQ(SummaryOf("data x\ngroup\n  write x := 1\n"),
            "f: holds for 1 group. It needs no progress.");
}

TEST(CheckTextTest, ABarrierThatAWorkItemMissesLeavesProgressOpen) {
  constexpr char kHead[] = "words f\ngroup\n";
  EXPECT_THAT(CheckText(CheckOf(absl::StrCat(kHead,
                                             "  if f == 1 goto end\n"
                                             "  barrier(global)\nitem\n"
                                             "  barrier(global)\ngroup\n"
                                             "  f := 1\n")),
                        false, 200),
              AllOf(HasSubstr("nothing ends: group 0, item 1, line 6"),
                    HasSubstr("Progress is not decided: a work-item ends "
                              "without a barrier of its group"),
                    Not(HasSubstr("No run goes on for ever"))));
  // One that comes to it after a wait does not miss it.
  EXPECT_THAT(CheckText(CheckOf(absl::StrCat(kHead,
                                             "  while f == 0\n"
                                             "  barrier(global)\nitem\n"
                                             "  barrier(global)\n")),
                        false, 200),
              HasSubstr("No model guarantees that it ends."));
}

TEST(CheckSummaryTest, AProgramThatAnOrderRepairs) {
  const char* text =
      "words f\ndata x\ngroup\n  write x := 1\n  f := 1\n"
      "group\n  while f == 0\n  t = read x\n";
  EXPECT_EQ(SummaryOf(text),
            "f: does not hold: a data race of group 0, line 4 and group 1, "
            "line 8, which may read the old x. It is right with release on "
            "line 5, acquire on line 7.");
  EXPECT_EQ(VerdictOf(CheckOf(text)), CheckVerdict::kFails);
}

TEST(CheckSummaryTest, ALoadThatIsMadeLate) {
  EXPECT_EQ(SummaryOf("words x, y\ngroup\n  r = x\n  y := 1\ngroup\n  r = y\n"
                      "  x := 1\nnever 0:r == 1 && 1:r == 1\n"),
            "f: does not hold: the end breaks line 8, if a load is made after "
            "a later store of its work-item. It is right with release on line "
            "4, acquire on line 6.");
}

TEST(CheckSummaryTest, SaysByWhichRulesItDoesNotHold) {
  EXPECT_THAT(
      SummaryOf("words f\ndata x\ngroup\n  write x := 1\n  release f := 1\n"
                "item\n  acquire work_group while f == 0\n  t = read x\n"),
      HasSubstr("Before OpenCL 3.1, where only equal scopes synchronize, it "
                "does not hold: a race of group 0, line 5 and group 0, item 1, "
                "line 7, whose scopes are not equal."));
  EXPECT_THAT(
      SummaryOf("words x, y\ngroup\n  seq_cst work_group x := 1\n"
                "  r = seq_cst work_group y\nitem\n"
                "  seq_cst work_group y := 1\n  r = seq_cst work_group x\n"
                "never 0:r == 0 && 1:r == 0\n"),
      HasSubstr("By the letter of OpenCL, which orders seq_cst operations only "
                "if all have device scope, it does not hold: the end breaks "
                "line 8."));
}

// Otherwise the steps of the text would end with x == 2.
TEST(CheckTextTest, NamesTheOrderOfStoresWhichTheStepsDoNotShow) {
  EXPECT_THAT(CheckText(CheckOf("words x, y\ngroup\n  x := 1\n  y := 2\ngroup\n"
                                "  y := 1\n  x := 2\nnever x == 1 && y == 1\n"),
                        false, 400),
              HasSubstr("    group 1, line 6: y := 1\n"
                        "    group 1, line 7: x := 2    in memory before group "
                        "0, line 3\n"));
}

TEST(CheckTextTest, ARepairThatNothingElseNeedsIsAWholeSentence) {
  EXPECT_THAT(CheckText(CheckOf("words f\ndata x\ngroup\n  write x := 1\n"
                                "  release f := 1\ngroup\n"
                                "  while work_group cas(f, 1, 2) fails\ngroup\n"
                                "  acquire while f != 2\n  r = read x\n"),
                        false, 400),
              HasSubstr("^ make it relaxed at device scope\n"));
}

TEST(CheckTextTest, SaysWhichExecutionsAreLeftOut) {
  constexpr absl::string_view kLeftOut =
      "late loads, which are made after a later store";
  ProgramCheck check = CheckOf(kFlag);
  EXPECT_THAT(CheckText(check, false, 400), Not(HasSubstr(kLeftOut)));
  check.memory->late_limit = "with late loads, too many executions";
  EXPECT_EQ(VerdictOf(check), CheckVerdict::kUndecided);
  EXPECT_THAT(CheckText(check, false, 400), HasSubstr(kLeftOut));
  EXPECT_THAT(CheckSummary(check),
              StartsWith("f: not decided. Of memory, with late loads, too many "
                         "executions. It needs weak HSA. Without late loads it "
                         "holds. Orders that are enough: "));
  std::swap(check.memory->late_limit, check.memory->late_limit_of_orders);
  EXPECT_EQ(VerdictOf(check), CheckVerdict::kHolds);
  EXPECT_THAT(CheckText(check, false, 400),
              AllOf(HasSubstr("those of weaker orders without late loads"),
                    HasSubstr("Orders that are enough, without late loads: ")));
}

TEST(CheckSummaryTest, APlainAccessToAWordNeedsAnOrder) {
  EXPECT_EQ(SummaryOf("words f = 2, g\ngroup\n  write f := 1\n  g := 1\n"
                      "group\n  while g == 0\n  t = read f\n"),
            "f: does not hold: a data race of group 0, line 3 and group 1, "
            "line 7, which may read the old f. It is right with release on "
            "line 4, acquire on line 6.");
}

TEST(CheckSummaryTest, APlainAccessToAWordIsMadeAtomic) {
  const ProgramCheck check = CheckOf(
      "words f\ndata x\ngroup\n  write x := 1\n  write f := 1\n"
      "group\n  t = read f\n  if t == 0 goto end\n  r = read x\n");
  EXPECT_EQ(CheckSummary(check),
            "f: does not hold: a data race of group 0, line 5 and group 1, "
            "line 7, which may read the old f. It is right with atomic release "
            "on line 5, atomic acquire on line 7.");
  EXPECT_THAT(CheckText(check, false, 1000),
              HasSubstr("   7    t = read f\n            ^ make it atomic, "
                        "acquire at device scope; in the repaired program, "
                        "with less, a data race of"));
}

TEST(CheckSummaryTest, AProgramThatNothingRepairs) {
  EXPECT_EQ(SummaryOf("data x\ngroups 2\n  write x := 1\n"),
            "f: does not hold: a data race of group 0, line 3 and group 1, "
            "line 3. No order or scope makes it right.");
  EXPECT_EQ(SummaryOf("words x\ngroup\n  while x == 0\n"),
            "f: does not hold: even with the strongest promise of progress it "
            "may be that group 0 "
            "polls x for ever. No order or scope makes it right. Line 3: never "
            "over.");
}

TEST(CheckSummaryTest, ALoopWithoutBoundIsNotDecided) {
  const ProgramCheck check = CheckOf(
      "words f, g\ngroup\n  again: g := 1\n  g := 0\n  t = f\n"
      "  if t == 0 goto again\ngroup\n  f := 1\n");
  EXPECT_EQ(VerdictOf(check), CheckVerdict::kUndecided);
  EXPECT_EQ(CheckSummary(check),
            "f: not decided. Of memory, more than 100 events in an execution; "
            "take fewer rounds of its loops. It needs weak FAIR.");
}

TEST(CheckSummaryTest, AnIndexOutsideInAnotherOrderIsAFault) {
  EXPECT_EQ(SummaryOf("words f, x, a[1]\ngroup\n  x := 1\n  f := 1\n"
                      "group\n  while f == 0\n  t = x\n  a[t-1] := 1\n"),
            "f: does not hold: an index outside a: group 1, line 8. It is "
            "right with release on line 4, acquire on line 6.");
}

TEST(CheckSummaryTest, AnIndexOutsideIsAFault) {
  const ProgramCheck check =
      CheckOf("words x[2]\ngroup\n  t = add(x[0], 1)\n  x[t+7] := 1\n");
  EXPECT_EQ(CheckSummary(check),
            "f: does not hold: an index outside x: group 0, line 4. No order "
            "or scope makes it right.");
  EXPECT_THAT(CheckText(check, false, 1000),
              HasSubstr("Progress is not decided: f:4: group 0 uses x[7], and "
                        "x has 2 words"));
}

TEST(CheckSummaryTest, GoingWrongIsADemand) {
  EXPECT_EQ(SummaryOf("words x\ngroup\n  if x == 1 goto wrong\n"),
            "f: holds for 1 group. It needs no progress. Each access may be "
            "relaxed.");
}

constexpr char kDead[] =
    "words f, g\ngroup\n  f := 1\n  if f == 2 goto more\n  while g == 0\n"
    "  more: g := 1\nalways g == 1\n";

TEST(CheckSummaryTest, NamesWhatNoExecutionDoes) {
  EXPECT_EQ(SummaryOf(kDead),
            "f: does not hold: even with the strongest promise of progress it "
            "may be that group 0 "
            "polls g for ever. No order or scope makes it right. Line 6: never "
            "reached. Line 5: never over. Line 4: never taken. Line 7: never "
            "tested.");
  EXPECT_THAT(
      CheckText(CheckOf(kDead), false, 1000),
      AllOf(HasSubstr("   6    more: g := 1\n            ^ never "
                      "reached\n"),
            HasSubstr("   7  always g == 1\n            ^ never tested\n")));
}

TEST(CheckProgramTest, ErrorsNameTheLineAndTheFix) {
  EXPECT_EQ(ErrorOf("words x\ngroup\n  while y == 0\n"),
            "f:3:9: y is neither a word nor a register that an earlier line of "
            "the group sets; add it to the line `words`");
  EXPECT_EQ(ErrorOf("words x\ngroup\n  y[0] := 1\n"),
            "f:3:3: y is neither a word nor a register that an earlier line of "
            "the group sets; add it to the line `words`");
  EXPECT_EQ(ErrorOf("words x\ngroup\n  again: add(x, 1000)\n  goto again\n"),
            "f:3: group 0 writes 33000, and a word has 16 bits; bound what "
            "counts up");
  EXPECT_EQ(ErrorOf(""), "f:1:1: it has no program; see `wgsync check --help`");
}

// What people have: loops over tiles, goals that rise, remainders.
TEST(CheckProgramTest, ProgramsAsPeopleHaveThem) {
  EXPECT_EQ(SummaryOf("words flag[9]\ngroup\n  t = id\n"
                      "  again: if t == 8 goto end\n  flag[t+1] := 1\n"
                      "  t = t+2\n  goto again\n"),
            "f: holds for 1 group. It needs no progress. Each access may be "
            "relaxed, since it has no data and no line `never`, `always` or "
            "`goto wrong`.");
  EXPECT_EQ(SummaryOf("words c\ngroups 2\n  add(c, 1)\n  while c < 2\n"),
            "f: holds for 2 groups. It needs weak FAIR. Each access may be "
            "relaxed, since it has no data and no line `never`, `always` or "
            "`goto wrong`.");
  EXPECT_EQ(SummaryOf("words c\ngroups 2\n  add(c, 1)\n  while c % 2 != 0\n"),
            "f: holds for 2 groups. It needs weak FAIR. Each access may be "
            "relaxed, since it has no data and no line `never`, `always` or "
            "`goto wrong`.");
  EXPECT_EQ(SummaryOf("words next, flag[5]\ngroups 2\n  flag[0] := 1\n"
                      "  again: t = add(next, 1)\n  if t == 4 goto end\n"
                      "  if t == 5 goto end\n  while flag[t] == 0\n"
                      "  flag[t+1] := 1\n  goto again\n"),
            "f: holds for 2 groups. It needs weak OBE. "
            "Each access may be "
            "relaxed, since it has no data and no line `never`, `always` or "
            "`goto wrong`.");
}

TEST(CheckTextTest, EachAccessHasItsNote) {
  const std::string text = CheckText(CheckOf(kFlag), false, 1000);
  EXPECT_THAT(text,
              HasSubstr("   5    seq_cst f := 1\n            ^ release at "
                        "device scope is enough: with less, a data race of"));
  EXPECT_THAT(text, HasSubstr("   7    acquire while f == 0\n            ^ "
                              "acquire at device scope is needed: with less"));
  EXPECT_THAT(text, HasSubstr("With a weaker line 5:\n"
                              "    group 0, line 4: write x := 1\n"));
  EXPECT_THAT(text, Not(HasSubstr("With a weaker line 7")));
  EXPECT_THAT(CheckText(CheckOf(kFlag), true, 1000),
              HasSubstr("With a weaker line 7"));
}

TEST(CheckTextTest, ABranchThatIsNeverTakenHasItsOrder) {
  EXPECT_THAT(
      CheckText(CheckOf("words f\ngroup\n  acquire if f == 1 goto end\n"
                        "  f := 2\n"),
                false, 1000),
      HasSubstr("            ^ relaxed at work_group scope is enough; never "
                "taken\n"));
}

// Each note names the program that it is about.
TEST(CheckTextTest, ARepairHasItsNotes) {
  const ProgramCheck check = CheckOf(
      "words f, g\ndata x\ngroup\n  write x := 1\n  seq_cst g := 1\n"
      "  f := 1\ngroup\n  acquire while f == 0\n  t = read x\n");
  const std::string text = CheckText(check, true, 1000);
  EXPECT_THAT(text, HasSubstr("   5    seq_cst g := 1\n            ^ in the "
                              "repaired program, relaxed at work_group scope "
                              "is enough\n"));
  EXPECT_THAT(text,
              HasSubstr("   6    f := 1\n            ^ make it release at "
                        "device scope; in the repaired program, with "
                        "less, a data race of"));
  EXPECT_THAT(text, HasSubstr("   8    acquire while f == 0\n            ^ in "
                              "the repaired program, acquire at device scope "
                              "is needed: with less, a data race of"));
  EXPECT_THAT(text, HasSubstr("\nIn the repaired program, with a weaker line "
                              "6:\n"));
  EXPECT_THAT(text, HasSubstr("\nIf memory were sequentially consistent:\n"));
}

TEST(CheckTextTest, WhatIsNotEnoughTogetherIsSaid) {
  EXPECT_THAT(
      CheckText(CheckOf("words f, g\ndata x\ngroup\n  write x := 1\n"
                        "  release f := 1\n  release g := 1\ngroup\n"
                        "  acquire while f == 0\n  acquire while g == 0\n"
                        "  t = read x\n"),
                false, 1000),
      HasSubstr("   9    acquire while g == 0\n            ^ relaxed at device "
                "scope is enough; if the other lines are weakened too, acquire "
                "at device scope\n"));
}

TEST(CheckTextTest, ProgressOfWorkItemsIsLeftOpen) {
  const ProgramCheck check = CheckOf(
      "local words f\nlocal data x\ngroup\n  write x := 1\n"
      "  release f := 1\nitem\n  acquire while f == 0\n  t = read x\n");
  EXPECT_EQ(CheckSummary(check),
            "f: holds for 1 group. Its progress is not decided. Orders that "
            "are enough: release on line 5, acquire on line 7.");
  EXPECT_THAT(CheckText(check, false, 1000),
              HasSubstr("Progress is not decided: f:7: progress is that of a "
                        "group"));
}

TEST(CheckTextTest, ATooLargeProgramHasItsNameAndTheAdviceOnce) {
  const ProgramCheck check = CheckOf(
      "words a[64]\ngroups 7\n  i = 0\n  again: t = a[i]\n  a[i] := t+1\n"
      "  i = i+1\n  if i != 60 goto again\n");
  EXPECT_EQ(
      CheckSummary(check),
      "f: not decided. Of progress, it reaches more than 1000000 states; take "
      "fewer groups, or bound what counts up. Of memory, more than 4000000000 "
      "comparisons of accesses; take fewer groups or rounds.");
  const std::string text = CheckText(check, false, 1000);
  EXPECT_THAT(text, Not(HasSubstr("Progress is not decided")));
  EXPECT_THAT(text, HasSubstr("of memory before the limit"));
}

TEST(CheckReportTest, HasBothParts) {
  const nlohmann::json report = FieldsToJson(
      CheckReport{{CheckOf(kFlag), CheckOf("atomic_store(0,1)\n")}});
  const nlohmann::json& first = report["programs"][0];
  EXPECT_EQ(first["verdict"], "holds");
  EXPECT_EQ(first["progress"]["weakest"][0], "weak HSA");
  EXPECT_EQ(first["memory"]["lines"][0]["written"], "seq_cst at device scope");
  EXPECT_EQ(first["memory"]["lines"][0]["alone"], "release at device scope");
  EXPECT_TRUE(report["programs"][1]["memory"].is_null());
}

}  // namespace
}  // namespace wgsync
