#include "reports/site/chart_data.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/soundness.h"

namespace wgsync {
namespace {

using ::nlohmann::json;
using ::testing::HasSubstr;

BenchLine Line(const std::string& id, uint64_t groups, double seconds) {
  BenchLine line;
  line.id = id;
  line.soundness = Soundness::kCustomary;
  line.groups = groups;
  line.group_size = 64;
  line.operations = 1000;
  line.seconds = {seconds, seconds, seconds};
  return line;
}

Bench BenchOf(std::vector<BenchLine> lines) {
  Bench bench;
  bench.device = "Cuda/gpu";
  bench.driver_version = "7";
  bench.lines = std::move(lines);
  return bench;
}

TEST(BenchChartsTest, OfEachGridTheFastestAccessIsDrawn) {
  const std::vector<json> charts = BenchCharts({BenchOf(
      {Line("barrier.a/poll=rmw/signal=rmw/fence=mem", 132, 0.002),
       Line("barrier.a/poll=acquire/signal=rmw/fence=none", 132, 0.001),
       Line("barrier.a/poll=rmw/signal=rmw/fence=mem", 16, 0.004)})});
  ASSERT_EQ(charts.size(), 1u);
  EXPECT_EQ(charts[0]["categories"], json({"16 x 64", "132 x 64"}));
  const json& series = charts[0]["series"][0];
  EXPECT_EQ(series["name"], "barrier.a, customary");
  EXPECT_DOUBLE_EQ(series["points"][0].get<double>(), 4000);
  EXPECT_DOUBLE_EQ(series["points"][1].get<double>(), 1000);
  EXPECT_EQ(series["note"][1], "poll=acquire signal=rmw fence=none");
}

TEST(BenchChartsTest, WhatWasNotTimedIsNotDrawn) {
  BenchLine wrong = Line("barrier.a/poll=rmw", 132, 0.002);
  wrong.outcome = "wrong";
  EXPECT_TRUE(BenchCharts({BenchOf({wrong})}).empty());
}

TEST(BenchChartsTest, AFormThatFailedOnAnyGridIsLeftOutOfAll) {
  const std::string right = "barrier.a/poll=rmw/signal=rmw/fence=mem";
  const std::string hung = "barrier.a/poll=plain/signal=rmw/fence=mem";
  BenchLine failed = Line(hung + "/wg=64/groups=132", 132, 0);
  failed.seconds.clear();
  failed.outcome = "hang";
  failed.failed = 1;
  BenchLine beyond = Line(right + "/wg=64/groups=999", 999, 0);
  beyond.seconds.clear();
  beyond.outcome = "beyond";  // says nothing of the form
  // Of another file of the same driver.
  const std::vector<json> charts =
      BenchCharts({BenchOf({Line(hung + "/wg=64/groups=16", 16, 0.001),
                            Line(right + "/wg=64/groups=16", 16, 0.004)}),
                   BenchOf({failed, beyond})});
  ASSERT_EQ(charts.size(), 1u);
  EXPECT_EQ(charts[0]["categories"], json({"16 x 64"}));
  ASSERT_EQ(charts[0]["series"].size(), 1u);
  EXPECT_DOUBLE_EQ(charts[0]["series"][0]["points"][0].get<double>(), 4000);
  ASSERT_EQ(charts[0]["left_out"].size(), 1u);
  EXPECT_EQ(charts[0]["left_out"][0]["why"], "failed in this bench");
  EXPECT_EQ(charts[0]["left_out"][0]["forms"],
            json::array({hung + ": hang at 132 x 64"}));
}

TEST(BenchChartsTest, WhatNeedsLockstepIsSaidAndNotDrawn) {
  BenchLine barrier = Line("barrier.a/poll=rmw", 4, 0.001);
  BenchLine lock = Line("mutex.spin/poll=rmw", 4, 0.001);
  lock.shares = {{3, 5, 9}};
  barrier.need = lock.need = ProgressNeed::kGroupLockstep;
  const std::vector<json> charts = BenchCharts({BenchOf({barrier, lock})});
  ASSERT_EQ(charts.size(), 2u);
  for (const json& chart : charts) {
    EXPECT_TRUE(chart["series"].empty());
    ASSERT_EQ(chart["left_out"].size(), 1u);
    EXPECT_EQ(chart["left_out"][0]["forms"].size(), 1u);
    EXPECT_THAT(chart["left_out"][0]["why"].get<std::string>(),
                HasSubstr("lockstep"));
  }
}

TEST(BenchChartsTest, ALockShowsWhoGotItOverAllLaunches) {
  BenchLine lock = Line("mutex.spin/poll=rmw", 4, 0.001);
  lock.shares = {{3, 5, 9}, {1, 6, 8}, {2, 7, 20}};
  BenchLine alone = Line("mutex.spin/poll=rmw", 1, 0.001);
  alone.shares = {{9, 9, 9}};
  const std::vector<json> charts = BenchCharts({BenchOf({lock, alone})});
  ASSERT_EQ(charts.size(), 1u);
  EXPECT_EQ(charts[0]["categories"], json({"mutex.spin"}));
  EXPECT_EQ(charts[0]["series"][0]["points"][0], json({1, 6.0, 20}));
}

TEST(ResidencyChartsTest, ASeriesForEachKernelByGroupSize) {
  const auto charts = ResidencyCharts(
      R"([{"device":"Cuda/gpu","driver_version":"7","rows":[
        {"kernel":"fenced","board":"off","ballast":"0","regs":"low",
         "group_size":256,"res_low":8,"problem":""},
        {"kernel":"fenced","board":"off","ballast":"0","regs":"low",
         "group_size":64,"res_low":32,"problem":""},
        {"kernel":"fenced","board":"off","ballast":"max","regs":"low",
         "group_size":64,"res_low":0,"problem":"it hung"}]}])",
      "r.json");
  ASSERT_TRUE(charts.ok()) << charts.status();
  ASSERT_EQ(charts->size(), 1u);
  const json& chart = charts->front();
  EXPECT_EQ(chart["categories"], json({"64", "256"}));
  ASSERT_EQ(chart["series"].size(), 1u);
  EXPECT_EQ(chart["series"][0]["points"], json({32, 8}));
}

TEST(ResidencyChartsTest, AnotherFileIsRefusedWithItsName) {
  for (const char* text : {"{", "{}", "[1]", R"([{"rows":1}])",
                           R"([{"rows":[1]}])", R"([{"rows":[{}]}])"}) {
    const auto charts = ResidencyCharts(text, "r.json");
    ASSERT_FALSE(charts.ok()) << text;
    EXPECT_THAT(std::string(charts.status().message()), HasSubstr("r.json: "));
  }
}

}  // namespace
}  // namespace wgsync
