#include "suite/progress/program_text.h"

#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/progress/brute_force_testing.h"
#include "suite/progress/check.h"
#include "suite/progress/program_text_testing.h"

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
      "THREAD1\natomic_store(0,1)\nTHREAD0\natomic_chk_branch(0,0,0)\n"
      "atomic_exch_branch(1,0,1,END)\natomic_store(1,0)\n"
      "atomic_chk_branch(0,1,2)\n",
  };
  for (const char* text : same) {
    const absl::StatusOr<Program> program = ParseProgram("f", text);
    ASSERT_TRUE(program.ok()) << program.status() << "\n" << text;
    EXPECT_EQ(ProgramText(*program), own) << text;
  }
}

TEST(ProgramTextTest, LeavesOutTheOrderOfMemory) {
  const absl::StatusOr<Program> all = ParseProgram("f", R"(
    words x, flag[2]
    data sum[2]
    local data part
    groups 2
      write part := id
      barrier(local)
      s = read part
      write sum[id] := s+1
      acq_rel fence(global)
      release flag[id] := 1
      acquire work_group while flag[1] == 0
      t = read sum[1]
      acq_rel add(x, 1)
      acquire while x < 2
    item
      barrier(local)
      u = read part
  )");
  ASSERT_TRUE(all.ok()) << all.status();
  const absl::StatusOr<Program> waits = ParseProgram("f", R"(
    words x, flag[2]
    groups 2
      goto first
      first: flag[id] := 1
      while flag[1] == 0
      add(x, 1)
      while x < 2
  )");
  ASSERT_TRUE(waits.ok()) << waits.status();
  const absl::StatusOr<Verdicts> of_all = Check(*all), of_waits = Check(*waits);
  ASSERT_TRUE(of_all.ok()) << of_all.status();
  EXPECT_EQ(of_all->states, of_waits->states);
  for (const Config config : Configs()) {
    EXPECT_EQ(of_all->Guaranteed(config), of_waits->Guaranteed(config));
  }
  EXPECT_EQ(ErrorOf("words x\ngroup\n x := 1\nitem\n while x == 0\n"),
            "f:5: progress is that of a group; let its work-items after the "
            "first use data, fences and barriers alone");
}

TEST(ProgramTextTest, EachGroupHasItsOwnLocalMemory) {
  const absl::StatusOr<Program> program = ParseProgram(
      "f",
      "words x\nlocal words a, b\ngroups 2\n add(b, id+1)\n"
      " if b != id+1 goto wrong\n if a != 0 goto wrong\n goto end\n"
      " wrong: x := 1\n while x != 2\n");
  ASSERT_TRUE(program.ok()) << program.status();
  const absl::StatusOr<Verdicts> verdicts = Check(*program);
  ASSERT_TRUE(verdicts.ok()) << verdicts.status();
  EXPECT_FALSE(verdicts->has_cycle);
}

// "weak OBE", or "none".
std::string NeedOf(const std::string& text) {
  const absl::StatusOr<Program> program = ParseProgram("f", text);
  if (!program.ok()) return std::string(program.status().message());
  const absl::StatusOr<Verdicts> verdicts = Check(*program);
  if (!verdicts.ok()) return std::string(verdicts.status().message());
  const std::vector<Config> weakest = WeakestModels(*verdicts);
  return weakest.empty() ? "none" : ConfigName(weakest[0]);
}

TEST(ProgramTextTest, ReadsTheLoopsAndComparisonsOfRealCode) {
  // A persistent group takes the tiles id, id+2, ..., and looks back.
  EXPECT_EQ(NeedOf("words flag[9]\ngroups 2\n flag[0] := 1\n t = id\n"
                   " again: if t >= 4 goto end\n while flag[t] == 0\n"
                   " flag[t+1] := 1\n t = t+2\n goto again\n"),
            "weak FAIR");
  // A barrier whose goal rises, and one that wraps.
  EXPECT_EQ(NeedOf("words c\ngroups 2\n add(c, 1)\n while c < 2\n"),
            "weak FAIR");
  EXPECT_EQ(NeedOf("words c\ngroups 2\n add(c, 1)\n while c % 2 != 0\n"
                   " add(c, 1)\n"),
            "none");
  EXPECT_EQ(NeedOf("words c\ngroup\n t = 5\n if t > 5 goto wrong\n"
                   " if t <= 4 goto wrong\n u = t % 3\n if u == 2 goto end\n"
                   " wrong: while c == 0\n"),
            "UNFAIR");
  EXPECT_EQ(NeedOf("words c\ngroup\n again: t = t+1000\n goto again\n"),
            "f:3: group 0 writes 33000, and a word has 16 bits; bound what "
            "counts up");
}

TEST(ProgramTextTest, RefusesProgramsThatTakeTooMuchMemory) {
  std::string text = "words x";
  for (int i = 0; i < 255; ++i) absl::StrAppend(&text, ", a", i, "[256]");
  EXPECT_EQ(NeedOf(text + "\ngroups 13\n add(x, id)\n"),
            "f: it reaches more than 256 MB of states; take fewer groups, or "
            "bound what counts up");
}

TEST(ProgramTextTest, SkipsAByteOrderMark) {
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_EQ(ErrorOf(mark + "words x\ngroup\n x := 1\n"), "");
  EXPECT_EQ(ErrorOf(mark + "atomic_store(0,1)\n"), "");
  EXPECT_EQ(ErrorOf(mark + "x := 1\n"), ErrorOf("x := 1\n"));
}

TEST(ProgramTextTest, TheGrammarNamesTheLimits) {
  EXPECT_THAT(
      std::string(ProgramFormat()),
      HasSubstr(absl::StrCat("Limits: ", kMostGroups, " groups, 1000 ")));
  EXPECT_THAT(std::string(ProgramFormat()),
              HasSubstr("arrays of 256 words, numbers from -1000 to 1000"));
  ASSERT_EQ(kMostStates, 1000000);
  EXPECT_THAT(std::string(ProgramFormat()),
              HasSubstr("a million states, and 256 MB"));
  EXPECT_EQ(kMostBytes, size_t{256} << 20);
  EXPECT_EQ(ErrorOf("words x[256]\ngroup\n x[255] := 1000\n"), "");
}

TEST(ProgramTextTest, NamesLineAndColumnOfEachError) {
  struct {
    const char* text;
    const char* error;
  } const rows[] = {
      {"", "f:1:1: it has no program; see `wgsync check --help`"},
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
       "f:3:9: \"x\" is left over; write one instruction or demand per "
       "line"},
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
      {"THREAD1\natomic_store(0,1)",
       "f:2:1: a group has no instruction; number them from THREAD0"},
      {"THREAD0\natomic_store(0,1)\nTHREAD0\natomic_store(0,1)",
       "f:3:1: write THREADk with another k, from 0, for each group"},
      {"THREADS\natomic_store(0,1)",
       "f:1:1: write THREADk with another k, from 0, for each group"},
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
