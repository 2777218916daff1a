#include "suite/core/verdict/kinds.h"

#include <algorithm>
#include <set>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/test_file.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

TEST(KindsTest, NamesAndLettersTellThemApart) {
  std::set<char> letters;
  std::set<std::string> names;
  for (const KindInfo& info : VerdictKinds()) {
    EXPECT_TRUE(letters.insert(info.letter).second) << info.letter;
    EXPECT_TRUE(names.insert(std::string(info.name)).second) << info.name;
    EXPECT_FALSE(info.meaning.empty()) << info.name;
    EXPECT_FALSE(info.plain.empty()) << info.name;
    VerdictKind kind;
    ASSERT_TRUE(ReadName(info.name, &kind));
    EXPECT_EQ(kind, info.kind);
  }
}

// Rows that contradict themselves.
TEST(KindsTest, TraitsFitEachOther) {
  for (const KindInfo& info : VerdictKinds()) {
    const VerdictKind kind = info.kind;
    SCOPED_TRACE(info.name);
    if (IsRight(kind)) {
      EXPECT_FALSE(IsFault(kind));
      EXPECT_TRUE(IsJudged(kind));
    }
    if (IsUnsafe(kind) || WaitsForEver(kind) || ComesByChance(kind)) {
      EXPECT_TRUE(IsFault(kind));
    }
    if (IsConclusive(kind)) {
      EXPECT_TRUE(IsJudged(kind));
      EXPECT_TRUE(MakesBaseline(kind));
      // Only what is conclusive passes a test.
      EXPECT_EQ(info.status, TestStatus::kPassed);
    } else {
      EXPECT_NE(info.status, TestStatus::kPassed);
    }
    if (SaysNothing(kind)) {
      EXPECT_FALSE(MakesBaseline(kind));
      EXPECT_FALSE(IsConclusive(kind));
    }
    EXPECT_EQ(info.tone == Tone::kGood, kind == VerdictKind::kPass);
  }
}

// The sentences of its rules explain a cause, and name its verdicts.
TEST(KindsTest, EachCauseIsExplained) {
  for (absl::string_view cause : NamesOf(Cause())) {
    if (cause.empty()) continue;
    const auto rules = VerdictRules();
    EXPECT_TRUE(std::any_of(rules.begin(), rules.end(),
                            [&](const RuleInfo& row) {
                              return NameOf(row.cause) == cause &&
                                     !row.sentence.empty();
                            }))
        << "no rule with a sentence gives the cause " << cause;
  }
}

// An error is what the driver reports.
TEST(KindsTest, EachVerdictThatAccusesCanBeRefuted) {
  for (const KindInfo& info : VerdictKinds()) {
    if (info.kind == VerdictKind::kError || info.kind == VerdictKind::kInfra) {
      continue;
    }
    EXPECT_EQ(info.refuted_by.empty(),
              !IsConclusive(info.kind) && !IsFault(info.kind))
        << info.name;
  }
}

// The documents have each kind with the letter and meaning of the table.
TEST(KindsTest, TheDocumentsSayTheSame) {
  const std::string first = ReadTestFile("VERDICTS.md");
  const std::string second = ReadTestFile("suite/core/verdict/README.md");
  size_t last = 0;
  for (const KindInfo& info : VerdictKinds()) {
    const std::string row =
        absl::StrCat("\n| `", std::string(1, info.letter), "` | ", info.name,
                     " | ", info.meaning, " |\n");
    EXPECT_TRUE(absl::StrContains(first, row)) << "VERDICTS.md: no row\n"
                                               << row;
    const std::string short_row =
        absl::StrCat("\n| ", info.name, " | `", std::string(1, info.letter),
                     "` | ", info.meaning, " |\n");
    const size_t at = second.find(short_row);
    EXPECT_NE(at, std::string::npos)
        << "suite/core/verdict/README.md: no row" << short_row;
    EXPECT_GE(at, last) << info.name << " is not in the order of precedence";
    last = at;
  }
}

}  // namespace
}  // namespace wgsync
