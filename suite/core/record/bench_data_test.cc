#include "suite/core/record/bench_data.h"

#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/soundness.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Bench Planted() {
  Bench b;
  b.device = "P/D";
  b.driver_version = "7.1";
  b.driver_digest = "abc";
  b.type = "gpu";
  b.launches = 5;
  b.seconds = 12.5;
  b.notes = {"n"};
  BenchBase base;
  base.workload = "rotate_sum";
  base.groups = 132;
  base.group_size = 64;
  base.clock = "device";
  base.rounds = 101;
  base.seconds = {0.011, 0.012, 0.010};
  base.one_round = {0.001};
  base.wrong = true;
  b.bases = {base};
  BenchLine l;
  l.id = "barrier.a/poll=rmw/signal=rmw/fence=device/pay=plain";
  l.soundness = Soundness::kCustomary;
  l.groups = 132;
  l.group_size = 64;
  l.residency = 4224;
  l.clock = "device";
  l.rounds = 10000;
  l.operations = 20000;
  l.seconds = {0.030, 0.034, 0.032};
  l.base_seconds = 0.010;
  l.judged = 9;
  l.checked_reads = 77;
  l.shares = {{1, 2.5, 4}};
  BenchLine wrong = l;
  wrong.outcome = "wrong";
  wrong.reason = "12 of 4096 reads are wrong";
  wrong.failed = 2;
  b.lines = {l, wrong};
  return b;
}

TEST(BenchDataTest, NanosecondsAreWithoutTheBase) {
  const Bench b = Planted();
  EXPECT_DOUBLE_EQ(b.lines[0].Ns().least, 1000);
  EXPECT_DOUBLE_EQ(b.lines[0].Ns().median, 1100);
  EXPECT_DOUBLE_EQ(b.lines[0].Ns().most, 1200);
  EXPECT_DOUBLE_EQ(b.bases[0].Time().Of(201), 0.021);
}

TEST(BenchDataTest, WhatIsNotRightHasNoTime) {
  const Bench b = Planted();
  EXPECT_TRUE(b.lines[0].timed());
  EXPECT_FALSE(b.lines[1].timed());
  const nlohmann::json j = ToJson(b);
  EXPECT_EQ(j["lines"][0]["ns"]["median"], b.lines[0].Ns().median);
  EXPECT_FALSE(j["lines"][1].contains("ns"));
}

TEST(BenchDataTest, ComesBackAsItWasWritten) {
  const Bench b = Planted();
  const absl::StatusOr<Bench> back = ParseBench(ToJson(b).dump(), "f");
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_EQ(ToJson(*back), ToJson(b));
  EXPECT_EQ(back->lines[1].reason, b.lines[1].reason);
  EXPECT_THAT(back->lines[0].seconds, ElementsAre(0.030, 0.034, 0.032));
}

TEST(BenchDataTest, AFileIsWrittenAndRead) {
  const std::string file = testing::TempDir() + "/bench.json";
  ASSERT_TRUE(WriteBench(Planted(), file).ok());
  const absl::StatusOr<Bench> back = ReadBench(file);
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_EQ(ToJson(*back), ToJson(Planted()));
  EXPECT_THAT(std::string(WriteBench(Planted(), "/none/x").message()),
              HasSubstr("/none/x: cannot write it"));
}

std::string ErrorOf(const std::string& text) {
  return std::string(ParseBench(text, "f.json").status().message());
}

TEST(BenchDataTest, FaultsAreNamed) {
  const std::string good = ToJson(Planted()).dump();
  EXPECT_THAT(ErrorOf(""), StartsWith("f.json: not a bench"));
  EXPECT_THAT(ErrorOf("{\"kind\":\"context\"}"), HasSubstr("not a bench"));
  EXPECT_THAT(
      ErrorOf(absl::StrReplaceAll(good, {{"\"schema\":1", "\"schema\":9"}})),
      HasSubstr("schema 9 is a newer wgsync's"));
  EXPECT_THAT(
      ErrorOf(absl::StrReplaceAll(good, {{"\"operations\":20000,", ""}})),
      HasSubstr("\"lines[0].operations\" is missing"));
  EXPECT_THAT(ErrorOf(absl::StrReplaceAll(good, {{"0.034", "-0.034"}})),
              HasSubstr("\"lines[0].seconds\" is not a list of times"));
  EXPECT_THAT(
      ErrorOf(absl::StrReplaceAll(good, {{"\"groups\":132", "\"groups\":-1"}})),
      HasSubstr("\"bases[0].groups\" is negative"));
  EXPECT_THAT(std::string(ReadBench("/none/x").status().message()),
              HasSubstr("/none/x: cannot read it"));
}

}  // namespace
}  // namespace wgsync
