#include "reports/site/chart_data.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::nlohmann::json;
using ::testing::HasSubstr;

BenchLine Line(const std::string& id, uint64_t groups, double seconds) {
  BenchLine line;
  line.id = id;
  line.soundness = "customary";
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
