#include "suite/core/memory/explore.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/memory/litmus_files_testing.h"

namespace wgsync {
namespace memory {
namespace {

using testing::HasSubstr;

Answer Of(const std::string& text, const Limits& limits = {}) {
  const LitmusProgram program = ReadLitmus("test", text);
  return Explore(program, {}, limits);
}

constexpr char kStoreBuffering[] =
    "words x, y\n"
    "group\n"
    "  x := 1\n"
    "  r = y\n"
    "group\n"
    "  y := 1\n"
    "  r = x\n"
    "never 0:r == 0 && 1:r == 0\n";

TEST(ExploreTest, FailureComesWithItsExecution) {
  const Answer answer = Of(kStoreBuffering);
  EXPECT_EQ(answer.verdict, Verdict::kFails);
  EXPECT_EQ(answer.what, "the end breaks line 8");
  EXPECT_EQ(answer.why,
            "group 0, line 3: x := 1\n"
            "group 1, line 6: y := 1\n"
            "group 0, line 4: r = y    reads 0 of the start\n"
            "group 1, line 7: r = x    reads 0 of the start\n");
  EXPECT_EQ(answer.outcomes.size(), 4u);
}

TEST(ExploreTest, RaceComesWithItsAccesses) {
  const Answer answer =
      Of("words f\ndata x\ngroup\n  write x := 1\n  f := 1\n"
         "group\n  while f == 0\n  t = read x\n");
  EXPECT_EQ(answer.verdict, Verdict::kRacy);
  EXPECT_EQ(answer.what,
            "a data race of group 0, line 4 and group 1, line 8, which may "
            "read the old x");
  EXPECT_THAT(answer.why,
              HasSubstr("while f == 0    reads 1 of group 0, line 5\n"));
  EXPECT_THAT(answer.why,
              HasSubstr("a data race: nothing orders\n"
                        "group 0, line 4: write x := 1\n"
                        "group 1, line 8: t = read x    reads 0 of the "
                        "start\n"));
}

TEST(ExploreTest, LimitOfStates) {
  Limits limits;
  limits.states = 2;
  const Answer answer =
      Of("words x\ngroups 3\n  add(x, 1)\nalways x == 3\n", limits);
  EXPECT_EQ(answer.verdict, Verdict::kExceeded);
  EXPECT_EQ(answer.why, "more than 2 states; take fewer groups or rounds\n");
  EXPECT_EQ(answer.states, 2u);
}

TEST(ExploreTest, LimitOfBytes) {
  Limits limits;
  limits.bytes = 100;
  const Answer answer =
      Of("words x\ngroups 3\n  add(x, 1)\nalways x == 3\n", limits);
  EXPECT_EQ(answer.verdict, Verdict::kExceeded);
  EXPECT_EQ(answer.why, "more than 100 bytes; take fewer groups or rounds\n");
}

TEST(ExploreTest, LimitOfEvents) {
  const Answer answer =
      Of("words x\ngroup\n  again: add(x, 1)\n  goto again\nalways x == 3\n");
  EXPECT_EQ(answer.verdict, Verdict::kExceeded);
  EXPECT_EQ(
      answer.why,
      "more than 100 events in an execution; take fewer rounds of its loops\n");
}

// Their stores alone can be ordered in more ways than there are atoms.
TEST(ExploreTest, ALimitEndsTheSearchOfStores) {
  std::string text = "words x\ngroups 8\n";
  for (int i = 0; i < 9; ++i) text += "  x := 1\n";
  Limits limits;
  limits.states = 50;
  EXPECT_EQ(Of(text, limits).what,
            "more than 50 states; take fewer groups or rounds");
}

TEST(ExploreTest, OutcomesCountAsBytes) {
  const Answer answer = Of("words x[90]\ngroup\n  x[0] := 1\n");
  EXPECT_EQ(answer.outcomes.size(), 1u);
  EXPECT_GT(answer.bytes, 90 * sizeof(int));
}

TEST(ExploreTest, IndexOutsideTheArray) {
  const Answer answer = Of("words x[2]\ngroup\n  r = x[1]\n  x[r+2] := 1\n");
  EXPECT_EQ(answer.verdict, Verdict::kFails);
  EXPECT_EQ(answer.what, "an index outside x: group 0, line 4");
  EXPECT_EQ(answer.why,
            "group 0, line 3: r = x[1]    reads 0 of the start\n"
            "group 0, line 4: x[r+2] := 1    an index outside x\n");
}

// The index comes first in the search, and the race after it.
TEST(ExploreTest, ARaceIsFoundNextToAnIndexOutsideTheArray) {
  EXPECT_EQ(Of("words x[2], f\ndata y, z\ngroup\n  r = read y\n  x[r+2] := 1\n"
               "groups 2\n  t = f\n  write z := 1\n")
                .verdict,
            Verdict::kRacy);
}

TEST(ExploreTest, LoopThatReadsDataIsNotAnAwait) {
  const Answer answer =
      Of("data x\nwords f\ngroup\n  while read x == 0\n"
         "group\n  r = f\n  write x := 1\n");
  EXPECT_EQ(answer.verdict, Verdict::kRacy);
}

TEST(ExploreTest, LoopThatWritesNothingEnds) {
  const std::string loop =
      "words f, g\ngroup\n  look: r = f\n  if r == 0 goto look\n";
  const Answer answer = Of(loop + "group\n  f := 1\n");
  EXPECT_EQ(answer.verdict, Verdict::kHolds) << answer.why;
  EXPECT_FALSE(answer.can_hang);
  EXPECT_EQ(answer.outcomes.size(), 1u);
  const Answer hang = Of(loop + "group\n  g := 1\n");
  EXPECT_TRUE(hang.can_hang);
  EXPECT_THAT(hang.hang_why,
              HasSubstr("group 0, line 3: look: r = f    for ever\n"));
}

TEST(ExploreTest, RaceInALoopThatWritesNothing) {
  const Answer answer =
      Of("words f\ndata x\ngroup\n  look: r = f\n  t = read x\n"
         "  if r == 0 goto look\ngroup\n  write x := 1\n  f := 1\n");
  EXPECT_EQ(answer.verdict, Verdict::kRacy);
}

TEST(ExploreTest, GoingWrongFailsWithItsExecution) {
  const Answer answer =
      Of("words f, g\ngroup\n  if f != 0 goto wrong\n  g := 1\n"
         "group\n  f := 1\n  while g == 0\n");
  EXPECT_EQ(answer.verdict, Verdict::kFails);
  EXPECT_EQ(answer.why,
            "group 1, line 6: f := 1\n"
            "group 0, line 3: if f != 0 goto wrong    reads 1 of group 1, line "
            "6\n"
            "group 0, line 3: if f != 0 goto wrong    a step that goes "
            "wrong\n");
  EXPECT_EQ(answer.what, "a step that goes wrong: group 0, line 3");
  // It would be for ever, but for what went wrong before.
  EXPECT_FALSE(answer.can_hang);
}

// Rounds that change nothing are as if they were not there.
TEST(ExploreTest, ALoopOfReadsEnds) {
  const Answer answer =
      Of("words f, g\ngroup\n  again: t = f\n  if t == 1 goto end\n"
         "  u = g\n  if u == 0 goto again\ngroup\n  f := 1\n  g := 1\n"
         "never 0:t == 0 && 0:u == 0\n");
  EXPECT_EQ(answer.verdict, Verdict::kHolds) << answer.why;
  EXPECT_FALSE(answer.can_hang);
  EXPECT_LT(answer.states, 20u);
}

TEST(ExploreTest, ALoopOfReadsThatNothingEndsHangs) {
  const Answer answer =
      Of("words f, g\ngroup\n  again: t = f\n  if t == 1 goto end\n"
         "  u = g\n  if u == 0 goto again\ngroup\n  r = f\n");
  EXPECT_EQ(answer.verdict, Verdict::kHolds) << answer.why;
  EXPECT_TRUE(answer.can_hang);
}

TEST(ExploreTest, AnExchangeInVainChangesNothing) {
  const Answer answer = Of(
      "words lock\ndata x\ngroups 2\n  again: t = acquire exchange(lock, 1)\n"
      "  if t == 1 goto again\n  write x := 1\n  release lock := 0\n");
  EXPECT_EQ(answer.verdict, Verdict::kHolds) << answer.why;
  EXPECT_FALSE(answer.can_hang);
}

TEST(ExploreTest, AwaitThatNothingEndsHangs) {
  const Answer answer = Of("words x\ngroup\n  while x == 0\n");
  EXPECT_TRUE(answer.can_hang);
  EXPECT_EQ(answer.hang_what, "a wait that nothing ends: group 0, line 3");
  EXPECT_EQ(answer.verdict, Verdict::kHolds);
  EXPECT_TRUE(answer.outcomes.empty());
}

TEST(ExploreTest, AwaitThatAnotherGroupEndsDoesNotHang) {
  const Answer answer = Of("words x\ngroup\n  while x == 0\ngroup\n  x := 1\n");
  EXPECT_FALSE(answer.can_hang);
  EXPECT_EQ(answer.outcomes.size(), 1u);
}

}  // namespace
}  // namespace memory
}  // namespace wgsync
