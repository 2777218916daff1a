#include "suite/core/litmus/program_text.h"

#include <string>

#include "absl/strings/str_join.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace litmus {
namespace {

TEST(LitmusTextTest, ReadsEachPartOfTheLanguage) {
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
                   "  r = read x\n");
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
}

TEST(LitmusTextTest, TakesTheOrdersOfTheCase) {
  const CaseOrders orders = {
      {{Order::kSeqCst, Scope::kWorkGroup, Order::kRelaxed},
       {Order::kSeqCst, Scope::kDevice, Order::kAcqRel},
       {Order::kAcqRel, Scope::kDevice, Order::kSeqCst}}};
  const auto program =
      ParseProgram("p",
                   "words poll\n"
                   "group\n"
                   "  poll while poll == 0\n"
                   "  signal if cas(poll, 0, 1) fails goto end\n"
                   "  both t = add(poll, 1)\n"
                   "  poll fence(global)\n"
                   "  signal fence(global)\n"
                   "  both fence(global)\n",
                   &orders);
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ(absl::StrJoin(RoleLines(*program, 0), "\n"),
            "seq_cst work_group while poll == 0\n"
            "seq_cst relaxed if cas(poll, 0, 1) fails goto end\n"
            "acq_rel t = add(poll, 1)\n"
            "fence(global)\n"
            "acq_rel fence(global)\n"
            "seq_cst fence(global)");
  // For other programs they are names.
  EXPECT_TRUE(ParseProgram("p", "words poll\ngroup\n  poll := 1\n").ok());
}

// A program of one group, whose lines are printed again.
std::string Printed(const std::string& lines) {
  const auto program = ParseProgram(
      "p",
      "words f, flag[4]\ndata x, y[2]\nlocal words lf\nsvm words s\ngroup\n" +
          lines);
  if (!program.ok()) return std::string(program.status().message());
  return absl::StrJoin(RoleLines(*program, 0), "\n") + "\n";
}

TEST(LitmusTextTest, PrintsWhatItReads) {
  const std::string text =
      "t = 3\n"
      "again: t = t+1\n"
      "release f := 1\n"
      "seq_cst all_svm_devices s := t\n"
      "acquire while flag[t-2] < 2\n"
      "acquire work_group u = flag[0] % 4\n"
      "while f % 2 != 0\n"
      "if u <= 1 goto end\n"
      "if t > u+1 goto again\n"
      "acq_rel while exchange(f, 1) >= 2\n"
      "acq_rel relaxed device while cas(lf, 0, 1) fails\n"
      "relaxed acquire if cas(f, t, 1) succeeds goto again\n"
      "device add(lf, 1)\n"
      "write y[1] := t\n"
      "v = read x % 2\n"
      "if read y[0] == 0 goto wrong\n"
      "read x\n"
      "seq_cst work_group fence(global, local)\n"
      "barrier()\n"
      "sub_group barrier(local)\n"
      "goto again\n";
  EXPECT_EQ(Printed(text), text);
  // Defaults are not printed.
  EXPECT_EQ(Printed("relaxed device f := 1\nwork_group add(lf, id)\n"
                    "acq_rel acquire cas(f, item, 2)\nrelease relaxed "
                    "cas(f, 0, 2)\n"),
            "f := 1\nadd(lf, 0)\nacq_rel cas(f, 0, 2)\nrelease cas(f, 0, 2)\n");
}

TEST(LitmusTextTest, AnOrderMayComeBeforeTheRead) {
  EXPECT_EQ(Printed("t = acq_rel add(f, 1) % 2\nwhile acquire f == 0\n"
                    "if acquire work_group f == t goto end\n"),
            "acq_rel t = add(f, 1) % 2\nacquire while f == 0\n"
            "acquire work_group if f == t goto end\n");
  EXPECT_EQ(Printed("acquire while acquire f == 0"),
            "p:6:15: acquire has a meaning already; a word is missing");
}

TEST(LitmusTextTest, NamesThePlaceAndTheProblem) {
  EXPECT_EQ(Printed("x := 1"),
            "p:6:1: x is data; use `t = read LOC` and `write LOC := V`");
  EXPECT_EQ(Printed("acquire t = read f"),
            "p:6:1: OpenCL C has no such access: a store is relaxed, release "
            "or seq_cst, a load relaxed, acquire or seq_cst, and data and "
            "`goto` have no order");
  EXPECT_EQ(Printed("while end == 0"),
            "p:6:7: end has a meaning already; a word is missing");
  EXPECT_EQ(Printed("t = f % 0"),
            "p:6:9: a divisor must be a whole number from 1 to 1000");
  EXPECT_EQ(Printed("f := 1\ndata z"),
            "p:7:1: declare it before the first group");
  EXPECT_EQ(Printed("f := 1\ngroup 2\n"),
            "p:7:7: for N alike write `groups N`");
  EXPECT_EQ(Printed("f := 1\nitem\nitem\n"),
            "p:8:1: the group before has no instruction; add one");
}

TEST(LitmusTextTest, RefusesOrdersThatOpenClRefuses) {
  for (const char* line :
       {"release r = f", "acquire f := 1", "acq_rel f := 1", "acquire read x",
        "device write x := 1", "acq_rel acq_rel r = cas(f, 0, 1)",
        "acq_rel release r = cas(f, 0, 1)", "acquire barrier(local)",
        "acquire relaxed add(f, 1)", "relaxed goto end"}) {
    EXPECT_EQ(Printed(line),
              "p:6:1: OpenCL C has no such access: a store is relaxed, release "
              "or seq_cst, a load relaxed, acquire or seq_cst, and data and "
              "`goto` have no order")
        << line;
  }
}

std::string ClaimError(const std::string& claim) {
  const auto program =
      ParseProgram("p", "words x, f[2]\ngroups 2\n  t = x\n" + claim + "\n");
  return std::string(program.status().message());
}

TEST(ClaimTextTest, HoldsOfAnOutcome) {
  const auto program =
      ParseProgram("p",
                   "words x, f[2]\nalways f[1] >= 2 || x != 0\ngroups 2\n"
                   "  t = x\nnever 0:t == 1 && 1:t < 3\n");
  ASSERT_TRUE(program.ok()) << program.status();
  ASSERT_EQ(program->claims.size(), 2u);
  const Claim &always = program->claims[0], &never = program->claims[1];
  EXPECT_EQ(never.line, 5u);
  // Both registers, then x and f.
  EXPECT_TRUE(always.Holds({0, 0, 0, 0, 2}));
  EXPECT_TRUE(always.Holds({0, 0, 1, 0, 0}));
  EXPECT_FALSE(always.Holds({1, 1, 0, 2, 1}));
  EXPECT_FALSE(never.Holds({1, 2, 0, 0, 0}));
  EXPECT_TRUE(never.Holds({1, 3, 0, 0, 0}));
  EXPECT_TRUE(never.Holds({2, 1, 0, 0, 0}));
}

TEST(ClaimTextTest, ComparesTwoPlaces) {
  const auto program = ParseProgram(
      "p", "words x\nalways x >= 1:t && 0:t != 1:t\ngroups 2\n  t = x\n");
  ASSERT_TRUE(program.ok()) << program.status();
  const Claim& claim = program->claims.at(0);
  EXPECT_TRUE(claim.Holds({1, 2, 2}));
  EXPECT_FALSE(claim.Holds({1, 2, 1}));
  EXPECT_FALSE(claim.Holds({2, 2, 2}));
}

TEST(ClaimTextTest, NamesThePlaceAndTheProblem) {
  EXPECT_EQ(ClaimError("never x > -1 && f[1] == 0 || 1:t != 5"), "");
  EXPECT_EQ(ClaimError("never x == t"),
            "p:4:12: t is not a word; a register has its work-item's number: "
            "0:t");
  EXPECT_EQ(ClaimError("never t == 1"),
            "p:4:7: t is not a word; a register has its work-item's number: "
            "0:t");
  EXPECT_EQ(ClaimError("never 0:u == 1"),
            "p:4:9: no line of work-item 0 sets u; take t");
  EXPECT_EQ(ClaimError("always 2:t == 1"),
            "p:4:8: a work-item's number must be a whole number from 0 to 1");
  EXPECT_EQ(ClaimError("always f[2] == 1"),
            "p:4:10: an index must be a whole number from 0 to 1");
  EXPECT_EQ(ClaimError("always x == -"),
            "p:4:13: a number must be a whole number from -2147483647 to "
            "2147483647");
  EXPECT_EQ(ClaimError("always x && f[0] == 1"),
            "p:4:10: \"==\" is missing here; there is \"&&\"");
}

TEST(LitmusTextTest, AWordMayHaveAnInitialValueAndPlainAccesses) {
  const auto program = ParseProgram(
      "p",
      "words f = 1, g[2] = -3, h\ndata x = 2\ngroup\n  write f := 2\n"
      "  t = read g[1]\n  h := 1\n");
  ASSERT_TRUE(program.ok()) << program.status();
  const int want[] = {1, -3, 0, 2};
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(program->arrays[i].initial, want[i]);
  }
  const std::vector<Instruction>& code = program->roles[0].code;
  EXPECT_TRUE(code[0].plain);
  EXPECT_TRUE(code[1].plain);
  EXPECT_TRUE(code[2].IsAtomic());
  EXPECT_EQ(
      RoleLines(*program, 0),
      (std::vector<std::string>{"write f := 2", "t = read g[1]", "h := 1"}));
  EXPECT_EQ(std::string(ParseProgram("p", "words f = x\ngroup\n  f := 1\n")
                            .status()
                            .message()),
            "p:1:11: an initial value must be a whole number from -1000 to "
            "1000");
}

TEST(LitmusTextTest, RefusesTooMuch) {
  EXPECT_EQ(Printed("f := 1\ngroups 64\n"),
            "p:7:8: the number of groups must be a whole number from 1 to 63");
  EXPECT_EQ(Printed("f := 1\ngroups 40\nf := 1\nitems 2\n"),
            "p:9:7: a program has at most 64 work-items");
}

TEST(LitmusTextTest, SuggestsTheOrderOrScopeThatWasMeant) {
  const auto error = [](const std::string& line) {
    return std::string(
        ParseProgram("f", "words f\ngroup\n  " + line).status().message());
  };
  EXPECT_EQ(error("relase f := 1"),
            "f:3:3: relase is not an order or a scope; did you mean release?");
  EXPECT_EQ(error("acqire while f == 0"),
            "f:3:3: acqire is not an order or a scope; did you mean acquire?");
  EXPECT_EQ(error("release devise f := 1"),
            "f:3:11: devise is not an order or a scope; did you mean device?");
  EXPECT_EQ(error("t = relaxd f"),
            "f:3:7: relaxd is not an order or a scope; did you mean relaxed?");
  // A word that was not declared.
  for (const char* line : {"relase := 1", "t = relase"}) {
    EXPECT_NE(error(line).find(" is neither a word nor a register"),
              std::string::npos)
        << line;
  }
  EXPECT_EQ(
      error("t = consume f"),
      "f:3:7: consume is not an order or a scope; the orders are relaxed, "
      "acquire, release, acq_rel, seq_cst");
  EXPECT_EQ(error("t = fetch_add(f, 1)"),
            "f:3:7: fetch_add is not an access; they are LOC := V, "
            "exchange(LOC, V), add(LOC, V) and cas(LOC, OLD, NEW)");
  EXPECT_EQ(error("f := f"),
            "f:3:8: f is in memory; read it into a register by a line above");
  EXPECT_EQ(
      error("t = f + 1"),
      "f:3:9: \"+\" is left over; a sum is of a register and a number, as "
      "t+1");
  EXPECT_EQ(error("t = f\nnever 0:t == 0, f == 1"),
            "f:4:15: \",\" is left over; write one instruction or demand per "
            "line");
}

}  // namespace
}  // namespace litmus
}  // namespace wgsync
