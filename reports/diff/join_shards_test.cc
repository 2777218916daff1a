#include "reports/diff/join_shards.h"

#include <filesystem>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/record/device_profile.h"
#include "suite/core/record/run_header.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kFirst[] =
    "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
    "work=exchange/wg=64/groups=1";
constexpr char kSecond[] =
    "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
    "work=exchange/wg=64/groups=2";
constexpr char kThird[] =
    "mutex.fetch_and_add/poll=rmw/signal=rmw/fence=device/pay=plain/"
    "work=counter/wg=64/groups=256";

struct Shard {
  Part part;
  std::string driver = "d1";
  std::vector<std::string> cases;
  bool shared = false;  // by several devices, with the plan `plan`
  std::vector<std::string> plan = {};  // `cases` if it is empty
  VerdictKind kind = VerdictKind::kPass;
  int64_t finished = 0;
};

// A run with two launches for each case, of which its verdict is.
LoggedRun Written(const Shard& shard) {
  static int count = 0;
  const std::string folder =
      testing::TempDir() + "/shard" + std::to_string(++count);
  std::filesystem::remove_all(folder);
  RunHeader header;
  header.part = shard.part;
  DeviceProfile profile;
  profile.device.full_name = "P/D";
  profile.driver_digest = shard.driver;
  header.devices = {profile};
  header.shared = shard.shared;
  header.suite_digest = "s";
  header.boot_id = "b";
  header.unix_ns = 1;
  header.plan = shard.plan.empty() ? shard.cases : shard.plan;
  auto log = RunLogWriter::Create(folder, header);
  EXPECT_TRUE(log.ok()) << log.status();
  EXPECT_TRUE((*log)->Kernel("lib/access.cl", "text").ok());
  EXPECT_TRUE((*log)->Note("the same of all").ok());
  uint64_t launch = 0;
  for (const std::string& id : shard.cases) {
    CaseResult r;
    r.id = id;
    r.verdict.kind = shard.kind;
    r.finished_unix_ns = shard.finished;
    for (int i = 0; i < 2; ++i) {
      EXPECT_TRUE((*log)->Launch(TestLaunch(++launch, id)).ok());
      r.launches.push_back(launch);
    }
    EXPECT_TRUE((*log)->Append(r).ok());
  }
  EXPECT_TRUE((*log)->Finished(0, {{"judged", {{"run", 1.5}}}}, 2).ok());
  auto run = ReadRun(folder);
  EXPECT_TRUE(run.ok()) << run.status();
  return *std::move(run);
}

TEST(JoinShardsTest, TheJoinedRunHasEveryCaseAndEveryLaunchOnce) {
  std::vector<LoggedRun> runs = {
      Written({{2, 2}, "d1", {kSecond}}),
      Written({{1, 2}, "d1", {kFirst, kThird}}),
  };
  runs[0].earlier_seconds = 7;  // it was resumed
  const auto sorted = SortShards(runs);
  ASSERT_TRUE(sorted.ok()) << sorted.status();
  EXPECT_TRUE(sorted->whole.empty());
  ASSERT_EQ(sorted->shards.size(), 1u);
  const auto text = JoinShards(sorted->shards[0]);
  ASSERT_TRUE(text.ok()) << text.status();
  const auto joined = ParseRun(*text, "joined");
  ASSERT_TRUE(joined.ok()) << joined.status();
  EXPECT_TRUE(joined->finished);
  EXPECT_TRUE(joined->sealed);
  EXPECT_TRUE(joined->intact);
  EXPECT_TRUE(joined->header.part.whole());
  EXPECT_THAT(joined->header.plan, ElementsAre(kFirst, kSecond, kThird));
  ASSERT_EQ(joined->results.size(), 3u);
  std::vector<std::string> ids;
  for (const CaseResult& r : joined->results) {
    ids.push_back(r.id);
    for (uint64_t number : r.launches) {
      const auto launch = ReadLaunch(*joined, number);
      ASSERT_TRUE(launch.ok()) << launch.status();
      EXPECT_EQ(launch->case_id, r.id);
    }
  }
  EXPECT_THAT(ids, ElementsAre(kFirst, kThird, kSecond));
  EXPECT_EQ(joined->last_launch, 6u);
  EXPECT_EQ(joined->notes.size(), 1u);
  EXPECT_EQ(joined->kernels.size(), 1u);
  EXPECT_EQ(joined->times.at("judged").at("run"), 3.0);
  EXPECT_EQ(joined->seconds, 11.0);
}

Shards Each(const std::vector<LoggedRun>& runs) {
  Shards each;
  for (const LoggedRun& run : runs) each.push_back(&run);
  return each;
}

TEST(JoinDevicesTest, TheJoinedRunSaysWhichDeviceRanWhat) {
  const std::vector<std::string> plan = {kFirst, kSecond, kThird};
  const std::vector<LoggedRun> parts = {
      Written({{}, "d1", {kFirst, kThird}, true, plan}),
      Written({{}, "d2", {kSecond, kThird}, true, plan, VerdictKind::kBroken}),
  };
  CaseResult again;
  again.id = kThird;
  again.device = 1;
  again.verdict.kind = VerdictKind::kBroken;
  const auto text = JoinDevices(Each(parts), {again}, SharedEnd::kBadDevice);
  ASSERT_TRUE(text.ok()) << text.status();
  const auto run = ParseRun(*text, "joined");
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_TRUE(run->finished && run->sealed && run->intact);
  EXPECT_THAT(*text, HasSubstr("\"exit\":3"));
  EXPECT_TRUE(run->header.joined());
  ASSERT_EQ(run->header.devices.size(), 2u);
  EXPECT_EQ(run->header.devices[1].driver_digest, "d2");
  std::vector<std::string> ran;
  for (const CaseResult& r : run->results) {
    ran.push_back(r.id + " " + std::to_string(r.device));
    for (uint64_t number : r.launches) {
      const auto launch = ReadLaunch(*run, number);
      ASSERT_TRUE(launch.ok()) << launch.status();
      EXPECT_EQ(launch->case_id, r.id);
      EXPECT_EQ(launch->device, r.device);
    }
  }
  // The worse one of two verdicts counts.
  EXPECT_THAT(
      ran, ElementsAre(std::string(kFirst) + " 0", std::string(kThird) + " 1",
                       std::string(kSecond) + " 1"));
  ASSERT_EQ(run->elsewhere.size(), 1u);
  EXPECT_EQ(run->elsewhere[0].device, 0u);
  ASSERT_EQ(run->again.size(), 1u);
  EXPECT_EQ(run->again[0].device, 1u);
}

TEST(JoinDevicesTest, ARunThatWasStoppedHasNoEnd) {
  const std::vector<std::string> plan = {kFirst, kSecond};
  const std::vector<LoggedRun> parts = {
      Written({{}, "d1", {kFirst}, true, plan}),
      Written({{}, "d2", {}, true, plan})};
  const auto text = JoinDevices(Each(parts), {}, SharedEnd::kNone);
  ASSERT_TRUE(text.ok()) << text.status();
  const auto run = ParseRun(*text, "joined");
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_FALSE(run->finished);
  EXPECT_EQ(run->results.size(), 1u);
}

TEST(JoinDevicesTest, WhatSaysNothingDoesNotHideAVerdict) {
  const std::vector<std::string> plan = {kFirst};
  struct Row {
    VerdictKind one, other, kept;
    size_t elsewhere;
    int64_t later = 0;
  };
  using Kind = VerdictKind;
  for (const Row& row : std::vector<Row>{
           {Kind::kInfra, Kind::kPass, Kind::kPass, 1},
           {Kind::kPass, Kind::kInfra, Kind::kPass, 1},
           {Kind::kNotRun, Kind::kPass, Kind::kPass, 0},
           {Kind::kHang, Kind::kNotRun, Kind::kHang, 0},
           {Kind::kNotRun, Kind::kNotRun, Kind::kNotRun, 0},
           {Kind::kPass, Kind::kLost, Kind::kLost, 1},
           // The case that a device was lost in has run again later.
           {Kind::kLost, Kind::kPass, Kind::kPass, 0, 1}}) {
    const std::vector<LoggedRun> parts = {
        Written({{}, "d1", {kFirst}, true, plan, row.one}),
        Written({{}, "d2", {kFirst}, true, plan, row.other, row.later}),
    };
    const auto text = JoinDevices(Each(parts), {}, SharedEnd::kGood);
    ASSERT_TRUE(text.ok()) << text.status();
    const auto run = ParseRun(*text, "joined");
    ASSERT_TRUE(run.ok()) << run.status();
    ASSERT_EQ(run->results.size(), 1u);
    EXPECT_EQ(run->results[0].verdict.kind, row.kept);
    EXPECT_EQ(run->elsewhere.size(), row.elsewhere);
  }
}

TEST(JoinShardsTest, AShardThatIsMissingOrOfAnotherDriverIsNamed) {
  const std::vector<LoggedRun> one = {Written({{1, 2}, "d1", {kFirst}})};
  EXPECT_THAT(std::string(SortShards(one).status().message()),
              HasSubstr("shard 2 of 2 is missing"));
  const std::vector<LoggedRun> other = {Written({{1, 2}, "d1", {kFirst}}),
                                        Written({{2, 2}, "d2", {kSecond}})};
  EXPECT_FALSE(SortShards(other).ok());
  const std::vector<LoggedRun> twice = {Written({{1, 2}, "d1", {kFirst}}),
                                        Written({{1, 2}, "d1", {kSecond}})};
  EXPECT_THAT(std::string(SortShards(twice).status().message()),
              HasSubstr("shard 1 of 2 is there twice"));
}

TEST(JoinShardsTest, ACaseOfTwoShardsIsAnError) {
  const std::vector<LoggedRun> runs = {Written({{1, 2}, "d1", {kFirst}}),
                                       Written({{2, 2}, "d1", {kFirst}})};
  const auto sorted = SortShards(runs);
  ASSERT_TRUE(sorted.ok());
  EXPECT_THAT(std::string(JoinShards(sorted->shards[0]).status().message()),
              HasSubstr("another shard has its case"));
}

TEST(JoinShardsTest, ARunThatIsNoShardStaysByItself) {
  const std::vector<LoggedRun> runs = {Written({{}, "d1", {kFirst}})};
  const auto sorted = SortShards(runs);
  ASSERT_TRUE(sorted.ok());
  EXPECT_EQ(sorted->whole.size(), 1u);
  EXPECT_TRUE(sorted->shards.empty());
}

}  // namespace
}  // namespace wgsync
