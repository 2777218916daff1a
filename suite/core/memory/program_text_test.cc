#include "suite/core/memory/program_text.h"

#include <string>

#include "gtest/gtest.h"

namespace wgsync {
namespace memory {
namespace {

std::string ProblemOf(absl::string_view text) {
  return std::string(ParseProgram("p", text).status().message());
}

TEST(ProgramTextTest, ReadsEachPartOfTheLanguage) {
  const auto program =
      ParseProgram("p",
                   "words f, flag[4]  # words\n"
                   "local data x\n"
                   "svm words s\n"
                   "groups 2\n"
                   "  write x := id+1\n"
                   "  acq_rel relaxed work_group t = cas(flag[3], 0, 2)\n"
                   "  again: device barrier(local)\n"
                   "  if t != 1 goto again\n"
                   "items 2\n"
                   "  seq_cst fence(global, local)\n"
                   "  r = read x\n"
                   "never 2:r == 2 && f == 1 || flag[3] != 0\n"
                   "expect racy\n"
                   "expect before_3_1 fails\n");
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ(program->Words(), 8u);
  EXPECT_EQ(program->threads.size(), 6u);
  EXPECT_EQ(program->threads[5].group, 1u);
  EXPECT_EQ(program->threads[5].item, 2u);
  const Instruction& cas = *program->At(0, 1);
  EXPECT_EQ(cas.order, Order::kAcqRel);
  EXPECT_EQ(cas.failure, Order::kRelaxed);
  EXPECT_EQ(cas.scope, Scope::kWorkGroup);
  EXPECT_EQ(program->At(0, 2)->flags, SetOf(Memory::kLocal));
  EXPECT_EQ(program->At(0, 2)->scope, Scope::kDevice);
  EXPECT_EQ(program->At(2, 0)->flags, kBothMemories);
  EXPECT_EQ(program->demand.size(), 2u);
  EXPECT_EQ(program->expected[0], Verdict::kRacy);
  EXPECT_EQ(program->expected[3], Verdict::kRacy);
  EXPECT_EQ(program->expected[1], Verdict::kFails);
}

TEST(ProgramTextTest, NamesTheLineAndTheProblem) {
  EXPECT_EQ(ProblemOf(""), "p:1: the program has no `group`");
  EXPECT_EQ(ProblemOf("group\n  y := 1"),
            "p:1: begin with `words NAME, NAME`, then `group`");
  EXPECT_EQ(ProblemOf("words x\ngroup\n  y := 1"),
            "p:3: y is not a word; declare it first");
  EXPECT_EQ(ProblemOf("data x\ngroup\n  x := 1"),
            "p:3: x is data; use `read` and `write`");
  EXPECT_EQ(ProblemOf("words x, x\ngroup"), "p:1: x is declared twice");
  EXPECT_EQ(ProblemOf("words x[2]\ngroup\n  x[2] := 1"),
            "p:3: x has no word 2");
  EXPECT_EQ(ProblemOf("words x\ngroup\n  if x == 0 goto z"), "p:3: no label z");
  EXPECT_EQ(ProblemOf("words x\ngroup\nnever y == 1"),
            "p:3: \"y\" is not known here");
  EXPECT_EQ(ProblemOf("words x\ngroup\n  x := 1 2"), "p:3: \"2\" is left over");
}

TEST(ProgramTextTest, RefusesOrdersThatOpenClRefuses) {
  const std::string problem = "p:4: the access cannot have this order or scope";
  for (const char* line :
       {"release r = x", "acquire x := 1", "acq_rel x := 1", "acquire read d",
        "device write d := 1", "acq_rel acq_rel r = cas(x, 0, 1)",
        "acq_rel release r = cas(x, 0, 1)", "acquire barrier(local)",
        "acquire relaxed add(x, 1)", "relaxed goto end"}) {
    EXPECT_EQ(ProblemOf(std::string("words x\ndata d\ngroup\n  ") + line),
              problem)
        << line;
  }
}

TEST(ProgramTextTest, RefusesTooMuch) {
  EXPECT_EQ(ProblemOf("words x\ngroups 17\n"),
            "p:2: \"17\" is not a number from 1 to 16");
  EXPECT_EQ(ProblemOf("words x[64]\nwords y\ngroup\n"),
            "p:1: these are too many words");
}

}  // namespace
}  // namespace memory
}  // namespace wgsync
