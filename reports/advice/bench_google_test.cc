#include "reports/advice/bench_google.h"

#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace wgsync {
namespace {

using nlohmann::json;

Bench Planted() {
  BenchLine timed;
  timed.id = "barrier.a/poll=rmw/groups=4";
  timed.operations = 20000;
  timed.seconds = {0.030, 0.034};
  timed.base_seconds = 0.010;
  BenchLine hangs;
  hangs.id = "mutex.b/poll=rmw/groups=4";
  hangs.outcome = "hang";
  hangs.reason = "it does not end";
  Bench b;
  b.device = "P/D";
  b.lines = {timed, hangs};
  return b;
}

TEST(BenchGoogleTest, EachLaunchIsARepetition) {
  const json j = GoogleBenchmark(Planted());
  EXPECT_EQ(j["context"]["device"], "P/D");
  ASSERT_EQ(j["benchmarks"].size(), 3u);
  for (int i = 0; i < 2; ++i) {
    const json& one = j["benchmarks"][i];
    EXPECT_EQ(one["name"], "barrier.a/poll=rmw/groups=4");
    EXPECT_EQ(one["run_name"], one["name"]);
    EXPECT_EQ(one["run_type"], "iteration");
    EXPECT_EQ(one["repetitions"], 2);
    EXPECT_EQ(one["repetition_index"], i);
    EXPECT_EQ(one["time_unit"], "ns");
    EXPECT_NEAR(one["real_time"].get<double>(), i == 0 ? 1000 : 1200, 1e-9);
    EXPECT_EQ(one["cpu_time"], one["real_time"]);
  }
}

TEST(BenchGoogleTest, ACaseWithoutATimeHasAnError) {
  const json j = GoogleBenchmark(Planted())["benchmarks"][2];
  EXPECT_EQ(j["error_occurred"], true);
  EXPECT_EQ(j["error_message"], "hang: it does not end");
  EXPECT_FALSE(j.contains("real_time"));
}

}  // namespace
}  // namespace wgsync
