#include "suite/core/memory/needs.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/litmus/program_text.h"

namespace wgsync {
namespace memory {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Needs Of(const std::string& text, const Limits& limits = {}) {
  const auto program = litmus::ParseProgram("test", text);
  EXPECT_TRUE(program.ok()) << program.status();
  return FindNeeds(*program, limits);
}

// "5 acq_rel/acquire device", and the flags of a fence or barrier.
std::string Text(size_t line, const Instruction& at) {
  std::string text =
      absl::StrCat(line, " ", litmus::kOrders[static_cast<size_t>(at.order)]);
  if (at.access == Access::kCas) {
    absl::StrAppend(&text, "/",
                    litmus::kOrders[static_cast<size_t>(at.failure)]);
  }
  absl::StrAppend(&text, " ", litmus::kScopes[static_cast<size_t>(at.scope)]);
  return at.UsesWord() ? text : absl::StrCat(text, " ", at.flags);
}

std::vector<std::string> Alone(const Needs& needs) {
  std::vector<std::string> texts;
  for (const LineNeed& need : needs.lines)
    texts.push_back(Text(need.line, need.alone));
  return texts;
}

std::vector<std::string> Together(const Needs& needs) {
  std::vector<std::string> texts;
  for (const LineNeed& need : needs.lines)
    texts.push_back(Text(need.line, need.together));
  return texts;
}

// Message passing, with the orders of the flag's store and of its wait.
std::string Flag(const std::string& store, const std::string& wait) {
  return absl::StrCat("words f\ndata x\ngroup\n  write x := 1\n  ", store,
                      " f := 1\ngroup\n  ", wait,
                      " while f == 0\n  t = read x\n");
}

TEST(NeedsTest, AStrongOrderIsMoreThanEnough) {
  const Needs needs = Of(Flag("seq_cst all_svm_devices", "seq_cst"));
  EXPECT_TRUE(needs.Holds());
  EXPECT_FALSE(needs.is_repaired);
  EXPECT_THAT(Alone(needs),
              ElementsAre("5 release device", "7 acquire device"));
  EXPECT_EQ(Together(needs), Alone(needs));
  EXPECT_EQ(needs.lines[1].what,
            "a data race of group 0, line 4 and group 1, line 8, which may "
            "read the old x");
  EXPECT_THAT(needs.lines[1].why, HasSubstr("group 1, line 7: while f == 0"));
  EXPECT_FALSE(needs.lines[0].is_repaired);
}

TEST(NeedsTest, AWeakProgramIsRepaired) {
  const Needs needs = Of(Flag("relaxed work_group", "acquire"));
  EXPECT_EQ(needs.answer.verdict, Verdict::kRacy);
  EXPECT_TRUE(needs.is_repaired);
  EXPECT_THAT(Alone(needs),
              ElementsAre("5 release device", "7 acquire device"));
  EXPECT_TRUE(needs.lines[0].is_repaired);
  EXPECT_FALSE(needs.lines[1].is_repaired);
}

TEST(NeedsTest, NothingRepairsDataWithoutAWait) {
  const Needs needs =
      Of("data x\nwords f\ngroups 2\n  f := 1\n  write x := 1\n");
  EXPECT_EQ(needs.answer.verdict, Verdict::kRacy);
  EXPECT_FALSE(needs.is_repaired);
  EXPECT_THAT(needs.lines, IsEmpty());
}

// Either flag hands over x, so that each is enough alone.
TEST(NeedsTest, WhatIsEnoughAloneNeedNotAddUp) {
  const Needs needs =
      Of("words f, g\ndata x\ngroup\n  write x := 1\n  release f := 1\n"
         "  release g := 1\ngroup\n  acquire while f == 0\n"
         "  acquire while g == 0\n  t = read x\n");
  EXPECT_THAT(Alone(needs),
              ElementsAre("5 relaxed device", "6 relaxed device",
                          "8 relaxed device", "9 relaxed device"));
  EXPECT_THAT(Together(needs),
              ElementsAre("5 relaxed device", "6 release device",
                          "8 relaxed device", "9 acquire device"));
}

TEST(NeedsTest, FencesAndBarriersAreWeakenedByFlags) {
  const Needs fences =
      Of("words f\ndata x\ngroup\n  write x := 1\n"
         "  seq_cst fence(global, local)\n  f := 1\n  release fence(global)\n"
         "group\n  while f == 0\n  acquire fence(global)\n  t = read x\n");
  EXPECT_THAT(Alone(fences),
              ElementsAre("5 release device 1", "6 relaxed device",
                          "7 relaxed device 1", "9 relaxed device",
                          "10 acquire device 1"));
  const Needs barrier =
      Of("local data x\ngroup\n  write x := 1\n  barrier(global, local)\n"
         "item\n  barrier(global, local)\n  t = read x\n");
  EXPECT_THAT(Alone(barrier),
              ElementsAre("4 relaxed work_group 2", "6 relaxed work_group 2"));
}

TEST(NeedsTest, ACompareAndSwapHasTwoOrders) {
  const Needs needs =
      Of("words lock\ndata x\ngroups 2\n"
         "  acq_rel acquire while cas(lock, 0, 1) fails\n  t = read x\n"
         "  write x := t+1\n  release lock := 0\nalways x == 2\n");
  EXPECT_THAT(Alone(needs),
              ElementsAre("4 acquire/relaxed device", "7 release device"));
}

// Each group passes on what the other one stores later.
TEST(NeedsTest, ALoadMayBeMadeAfterALaterStore) {
  constexpr char kLoads[] =
      "words x, y\ngroup\n  r = x\n  y := 1\ngroup\n  r = y\n"
      "  x := 1\nnever 0:r == 1 && 1:r == 1\n";
  const Needs needs = Of(kLoads);
  EXPECT_EQ(needs.answer.verdict, Verdict::kFails);
  EXPECT_EQ(needs.answer.what,
            "the end breaks line 8, if a load is made after a later store of "
            "its work-item");
  EXPECT_EQ(needs.answer.why,
            "group 0, line 3: r = x    read late: 1 of group 1, line 7\n"
            "group 0, line 4: y := 1\n"
            "group 1, line 6: r = y    reads 1 of group 0, line 4\n"
            "group 1, line 7: x := 1\n");
  EXPECT_TRUE(needs.is_repaired);
  EXPECT_EQ(needs.late_limit, "");
  EXPECT_THAT(Alone(needs),
              ElementsAre("3 relaxed device", "4 release device",
                          "6 acquire device", "7 relaxed device"));
}

TEST(NeedsTest, AStepThatGoesWrongByALateLoad) {
  const Needs needs =
      Of("words x, y\ngroup\n  if x == 1 goto wrong\n  y := 1\ngroup\n"
         "  r = y\n  x := r\n");
  EXPECT_TRUE(needs.Holds()) << "it wrote nothing yet: " << needs.answer.why;
  const Needs late =
      Of("words x, y\ngroup\n  r = x\n  y := 1\n"
         "  if r == 1 goto wrong\ngroup\n  r = y\n  x := r\n");
  EXPECT_EQ(late.answer.what,
            "a step that goes wrong: group 0, line 5, if a load is made after "
            "a later store of its work-item");
  EXPECT_THAT(late.answer.why,
              HasSubstr("group 0, line 5: if r == 1 goto wrong    a step that "
                        "goes wrong\n"));
}

TEST(NeedsTest, AnIndexOutsideAnArrayByALateLoad) {
  const Needs needs =
      Of("words x, y, a[1]\ngroup\n  r = x\n  y := 1\n  a[r] := 1\ngroup\n"
         "  s = y\n  x := s\n");
  EXPECT_EQ(needs.answer.what,
            "an index outside a: group 0, line 5, if a load is made after a "
            "later store of its work-item");
  EXPECT_TRUE(needs.is_repaired);
}

// The load that is late is the one whose store does not need it.
TEST(NeedsTest, TheLateLoadIsMarked) {
  EXPECT_EQ(
      Of("words x, y\ngroup\n  s = y\n  x := s\ngroup\n  r = x\n  y := 1\n"
         "never 1:r == 1\n")
          .answer.why,
      "group 0, line 3: s = y    reads 1 of group 1, line 7\n"
      "group 0, line 4: x := s\n"
      "group 1, line 6: r = x    read late: 1 of group 0, line 4\n"
      "group 1, line 7: y := 1\n");
  EXPECT_THAT(Of("words x\ngroup\n  r = x\n  barrier(local)\nitem\n"
                 "  barrier(local)\n  x := 1\nnever 0:r == 1\n")
                  .answer.why,
              HasSubstr("r = x    read late: 1"));
}

// No execution gives the value to those who copy it.
TEST(NeedsTest, NoValueComesOutOfThinAir) {
  const std::string copies =
      "group\n  a = x\n  y := a\ngroup\n  b = y\n  x := b\n";
  // The last group writes 1 if it reads 1, but here it reads 0.
  EXPECT_TRUE(Of("words x, y, z\n" + copies +
                 "group\n  z := 1\ngroup\n  c = z\n  x := c\n"
                 "never 0:a == 1 && 3:c == 0\n")
                  .Holds());
  // The last group writes 7 if it reads a new and then an old w.
  const std::string old =
      "  c = w\n  d = w\n  if c != 1 goto other\n"
      "  if d != 0 goto other\n  goto store\n  other: ";
  EXPECT_TRUE(Of("words x, y, w\n" + copies + "group\n  w := 1\ngroup\n" + old +
                 "goto end\n  store: x := 7\nnever 0:a == 7\n")
                  .Holds());
  // It does so if it reads 7 as well, but that is its own.
  const std::string own =
      "words x, y, w\n" + copies + "group\n  w := 1\ngroup\n  e = y\n" + old +
      "if e != 7 goto end\n  store: x := 7\nnever 3:e == 7\n";
  EXPECT_TRUE(Of(own).Holds());
  // It may write 7 without it.
  EXPECT_FALSE(Of(absl::StrReplaceAll(own, {{"d != 0", "d != 1"}})).Holds());
}

// The store does not need the late load: without it the work-item reads its own
// 5, and stores 1 as well.
TEST(NeedsTest, AStoreMayBeMadeByItsOwnValues) {
  EXPECT_FALSE(Of("words x, y, z\ngroup\n  r = x\n  if r == 1 goto store\n"
                  "  z := 5\n  s = z\n  if s != 5 goto end\n  store: y := 1\n"
                  "group\n  t = y\n  x := t\nnever 0:r == 1\n")
                   .Holds());
}

// A value that is read late may lead to another load that is late.
TEST(NeedsTest, ALateLoadAfterALateLoad) {
  EXPECT_FALSE(Of("words x, y, z, w\ngroup\n  r = x\n  y := 1\n"
                  "  if r == 0 goto end\n  w := 1\ngroup\n  s = y\n  x := s\n"
                  "group\n  u = w\n  t = z\n  if u == 1 goto one\n"
                  "  if t == 0 goto end\n  one: x := 2\n"
                  "group\n  v = x\n  if v != 2 goto end\n  z := 1\n"
                  "never 0:r == 1 && 2:t == 1 && 2:u == 0\n")
                   .Holds());
}

// Without the late load r is 0, and no group waits.
TEST(NeedsTest, AWaitForEverByALateLoad) {
  constexpr char kEnd[] = "group\n  s = y\n  x := s\n";
  const Needs waits = Of(std::string("words x, y, z\ngroup\n  r = x\n  y := 1\n"
                                     "  if r == 0 goto end\n  while z == 0\n") +
                         kEnd);
  EXPECT_FALSE(waits.Holds());
  EXPECT_EQ(waits.answer.hang_what,
            "a wait that nothing ends: group 0, line 6, if a load is made "
            "after a later store of its work-item");
  const std::string loops =
      "words x, y, z\ngroup\n  r = x\n  y := 1\n  if r == 0 goto end\n";
  for (const char* loop :
       {"  again: t = z\n  if t == 0 goto again\n",
        "  again: t = z\n  u = x\n  if t != 5 goto again\n",
        "  again: t = exchange(z, 0)\n  if t == 0 goto again\n",
        "  again: if cas(z, 1, 2) fails goto next\n  goto end\n"
        "  next: goto again\n"}) {
    const Needs polls = Of(loops + loop + kEnd);
    EXPECT_TRUE(polls.answer.can_hang) << loop;
    EXPECT_TRUE(polls.is_repaired) << loop;
    EXPECT_THAT(polls.answer.hang_what, HasSubstr(": group 0, line ")) << loop;
  }
  const Needs meets =
      Of(std::string("words x, y\ngroup\n  r = x\n  y := 1\n"
                     "  if r == 1 goto end\n  barrier(global)\nitem\n"
                     "  barrier(global)\n") +
         kEnd);
  EXPECT_FALSE(meets.Holds());
  EXPECT_TRUE(meets.is_repaired);
}

TEST(NeedsTest, ALoopThatTriesAgainHasLateLoads) {
  const Needs needs =
      Of("words x, y, c\ngroup\n  again: t = c\n"
         "  if cas(c, t, t+1) fails goto again\n"
         "group\n  r = x\n  y := 1\ngroup\n  r = y\n  x := 1\n"
         "never 1:r == 1 && 2:r == 1\n");
  EXPECT_EQ(needs.answer.verdict, Verdict::kFails);
  EXPECT_EQ(needs.late_limit, "");
}

// A counter grows, so that no round reads the value that an earlier one has
// left, and to no more than all add to it.
TEST(NeedsTest, ALoopThatAddsHasLateLoads) {
  const std::string turn =
      "t = add(c, 1)\n  acquire while d != t\n  s = read x\n"
      "  write x := s+1\n  release d := t+1\n  ";
  for (const std::string& loop :
       {std::string("t = add(c, 1)\n  d := 1\n  if t < 3 goto again\n"),
        std::string("t = c\n  if t == 3 goto end\n"
                    "  if cas(c, t, t+1) fails goto again\n  goto again\n"),
        turn + turn + "goto end\n"}) {
    const Needs needs = Of("words c, d\ndata x\ngroups 2\n  again: " + loop);
    EXPECT_TRUE(needs.Holds()) << loop;
    EXPECT_EQ(needs.late_limit, "") << loop;
    EXPECT_EQ(needs.undecided, "") << loop;
  }
}

// A work-item sees a write of others once, and no earlier one after it, so that
// the rounds are as many as there are writes.
TEST(NeedsTest, ALoopThatStoresHasLateLoads) {
  for (const char* loop :
       {"groups 2\n  again: t = x\n  x := t+1\n  if t < 2 goto again\n",
        "group\n  again: t = x\n  y := t\n"
        "  if cas(x, t, 2) fails goto again\n"
        "group\n  again: t = x\n  if t == 0 goto end\n  u = y\n"
        "  if cas(x, t, u) fails goto again\n"}) {
    const Needs needs = Of(absl::StrCat("words x, y\n", loop));
    EXPECT_EQ(needs.late_limit, "") << loop;
    EXPECT_TRUE(needs.Holds()) << loop;
  }
}

TEST(NeedsTest, AScopeOfLocalMemoryIsRepaired) {
  EXPECT_TRUE(Of("local words f\nlocal data x\ngroup\n  write x := 1\n"
                 "  release sub_group f := 1\nitem sub_group\n"
                 "  acquire sub_group while f == 0\n  t = read x\n")
                  .is_repaired);
}

TEST(NeedsTest, SaysThatLateLoadsAreTooManyToLookAt) {
  std::string text = "words x, y, z\n";
  for (const char* word : {"y", "z"}) {
    absl::StrAppend(&text, "group\n  r = ", word[0] == 'y' ? "z" : "y", "\n");
    for (int i = 0; i < 40; ++i) absl::StrAppend(&text, "  ", word, " := 2\n");
  }
  EXPECT_EQ(
      Of(text).late_limit,
      "with late loads, more than 63 accesses; take fewer groups or rounds");
  EXPECT_EQ(Of(text.substr(0, text.rfind("group"))).late_limit, "")
      << "one work-item has no such execution";
}

// The program as it is written is decided, and a weaker one is not.
TEST(NeedsTest, LateLoadsOfWeakerOrdersAreTooMany) {
  std::string text = "words x, y, z\ngroup\n";
  for (int i = 0; i < 60; ++i) absl::StrAppend(&text, "  z := ", i, "\n");
  const Needs needs = Of(
      absl::StrCat(text,
                   "  acquire r = x\n  release y := 1\ngroup\n  acquire r = y\n"
                   "  release x := 1\nnever 0:r == 1 && 1:r == 1\n"));
  EXPECT_TRUE(needs.Holds());
  EXPECT_EQ(
      needs.late_limit_of_orders,
      "with late loads, more than 63 accesses; take fewer groups or rounds");
  EXPECT_EQ(needs.late_limit, "");
}

// Relaxed, both may read 0, and group 0 waits for ever.
constexpr char kPark[] =
    "words want[2], go\ngroup\n  want[0] := 1\n  r = want[1]\n"
    "  if r == 1 goto end\n  while go == 0\ngroup\n  want[1] := 1\n"
    "  r = want[0]\n  if r == 0 goto end\n  go := 1\n";

TEST(NeedsTest, AWaitForEverByTheOrderOfMemoryIsRepaired) {
  const Needs needs = Of(kPark);
  EXPECT_FALSE(needs.Holds());
  EXPECT_TRUE(needs.is_repaired);
  EXPECT_THAT(
      Alone(needs),
      ElementsAre("3 seq_cst device", "4 seq_cst device", "6 relaxed device",
                  "8 seq_cst device", "9 seq_cst device", "11 relaxed device"));
  EXPECT_EQ(needs.lines[0].what, "a wait that nothing ends: group 0, line 6");
}

TEST(NeedsTest, NothingRepairsAWaitForEverByItself) {
  const Needs needs = Of(absl::StrCat(Flag("release", "acquire"),
                                      "group\n  while f == 1\n"
                                      "  while f == 0\n  while f == 1\n"));
  EXPECT_EQ(needs.answer.verdict, Verdict::kHolds);
  EXPECT_FALSE(needs.Holds());
  EXPECT_FALSE(needs.is_repaired);
  EXPECT_THAT(needs.lines, IsEmpty());
}

TEST(NeedsTest, AClaimNeedsAnOrder) {
  const Needs needs =
      Of("words x, y\ngroup\n  seq_cst x := 1\n  seq_cst r = y\ngroup\n"
         "  seq_cst y := 1\n  seq_cst r = x\nnever 0:r == 0 && 1:r == 0\n");
  EXPECT_THAT(Alone(needs),
              ElementsAre("3 seq_cst device", "4 seq_cst device",
                          "6 seq_cst device", "7 seq_cst device"));
  EXPECT_EQ(needs.lines[0].what, "the end breaks line 8");
}

TEST(NeedsTest, ALimitIsForAllSearches) {
  const Needs all = Of(Flag("release", "acquire"));
  EXPECT_EQ(all.undecided, "");
  Limits limits;
  limits.states = all.answer.states + 1;
  const Needs some = Of(Flag("release", "acquire"), limits);
  EXPECT_TRUE(some.Holds());
  EXPECT_EQ(some.undecided,
            absl::StrCat("more than ", limits.states,
                         " states; take fewer groups or rounds"))
      << "not what an earlier search left";
  EXPECT_THAT(some.lines, IsEmpty());
  limits.states = 1;
  EXPECT_EQ(Of(Flag("release", "acquire"), limits).answer.verdict,
            Verdict::kExceeded);
  limits = {};
  limits.comparisons = 100;
  EXPECT_EQ(
      Of(Flag("release", "acquire"), limits).undecided,
      "more than 100 comparisons of accesses; take fewer groups or rounds");
}

// Without line 5, which is the first that can be left as it is, the repair is
// that of the four lines by f and h.
TEST(NeedsTest, ARepairHasFewLines) {
  const Needs needs =
      Of("words f, g, h\ndata x\ngroup\n  write x := 1\n  g := 1\n"
         "  f := 1\ngroup\n  while f == 0\n  h := 1\ngroup\n"
         "  while h == 0\n  while g == 0\n  t = read x\n");
  std::vector<size_t> lines;
  for (const LineNeed& need : needs.lines) {
    if (need.is_repaired) lines.push_back(need.line);
  }
  EXPECT_THAT(lines, ElementsAre(5, 12));
}

// The seq_cst of line 5 stays, though it is more than enough.
TEST(NeedsTest, ARepairLeavesTheOtherLines) {
  const Needs needs =
      Of("words f, g\ndata x\ngroup\n  write x := 1\n  seq_cst g := 1\n"
         "  f := 1\ngroup\n  acquire while f == 0\n  acquire while g == 0\n"
         "  t = read x\n"
         "group\n  acquire while f == 0\n  t = read x\n");
  EXPECT_TRUE(needs.is_repaired);
  EXPECT_THAT(Alone(needs),
              ElementsAre("5 relaxed work_group", "6 release device",
                          "8 relaxed device", "9 relaxed work_group",
                          "12 acquire device"));
  EXPECT_FALSE(needs.lines[0].is_repaired);
  EXPECT_TRUE(needs.lines[1].is_repaired);
}

std::vector<std::string> IdleOf(const std::string& text) {
  std::vector<std::string> idle;
  for (const IdleLine& line : Of(text).idle)
    idle.push_back(absl::StrCat(
        line.line, " ", NamesOf(line.what)[static_cast<size_t>(line.what)]));
  return idle;
}

TEST(NeedsTest, NamesWhatNoExecutionDoes) {
  EXPECT_THAT(IdleOf("words f, g\ngroup\n  f := 1\n  if f == 2 goto more\n"
                     "  goto end\n  more: g := 1\ngroup\n  while f == 0\n"
                     "  if g == 1 goto wrong\nnever f == 5\n"),
              ElementsAre("4 never_taken", "6 never_reached"));
  EXPECT_THAT(IdleOf("words f, g\ngroup\n  f := 1\n  while g == 0\n"
                     "  f := 2\nalways f == 2\n"),
              ElementsAre("4 never_over", "5 never_reached", "6 never_tested"));
  EXPECT_THAT(IdleOf("words f\ngroup\n  if f == 0 goto end\n"
                     "  barrier(global)\nitem\n  barrier(global)\n"),
              ElementsAre("4 never_reached", "6 never_over"));
}

// The vain round of line 5 is left out of the search, and possible.
TEST(NeedsTest, ARoundOfALoopIsNotIdle) {
  EXPECT_THAT(IdleOf("words f, g\ngroup\n  one: t = f\n  if t == 0 goto one\n"
                     "  two: u = g\n  if u == 0 goto two\n"
                     "group\n  f := 1\n  g := 1\n"),
              IsEmpty());
}

TEST(NeedsTest, WhatALateLoadDoesIsNotIdle) {
  const std::string program =
      "words x, y\ngroup\n  r = x\n  y := 1\n  if r == 0 goto end\n"
      "  y := 2\ngroup\n  s = y\n  x := s\n";
  EXPECT_THAT(IdleOf(program), IsEmpty());
  EXPECT_THAT(
      IdleOf(absl::StrReplaceAll(
          program, {{"y := 1", "release y := 1"}, {"s = y", "acquire s = y"}})),
      ElementsAre("6 never_reached"));
}

// It is that of the repaired program.
TEST(NeedsTest, ARepairedProgramHasIdleLines) {
  const std::string flag = Flag("relaxed", "relaxed");
  EXPECT_THAT(IdleOf(flag + "  if t != 1 goto wrong\n  if t == 0 goto end\n"),
              ElementsAre("10 never_taken"));
}

}  // namespace
}  // namespace memory
}  // namespace wgsync
