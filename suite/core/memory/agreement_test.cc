// The two checkers give the same answers for random programs, also if one of
// the axioms is dropped. WGSYNC_PROGRAMS is the number of programs.

#include <cstdlib>
#include <iostream>
#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "suite/core/litmus/program_text.h"
#include "suite/core/memory/candidates.h"
#include "suite/core/memory/cycles.h"
#include "suite/core/memory/explore.h"
#include "suite/core/memory/random_programs_testing.h"

namespace wgsync {
namespace memory {
namespace {

constexpr int kFewPrograms = 2000;

// Compares the two for the program. Returns whether it is small enough.
bool Compare(const Program& program, const Rules& rules,
             const std::string& text) {
  const Answer other = Enumerate(program, rules, Cycles::kNone);
  if (other.verdict == Verdict::kExceeded) return false;
  const Answer answer = Explore(program, rules);
  const std::string why =
      absl::StrCat(text, answer.why, "other\n", other.why, "dropped ",
                   rules.dropped ? static_cast<int>(*rules.dropped) : -1);
  EXPECT_EQ(answer.verdict, other.verdict) << why;
  if (answer.verdict != Verdict::kRacy) {
    EXPECT_EQ(answer.outcomes, other.outcomes) << why;
    EXPECT_EQ(answer.can_hang, other.can_hang) << why;
  }
  return true;
}

Limits WithoutPruning() {
  Limits limits;
  limits.prunes = false;
  limits.comparisons = 100'000'000;
  return limits;
}

// Compares the executions with late loads with those that are found if no
// search ends early. Returns whether there are some.
bool ComparePruned(const Program& program, const std::string& text) {
  if (Explore(program).verdict == Verdict::kRacy) return false;
  const Answer plain = Enumerate(program, {}, Cycles::kOnly, WithoutPruning());
  if (plain.verdict == Verdict::kExceeded) return false;
  const Answer pruned = Enumerate(program, {}, Cycles::kOnly);
  EXPECT_EQ(pruned.verdict, plain.verdict) << text << plain.why;
  if (plain.verdict != Verdict::kRacy) {
    EXPECT_EQ(pruned.outcomes, plain.outcomes) << text << plain.why;
    EXPECT_EQ(pruned.can_hang, plain.can_hang) << text << plain.hang_why;
  }
  return !plain.outcomes.empty() || plain.verdict != Verdict::kHolds;
}

// Whether Explore() relies on the axiom. It reads data early, since a later
// write would race. And it adds a store knowing that this heads no release
// sequence that was read before.
bool IsBuiltIn(Axiom axiom) {
  return axiom == Axiom::kDataRaces || axiom == Axiom::kAtomicity ||
         axiom == Axiom::kWriteWrite;
}

TEST(AgreementTest, RandomPrograms) {
  const char* count = std::getenv("WGSYNC_PROGRAMS");
  const int programs = count != nullptr ? std::atoi(count) : kFewPrograms;
  int compared = 0, without_cycles = 0, late = 0;
  for (int seed = 0; seed < programs && !HasFailure(); ++seed) {
    const std::string text = RandomProgram(static_cast<uint32_t>(seed));
    const auto program = litmus::ParseProgram("random", text);
    ASSERT_TRUE(program.ok()) << program.status() << "\n" << text;
    for (bool before : {false, true}) {
      Rules rules;
      rules.equal_scopes = before;
      compared += Compare(*program, rules, text) ? 1 : 0;
    }
    if (!MayHaveCycles(*program) &&
        Explore(*program).verdict == Verdict::kHolds) {
      const Answer late =
          Enumerate(*program, {}, Cycles::kOnly, WithoutPruning());
      EXPECT_TRUE(late.outcomes.empty() && late.verdict == Verdict::kHolds &&
                  !late.can_hang)
          << text << late.why;
      ++without_cycles;
    }
    late += ComparePruned(*program, text) ? 1 : 0;
    Rules mutant;
    mutant.dropped = static_cast<Axiom>(static_cast<size_t>(seed) % kAxioms);
    if (IsBuiltIn(*mutant.dropped)) continue;
    Compare(*program, mutant, text);
  }
  EXPECT_GE(compared, programs * 2 * 95 / 100);
  EXPECT_GT(late, 0);
  std::cout << compared << " compared, " << without_cycles
            << " without cycles, " << late << " late\n";
}

Program Parse(const std::string& text) {
  const auto program = litmus::ParseProgram("random", text);
  EXPECT_TRUE(program.ok()) << program.status() << "\n" << text;
  return *program;
}

TEST(MayHaveCyclesTest, NeedsTwoWordsWhoseValuesComeWithoutAnOrder) {
  const std::string words = "words s = 1, y\ndata c\n";
  const std::string semaphore =
      "  again: t = s\n  if t == 0 goto again\n  k = t-1\n"
      "  acquire if cas(s, t, k) fails goto again\n  v = read c\n"
      "  write c := v+1\n  release add(s, 1)\n";
  const std::string groups = words + "groups 3\n";
  EXPECT_FALSE(MayHaveCycles(Parse(groups + semaphore)));
  EXPECT_TRUE(
      MayHaveCycles(Parse(groups + "  u = y\n" + semaphore + "  y := 1\n")));
  // Nothing is stored after the load of y, which no store comes before.
  EXPECT_FALSE(
      MayHaveCycles(Parse(groups + semaphore + "  y := 1\n  u = y\n")));
  // The words of the arrays are of one group each, or have an order.
  const std::string take =
      "words tail, next[3]\ngroups 2\n  next[id+1] := 0\n"
      "  p = acq_rel exchange(tail, id+1)\n";
  const std::string wait =
      "  release next[p] := id+1\n  acquire while next[id+1] == 0\n";
  const std::string peek = "  u = next[id+1]\n";
  EXPECT_FALSE(MayHaveCycles(Parse(take + wait)));
  EXPECT_TRUE(MayHaveCycles(Parse(take + peek + wait)));
  EXPECT_FALSE(MayHaveCycles(Parse(take + wait + peek)));
  // A cycle would come to one of three work-items twice.
  EXPECT_FALSE(MayHaveCycles(
      Parse("words tail, next[4], wait[4]\ngroups 3\n  next[id+1] := 0\n"
            "  wait[id+1] := 1\n  p = acq_rel exchange(tail, id+1)\n"
            "  if p == 0 goto in\n  release next[p] := id+1\n"
            "  acquire while wait[id+1] == 1\n  in: n = acquire next[id+1]\n"
            "  if n != 0 goto pass\n"
            "  if release cas(tail, id+1, 0) succeeds goto end\n"
            "  while next[id+1] == 0\n  n = acquire next[id+1]\n"
            "  pass: release wait[n] := 0\n")));
  // An order of local memory, or none of a barrier, is not one of the other.
  EXPECT_TRUE(MayHaveCycles(Parse("local words f\n" + groups + semaphore)));
  EXPECT_TRUE(MayHaveCycles(Parse(groups + semaphore + "  barrier(local)\n")));
}

// No load can be late, so that cycles add nothing.
TEST(AgreementTest, CopiesHaveNoValuesOutOfThinAir) {
  for (uint32_t seed = 0; seed < 500 && !HasFailure(); ++seed) {
    const std::string text = RandomCopies(seed, "");
    const Program program = Parse(text);
    EXPECT_EQ(Enumerate(program, {}, Cycles::kAlso).outcomes,
              Explore(program).outcomes)
        << text;
  }
}

// Also if a load is late.
TEST(AgreementTest, ALoopThatPollsIsAsAWait) {
  int by_late_loads = 0, late = 0;
  for (uint32_t seed = 0; seed < 2000 && !HasFailure(); ++seed) {
    const std::string text =
        RandomCopies(seed, "  a$1: s = $0\n  if s == 0 goto a$1\n");
    const Program loops = Parse(text);
    const Program waits = Parse(RandomCopies(seed, "  while $0 == 0\n"));
    const bool hangs = Enumerate(waits, {}, Cycles::kAlso).can_hang;
    EXPECT_EQ(Enumerate(loops, {}, Cycles::kAlso).can_hang, hangs) << text;
    by_late_loads += hangs && !Explore(waits).can_hang ? 1 : 0;
    late += ComparePruned(waits, text) ? 1 : 0;
  }
  EXPECT_GT(by_late_loads, 5);
  EXPECT_GT(late, 50);
}

}  // namespace
}  // namespace memory
}  // namespace wgsync
