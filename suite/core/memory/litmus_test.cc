// Each litmus test of this folder has the answer that its text expects, by both
// checkers.

#include <iostream>
#include <string>

#include "gtest/gtest.h"
#include "suite/core/memory/candidates.h"
#include "suite/core/memory/explore.h"
#include "suite/core/memory/litmus_files_testing.h"

namespace wgsync {
namespace memory {
namespace {

std::string NameOf(Verdict verdict) {
  return std::string(kVerdictNames[static_cast<int>(verdict)]);
}

constexpr Reading kWithoutCycles[] = {Reading::kDefault, Reading::kBefore31,
                                      Reading::kLiteralS};

// Compares the answer with the one that the program's text expects.
void Check(const std::string& name, const LitmusProgram& program,
           Reading reading, const Answer& answer) {
  const auto at = static_cast<size_t>(reading);
  EXPECT_EQ(NameOf(answer.verdict), NameOf(program.expected[at]))
      << name << ", " << kReadingNames[at] << "\n"
      << answer.why;
}

TEST(LitmusTest, ThereAreEnough) { EXPECT_GE(LitmusPrograms().size(), 87u); }

TEST(LitmusTest, StepByStep) {
  size_t states = 0, bytes = 0;
  for (const auto& [name, program] : LitmusPrograms()) {
    for (Reading reading : kWithoutCycles) {
      const Answer answer = Explore(program, program.RulesOf(reading));
      Check(name, program, reading, answer);
      states += answer.states;
      bytes += answer.bytes;
    }
  }
  std::cout << states << " states, " << bytes << " bytes\n";
}

TEST(LitmusTest, AllCandidates) {
  for (const auto& [name, program] : LitmusPrograms()) {
    for (Reading reading : kWithoutCycles) {
      const Rules rules = program.RulesOf(reading);
      const Answer answer = Enumerate(program, rules, Cycles::kNone);
      Check(name, program, reading, answer);
      if (answer.verdict == Verdict::kRacy) continue;
      EXPECT_EQ(answer.outcomes, Explore(program, rules).outcomes) << name;
    }
  }
}

TEST(LitmusTest, AllCandidatesWithCycles) {
  for (const auto& [name, program] : LitmusPrograms()) {
    Check(name, program, Reading::kWithCycles,
          Enumerate(program, {}, Cycles::kAlso));
  }
}

}  // namespace
}  // namespace memory
}  // namespace wgsync
