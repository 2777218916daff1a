#include "suite/core/verdict/rules.h"

#include <set>
#include <string>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

TEST(RulesTest, EachRuleHasANameAndASentenceOfItsOwn) {
  std::set<std::string> names, sentences;
  for (const RuleInfo& row : VerdictRules()) {
    EXPECT_TRUE(names.insert(std::string(row.name)).second) << row.name;
    EXPECT_TRUE(sentences.insert(std::string(row.sentence)).second) << row.name;
    EXPECT_EQ(RuleByName(row.name), row.rule);
    EXPECT_EQ(row.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"),
              absl::string_view::npos)
        << row.name;
    EXPECT_EQ(row.sentence.empty(), row.rule == Rule::kNotRecorded);
  }
  EXPECT_EQ(RuleByName("gremlins"), Rule::kNotRecorded);
}

// `wgsync explain` prints a note after the sentence.
TEST(RulesTest, NotesAreSentences) {
  for (const RuleInfo& row : VerdictRules()) {
    if (row.note.empty()) continue;
    EXPECT_EQ(row.note.back(), '.') << row.name;
  }
}

TEST(RulesTest, LoadExplainsWhatAnIdleMachineMightHaveProven) {
  EXPECT_TRUE(LoadMayExplain(VerdictOf(Rule::kOneCore)));
  EXPECT_TRUE(LoadMayExplain(VerdictOf(Rule::kNoneWaited)));
  EXPECT_FALSE(LoadMayExplain(VerdictOf(Rule::kOneGroup)));
  EXPECT_FALSE(LoadMayExplain(VerdictOf(Rule::kFailedNowhere)));
  EXPECT_FALSE(LoadMayExplain(VerdictOf(Rule::kWrongPayload)));
}

}  // namespace
}  // namespace wgsync
