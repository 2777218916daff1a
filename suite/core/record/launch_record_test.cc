#include "suite/core/record/launch_record.h"

#include <cstdint>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/fields_json.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/plan/case.h"

namespace wgsync {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::StartsWith;

constexpr char kCase[] =
    "handoff.dependency_distance/poll=rmw/signal=rmw/fence=device/pay=plain/"
    "work=message/wg=64/groups=8";

constexpr char kBarrier[] =
    "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
    "work=exchange/wg=64/groups=2";

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

RoleFacts UnusualRole() {
  RoleFacts r;
  r.group = 3;
  r.watcher = r.waits_known = r.between = true;
  r.arrived = 4, r.left = 5, r.closed = 6;
  r.word = 7, r.goal = 8, r.waited = 9, r.steps = 10, r.seen = 11;
  r.comparison = Comparison::kHighHalf;
  r.end = WaitEnd::kUnmet;
  r.bad = 12, r.bad_round = 13, r.bad_seen = 14, r.bad_goal = 15;
  r.bad_end = WaitEnd::kGaveUp;
  r.early = 16, r.early_group = 17, r.early_round = 18;
  return r;
}

PayloadFacts UnusualFacts() {
  PayloadFacts p;
  p.judged = true;
  p.reads = 12345678901234;
  p.reads_due = 1, p.items_ended = 2, p.items_due = 3;
  p.wrong = 3, p.torn = 4, p.again_new = 5;
  p.owner_changed = 6, p.most_out = 7, p.turns = 8, p.final_wrong = 9;
  p.final_text = "count 1 of 2";
  p.records = {{1, 2, 3, 4, 5, 6, 7, -2}};
  return p;
}

Place UnusualPlace() {
  Place p;
  auto& [where, met_for_lowest, round, findings, copy, copies, group, role,
         started, livelock] = p;
  where = Where::kMissed;
  met_for_lowest = started = livelock = true;
  round = 4;
  findings = {Found(FindingKind::kNoBoard)};
  copy = {4, 5};
  copies = 9;
  group = 5;
  role = 1;
  return p;
}

LaunchRecord UnusualRecord() {
  LaunchRecord r;
  auto& [number, device, case_id, purpose, spec, facts, findings, missing,
         without_waiting, gave_up, frozen_first, found, place, roles, words,
         not_started, shared] = static_cast<LaunchSeen&>(r);
  auto& [build_failed, setup_failed, over_limit, what, binary_digest] =
      static_cast<LaunchBuild&>(r);
  auto& [ending, waits, payload, account] = static_cast<LaunchOutcome&>(r);
  auto& [ending_text, channel_proven, seconds, device_seconds, build_seconds,
         frozen_seconds, frozen_cpu_seconds, missed_tick_seconds,
         starved_seconds, lost_seconds, cores, deadline_seconds,
         patience_seconds] = static_cast<LaunchMeasures&>(r);
  number = 17;
  device = 1;
  case_id = kCase;
  purpose = LaunchPurpose::kFence;
  spec = UnusualSpec();
  build_failed = setup_failed = over_limit = shared = channel_proven = true;
  without_waiting = gave_up = frozen_first = true;
  ending = Ending::kFrozen;
  waits = Waits::kLeftUnmet;
  payload = PayloadState::kTorn;
  account = Account::kItemsLost;
  facts = UnusualFacts();
  ending_text = "CL_OUT_OF_RESOURCES";
  findings = {Found(FindingKind::kNoBoard)};
  missing = {FoundIn(FindingKind::kCountMissing, {2}, {2, 1, 1, 0, 1})};
  found = 6;
  place = UnusualPlace();
  roles = {UnusualRole()};
  words = {7, 8};
  not_started = {3};
  frozen_seconds = frozen_cpu_seconds = missed_tick_seconds = 0.125;
  starved_seconds = lost_seconds = cores = 0.0625;
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
  EXPECT_EQ(written.size(), 51);
  EXPECT_EQ(Differences(written, FieldsToJson(LaunchRecord())), 51);
  EXPECT_EQ(written["roles"][0].size(), 21);
  EXPECT_EQ(written["wrong_reads"][0].size(), 8);
  LaunchRecord back;
  ASSERT_EQ(FieldsFromJson(json::parse(written.dump()), &back), "");
  EXPECT_EQ(FieldsToJson(back), written);
}

// A launch of many copies of late_middle, round-robin, in which all groups but
// those of copy 33 have ended: there group 100 has not started, and group 99
// polls for ever.
Observation StuckInCopy33() {
  Observation o;
  o.groups = 120;
  Snapshot s;
  s.words.resize(10000);
  s.roles.resize(120);
  for (uint32_t g = 0; g < 120; ++g) s.roles[g].group = g;
  s.started.assign(120, true);
  s.ended.assign(120, true);
  s.started[100] = s.ended[100] = s.ended[99] = false;
  o.ending = Ending::kFrozen;
  o.channel_proven = o.has_pair = o.has_board = true;
  o.earlier = s;
  s.roles[99].steps = 1000;
  o.last = o.frozen = s;
  return o;
}

TEST(RecordOfTest, TheGroupsOfTheStuckCopyComeFirst) {
  LaunchSpec spec;
  spec.program.c = *ParseKernelCaseId(
      "progress.late_middle/poll=rmw/signal=rmw/fence=none/pay=plain/"
      "work=copies/wg=64/groups=120");
  spec.groups = 120;
  Observation o = StuckInCopy33();
  for (uint32_t g = 50; g < 90; ++g) o.last.started[g] = false;
  const LaunchRecord r = RecordOf(LaunchPurpose::kWatched, spec, o);
  std::vector<uint32_t> groups;
  for (const RoleFacts& role : r.roles) groups.push_back(role.group);
  ASSERT_EQ(groups.size(), 32u);
  groups.resize(5);
  EXPECT_THAT(groups, ElementsAre(99, 100, 101, 0, 1));
  ASSERT_EQ(r.not_started.size(), 32u);
  EXPECT_EQ(r.not_started[0], 100u);
  EXPECT_EQ(r.not_started[1], 50u);
  EXPECT_EQ(r.words.size(), 64u);
  EXPECT_EQ(r.place.where, Where::kNotStarted);
  EXPECT_THAT(r.place.copy, ElementsAre(99, 100, 101));
  EXPECT_EQ(r.place.group, 100);
  EXPECT_EQ(r.place.copies, 1u);
  EXPECT_FALSE(r.place.started);
}

// After the end of a bounded launch, memory does not show where it was stuck.
TEST(RecordOfTest, ABoundedLaunchIsPlacedByItsFrozenPair) {
  LaunchSpec spec;
  spec.program.c = *ParseKernelCaseId(kBarrier);
  spec.groups = 2;
  Observation o;
  o.ending = Ending::kFinished;
  o.channel_proven = o.has_pair = o.has_board = true;
  o.groups = 2;
  o.last.words.resize(64);
  o.last.started = o.last.ended = {true, true};
  o.last.roles.resize(2);
  o.last.roles[1].group = 1;
  o.frozen = o.earlier = o.last;
  o.frozen.started = o.earlier.started = {true, false};
  o.frozen.ended = o.earlier.ended = {false, false};
  RoleFacts& waiter = o.last.roles[0];
  waiter.bad = 1;
  waiter.bad_end = WaitEnd::kGaveUp;
  const LaunchRecord r = RecordOf(LaunchPurpose::kWatched, spec, o);
  EXPECT_EQ(r.place.where, Where::kNotStarted);
  EXPECT_TRUE(r.gave_up);
  EXPECT_TRUE(r.frozen_first);
  o.frozen.roles[0].bad_end = WaitEnd::kGaveUp;
  EXPECT_FALSE(RecordOf(LaunchPurpose::kWatched, spec, o).frozen_first)
      << "the pair is from after the first end of a wait";
}

TEST(RecordOfTest, ARightLaunchHasNoPlace) {
  LaunchSpec spec;
  spec.program.c = *ParseKernelCaseId(kBarrier);
  spec.program.board = BoardMode::kRelaxed;
  spec.groups = 2;
  Observation o;
  o.ending = Ending::kFinished;
  o.has_board = true;
  o.last.roles.resize(2);
  LaunchRecord r = RecordOf(LaunchPurpose::kWatched, spec, o);
  EXPECT_EQ(r.place.where, Where::kUnknown);
  EXPECT_TRUE(r.without_waiting);
  o.last.roles[1].waited = 1;
  r = RecordOf(LaunchPurpose::kWatched, spec, o);
  EXPECT_FALSE(r.without_waiting);
  EXPECT_FALSE(r.gave_up);
}

LaunchRecord MetInRound(uint64_t round, Where where = Where::kConditionTrue) {
  LaunchRecord r;
  r.place.where = where;
  r.place.round = round;
  return r;
}

TEST(SamePlaceTest, IsTheSameRoundOfATrueCondition) {
  EXPECT_TRUE(SamePlace(MetInRound(1), MetInRound(1)));
  EXPECT_FALSE(SamePlace(MetInRound(0), MetInRound(2)));
  EXPECT_FALSE(SamePlace(MetInRound(0), MetInRound(0, Where::kMissed)));
  EXPECT_FALSE(
      SamePlace(MetInRound(0, Where::kMissed), MetInRound(0, Where::kMissed)));
}

TEST(RecordOfTest, ARightLaunchIsShort) {
  LaunchSpec spec;
  spec.program.c = *ParseKernelCaseId(kCase);
  Observation o;
  o.ending = Ending::kFinished;
  o.payload.judged = true;
  o.payload.reads = o.payload.reads_due = 100;
  o.payload.items_ended = o.payload.items_due = 64;
  o.last.roles.resize(3);
  o.last.words = {1};
  const json j = FieldsToJson(RecordOf(LaunchPurpose::kJudged, spec, o));
  EXPECT_EQ(j["reads"], 100);
  for (const char* none : {"reads_due", "items_due", "roles", "words"}) {
    EXPECT_FALSE(j.contains(none)) << none;
  }
  o.payload.reads = 99;
  EXPECT_EQ(
      FieldsToJson(RecordOf(LaunchPurpose::kJudged, spec, o))["reads_due"],
      100);
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
