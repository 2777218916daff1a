#include "suite/progress/program_text.h"

#include <random>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/progress/brute_force_testing.h"
#include "suite/progress/check.h"

namespace wgsync {
namespace progress {
namespace {

using ::testing::HasSubstr;

std::string ErrorOf(const std::string& text) {
  return std::string(ParseProgram("f", text).status().message());
}

TEST(ProgramTextTest, ReadsAllThatTheLanguageHas) {
  const absl::StatusOr<Program> program = ParseProgram("f", R"(
    // words of all kinds
    words x, flag[4] y
    groups 2   # both alike
      again: t = add(x, 1)
      k = exchange(flag[t+1], id+7)
      flag[id] := t-1
      if t == 3 goto end
      while flag[t] != k-2
      if exchange(y, 1) == 0 goto again
      while add(y, -1) != 0
      while cas(x, t, t+1) fails
      if k != 0 goto last
      add(x, 2)
      x
      goto again
      last: k = cas(y, 0, k)
    group
      while cas(x, 0, 1) succeeds
  )");
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ(ProgramText(*program), R"(words x, flag[4], y
group
  again: t = add(x, 1)
  k = exchange(flag[t+1], 7)
  flag[0] := t-1
  if t == 3 goto end
  while flag[t] != k-2
  if exchange(y, 1) == 0 goto again
  while add(y, -1) != 0
  while cas(x, t, t+1) fails
  if k != 0 goto last
  add(x, 2)
  x
  goto again
  last: k = cas(y, 0, k)
group
  again: t = add(x, 1)
  k = exchange(flag[t+1], 8)
  flag[1] := t-1
  if t == 3 goto end
  while flag[t] != k-2
  if exchange(y, 1) == 0 goto again
  while add(y, -1) != 0
  while cas(x, t, t+1) fails
  if k != 0 goto last
  add(x, 2)
  x
  goto again
  last: k = cas(y, 0, k)
group
  while cas(x, 0, 1) succeeds
)");
}

TEST(ProgramTextTest, ReadsFilesOfAlloyForwardProgress) {
  const std::string own =
      "words x, y\n"
      "group\n  while x == 0\n  if exchange(y, 1) == 0 goto end\n  L2: y := 0\n"
      "  if x == 1 goto L2\n"
      "group\n  x := 1\n";
  const char* const same[] = {
      "atomic_chk_branch(0,0,0)\natomic_exch_branch(1,0,1,END)\n"
      "atomic_store(1,0)\natomic_chk_branch(0,1,2)\n\natomic_store(0,1)\n",
      "\n\nTHREAD0\natomic_chk_branch(0,0,0)\n\natomic_exch_branch(1,0,1,4)\n"
      "atomic_store(1,0)\natomic_chk_branch(0,1,2)\nTHREAD1\n\n"
      "atomic_store(0,1)\n\n",
      "THREAD0\r\n\tatomic_chk_branch( 0, 0, 0 )\r\natomic_exch_branch(1,0,1,"
      "end);\r\natomic_store(1,0)\r\natomic_chk_branch(0,1,2)"
      "\r\n\r\nTHREAD1\r\n"
      "atomic_store(0,1)",
  };
  for (const char* text : same) {
    const absl::StatusOr<Program> program = ParseProgram("f", text);
    ASSERT_TRUE(program.ok()) << program.status() << "\n" << text;
    EXPECT_EQ(ProgramText(*program), own) << text;
  }
}

TEST(ProgramTextTest, SkipsAByteOrderMark) {
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_EQ(ErrorOf(mark + "words x\ngroup\n x := 1\n"), "");
  EXPECT_EQ(ErrorOf(mark + "atomic_store(0,1)\n"), "");
  EXPECT_EQ(ErrorOf(mark + "x := 1\n"), ErrorOf("x := 1\n"));
}

TEST(ProgramTextTest, TheGrammarNamesTheLimits) {
  EXPECT_THAT(kProgramFormat, HasSubstr(absl::StrCat("Limits: ", kMostGroups,
                                                     " groups, 1000 ")));
  EXPECT_THAT(kProgramFormat,
              HasSubstr("arrays of 256 words, numbers from -1000 to 1000"));
  ASSERT_EQ(kMostStates, 1000000);
  EXPECT_THAT(kProgramFormat, HasSubstr("a million states"));
  EXPECT_EQ(ErrorOf("words x[256]\ngroup\n x[255] := 1000\n"), "");
}

TEST(ProgramTextTest, NamesLineAndColumnOfEachError) {
  struct {
    const char* text;
    const char* error;
  } const rows[] = {
      {"", "f:1:1: it has no program; see `wgsync progress --help`"},
      {"words x\n", "f:2:1: a program ends with the instructions of a group"},
      {"x := 1\n",
       "f:1:1: begin with `words NAME, NAME`, then `group` before the "
       "instructions of each group"},
      {"words x\ngroup\n y := 1\n",
       "f:3:2: y is neither a word nor a register that an earlier line of the "
       "group sets; add it to the line `words`"},
      {"words x\ngroup\n x = 1\n",
       "f:3:2: x cannot be a register; to store to a word write :="},
      {"words x\ngroup\n x := k\n",
       "f:3:7: a value, if it is not `id` or a register that an earlier line "
       "of the group sets, must be a whole number from -1000 to 1000"},
      {"words x\ngroup\n x := 99999999999\n",
       "f:3:7: a value, if it is not `id` or a register that an earlier line "
       "of the group sets, must be a whole number from -1000 to 1000"},
      {"words x\ngroup\n while x = 0\n",
       "f:3:10: \"==\" is missing here; there is \"=\""},
      {"words x\ngroup\n while cas(x, 0, 1) == 0\n",
       "f:3:21: write `fails` or `succeeds` after cas(...), not \"==\""},
      {"words x\ngroup\n if cas(x, 0, 1)\n",
       "f:3:17: write `fails` or `succeeds` after cas(...)"},
      {"words x\ngroup\n x := 1\nL:  # the end\n",
       "f:4:3: an instruction is missing after L:; write it on the same line"},
      {"words x\ngroup\n if x == 0\n", "f:3:11: \"goto\" is missing here"},
      {"words x\ngroup\n if x == 0 goto there\n",
       "f:3:17: this group has no label there; the end is `end`"},
      {"words x\ngroup\n a: x := 0\n a: x := 1\n",
       "f:4:2: the label a is taken; name it otherwise"},
      {"words x\ngroup\n x := 0 x := 1\n",
       "f:3:9: \"x\" is left over; write one instruction per line"},
      {"words x[2]\ngroup\n x := 0\n",
       "f:3:4: x has 2 words; add an index: x[0]"},
      {"words x[2]\ngroup\n x[2] := 0\n",
       "f:3:4: x has the words 0 to 1, not 2"},
      {"words x\ngroups 65\n x := 0\n",
       "f:2:8: the number of groups must be a whole number from 1 to 64"},
      {"words x\ngroup\ngroup\n x := 0\n",
       "f:3:1: the group before has no instruction; add one"},
      {"words x, if\n", "f:1:10: if has a meaning already; take another name"},
      {"words x, x\n", "f:1:10: x has a meaning already; take another name"},
      {"THREAD0\n", "f:2:1: the file has no instruction"},
      {"atomic_store(0,1)\natomic_load(0)\n",
       "f:2:1: write atomic_store(LOC,V), atomic_chk_branch(LOC,CHECK,TARGET), "
       "atomic_exch_branch(LOC,CHECK,NEW,TARGET), or THREADk"},
      {"atomic_chk_branch(0,1,2)\n",
       "f:1:1: there is no instruction 2; this group has 1, and its end is "
       "END"},
      {"atomic_chk_branch(0,1)\n",
       "f:1:22: \",\" is missing here; there is \")\""},
  };
  for (const auto& row : rows) EXPECT_EQ(ErrorOf(row.text), row.error);
}

TEST(ProgramTextTest, PrintsWhatItReads) {
  std::mt19937 random(11);
  for (int i = 0; i < 2000; ++i) {
    const Program program = RandomProgram(&random);
    const std::string text = ProgramText(program);
    const absl::StatusOr<Program> again = ParseProgram("f", text);
    if (!again.ok()) {
      // A register that is used and never set has no text.
      EXPECT_NE(text.find("k"), std::string::npos) << again.status() << "\n"
                                                   << text;
      continue;
    }
    EXPECT_EQ(ProgramText(*again), text);
    const absl::StatusOr<Verdicts> before = Check(program, 3000);
    const absl::StatusOr<Verdicts> after = Check(*again, 3000);
    if (!before.ok() || !after.ok()) continue;
    for (const Config config : Configs()) {
      EXPECT_EQ(before->Guaranteed(config), after->Guaranteed(config)) << text;
    }
  }
}

}  // namespace
}  // namespace progress
}  // namespace wgsync
