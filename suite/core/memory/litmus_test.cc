// Each litmus test of this folder has the answer that its text expects, by both
// checkers.

#include <iostream>

#include "gtest/gtest.h"
#include "suite/core/memory/candidates.h"
#include "suite/core/memory/explore.h"
#include "suite/core/memory/litmus_files.h"

namespace wgsync {
namespace memory {
namespace {

absl::string_view NameOf(Verdict verdict) {
  return kVerdictNames[static_cast<int>(verdict)];
}

Rules RulesBefore(bool before_3_1) {
  Rules rules;
  rules.equal_scopes = before_3_1;
  return rules;
}

TEST(LitmusTest, ThereAreEnough) { EXPECT_GE(LitmusPrograms().size(), 84u); }

TEST(LitmusTest, StepByStep) {
  size_t states = 0, bytes = 0;
  for (const auto& [name, program] : LitmusPrograms()) {
    for (bool before : {false, true}) {
      const Answer answer = Explore(program, RulesBefore(before));
      EXPECT_EQ(NameOf(answer.verdict),
                NameOf(before ? program.before_3_1 : program.expected))
          << name << (before ? " before 3.1\n" : "\n") << answer.why;
      states += answer.states;
      bytes += answer.bytes;
    }
  }
  std::cout << states << " states, " << bytes << " bytes\n";
}

TEST(LitmusTest, AllCandidates) {
  for (const auto& [name, program] : LitmusPrograms()) {
    for (bool before : {false, true}) {
      const Rules rules = RulesBefore(before);
      const Answer answer = Enumerate(program, rules, /*cycles=*/false);
      EXPECT_EQ(NameOf(answer.verdict),
                NameOf(before ? program.before_3_1 : program.expected))
          << name << (before ? " before 3.1\n" : "\n") << answer.why;
      if (answer.verdict == Verdict::kRacy) continue;
      EXPECT_EQ(answer.outcomes, Explore(program, rules).outcomes) << name;
    }
  }
}

TEST(LitmusTest, AllCandidatesWithCycles) {
  for (const auto& [name, program] : LitmusPrograms()) {
    const Answer answer = Enumerate(program, {}, /*cycles=*/true);
    EXPECT_EQ(NameOf(answer.verdict), NameOf(program.with_cycles))
        << name << "\n"
        << answer.why;
  }
}

}  // namespace
}  // namespace memory
}  // namespace wgsync
