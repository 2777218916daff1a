#include "suite/core/launch/preprocess.h"

#include <string>
#include <variant>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/plan/plan.h"

namespace wgsync {
namespace {

std::string Pre(const std::string& source, const std::string& options = "") {
  return Preprocess(source, options);
}

// --- text
// ------------------------------------------------------------------------

TEST(TextTest, CommentsBlankLinesAndRunsOfWhiteSpaceAreGone) {
  EXPECT_EQ(Pre("// A comment.\n\n  int  a;\t// more\n\tint\tb; \n"),
            "int a;\nint b;\n");
  EXPECT_EQ(Pre("int/* one\n two */a;/**/\n/* three */int b;"),
            "int a;\nint b;\n");
}

TEST(TextTest, SourcesThatDifferInThemComeOutEqual) {
  EXPECT_EQ(Pre("int a = 1;  // one\nint b;\n"),
            Pre("\n/* a */ int a =\t1;\n\n   int b;"));
}

TEST(TextTest, SourcesThatDifferInAWordDoNot) {
  EXPECT_NE(Pre("int a = 1;"), Pre("int a = 2;"));
  EXPECT_NE(Pre("int a;"), Pre("inta;"));
}

TEST(TextTest, ContinuedLinesAreOne) {
  EXPECT_EQ(Pre("#define A  \\\n  x   \\\n  y\nA\n"), "#define A x y\nA\n");
  EXPECT_EQ(Pre("// a comment \\\n goes on\nint a;"), "int a;\n");
  // A definition that ends is another program than one that goes on.
  EXPECT_NE(Pre("#define A \\\nx\n"), Pre("#define A\nx\n"));
}

TEST(TextTest, LiteralsStayAsTheyAre) {
  EXPECT_EQ(Pre("s  = \"a  // b /* c */ \\\" d\";  // gone"),
            "s = \"a  // b /* c */ \\\" d\";\n");
  EXPECT_EQ(Pre("c = '\"';  // gone\nint a;"), "c = '\"';\nint a;\n");
  EXPECT_NE(Pre("\"a  b\""), Pre("\"a b\""));
}

TEST(TextTest, ALiteralThatNeverEndsEndsWithItsLine) {
  EXPECT_EQ(Pre("#error don't  // do\nint  a;"),
            "#error don't  // do\nint a;\n");
  EXPECT_EQ(Pre("\"a\\"), "\"a\\\n");
}

// --- conditionals
// ------------------------------------------------------------------

TEST(ConditionalTest, TheBranchThatTheOptionsChooseIsKept) {
  const std::string source =
      "#if A == 0\nzero\n#elif A == 1\none\n#else\nmore\n#endif\nend\n";
  EXPECT_EQ(Pre(source, "-DA=0"), "zero\nend\n");
  EXPECT_EQ(Pre(source, "-cl-std=CL1.2 -DA=1"), "one\nend\n");
  EXPECT_EQ(Pre(source, "-DB=0 -DA=2"), "more\nend\n");
}

TEST(ConditionalTest, AnUnusedBranchMayChangeAndAUsedOneMayNot) {
  const std::string one = "#if A == 0\nint x;\n#else\nint y;\n#endif\n";
  const std::string two = "#if A == 0\nint z;\n#else\nint y;\n#endif\n";
  EXPECT_EQ(Pre(one, "-DA=1"), Pre(two, "-DA=1"));
  EXPECT_NE(Pre(one, "-DA=0"), Pre(two, "-DA=0"));
}

TEST(ConditionalTest, AllComparisonsAreUnderstood) {
  const auto holds = [](const std::string& condition) {
    return Pre("#if " + condition + "\nyes\n#endif\n", "-DTWO=2") == "yes\n";
  };
  EXPECT_TRUE(holds("TWO >= 2"));
  EXPECT_FALSE(holds("TWO >= 3"));
  EXPECT_TRUE(holds("TWO <= 2"));
  EXPECT_FALSE(holds("TWO <= 1"));
  EXPECT_TRUE(holds("TWO == 2u"));
  EXPECT_FALSE(holds("1 == TWO"));
  EXPECT_TRUE(holds("TWO != 1"));
  EXPECT_FALSE(holds("TWO != 2"));
  EXPECT_TRUE(holds("TWO == 2 && TWO >= 1"));
  EXPECT_FALSE(holds("TWO == 2 && TWO >= 3"));
}

TEST(ConditionalTest, DefinesOfTheSourceCount) {
  EXPECT_EQ(Pre("#define B 3\n#define A B\n#if A == 3\nyes\n#endif\n"),
            "#define B 3\n#define A B\nyes\n");
  EXPECT_EQ(
      Pre("#define B 3\n#undef B\n#define B 4\n#if B == 4\nyes\n#endif\n"),
      "#define B 3\n#undef B\n#define B 4\nyes\n");
  EXPECT_EQ(Pre("#if A == 1\n#define B 1\n#else\n#define B 2\n#endif\n"
                "#if B == 2\nyes\n#endif\n",
                "-DA=0"),
            "#define B 2\nyes\n");
}

TEST(ConditionalTest, DefinedOrNot) {
  const std::string source =
      "#ifdef WG_A\na\n#endif\n#ifndef WG_A\nnot a\n#endif\n"
      "#if defined(WG_A)\na\n#else\nnot a\n#endif\n";
  EXPECT_EQ(Pre(source, "-DWG_A"), "a\na\n");
  EXPECT_EQ(Pre(source), "not a\nnot a\n");
  EXPECT_EQ(Pre("#define WG_A\n#undef WG_A\n" + source),
            "#define WG_A\n#undef WG_A\nnot a\nnot a\n");
  EXPECT_EQ(Pre("#define WG_F(x) x\n#ifdef WG_F\nf\n#endif\n"),
            "#define WG_F(x) x\nf\n");
}

TEST(ConditionalTest, ADefinitionWithoutAValueIsOne) {
  EXPECT_EQ(Pre("#if A == 1\nyes\n#endif\n", "-DA"), "yes\n");
}

TEST(ConditionalTest, BranchesNest) {
  const std::string source =
      "#if A == 1\n"
      "# if B == 1\nboth\n# else\na\n# endif\n"
      "#elif B == 1\nb\n"
      "#else\nnone\n#endif\n";
  EXPECT_EQ(Pre(source, "-DA=1 -DB=1"), "both\n");
  EXPECT_EQ(Pre(source, "-DA=1 -DB=0"), "a\n");
  EXPECT_EQ(Pre(source, "-DA=0 -DB=1"), "b\n");
  EXPECT_EQ(Pre(source, "-DA=0 -DB=0"), "none\n");
}

// --- what it does not understand
// -----------------------------------------------------

TEST(NotUnderstoodTest, StaysInTheText) {
  for (absl::string_view condition :
       {"#if A", "#if A > 1", "#if !defined(A)", "#if A + 1 == 2",
        "#if NONE == 1", "#if defined(A) || defined(B)", "#ifdef cl_khr_fp64",
        "#ifndef __NV_CL_C_VERSION"}) {
    const std::string source =
        std::string(condition) + "\nx\n#else\ny\n#endif\nend\n";
    EXPECT_EQ(Pre(source, "-DA=1"), source);
  }
}

TEST(NotUnderstoodTest, WhatStandsInsideIsStillResolved) {
  EXPECT_EQ(Pre("#if F(1)\n#if A == 1\na\n#endif\nx\n#endif\n", "-DA=0"),
            "#if F(1)\nx\n#endif\n");
}

TEST(NotUnderstoodTest, InAnElifItStaysFromThereOn) {
  const std::string source =
      "#if A == 1\na\n#elif F(1)\nf\n#elif F(2)\ng\n#else\nh\n#endif\n";
  EXPECT_EQ(Pre(source, "-DA=1"), "a\n");
  EXPECT_EQ(Pre(source, "-DA=0"),
            "#if F(1)\nf\n#elif F(2)\ng\n#else\nh\n#endif\n");
}

TEST(NotUnderstoodTest, WhatItDefinesIsInDoubt) {
  const std::string source =
      "#if F(1)\n#define WG_A 1\n#else\n#define WG_A 2\n#endif\n"
      "#if WG_A == 2\nx\n#endif\n#ifdef WG_A\ny\n#endif\n";
  EXPECT_EQ(Pre(source), source);
}

TEST(NotUnderstoodTest, AnEndWithoutABeginningStays) {
  EXPECT_EQ(Pre("#endif\n#else\nx\n"), "#endif\n#else\nx\n");
}

TEST(ResolveConditionalsTest, KeepsCommentsAndLayout) {
  EXPECT_EQ(ResolveConditionals("// A word.\n\n#if WG_A == 1\nint  a;  // one\n"
                                "#else\nint b;\n#endif\n#define C \\\n  2\n",
                                "-DWG_A=1"),
            "// A word.\n\nint  a;  // one\n#define C \\\n  2\n");
}

// --- the kernels
// -----------------------------------------------------------------

TEST(KernelTest, EveryConditionalOfEveryPlannedCaseIsUnderstood) {
  for (const PlannedCase& planned : PlanTier(Tier::kDefault)) {
    const auto* kernel = std::get_if<KernelCase>(&planned.c);
    if (kernel == nullptr) continue;  // it launches no primitive
    LaunchSpec s;
    s.program.c = *kernel;
    s.program.language = NeedsC11(s.program.c) ? 300 : 120;
    const std::string source = *ComposeSource(s.program);
    for (BoardMode board :
         {BoardMode::kOff, BoardMode::kRelaxed, BoardMode::kOrdered}) {
      s.program.board = board;
      const std::string text = Preprocess(source, BuildOptions(s.program));
      EXPECT_TRUE(absl::StrContains(text, "__kernel void wgsync_case("));
      for (absl::string_view line : absl::StrSplit(text, '\n')) {
        for (absl::string_view left :
             {"#if", "#elif", "#else", "#endif", "//", "/*"}) {
          ASSERT_FALSE(absl::StartsWith(line, left))
              << planned.id << " still has: " << line;
        }
      }
    }
  }
}

TEST(KernelTest, TheWordsOfACaseChooseItsAccess) {
  LaunchSpec s;
  s.program.c = *ParseKernelCaseId(
      "barrier.counter_per_group/poll=plain/signal=rmw/fence=mem/pay=plain"
      "/work=exchange/wg=64/groups=res");
  const auto text = [&s] {
    return Preprocess(*ComposeSource(s.program), BuildOptions(s.program));
  };
  EXPECT_TRUE(absl::StrContains(text(), "\nreturn c->words[word];\n"));
  EXPECT_TRUE(
      absl::StrContains(text(), "\nmem_fence(CLK_GLOBAL_MEM_FENCE);\n"));
  s.program.c.access.poll = Poll::kReissued;
  EXPECT_FALSE(absl::StrContains(text(), "\nreturn c->words[word];\n"));
  EXPECT_TRUE(absl::StrContains(text(), "c->polls++ & c->mask"));
  s.program.c.access.fence = Fence::kNone;
  EXPECT_FALSE(
      absl::StrContains(text(), "\nmem_fence(CLK_GLOBAL_MEM_FENCE);\n"));
}

}  // namespace
}  // namespace wgsync
