#include "reports/words/explain.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/matrix_model.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/catalog/need_text.h"
#include "suite/core/plan/axes.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/verdict/kinds.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr size_t kWide = 1000;

// All that is printed of the word as a thing of this group; "" if it is none.
std::string TextOf(WordGroup group, absl::string_view word) {
  for (const Explanation* e : Explain(word)) {
    if (e->group == group) return ExplainText({e}, kWide);
  }
  return "";
}

TEST(ExplainTest, EachVerdictByNameAndLetterWithItsProof) {
  for (const KindInfo& info : VerdictKinds()) {
    const std::string text = TextOf(WordGroup::kVerdict, info.name);
    for (absl::string_view part : {info.meaning, info.plain, info.plain_host,
                                   info.proof, info.refuted_by, info.note}) {
      EXPECT_THAT(text, HasSubstr(std::string(part))) << info.name;
    }
    EXPECT_EQ(TextOf(WordGroup::kVerdict, std::string(1, info.letter)), text);
  }
}

TEST(ExplainTest, EachRuleWithItsVerdictAndEachCauseWithItsRules) {
  for (const RuleInfo& row : VerdictRules()) {
    if (row.rule == Rule::kNotRecorded) continue;
    const std::string rule = TextOf(WordGroup::kRule, row.name);
    EXPECT_THAT(rule, HasSubstr(ReasonText(VerdictOf(row.rule))));
    EXPECT_THAT(rule, HasSubstr(std::string(row.note)));
    EXPECT_THAT(TextOf(WordGroup::kVerdict, VerdictName(row.kind)),
                HasSubstr(std::string(row.name)));
    if (row.cause == Cause::kNone) continue;
    const std::string cause = TextOf(WordGroup::kCause, CauseName(row.cause));
    for (absl::string_view part :
         {row.sentence, row.note, row.name, VerdictName(row.kind)}) {
      EXPECT_THAT(cause, HasSubstr(std::string(part)));
    }
  }
  for (absl::string_view cause : CauseNames()) {
    if (cause.empty()) continue;
    EXPECT_THAT(TextOf(WordGroup::kCause, cause), HasSubstr(", because "));
  }
}

TEST(ExplainTest, EachNeedSoundnessAndFailure) {
  for (int i = 0; i <= static_cast<int>(kLastNeed); ++i) {
    const NeedInfo& row = Needs()[i];
    EXPECT_EQ(static_cast<int>(row.need), i);
    const std::string text = TextOf(WordGroup::kNeed, row.name);
    EXPECT_THAT(text, HasSubstr(std::string(row.text)));
    EXPECT_THAT(text, HasSubstr(std::string(row.waits_for)));
    EXPECT_THAT(text, HasSubstr("expected on"));
  }
  for (const Soundness soundness :
       {Soundness::kGuaranteed, Soundness::kCustomary, Soundness::kRacy}) {
    const SoundnessInfo& row = Soundnesses()[static_cast<size_t>(soundness)];
    EXPECT_EQ(row.soundness, soundness);
    EXPECT_THAT(TextOf(WordGroup::kSoundness, row.name),
                HasSubstr(std::string(row.says)));
  }
  for (const BindInfo& row : Binds()) {
    EXPECT_THAT(TextOf(WordGroup::kFailure, row.name),
                HasSubstr(std::string(row.meaning)));
  }
}

TEST(ExplainTest, EachMark) {
  ASSERT_EQ(Marks().size(), static_cast<size_t>(kLastMark) + 1);
  for (size_t i = 0; i < Marks().size(); ++i) {
    const MarkInfo& row = Marks()[i];
    EXPECT_EQ(static_cast<size_t>(row.mark), i);
    ASSERT_FALSE(row.meaning.empty()) << row.sign;
    const std::string text = TextOf(WordGroup::kMark, row.sign);
    EXPECT_THAT(text, HasSubstr(std::string(row.meaning)));
    EXPECT_THAT(text, HasSubstr(std::string(row.note)));
  }
}

TEST(ExplainTest, EachFieldOfAnIdAndEachOfItsValues) {
  for (const AxisRow& axis : Axes()) {
    const std::string field = TextOf(WordGroup::kField, axis.key);
    EXPECT_THAT(field, HasSubstr(std::string(axis.says)));
    for (size_t i = 0; i < axis.names.size(); ++i) {
      const std::string says(axis.names_say[i]);
      EXPECT_THAT(field, HasSubstr(says)) << axis.key;
      if (axis.names[i].empty()) continue;
      const std::string value = absl::StrCat(axis.key, "=", axis.names[i]);
      EXPECT_THAT(TextOf(WordGroup::kValue, value), HasSubstr(says));
      EXPECT_THAT(ExplainText(Explain(axis.names[i]), kWide),
                  HasSubstr(absl::StrCat("value ", value, ": ", says)));
    }
  }
  for (const HostCheck& check : HostChecks()) {
    for (const HostAxis& axis : check.axes) {
      const std::string keys = ExplainText(Explain(axis.key), kWide);
      for (const std::string& value : axis.values) {
        EXPECT_THAT(keys, HasSubstr(value));
        EXPECT_THAT(Explain(absl::StrCat(axis.key, "=", value)), SizeIs(1));
      }
    }
  }
}

TEST(ExplainTest, AWordThatIsSeveralThingsHasEachOfThem) {
  EXPECT_EQ(ExplainText(Explain("volatile"), kWide),
            "value poll=volatile: a volatile load\n\n"
            "value signal=volatile: a volatile store\n\n"
            "value pay=volatile: volatile loads and stores\n");
  EXPECT_NE(TextOf(WordGroup::kVerdict, "pass"), "");
  EXPECT_NE(TextOf(WordGroup::kRule, "pass"), "");
  EXPECT_NE(TextOf(WordGroup::kField, "poll"), "");
  EXPECT_NE(TextOf(WordGroup::kValue, "poll"), "");
}

TEST(ExplainTest, LettersAreNotMixedUp) {
  EXPECT_EQ(Explain("B")[0]->word, "broken");
  EXPECT_EQ(Explain("b")[0]->word, "build-failed");
  EXPECT_EQ(Explain("Stale-Cache")[0]->word, "stale-cache");
  EXPECT_THAT(Explain(""), IsEmpty());
}

TEST(ExplainTest, AnUnknownWordHasCloseOnes) {
  EXPECT_THAT(Explain("stravd"), IsEmpty());
  EXPECT_THAT(CloseWords("starvd"), ElementsAre("starved"));
  EXPECT_THAT(CloseWords("arrival"),
              ElementsAre("arrivals", "lost arrival", "lost_arrival",
                          "extra arrivals", "extra_arrivals"));
  EXPECT_THAT(CloseWords("poll=rwm"), Contains("poll=rmw"));
  EXPECT_THAT(CloseWords("gremlins"), IsEmpty());
}

TEST(ExplainTest, TheListHasALineForEachWord) {
  const std::string wide = WordListText(kWide);
  EXPECT_THAT(wide, HasSubstr("\n  stale-cache (C) "));
  const size_t lines = std::count(wide.begin(), wide.end(), '\n');
  constexpr size_t kHeads = 9, kBlank = 8;
  EXPECT_EQ(lines, Explanations().size() + kHeads + kBlank);
  const std::string narrow = WordListText(40);
  EXPECT_EQ(std::count(narrow.begin(), narrow.end(), '\n'), lines);
}

TEST(ExplainTest, JsonHasTheSame) {
  const nlohmann::json report = ExplainJson(Explain("^"));
  EXPECT_EQ(report["kind"], "explain");
  ASSERT_THAT(report["words"], SizeIs(1));
  EXPECT_EQ(report["words"][0]["group"], "mark");
  EXPECT_EQ(report["words"][0]["facts"][0]["name"], "note");
}

}  // namespace
}  // namespace wgsync
