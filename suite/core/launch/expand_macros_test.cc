#include "suite/core/launch/expand_macros.h"

#include "gtest/gtest.h"

namespace wgsync {
namespace {

TEST(ExpandMacrosTest, ANameStandsForItsBodyFromItsDefinitionOn) {
  EXPECT_EQ(ExpandMacros("A\n#define A 1 + B\nA;A_;a\n#define B 2\nA\n"),
            "A\n1 + B;A_;a\n1 + 2\n");
}

TEST(ExpandMacrosTest, ParametersAreReplacedByWhatTheyAreGiven) {
  EXPECT_EQ(ExpandMacros("#define ADD(a, b) (a) + b\nADD(f(x, y), ADD(1, 2));"
                         " ADD; ADDS(1, 2)\n"),
            "(f(x, y)) + (1) + 2; ADD; ADDS(1, 2)\n");
}

TEST(ExpandMacrosTest, APastedNameIsExpandedAsAWhole) {
  EXPECT_EQ(ExpandMacros("#define add wrong\n#define WG_add atomic_add\n"
                         "#define RMW(op) WG_##op(word) add_ ## op\n"
                         "RMW(add);\n"),
            "atomic_add(word) add_add;\n");
}

TEST(ExpandMacrosTest, AListOfMacrosIsExpandedByTheOneThatItIsGiven) {
  EXPECT_EQ(ExpandMacros("#define EACH(X) X(a) X(b)\n"
                         "#define NAME(n) wg_##n\n"
                         "#define DECLARE(n) uint NAME(n)(uint);\n"
                         "EACH(DECLARE)\n"),
            "uint wg_a(uint); uint wg_b(uint);\n");
}

TEST(ExpandMacrosTest, NoMacroStandsForItself) {
  EXPECT_EQ(ExpandMacros("#define f(x) f(x + 1)\nf(f(y))\n"),
            "f(f(y + 1) + 1)\n");
}

TEST(ExpandMacrosTest, LiteralsAndOtherDirectivesStay) {
  EXPECT_EQ(ExpandMacros("#define A 1\n#if A\n\"A \\\" A\" 'A' A\n#endif\n"),
            "#if A\n\"A \\\" A\" 'A' 1\n#endif\n");
}

}  // namespace
}  // namespace wgsync
