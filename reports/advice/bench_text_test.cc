#include "reports/advice/bench_text.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "reports/render/text.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/soundness.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

BenchLine Line(const std::string& primitive, const std::string& access) {
  BenchLine l;
  l.id =
      absl::StrCat(primitive, "/", access, "/work=rotate_sum/wg=64/groups=4");
  l.soundness = Soundness::kCustomary;
  l.groups = 4;
  l.group_size = 64;
  l.clock = "device";
  l.rounds = 10000;
  l.operations = 20000;
  l.seconds = {0.030, 0.034, 0.032};
  l.base_seconds = 0.010;
  return l;
}

constexpr char kRmw[] = "poll=rmw/signal=rmw/fence=device/pay=plain";
constexpr char kAcquire[] = "poll=acquire/signal=release/fence=none/pay=plain";

Bench Planted() {
  Bench b;
  b.device = "P/D";
  b.driver_version = "7.1";
  b.launches = 5;
  b.lines = {Line("barrier.a", kRmw), Line("barrier.a", kAcquire)};
  b.lines[1].outcome = "wrong";
  b.lines[1].reason =
      "12 of 4096 reads are wrong, in 2 of 5 launches (scatter), and a reason "
      "that is longer than a line of a terminal can be";
  return b;
}

TEST(BenchTextTest, ALineHasMedianLeastAndMost) {
  EXPECT_THAT(
      BenchText(Planted()),
      HasSubstr(
          "4x64: 4 groups of 64 work-items\n"
          "  barrier.a\n"
          "    c rmw      rmw      device   plain       1100 [1000 to 1200], "
          "10000 rounds\n"));
}

TEST(BenchTextTest, WhatIsNotRightHasItsReasonAndNoTime) {
  const std::string text = BenchText(Planted());
  EXPECT_THAT(text, HasSubstr("acquire  release  none     plain    wrong:\n"
                              "        12 of 4096 reads are wrong"));
  const size_t at = text.find("acquire");
  EXPECT_THAT(text.substr(at), Not(HasSubstr("1100")));
}

TEST(BenchTextTest, MarksTheHostsClockAndBoundedWaits) {
  Bench b = Planted();
  EXPECT_THAT(BenchText(b), Not(HasSubstr("host's clock")));
  b.lines[0].clock = "host";
  b.lines[0].bounded = true;
  EXPECT_THAT(BenchText(b), HasSubstr("10000 rounds h *\n"));
  EXPECT_THAT(BenchText(b),
              HasSubstr("h by the host's clock; * bounded waits"));
}

TEST(BenchTextTest, ALockSaysWhoGotIt) {
  Bench b = Planted();
  b.lines = {Line("mutex.a", kRmw)};
  b.lines[0].shares = {{10, 20, 30}, {11, 21, 31}, {12, 22, 32}};
  EXPECT_THAT(BenchText(b),
              HasSubstr("909k pairs/s; of 10000 turns the groups got 11 to 31, "
                        "median 21\n"));
  EXPECT_THAT(BenchText(b), Not(HasSubstr("Barriers:")));
}

TEST(BenchTextTest, FitsATerminal) {
  for (absl::string_view line : absl::StrSplit(BenchText(Planted()), '\n')) {
    EXPECT_LE(DisplayWidth(line), 80) << line;
  }
}

TEST(ShortNsTest, KeepsThreeDigits) {
  EXPECT_EQ(ShortNs(1.234), "1.23");
  EXPECT_EQ(ShortNs(9.996), "10.0");
  EXPECT_EQ(ShortNs(45.67), "45.7");
  EXPECT_EQ(ShortNs(1005.6), "1006");
}

using nlohmann::json;

Bench TimedAndHung() {
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
  const json j = GoogleBenchmark(TimedAndHung());
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
  const json j = GoogleBenchmark(TimedAndHung())["benchmarks"][2];
  EXPECT_EQ(j["error_occurred"], true);
  EXPECT_EQ(j["error_message"], "hang: it does not end");
  EXPECT_FALSE(j.contains("real_time"));
}

}  // namespace
}  // namespace wgsync
