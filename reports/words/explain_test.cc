#include "reports/words/explain.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/matrix_model.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/catalog/needs.h"
#include "suite/core/plan/axes.h"
#include "suite/core/tried/try_report.h"
#include "suite/core/verdict/kinds.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr size_t kWide = 1000;

// All that is printed of the word as a thing of this group; "" if it is none.
std::string TextOf(absl::string_view group, absl::string_view word) {
  std::string text;
  for (const Explanation& e : Explain(std::string(word))) {
    if (e.group == group) text += ExplainText({e}, kWide);
  }
  return text;
}

TEST(ExplainTest, EachVerdictByNameAndLetterWithItsRules) {
  for (const KindInfo& info : VerdictKinds()) {
    const std::string text = TextOf("verdict", info.name);
    for (absl::string_view part :
         {info.meaning, info.plain, info.plain_host, info.refuted_by}) {
      EXPECT_THAT(text, HasSubstr(std::string(part))) << info.name;
    }
    EXPECT_EQ(TextOf("verdict", std::string(1, info.letter)), text);
  }
  for (const RuleInfo& row : VerdictRules()) {
    if (row.rule == Rule::kNotRecorded) continue;
    EXPECT_THAT(TextOf("verdict", VerdictName(row.kind)),
                HasSubstr(absl::StrCat(row.name, ": ", row.sentence)));
  }
}

TEST(ExplainTest, EachRuleByNameAndCause) {
  for (const RuleInfo& row : VerdictRules()) {
    if (row.rule == Rule::kNotRecorded) continue;
    const std::string reason = ReasonText(VerdictOf(row.rule));
    EXPECT_THAT(reason, HasSubstr(", because "));
    const std::string text = TextOf("rule", row.name);
    EXPECT_THAT(text, HasSubstr(reason));
    EXPECT_THAT(text, HasSubstr(std::string(row.note)));
    if (row.cause == Cause::kNone) continue;
    EXPECT_THAT(TextOf("rule", NameOf(row.cause)), HasSubstr(text));
  }
  for (absl::string_view cause : NamesOf(Cause())) {
    if (cause.empty()) continue;
    EXPECT_THAT(TextOf("rule", cause),
                HasSubstr(absl::StrCat("(", cause, ")")));
  }
}

TEST(ExplainTest, FamiliesAndCommonNamesNameTheirCases) {
  EXPECT_THAT(TextOf("name", "handoff"),
              HasSubstr("name hand-off: a work-group passes data to another"));
  EXPECT_THAT(TextOf("name", "barrier"), HasSubstr("wgsync can 'barrier' "));
  EXPECT_THAT(TextOf("name", "Grid-Barrier"),
              HasSubstr("wgsync list 'grid barrier'"));
  EXPECT_EQ(TextOf("name", "plain"), "") << "the beginning of a name";
}

TEST(ExplainTest, WordsAsTheyArePrinted) {
  EXPECT_THAT(TextOf("rule", "hang (not started)"),
              HasSubstr("rule not_started: hang (not started), because "));
  EXPECT_EQ(TextOf("field", "groups=2"), TextOf("field", "groups"));
  EXPECT_THAT(TextOf("field", "groups=2"), HasSubstr("field groups: "));
  EXPECT_THAT(Explain("hang (gremlins)"), IsEmpty());
  EXPECT_THAT(Explain("groups="), IsEmpty());
  EXPECT_THAT(Explain(""), IsEmpty());
}

TEST(ExplainTest, EachNeedAndEachMark) {
  for (int i = 0; i <= static_cast<int>(kLastNeed); ++i) {
    const absl::string_view name = NameOf(static_cast<ProgressNeed>(i));
    const std::string text = TextOf("need", name);
    EXPECT_THAT(text, HasSubstr(NeedText(name)));
    EXPECT_THAT(text, HasSubstr(std::string(Needs()[i].waits_for)));
    EXPECT_THAT(text, HasSubstr(std::string(Needs()[i].expected)));
  }
  for (const MarkInfo& row : Marks()) {
    ASSERT_FALSE(row.meaning.empty()) << row.sign;
    EXPECT_THAT(TextOf("mark", row.sign), HasSubstr(std::string(row.meaning)));
    EXPECT_THAT(TextOf("mark", row.sign), HasSubstr(std::string(row.note)));
  }
}

TEST(ExplainTest, EachFieldOfAnIdAndEachOfItsValues) {
  for (const AxisRow& axis : Axes()) {
    const std::string field = TextOf("field", axis.key);
    EXPECT_THAT(field, HasSubstr(absl::StrCat(axis.key, ": ", axis.says)));
    for (size_t i = 0; i < axis.names.size(); ++i) {
      const std::string meaning(axis.meanings[i]);
      EXPECT_THAT(field, HasSubstr(": " + meaning));
      if (axis.names[i].empty()) continue;
      const std::string value = absl::StrCat(axis.key, "=", axis.names[i]);
      const std::string text = absl::StrCat("value ", value, ": ", meaning);
      EXPECT_THAT(TextOf("value", value), HasSubstr(text));
      EXPECT_THAT(TextOf("value", axis.names[i]), HasSubstr(text));
    }
  }
  for (const HostCheck& check : HostChecks()) {
    for (const HostAxis& axis : check.axes) {
      for (const std::string& value : axis.values) {
        EXPECT_THAT(TextOf("field", axis.key), HasSubstr(value));
        EXPECT_NE(TextOf("value", absl::StrCat(axis.key, "=", value)), "");
      }
    }
  }
}

TEST(ExplainTest, WordsOfTriedKernels) {
  for (const char* word :
       {"late", "paused", "fences", "no orders", "launch", "kept"}) {
    EXPECT_THAT(TextOf("term", word), HasSubstr("in `wgsync try` the "))
        << word;
  }
}

TEST(ExplainTest, AWordThatIsSeveralThingsHasEachOfThem) {
  EXPECT_THAT(ExplainText(Explain("volatile"), kWide),
              HasSubstr("value poll=volatile: a volatile load\n\n"
                        "value signal=volatile: a volatile store\n\n"
                        "value pay=volatile: volatile loads and stores\n\n"
                        "name volatile: barrier.counter_per_group, "));
  EXPECT_NE(TextOf("verdict", "pass"), "");
  EXPECT_NE(TextOf("rule", "pass"), "");
  EXPECT_NE(TextOf("field", "poll"), "");
  EXPECT_NE(TextOf("value", "poll"), "");
}

TEST(ExplainTest, ModelsOfProgressHaveTheNamesThatReportsPrint) {
  for (const char* name : {"OBE", "weak OBE", "strong OBE", "strong-obe"}) {
    EXPECT_THAT(TextOf("model", name), HasSubstr("occupancy-bound")) << name;
  }
  EXPECT_THAT(TextOf("model", "weak HSA+OBE"), HasSubstr("the lowest group"));
  EXPECT_THAT(TextOf("model", "UNFAIR"), HasSubstr("no group"));
}

TEST(ExplainTest, TermsOfReportsAndCommands) {
  EXPECT_THAT(TextOf("term", "counted"), HasSubstr("the run fails"));
  EXPECT_THAT(TextOf("term", "A/A"), HasSubstr("the same driver"));
  EXPECT_THAT(TextOf("term", "late"), HasSubstr("start after others"));
  EXPECT_THAT(TextOf("term", "cut short"), HasSubstr("--resume"));
  EXPECT_THAT(TextOf("term", "took"), HasSubstr("the sum of its parts"));
  for (const char* word :
       {"control", "board", "weakened twin", "residency", "guaranteed",
        "customary", "racy", "violation", "progress", "execution", "refuted",
        "held", "inconclusive", "regression", "unexpected pass", "perturbed",
        "soundness", "frozen", "judged launch"}) {
    EXPECT_NE(TextOf("term", word), "") << word;
  }
  for (const TryForm& form : kTryForms) {
    EXPECT_NE(TextOf("term", form.title), "") << form.title;
  }
}

TEST(ExplainTest, LettersAreNotMixedUp) {
  EXPECT_EQ(Explain("B")[0].word, "broken");
  EXPECT_EQ(Explain("b")[0].word, "build-failed");
  EXPECT_THAT(Explain(""), IsEmpty());
}

TEST(ExplainTest, PrimitivesAndHostChecksByNameOrId) {
  for (const char* word : {"mutex.mcs", "mcs", "mutex.mcs/poll=rmw/groups=2"}) {
    EXPECT_THAT(TextOf("primitive", word), HasSubstr("mutex.mcs: Mellor"));
  }
  EXPECT_THAT(TextOf("primitive", "mcs"), HasSubstr("kernels/mutexes/mcs.cl"));
  EXPECT_THAT(TextOf("host check", "host_sync.finish"), HasSubstr("promise"));
}

TEST(ExplainTest, AnUnknownWordHasCloseOnes) {
  EXPECT_THAT(Explain("stale_cache"), IsEmpty());
  EXPECT_THAT(CloseWords("stale_cache"), Contains("stale-cache"));
  EXPECT_THAT(CloseWords("arrival"), Contains("lost arrival"));
  EXPECT_THAT(CloseWords("poll=rwm"), Contains("poll=rmw"));
  EXPECT_THAT(CloseWords("gremlins"), IsEmpty());
}

TEST(ExplainTest, TheListHasALineForEachWord) {
  const std::string wide = WordListText(kWide);
  EXPECT_THAT(wide, HasSubstr("\n  stale-cache (C) "));
  const size_t lines = std::count(wide.begin(), wide.end(), '\n');
  constexpr size_t kGroups = 8;
  EXPECT_EQ(lines, AllWords().size() + 2 * kGroups - 1);
  const std::string narrow = WordListText(40);
  EXPECT_EQ(std::count(narrow.begin(), narrow.end(), '\n'), lines);
}

TEST(ExplainTest, JsonHasTheSame) {
  const nlohmann::json report = ExplainJson(Explain("^"));
  EXPECT_EQ(report["kind"], "explain");
  ASSERT_THAT(report["words"], SizeIs(1));
  EXPECT_EQ(report["words"][0]["group"], "mark");
  EXPECT_EQ(report["words"][0]["facts"][0][0], "note");
}

}  // namespace
}  // namespace wgsync
