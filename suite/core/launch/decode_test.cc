// The board and the report. The payload's end: final_memory_test.cc.

#include "suite/core/launch/decode.h"

#include <cstdint>
#include <functional>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/launch/launch_memory_testing.h"

namespace wgsync {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

LaunchMemory Exchange() {
  return LaunchMemory(
      LaunchMemory::Spec("barrier.counter_per_group", "exchange"));
}

LaunchMemory Flags() {
  return LaunchMemory(
      LaunchMemory::Spec("barrier.flags_master_group", "exchange"));
}

// --- the board
// -------------------------------------------------------------------

TEST(BoardTest, BeforeALaunchNothingHasHappened) {
  const LaunchMemory m = Exchange();
  const Snapshot s = m.Look();
  EXPECT_THAT(s.started, ElementsAre(false, false, false));
  EXPECT_THAT(s.ended, ElementsAre(false, false, false));
  EXPECT_THAT(s.words, ElementsAre(0xFFFFFFF0u));
  ASSERT_EQ(s.roles.size(), 3u);
  for (const RoleFacts& r : s.roles) {
    EXPECT_EQ(r.arrived, 0u);
    EXPECT_EQ(r.left, 0u);
    EXPECT_EQ(r.closed, 0u);
    EXPECT_EQ(r.bad, 0u);
    EXPECT_EQ(r.early, 0u);
    EXPECT_FALSE(r.waits_known);
    EXPECT_EQ(r.end, WaitEnd::kNever);
    EXPECT_EQ(r.bad_end, WaitEnd::kNever);
  }
}

TEST(BoardTest, StartAndEndWordsAreByGroup) {
  LaunchMemory m = Exchange();
  m.At(kBoard, 2) = kPattern + 1;
  m.At(kBoard, 3 + 1) = kPattern + 1;
  EXPECT_THAT(m.Look().started, ElementsAre(false, false, true));
  EXPECT_THAT(m.Look().ended, ElementsAre(false, true, false));
}

TEST(BoardTest, AnEndWordIsNoStartWord) {
  LaunchMemory m = Exchange();
  m.At(kBoard, 3) = kPattern + 1;
  EXPECT_THAT(m.Look().started, ElementsAre(false, false, false));
}

TEST(BoardTest, EachFieldOfARoleIsWhereTheKernelsPutIt) {
  LaunchMemory m = Exchange();
  m.RoleField(1, "WG_ROLE_ARRIVED") = kPattern + 7;
  m.RoleField(1, "WG_ROLE_LEFT") = kPattern + 6;
  m.RoleField(1, "WG_ROLE_CLOSED") = kPattern + 5;
  m.RoleField(1, "WG_ROLE_WORD") = 11;
  m.RoleField(1, "WG_ROLE_KIND") = 1;
  m.RoleField(1, "WG_ROLE_GOAL") = 12;
  m.RoleField(1, "WG_ROLE_SEEN") = 13;
  m.RoleField(1, "WG_ROLE_HOW") = 2;
  m.RoleField(1, "WG_ROLE_BAD") = kPattern + 3;
  m.RoleField(1, "WG_ROLE_BAD_HOW") = 3;
  m.RoleField(1, "WG_ROLE_BAD_ROUND") = 14;
  m.RoleField(1, "WG_ROLE_BAD_SEEN") = 15;
  m.RoleField(1, "WG_ROLE_BAD_GOAL") = 16;
  m.RoleField(1, "WG_ROLE_EARLY") = kPattern + 4;
  m.RoleField(1, "WG_ROLE_EARLY_GROUP") = 17;
  m.RoleField(1, "WG_ROLE_EARLY_ROUND") = 18;
  m.RoleField(1, "WG_ROLE_WAITED") = kPattern + 8;
  const Snapshot s = m.Look();
  const RoleFacts& r = s.roles[1];
  EXPECT_EQ(r.group, 1u);
  EXPECT_FALSE(r.watcher);
  EXPECT_EQ(r.arrived, 7u);
  EXPECT_EQ(r.left, 6u);
  EXPECT_EQ(r.closed, 5u);
  EXPECT_TRUE(r.waits_known);
  EXPECT_EQ(r.word, 11u);
  EXPECT_EQ(r.comparison, Comparison::kEquals);
  EXPECT_EQ(r.goal, 12u);
  EXPECT_EQ(r.seen, 13u);
  EXPECT_EQ(r.end, WaitEnd::kUnmet);
  EXPECT_EQ(r.bad, 3u);
  EXPECT_EQ(r.bad_end, WaitEnd::kGaveUp);
  EXPECT_EQ(r.bad_round, 14u);
  EXPECT_EQ(r.bad_seen, 15u);
  EXPECT_EQ(r.bad_goal, 16u);
  EXPECT_EQ(r.early, 4u);
  EXPECT_EQ(r.early_group, 17u);
  EXPECT_EQ(r.early_round, 18u);
  EXPECT_EQ(r.waited, 8u);
  // The others are untouched.
  EXPECT_EQ(s.roles[0].arrived, 0u);
  EXPECT_EQ(s.roles[2].arrived, 0u);
}

TEST(BoardTest, AFieldOfAnEventThatNeverWasStaysEmpty) {
  LaunchMemory m = Exchange();
  m.RoleField(0, "WG_ROLE_BAD_HOW") = 2;
  m.RoleField(0, "WG_ROLE_BAD_ROUND") = 14;
  m.RoleField(0, "WG_ROLE_EARLY_GROUP") = 2;
  const RoleFacts r = m.Look().roles[0];
  EXPECT_EQ(r.bad_end, WaitEnd::kNever);
  EXPECT_EQ(r.bad_round, 0u);
  EXPECT_EQ(r.early_group, 0u);
}

TEST(BoardTest, WatchersComeBehindTheGroupsAndAreGroup0s) {
  LaunchMemory m = Flags();
  m.RoleField(3 + 2, "WG_ROLE_ARRIVED") = kPattern + 1;
  const Snapshot s = m.Look();
  ASSERT_EQ(s.roles.size(), 6u);
  EXPECT_FALSE(s.roles[2].watcher);
  EXPECT_EQ(s.roles[2].group, 2u);
  EXPECT_TRUE(s.roles[5].watcher);
  EXPECT_EQ(s.roles[5].group, 0u);
  EXPECT_EQ(s.roles[5].arrived, 1u);
}

TEST(BoardTest, WhereEveryWorkItemWatchesItsRoleIsBehindTheGroups) {
  LaunchMemory m(LaunchMemory::Spec("barrier.flags_all_to_all", "exchange"));
  m.RoleField(3 + 1 * 4 + 2, "WG_ROLE_ARRIVED") = kPattern + 1;
  const Snapshot s = m.Look();
  ASSERT_EQ(s.roles.size(), 15u);
  EXPECT_EQ(s.roles[2].group, 2u);
  EXPECT_FALSE(s.roles[2].watcher);
  EXPECT_EQ(s.roles[9].group, 1u);
  EXPECT_TRUE(s.roles[9].watcher);
  EXPECT_EQ(s.roles[9].arrived, 1u);
  EXPECT_EQ(s.roles[14].group, 2u);
}

TEST(BoardTest, ARoleBetweenTwoWaitsWaitsForNothing) {
  LaunchMemory m = Exchange();
  m.RoleField(0, "WG_ROLE_KIND") = KernelNumber("lib/board.cl", "WG_BETWEEN");
  m.RoleField(1, "WG_ROLE_KIND") = KernelNumber("lib/board.cl", "WG_MULTIPLE");
  const Snapshot s = m.Look();
  EXPECT_TRUE(s.roles[0].between);
  EXPECT_FALSE(s.roles[0].waits_known);
  EXPECT_FALSE(s.roles[1].between);
  EXPECT_TRUE(s.roles[1].waits_known);
  EXPECT_FALSE(s.roles[2].between);
}

TEST(BoardTest, WhereEveryWorkItemIsARoleItIsOfItsOwnGroup) {
  LaunchMemory m(LaunchMemory::Spec("barrier.counter_per_item", "exchange"));
  m.RoleField(2 * 4 + 3, "WG_ROLE_ARRIVED") = kPattern + 1;
  const Snapshot s = m.Look();
  ASSERT_EQ(s.roles.size(), 12u);
  EXPECT_EQ(s.roles[11].group, 2u);
  EXPECT_FALSE(s.roles[11].watcher);
  EXPECT_EQ(s.roles[11].arrived, 1u);
  EXPECT_EQ(s.roles[4].group, 1u);
}

TEST(BoardTest, ValuesThatNoKernelWritesAreNoEndAndNoComparison) {
  for (uint32_t value : {4u, 0u, 0xFFFFFFFFu, kPattern}) {
    LaunchMemory m = Exchange();
    m.RoleField(0, "WG_ROLE_HOW") = value;
    m.RoleField(0, "WG_ROLE_BAD") = kPattern + 1;
    m.RoleField(0, "WG_ROLE_BAD_HOW") = value;
    EXPECT_EQ(m.Look().roles[0].end, WaitEnd::kNever) << value;
    EXPECT_EQ(m.Look().roles[0].bad_end, WaitEnd::kNever) << value;
  }
  for (uint32_t value : {6u, 0xFFFFFFFFu, kPattern}) {
    LaunchMemory m = Exchange();
    m.RoleField(0, "WG_ROLE_KIND") = value;
    m.RoleField(0, "WG_ROLE_WORD") = 0;
    EXPECT_FALSE(m.Look().roles[0].waits_known) << value;
  }
}

TEST(BoardTest, AllSynchronizationWordsAreRead) {
  LaunchMemory m = Flags();
  m.At(kWords, 0) = 5;
  m.At(kWords, 2) = 7;
  EXPECT_THAT(m.Look().words, ElementsAre(5, 0, 7));
}

// --- two looks
// -----------------------------------------------------------------

TEST(SameMemoryTest, IsSeenInWordsBoardAndPayload) {
  const auto differs = [](const std::function<void(LaunchMemory*)>& change) {
    LaunchMemory m = Flags();
    const Snapshot before = m.Look();
    change(&m);
    return !SameMemory(before, m.Look());
  };
  EXPECT_FALSE(differs([](LaunchMemory*) {}));
  EXPECT_TRUE(differs([](LaunchMemory* m) { m->At(kWords, 2) ^= 1; }));
  EXPECT_TRUE(differs([](LaunchMemory* m) { m->At(kPayload, 23) ^= 1; }));
  EXPECT_TRUE(differs([](LaunchMemory* m) { m->At(kBoard, 0) ^= 1; }));
  EXPECT_TRUE(differs([](LaunchMemory* m) { m->At(kBoard, 5) ^= 1; }));
  for (const char* field : {"WG_ROLE_ARRIVED", "WG_ROLE_LEFT", "WG_ROLE_CLOSED",
                            "WG_ROLE_SEEN", "WG_ROLE_BAD", "WG_ROLE_EARLY"}) {
    EXPECT_TRUE(differs([field](LaunchMemory* m) {
      m->RoleField(5, field) ^= 1;
    })) << field;
  }
  // What only a wait that is known shows.
  EXPECT_TRUE(
      differs([](LaunchMemory* m) { m->RoleField(0, "WG_ROLE_KIND") = 0; }));
  EXPECT_TRUE(
      differs([](LaunchMemory* m) { m->RoleField(0, "WG_ROLE_HOW") = 1; }));
}

TEST(SameMemoryTest, TheWaitOfARoleCounts) {
  for (const char* field : {"WG_ROLE_WORD", "WG_ROLE_KIND", "WG_ROLE_GOAL"}) {
    LaunchMemory m = Exchange();
    m.RoleField(1, "WG_ROLE_WORD") = m.RoleField(1, "WG_ROLE_KIND") =
        m.RoleField(1, "WG_ROLE_GOAL") = 0;
    const Snapshot before = m.Look();
    m.RoleField(1, field) = 1;
    EXPECT_FALSE(SameMemory(before, m.Look())) << field;
  }
}

TEST(SameMemoryTest, ScratchAndReportSayNothingOfProgress) {
  LaunchMemory m = Exchange();
  const Snapshot before = m.Look();
  m.At(kScratch, 0) ^= 1;
  m.At(kReport, 0) ^= 1;
  EXPECT_TRUE(SameMemory(before, m.Look()));
}

TEST(SameMemoryTest, OfALargePayloadTheFirstPartIsLookedAt) {
  LaunchSpec spec = LaunchMemory::Spec("barrier.counter_per_group", "exchange");
  spec.groups = 4000;
  spec.group_size = 64;
  LaunchMemory m(spec);
  const uint64_t seen = kSnapshotPayloadBytes / sizeof(uint32_t);
  ASSERT_LT(seen, m.Words(kPayload));
  const Snapshot before = m.Look();
  m.At(kPayload, seen) ^= 1;
  EXPECT_TRUE(SameMemory(before, m.Look()));
  m.At(kPayload, seen - 1) ^= 1;
  EXPECT_FALSE(SameMemory(before, m.Look()));
}

// --- the report
// ------------------------------------------------------------------

TEST(ReportTest, CountsBeginAtThePatternAndAreSummed) {
  LaunchMemory m = Exchange();
  PayloadFacts f = m.Payload();
  EXPECT_TRUE(f.judged);
  EXPECT_EQ(f.wrong, 0u);
  EXPECT_EQ(f.torn, 0u);
  EXPECT_EQ(f.again_new, 0u);
  EXPECT_EQ(f.owner_changed, 0u);
  EXPECT_THAT(f.records, IsEmpty());
  m.Report(0, "WG_REPORT_WRONG") += 5;
  m.Report(2, "WG_REPORT_WRONG") += 2;
  m.Report(1, "WG_REPORT_TORN") += 3;
  m.Report(2, "WG_REPORT_NEW") += 4;
  m.Report(0, "WG_REPORT_OWNER") += 6;
  m.Report(1, "WG_REPORT_TURNS") += 7;
  m.Report(2, "WG_REPORT_TURNS") += 1;
  m.Report(0, "WG_REPORT_MOST") += 9;
  m.Report(1, "WG_REPORT_MOST") += 2;
  f = m.Payload();
  EXPECT_EQ(f.wrong, 7u);
  EXPECT_EQ(f.torn, 3u);
  EXPECT_EQ(f.again_new, 4u);
  EXPECT_EQ(f.owner_changed, 6u);
  EXPECT_EQ(f.turns, 8u);
  EXPECT_EQ(f.most_out, 9u);
}

// What wg_check() stores of one wrong read.
struct Record {
  uint32_t group, item, round, at, found, wanted, again, bits;
};

constexpr uint32_t kBits = 4;

Record Found(uint32_t found, uint32_t round = 3) {
  return {1, 2, round, 17, found, KernelValue(round, 9, kBits), 5, kBits};
}

void Write(const Record& r, uint32_t k, LaunchMemory* m) {
  const uint32_t fields[] = {r.group, r.item,   r.round, r.at,
                             r.found, r.wanted, r.again, r.bits};
  for (uint32_t i = 0; i < kRecordWords; ++i) {
    m->At(kReport, kLineWords * (1 + 3) + k * kRecordWords + i) = fields[i];
  }
}

// The round that a wrong read's value names.
int64_t RoundNamed(const Record& r) {
  LaunchMemory m = Exchange();
  m.At(kReport, 0) = kPattern + 1;
  Write(r, 0, &m);
  const PayloadFacts f = m.Payload();
  EXPECT_EQ(f.records.size(), 1u);
  return f.records.empty() ? -99 : f.records[0].found_round;
}

TEST(RecordTest, TheKernelStoresTheFieldsInThisOrder) {
  const std::string text = KernelText("lib/workload.cl");
  const char* fields[] = {"c->g",  "c->lid", "round", "at",
                          "found", "wanted", "again", "bits"};
  for (uint32_t i = 0; i < kRecordWords; ++i) {
    const std::string line = absl::StrCat("  r[", i, "] = ", fields[i], ";\n");
    EXPECT_TRUE(absl::StrContains(text, line)) << line;
  }
}

TEST(RecordTest, AWrongReadIsTakenOverAsItIs) {
  LaunchMemory m = Exchange();
  m.At(kReport, 0) = kPattern + 1;
  Write(Found(KernelValue(1, 9, kBits)), 0, &m);
  const PayloadFacts f = m.Payload();
  ASSERT_EQ(f.records.size(), 1u);
  const WrongRead& w = f.records[0];
  EXPECT_EQ(w.group, 1u);
  EXPECT_EQ(w.item, 2u);
  EXPECT_EQ(w.round, 3u);
  EXPECT_EQ(w.at, 17u);
  EXPECT_EQ(w.found, KernelValue(1, 9, kBits));
  EXPECT_EQ(w.wanted, KernelValue(3, 9, kBits));
  EXPECT_EQ(w.again, 5u);
  EXPECT_EQ(w.found_round, 1);
}

TEST(RecordTest, AnEarlierRoundIsNamed) {
  EXPECT_EQ(RoundNamed(Found(KernelValue(0, 9, kBits))), 0);
  EXPECT_EQ(RoundNamed(Found(KernelValue(2, 9, kBits))), 2);
}

TEST(RecordTest, ALaterRoundIsNamed) {
  EXPECT_EQ(RoundNamed(Found(KernelValue(4, 9, kBits))), 4);
  EXPECT_EQ(RoundNamed(Found(KernelValue(900, 9, kBits))), 900);
}

TEST(RecordTest, ThePatternIsARoundThatNobodyHasStored) {
  EXPECT_EQ(RoundNamed(Found(kPattern)), -1);
}

TEST(RecordTest, AnotherIndexOrARoundFarAwayIsForeign) {
  EXPECT_EQ(RoundNamed(Found(KernelValue(2, 8, kBits))), -2);
  EXPECT_EQ(RoundNamed(Found(KernelValue(123456, 9, kBits))), -2);
  EXPECT_EQ(RoundNamed(Found(9)), -2);
}

TEST(RecordTest, RoundsAreComparedWhereTheirNumberWraps) {
  Record r = Found(0, 300);
  r.bits = 24;  // a value names its round modulo 256
  r.wanted = KernelValue(300, 9, 24);
  r.found = KernelValue(298, 9, 24);
  EXPECT_EQ(RoundNamed(r), 298);
  r.found = KernelValue(250, 9, 24);
  EXPECT_EQ(RoundNamed(r), 250);
}

TEST(RecordTest, OnlyTheFirstAreKeptHoweverManyThereWere) {
  LaunchMemory m = Exchange();
  for (uint32_t k = 0; k < kMaxRecords; ++k) Write(Found(kPattern), k, &m);
  for (uint32_t count : {kMaxRecords, kMaxRecords + 1, 1000000u}) {
    m.At(kReport, 0) = kPattern + count;
    EXPECT_EQ(m.Payload().records.size(), kMaxRecords) << count;
  }
  m.At(kReport, 0) = kPattern + 2;
  EXPECT_EQ(m.Payload().records.size(), 2u);
}

TEST(RecordTest, OneThatWasNeverWrittenIsLeftOut) {
  LaunchMemory m = Exchange();
  Write(Found(kPattern), 1, &m);
  m.At(kReport, 0) = kPattern + 3;
  EXPECT_EQ(m.Payload().records.size(), 1u);
}

TEST(RecordTest, CorruptMemoryMakesNoRecords) {
  for (uint32_t garbage : {0u, 32u, 0xFFFFFFFFu}) {
    LaunchMemory m = Exchange();
    for (uint64_t w = 0; w < m.Words(kReport); ++w) m.At(kReport, w) = garbage;
    EXPECT_THAT(m.Payload().records, IsEmpty()) << garbage;
    EXPECT_NE(m.Payload().wrong, 0u) << "but it is seen";
  }
}

// --- the discovery
// -----------------------------------------------------------------

TEST(DiscoveryTest, FindsTheCountAtTheClose) {
  LaunchSpec spec = LaunchMemory::Spec("barrier.counter_per_group", "exchange");
  spec.discover = true;
  LaunchMemory m(spec);
  EXPECT_EQ(DecodeDiscovery(m.layout(), m.half()), 0u) << "nobody closed it";
  m.At(kScratch, 0) = (kDiscoverBase + 3) | 0x80000000u;
  m.At(kScratch, kLineWords) = kDiscoverBase + 2;
  EXPECT_EQ(DecodeDiscovery(m.layout(), m.half()), 2u);
}

TEST(StartOrderTest, IsByTicketsEachOnce) {
  LaunchSpec spec = LaunchMemory::Spec("barrier.counter_per_group", "exchange");
  spec.discover = spec.program.start_order = true;
  LaunchMemory m(spec);
  EXPECT_THAT(DecodeStartOrder(m.layout(), m.half()), IsEmpty())
      << "no tickets";
  const uint32_t tickets[] = {2, 0, 1};
  for (uint32_t g = 0; g < 3; ++g) {
    m.At(kScratch, uint64_t{kLineWords} * g + 1) = tickets[g];
  }
  EXPECT_THAT(DecodeStartOrder(m.layout(), m.half()), ElementsAre(1u, 2u, 0u));
  m.At(kScratch, 1) = 1;
  EXPECT_THAT(DecodeStartOrder(m.layout(), m.half()), IsEmpty()) << "twice";
  m.At(kScratch, 1) = 3;
  EXPECT_THAT(DecodeStartOrder(m.layout(), m.half()), IsEmpty()) << "beyond";
}

}  // namespace
}  // namespace wgsync
