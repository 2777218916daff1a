#include "reports/words/progress_table.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/test_shapes.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using progress::Model;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

std::string Text(const LoggedRun& run) {
  return ProgressTableText(run, MakeProgressTable(run), 120);
}

std::string LineOf(const std::string& text, const std::string& begin) {
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    if (absl::StartsWith(line, begin)) return std::string(line);
  }
  return "";
}

TEST(ProgressTableTest, HasTheSentencesAndARowForEachShape) {
  const LoggedRun run = TestRun("P/D", ShapeCases(Model::kHsaObe));
  const std::string text = Text(run);
  EXPECT_THAT(text, HasSubstr("at most HSA+OBE: LOBE is refuted by"));
  EXPECT_THAT(LineOf(text, "shape"),
              MatchesRegex("shape +needs +round-robin  ended"));
  EXPECT_THAT(LineOf(text, "handoff_up"),
              MatchesRegex("handoff_up +HSA +\\. +24"));
  EXPECT_THAT(LineOf(text, "late_middle "),
              MatchesRegex("late_middle +LOBE +X +0"));
  EXPECT_THAT(LineOf(text, "duel_up"),
              MatchesRegex("duel_up +strong HSA +X +0"));
  EXPECT_EQ(MakeProgressTable(run).rows.size(), progress::ShapeTable().size());
}

TEST(ProgressTableTest, MappingsAreColumnsAndCasesOfOneStandTogether) {
  const LoggedRun run = TestRun(
      "P/D", {ShapeCase("lock_3", false, "/map=shuffle"), ShapeCase("lock_3"),
              ShapeCase("lock_3", true, "/load=busy"),
              ShapeCase("handoff_down", true, "/map=chunk"),
              ShapeCase("lock_3", true, "/map=shuffle/wg=256")});
  const ProgressTable table = MakeProgressTable(run);
  EXPECT_THAT(table.mappings, ElementsAre("round-robin", "round-robin busy",
                                          "chunked", "shuffled"));
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.rows[0].shape, "lock_3");
  EXPECT_EQ(table.rows[0].ended, 48u);
  EXPECT_THAT(LineOf(Text(run), "lock_3"),
              MatchesRegex("lock_3 +OBE +\\. +X +\\.X +48"));
}

TEST(ProgressTableTest, GridsOfSeveralDimensionsHaveAClassAndColumns) {
  const LoggedRun run =
      TestRun("P/D", {ShapeCase("handoff_up", false, "/map=shuffle"),
                      ShapeCase("handoff_up", true, "/dims=2/map=shuffle")});
  const ProgressTable table = MakeProgressTable(run);
  EXPECT_THAT(table.mappings, ElementsAre("shuffled", "shuffled 2D"));
  EXPECT_THAT(Text(run), HasSubstr("  at most FAIR\n"));
  EXPECT_THAT(Text(run),
              HasSubstr("  in several dimensions: at most OBE: HSA is refuted "
                        "by handoff_up, shuffled, "));
  const nlohmann::json j = ProgressTableJson(run, table);
  EXPECT_EQ(j["progress"]["class"], "at most FAIR");
  EXPECT_EQ(j["in_space"]["class"], "at most OBE");
}

TEST(ProgressTableTest, ARunWithoutTheFamilyIsNotKnown) {
  const LoggedRun run = TestRun(
      "P/D",
      {TestResult("barrier.counter_per_group/groups=2", VerdictKind::kPass)});
  EXPECT_THAT(Text(run), HasSubstr("not known"));
  EXPECT_TRUE(
      ProgressTableJson(run, MakeProgressTable(run))["progress"].is_null());
}

TEST(ProgressTableTest, ARunThatWasCutShortIsSaid) {
  LoggedRun run = TestRun("P/D", {ShapeCase("lock_3")});
  const auto json = [&run] {
    return ProgressTableJson(run, MakeProgressTable(run))["cut_short"];
  };
  EXPECT_THAT(Text(run), Not(HasSubstr("cut short")));
  EXPECT_EQ(json(), "");
  run.finished = false;
  run.header.plan.push_back("progress.duel/groups=6");
  constexpr char kSays[] =
      "the run was cut short, 1 planned case has no verdict; `wgsync run "
      "--resume 'runs/P/D'` goes on";
  EXPECT_THAT(Text(run), HasSubstr(kSays));
  EXPECT_EQ(json(), kSays);
}

}  // namespace
}  // namespace wgsync
