#include "reports/advice/recipe.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reports/render/text.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kSure[] =
    "barrier.a/poll=acquire/signal=release/fence=none/pay=plain";
constexpr char kUsed[] = "barrier.b/poll=rmw/signal=rmw/fence=device/pay=plain";
constexpr char kRacy[] =
    "barrier.b/poll=rmw/signal=rmw/fence=none/pay=volatile";

BenchLine Line(const std::string& form, Soundness soundness, double ns) {
  BenchLine l;
  l.id = absl::StrCat(form, "/work=rotate_sum/wg=64/groups=4");
  l.soundness = soundness;
  l.need = ProgressNeed::kCoResident;
  l.groups = 4;
  l.group_size = 64;
  l.clock = "device";
  l.rounds = 500;
  l.operations = 1000;
  l.seconds = {ns * 1e-6, ns * 1e-6, ns * 1e-6};
  l.judged = 9;
  l.checked_reads = 1000;
  return l;
}

Bench PlantedBench() {
  Bench b;
  b.device = "P/D";
  b.driver_version = "7.1";
  b.driver_digest = "abc";
  b.lines = {Line(kSure, Soundness::kGuaranteed, 900),
             Line(kUsed, Soundness::kCustomary, 600),
             Line(kRacy, Soundness::kRacy, 300)};
  return b;
}

CaseResult Result(const std::string& form, VerdictKind kind) {
  CaseResult r =
      TestResult(absl::StrCat(form, "/work=scatter/wg=64/groups=res"), kind);
  r.groups = r.residency = 4;
  r.reads = 500;
  return r;
}

LoggedRun PlantedRun() {
  LoggedRun run = TestRun("P/D", {Result(kSure, VerdictKind::kPass),
                                  Result(kUsed, VerdictKind::kPass),
                                  Result(kRacy, VerdictKind::kPass)});
  run.header.devices[0].driver_digest = "abc";
  return run;
}

GridRecipe Only(const LoggedRun& run, const Bench& bench) {
  const std::vector<GridRecipe> all = MakeRecipes(run, bench, {});
  EXPECT_EQ(all.size(), 1u);
  return all.empty() ? GridRecipe() : all.front();
}

TEST(RecipeTest, TellsFormsApartByWhatTheSpecificationSays) {
  const LoggedRun run = PlantedRun();
  const Bench bench = PlantedBench();
  const GridRecipe g = Only(run, bench);
  ASSERT_EQ(g.guaranteed.size(), 1u);
  ASSERT_EQ(g.customary.size(), 1u);
  ASSERT_EQ(g.racy.size(), 1u);
  EXPECT_NEAR(g.guaranteed[0].ns, 900, 1e-6);
  EXPECT_EQ(g.customary[0].trials.n, 10u);  // nine launches and a case
  EXPECT_EQ(g.customary[0].trials.reads, 1500u);
}

TEST(RecipeTest, TheCheapestComesFirst) {
  const LoggedRun run = PlantedRun();
  Bench bench = PlantedBench();
  bench.lines.push_back(
      Line("barrier.b/poll=rmw/signal=rmw/fence=device/pay=plain",
           Soundness::kCustomary, 500));
  EXPECT_NEAR(Only(run, bench).customary[0].ns, 500, 1e-6);
}

TEST(RecipeTest, WhatFailedAnywhereIsNoAdvice) {
  for (VerdictKind bad : {VerdictKind::kStalePayload, VerdictKind::kHang,
                          VerdictKind::kBroken, VerdictKind::kCrash}) {
    LoggedRun run = PlantedRun();
    CaseResult r = Result(kUsed, bad);
    r.id = absl::StrCat(kUsed, "/work=exchange/wg=64/groups=res");
    r.k = 2;
    r.n = 3;
    run.results.push_back(r);
    const Bench bench = PlantedBench();
    const GridRecipe g = Only(run, bench);
    EXPECT_TRUE(g.customary.empty());
    ASSERT_EQ(g.failed.size(), 1u);
    EXPECT_EQ(g.failed[0].trials.k, 2u);
    EXPECT_EQ(g.failed[0].trials.n, 13u);
  }
  const LoggedRun run = PlantedRun();
  Bench bench = PlantedBench();
  bench.lines[1].failed = 1;
  bench.lines[1].outcome = "wrong";
  EXPECT_TRUE(Only(run, bench).customary.empty());
  EXPECT_EQ(Only(run, bench).failed.size(), 1u);
}

TEST(RecipeTest, BeyondTheResidencyAHangIsNoFailure) {
  LoggedRun run = PlantedRun();
  CaseResult r = Result(kUsed, VerdictKind::kHang);
  r.id = absl::StrCat(kUsed, "/work=exchange/wg=64/groups=res_plus1");
  r.groups = 5;
  run.results.push_back(r);
  const Bench bench = PlantedBench();
  EXPECT_EQ(Only(run, bench).customary.size(), 1u);
}

TEST(RecipeTest, WithoutAPassThatCouldHaveFailedThereIsNoAdvice) {
  for (VerdictKind kind : {VerdictKind::kUnproven, VerdictKind::kNotRun}) {
    LoggedRun run = PlantedRun();
    run.results[1].verdict.kind = kind;
    const Bench bench = PlantedBench();
    EXPECT_TRUE(Only(run, bench).customary.empty());
    EXPECT_EQ(Only(run, bench).unjudged.size(), 1u);
  }
  LoggedRun run = PlantedRun();
  run.results[1].perturbed = true;
  const Bench bench = PlantedBench();
  EXPECT_EQ(Only(run, bench).unjudged.size(), 1u);
}

TEST(RecipeTest, RepeatsAreCountedOneByOne) {
  LoggedRun run = PlantedRun();
  run.results[1].runs = {{"pass", 8}, {"hang (missed)", 2}, {"unproven", 1}};
  const Bench bench = PlantedBench();
  const GridRecipe g = Only(run, bench);
  ASSERT_EQ(g.failed.size(), 1u);
  EXPECT_EQ(g.failed[0].trials.k, 2u);
  EXPECT_EQ(g.failed[0].trials.n, 19u);
}

std::string TextOf(const LoggedRun& run, const Bench& bench,
                   const std::vector<std::string>& primitives = {}) {
  return RecipeText(MakeRecipes(run, bench, primitives), bench);
}

TEST(RecipeTextTest, SaysWhatTheGuaranteeCosts) {
  const std::string text = TextOf(PlantedRun(), PlantedBench());
  EXPECT_THAT(text, HasSubstr("  guaranteed     900  barrier.a [1]\n"));
  EXPECT_THAT(text, HasSubstr("  customary      600  barrier.b [2]\n"));
  // Ten launches bound a rate at 26 %, which no reader takes for good news.
  EXPECT_THAT(text, HasSubstr("failed in 0 of 10 launches, too few to\n"
                              "             say more (299 right ones show"));
  Bench many = PlantedBench();
  for (BenchLine& line : many.lines) line.judged = 600;
  EXPECT_THAT(TextOf(PlantedRun(), many), HasSubstr("fewer than 0.50 % fail"));
  EXPECT_THAT(text,
              HasSubstr("the guarantee costs 300 ns, 1.50 times as much\n"));
  EXPECT_THAT(text,
              HasSubstr("no advice: barrier.b poll=rmw signal=rmw "
                        "fence=none pay=volatile, 300 ns:\n    undefined; "
                        "passed 10 of 10 here\n"));
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    EXPECT_LE(DisplayWidth(line), 80) << line;
  }
}

TEST(RecipeTextTest, WhereNothingIsCheaperTheGuaranteeIsFree) {
  Bench bench = PlantedBench();
  bench.lines[1] = Line(kUsed, Soundness::kCustomary, 1200);
  EXPECT_THAT(TextOf(PlantedRun(), bench), HasSubstr("costs nothing"));
}

TEST(RecipeTextTest, OfOnePrimitiveAlone) {
  const std::string text = TextOf(PlantedRun(), PlantedBench(), {"barrier.a"});
  EXPECT_THAT(text, Not(HasSubstr("barrier.b")));
  EXPECT_THAT(text, HasSubstr("customary none of those that were timed"));
  EXPECT_THAT(TextOf(PlantedRun(), PlantedBench(), {"barrier.c", "*.b"}),
              Not(HasSubstr("barrier.a")));
  EXPECT_THAT(TextOf(PlantedRun(), PlantedBench(), {"barrier.c"}),
              HasSubstr("The bench has none of these"));
}

TEST(SameDeviceTest, RunAndBenchAreOfOneDriver) {
  EXPECT_TRUE(CheckSameDevice(PlantedRun(), PlantedBench()).ok());
  LoggedRun run = PlantedRun();
  run.header.devices[0].driver_digest = "other";
  EXPECT_THAT(std::string(CheckSameDevice(run, PlantedBench()).message()),
              HasSubstr("another driver"));
  Bench bench = PlantedBench();
  bench.device = "P/E";
  EXPECT_THAT(std::string(CheckSameDevice(PlantedRun(), bench).message()),
              HasSubstr("its device is P/D"));
  run = PlantedRun();
  run.header.settings.model = *ParseModel("cache");
  EXPECT_THAT(std::string(CheckSameDevice(run, PlantedBench()).message()),
              HasSubstr("model:cache"));
}

}  // namespace
}  // namespace wgsync
