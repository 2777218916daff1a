#include "suite/core/record/launch_record.h"

#include <set>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/fields_json.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/plan/case.h"

namespace wgsync {
namespace {

using nlohmann::json;
using ::testing::StartsWith;

constexpr char kCase[] =
    "handoff.dependency_distance/poll=rmw/signal=rmw/fence=device/pay=plain/"
    "work=message/wg=64/groups=8";

// Every field away from its default. The names in the first line of each are
// all fields of the struct: with one more it does not compile.
LaunchSpec UnusualSpec() {
  LaunchSpec s;
  auto& [program, groups, group_size, rounds, delay, late_every, elements,
         budget, discover, has_distance, waiters, awaited, shuffle, teams,
         stress] = s;
  auto& [c, model, board, waits, language, ballast, scope, weakening, refresh,
         cuts_loops, timed, start_order] = program;
  c = *ParseKernelCaseId(kCase);
  model = *ParseModel("residency=5");
  board = BoardMode::kOrdered;
  waits = WaitMode::kBounded;
  language = 300;
  scope = Scope::kWorkGroup;
  weakening = Weakening::kNoAcquire;
  groups = 8;
  group_size = 32;
  ballast = 1024;
  rounds = 200;
  delay = 77;
  late_every = 9;
  elements = 4096;
  budget = 1234;
  refresh = cuts_loops = timed = discover = start_order = has_distance = true;
  waiters = 3;
  awaited = 6;
  shuffle = 9;
  auto& [multiplier, offset] = teams;
  multiplier = 67;
  offset = 5;
  auto& [hot_stores, hot_every, hot_lines, late, pause, warm, apart, ahead] =
      stress;
  hot_stores = 16;
  hot_every = 8;
  hot_lines = 32;
  late = 2000;
  pause = 300;
  warm = 4;
  apart = 511;
  ahead = 48;
  return s;
}

LaunchRecord UnusualRecord() {
  LaunchRecord r;
  auto& [number, device, case_id, purpose, spec, build_failed, setup_failed,
         ending, waits, payload, account, reads, wrong, shared, seconds,
         device_seconds, build_seconds, binary_digest, deadline_seconds,
         patience_seconds] = r;
  number = 17;
  device = 1;
  case_id = kCase;
  purpose = LaunchPurpose::kFence;
  spec = UnusualSpec();
  build_failed = setup_failed = shared = true;
  ending = Ending::kFrozen;
  waits = Waits::kLeftUnmet;
  payload = PayloadState::kTorn;
  account = Account::kItemsLost;
  reads = 12345678901234;
  wrong = 3;
  seconds = 0.5;
  device_seconds = 0.25;
  build_seconds = 2;
  binary_digest = "beef";
  deadline_seconds = 4;
  patience_seconds = 8;
  return r;
}

// How many fields two objects do not have in common.
size_t Differences(const json& a, const json& b) {
  size_t count = 0;
  for (const auto& [name, value] : a.items()) {
    if (b.value(name, json()) != value) ++count;
  }
  return count;
}

TEST(LaunchSpecTest, EachFieldIsKept) {
  const LaunchSpec spec = UnusualSpec();
  const json written = FieldsToJson(spec);
  // All but has_distance, which `waiters` tells.
  EXPECT_EQ(written.size(), 33);
  EXPECT_EQ(Differences(written, FieldsToJson(LaunchSpec())), 33);
  LaunchSpec back;
  ASSERT_EQ(FieldsFromJson(json::parse(written.dump()), &back), "");
  EXPECT_EQ(FieldsToJson(back), written);
  EXPECT_TRUE(back.has_distance);
  EXPECT_EQ(ProgramKey(back.program), ProgramKey(spec.program));
}

TEST(LaunchSpecTest, AUsualLaunchIsShort) {
  LaunchSpec spec;
  spec.program.c = *ParseKernelCaseId(kCase);
  const json written = FieldsToJson(spec);
  EXPECT_FALSE(written.contains("model"));
  EXPECT_FALSE(written.contains("budget"));
  EXPECT_FALSE(written.contains("scope"));
  EXPECT_FALSE(written.contains("weakening"));
  EXPECT_FALSE(written.contains("waiters"));
  LaunchSpec back;
  ASSERT_EQ(FieldsFromJson(written, &back), "");
  EXPECT_EQ(FieldsToJson(back), written);
}

TEST(LaunchSpecTest, FaultsAreNamed) {
  const auto error = [](const char* field, const json& value) {
    json j = FieldsToJson(UnusualSpec());
    j[field] = value;
    LaunchSpec s;
    return FieldsFromJson(j, &s);
  };
  EXPECT_THAT(error("case", "barrier.gone"), StartsWith("\"case\" is unknown"));
  EXPECT_EQ(error("case", "host_sync.finish/queue=in_order"),
            "\"case\" is a host check, which has no launch");
  EXPECT_THAT(error("model", "cash"), StartsWith("\"model\" is unknown"));
  EXPECT_THAT(error("board", "on"), StartsWith("\"board\" has a value that "));
  EXPECT_EQ(error("groups", -1), "\"groups\" is negative");
  EXPECT_EQ(error("waiters", "all"), "\"waiters\" is not a whole number");
}

TEST(LaunchRecordTest, EachFieldIsKept) {
  const json written = FieldsToJson(UnusualRecord());
  EXPECT_EQ(written.size(), 20);
  EXPECT_EQ(Differences(written, FieldsToJson(LaunchRecord())), 20);
  LaunchRecord back;
  ASSERT_EQ(FieldsFromJson(json::parse(written.dump()), &back), "");
  EXPECT_EQ(FieldsToJson(back), written);
}

TEST(LaunchPurposeTest, EachHasANameAndALabel) {
  LaunchSpec spec = UnusualSpec();
  std::set<std::string> labels;
  for (size_t i = 0; i < NamesOf(LaunchPurpose()).size(); ++i) {
    labels.insert(LaunchLabel(static_cast<LaunchPurpose>(i), spec));
  }
  // A control is timed and then delayed; both are one in the evidence.
  EXPECT_EQ(labels.size(), NamesOf(LaunchPurpose()).size() - 1);
  EXPECT_EQ(labels.count(""), 0);
  EXPECT_EQ(LaunchLabel(LaunchPurpose::kRefreshedPoll, spec),
            "difference: caches refreshed, poll rmw");
}

TEST(LaunchCountsTest, CountsTheCasesOwnLaunchesThatSaySomethingOfIt) {
  LaunchRecord right;
  right.ending = Ending::kFinished;
  right.payload = PayloadState::kRight;
  LaunchCounts counts;
  counts.Add(right);
  right.ending = Ending::kFinishedLate;
  counts.Add(right);
  EXPECT_EQ(counts.made, 2u);
  EXPECT_EQ(counts.failed, 0u);
  LaunchRecord watched = right;
  watched.purpose = LaunchPurpose::kWatched;
  watched.ending = Ending::kFrozen;
  LaunchCounts boards;
  boards.Add(watched);
  EXPECT_EQ(boards.failed, 1u);
  boards.Add(right);
  boards.Add(watched);
  EXPECT_EQ(boards.made, 1u) << "the one without a board alone";
  EXPECT_EQ(boards.failed, 0u);
  LaunchRecord bad[4] = {right, right, right, right};
  bad[0].ending = Ending::kFrozen;
  bad[1].waits = Waits::kGaveUp;
  bad[2].payload = PayloadState::kWrong;
  bad[3].account = Account::kItemsLost;
  for (const LaunchRecord& r : bad) counts.Add(r);
  EXPECT_EQ(counts.made, 6u);
  EXPECT_EQ(counts.failed, 4u);
  LaunchRecord silent[4] = {bad[0], bad[0], bad[0], bad[0]};
  silent[0].purpose = LaunchPurpose::kControl;
  silent[1].ending = Ending::kNeverStarted;
  silent[2].ending = Ending::kEndedFromOutside;
  silent[3].build_failed = true;
  for (const LaunchRecord& r : silent) counts.Add(r);
  EXPECT_EQ(counts.made, 6u);
  EXPECT_EQ(counts.failed, 4u);
}

}  // namespace
}  // namespace wgsync
