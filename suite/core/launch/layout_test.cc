#include "suite/core/launch/layout.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/kernel_numbers_testing.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/verdict/observation.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

constexpr absl::string_view kAccess = "lib/access.cl";
constexpr absl::string_view kBoardFile = "lib/board.cl";
constexpr absl::string_view kEntry = "lib/entry.cl";
constexpr absl::string_view kWorkload = "lib/workload.cl";

LaunchSpec Spec(absl::string_view primitive, absl::string_view workload,
                uint32_t groups, uint32_t group_size) {
  LaunchSpec s;
  s.program.c.primitive = FindPrimitive(primitive);
  s.program.c.workload = FindWorkload(workload);
  s.groups = groups;
  s.group_size = group_size;
  s.rounds = 8;
  return s;
}

LaunchSpec Exchange(uint32_t groups, uint32_t group_size) {
  return Spec("barrier.counter_per_group", "exchange", groups, group_size);
}

// Every primitive with each of its workloads, in some grids.
std::vector<LaunchSpec> AllSpecs() {
  std::vector<LaunchSpec> all;
  for (const Primitive& p : Primitives()) {
    for (const std::string& workload : p.workloads) {
      for (uint32_t groups : {1u, 2u, 33u, 1000u}) {
        for (uint32_t size : {1u, 64u}) {
          all.push_back(Spec(p.name, workload, groups, size));
        }
      }
    }
  }
  return all;
}

std::string Name(const LaunchSpec& s) {
  return absl::StrCat(s.program.c.primitive->name, " ",
                      s.program.c.workload->name, ", ", s.groups, " groups of ",
                      s.group_size);
}

size_t Words(const Layout& l, Region r) { return l.used[r] / sizeof(uint32_t); }

TEST(LayoutTest, RegionsFollowOneAnotherInWholePages) {
  for (const LaunchSpec& s : AllSpecs()) {
    const Layout l = MakeLayout(s);
    size_t end = 0;
    for (int r = 0; r < kRegions; ++r) {
      EXPECT_EQ(l.offset[r] % kPage, 0u) << Name(s);
      EXPECT_EQ(l.bytes[r] % kPage, 0u) << Name(s);
      EXPECT_GE(l.offset[r], end) << Name(s) << ": region " << r;
      EXPECT_LE(l.used[r], l.bytes[r]) << Name(s);
      EXPECT_GT(l.used[r], 0u) << Name(s) << ": an empty region is no buffer";
      end = l.offset[r] + l.bytes[r];
    }
    EXPECT_EQ(l.total, end) << Name(s);
    EXPECT_LE(l.total, kHalfBytes) << Name(s);
  }
}

TEST(LayoutTest, AGridThatDoesNotFitIsBeyondTheHalf) {
  EXPECT_LE(MakeLayout(Exchange(65537, 64)).total, kHalfBytes);
  EXPECT_GT(MakeLayout(Exchange(4000000, 64)).total, kHalfBytes);
  EXPECT_GT(MakeLayout(Exchange(65537, 4096)).total, kHalfBytes);
}

TEST(LayoutTest, TheHalvesLieBehindTheControlPage) {
  EXPECT_EQ(kControlBytes % kPage, 0u);
  EXPECT_EQ(kHalfBytes % kPage, 0u);
  EXPECT_EQ(kArenaBytes, kControlBytes + 2 * kHalfBytes);
}

TEST(LayoutTest, HoldsTheSynchronizationWordsOfThePrimitive) {
  EXPECT_EQ(Words(MakeLayout(Exchange(33, 64)), kWords), 1u);
  const LaunchSpec flags =
      Spec("barrier.flags_master_group", "exchange", 33, 64);
  EXPECT_EQ(Words(MakeLayout(flags), kWords), 33u);
  const LaunchSpec ticket = Spec("mutex.fetch_and_add", "counter", 33, 64);
  EXPECT_GT(Words(MakeLayout(ticket), kWords), kLineWords);
}

TEST(LayoutTest, HoldsThePayloadOfTheWorkload) {
  const auto payload = [](absl::string_view primitive,
                          absl::string_view workload) {
    return Words(MakeLayout(Spec(primitive, workload, 3, 16)), kPayload);
  };
  EXPECT_EQ(payload("barrier.counter_per_group", "exchange"), 2u * 3 * 16);
  EXPECT_EQ(payload("barrier.counter_per_group", "scatter"), 2u * 4 * 3 * 16);
  EXPECT_EQ(payload("barrier.counter_per_group", "phase_check"),
            2u * 3 * kLineWords);
  EXPECT_EQ(payload("barrier.counter_per_group", "rotate_sum"), 3u * 16);
  EXPECT_EQ(payload("mutex.spin_exchange", "counter"), 2 * kLineWords);
  EXPECT_EQ(payload("mutex.spin_exchange", "tallies"), kLineWords + 8u * 16);
  EXPECT_EQ(payload("handoff.message_passing", "message"), 8u * 16 * 8);
}

TEST(LayoutTest, HoldsTheElementsTheLocksAndThePartialSumsOfAReduction) {
  LaunchSpec s = Spec("handoff.chained_reduction", "sum", 132, 64);
  s.elements = 8u << 20;
  Layout l = MakeLayout(s);
  // 131,072 sums, 2,048 and 32 in each of 8 rounds; all but the first wait.
  EXPECT_EQ(Words(l, kPayload), (8u << 20) + 8 * (131072u + 2048 + 32));
  EXPECT_EQ(Words(l, kWords), 8u * 8 * (2048 + 32));
  EXPECT_LE(l.total, kHalfBytes);

  s = Spec("handoff.host_finish", "sum", 132, 64);
  s.elements = 4096;
  l = MakeLayout(s);
  EXPECT_EQ(Words(l, kPayload), 4096u + 8 * (132 + 1));
  std::vector<uint8_t> half(l.total);
  FillRegions(s, l, half.data());
  const auto* payload =
      reinterpret_cast<const uint32_t*>(half.data() + l.offset[kPayload]);
  EXPECT_EQ(payload[0], 1u);
  EXPECT_EQ(payload[4095], 4096u);
  EXPECT_EQ(payload[4096], kPattern);
}

TEST(LayoutTest, AWorkloadMayPresetTheWords) {
  const LaunchSpec s = Spec("barrier.counter_per_group", "wrap_16", 2, 64);
  const Layout l = MakeLayout(s);
  std::vector<uint8_t> half(l.total);
  FillRegions(s, l, half.data());
  EXPECT_EQ(*reinterpret_cast<const uint32_t*>(half.data() + l.offset[kWords]),
            0xFFFEu);
}

TEST(LayoutTest, HoldsThePayloadOfAScan) {
  const Layout l =
      MakeLayout(Spec("handoff.lookback_by_ticket", "scan", 10, 64));
  EXPECT_EQ(Words(l, kPayload), 8u * (10 * 64 + 2 * 10));
  EXPECT_EQ(Words(l, kWords), 32u + 10 * 8);
}

TEST(LayoutTest, TheBoardHasStartAndEndWordsThenALineForEachRole) {
  const Layout l = MakeLayout(Exchange(33, 64));
  EXPECT_EQ(l.groups, 33u);
  EXPECT_EQ(l.roles, 33u);
  EXPECT_EQ(l.roles_at, 96u);  // 66 words, in whole lines
  EXPECT_EQ(Words(l, kBoard), 96u + 33 * kRoleWords);
  EXPECT_EQ(MakeLayout(Exchange(16, 64)).roles_at, 32u);
  const Layout flags =
      MakeLayout(Spec("barrier.flags_master_group", "exchange", 33, 64));
  EXPECT_EQ(flags.roles, 66u);
  EXPECT_EQ(Words(flags, kBoard), 96u + 66 * kRoleWords);
  LaunchSpec watched = Spec("barrier.flags_all_to_all", "exchange", 33, 64);
  EXPECT_EQ(MakeLayout(watched).roles, 33u + 33 * 64);
  EXPECT_EQ(MakeLayout(watched).watchers_of_group, 64u);
  watched.discover = true;
  EXPECT_EQ(MakeLayout(watched).roles, 0u);
  LaunchSpec per_item = Spec("barrier.counter_per_item", "exchange", 33, 64);
  EXPECT_EQ(MakeLayout(per_item).roles, 33u * 64);
  EXPECT_EQ(MakeLayout(per_item).roles_of_group, 64u);
}

TEST(LayoutTest, ADiscoveryHasStartAndEndWordsAlone) {
  LaunchSpec s = Spec("barrier.counter_per_item", "exchange", 33, 64);
  s.discover = true;
  const Layout l = MakeLayout(s);
  EXPECT_EQ(l.roles, 0u);
  EXPECT_EQ(Words(l, kBoard), l.roles_at);
  EXPECT_EQ(Words(l, kPayload), 1u);
  EXPECT_EQ(Words(l, kReport), 1u);
  EXPECT_EQ(Words(l, kScratch), 33u * kLineWords);
}

TEST(LayoutTest, TheReportHasALineForEachGroupThenTheRecords) {
  const Layout l = MakeLayout(Exchange(33, 64));
  EXPECT_EQ(l.records_at, kLineWords * 34);
  EXPECT_EQ(Words(l, kReport), l.records_at + kMaxRecords * kRecordWords);
}

TEST(LayoutTest, TheScratchHasALineForEachGroup) {
  EXPECT_EQ(Words(MakeLayout(Exchange(33, 64)), kScratch), 33u * kLineWords);
  // The discovery uses two lines.
  EXPECT_EQ(Words(MakeLayout(Exchange(1, 64)), kScratch), 2u * kLineWords);
}

TEST(LayoutTest, OfKernelBoundaryTheScratchAlsoCarriesAWordForEachItem) {
  LaunchSpec s = Spec("barrier.kernel_boundary", "rotate_sum", 33, 64);
  EXPECT_EQ(Words(MakeLayout(s), kScratch), 33u * kLineWords + 33 * 64);
  s.program.waits = WaitMode::kRemoved;  // one kernel: nothing is carried
  EXPECT_EQ(Words(MakeLayout(s), kScratch), 33u * kLineWords);
}

// --- before a launch
// -----------------------------------------------------------

class FilledTest : public ::testing::Test {
 protected:
  void Fill(const LaunchSpec& spec) {
    layout_ = MakeLayout(spec);
    half_.assign(layout_.total / sizeof(uint32_t), 0xDEADBEEFu);
    FillRegions(spec, layout_, reinterpret_cast<uint8_t*>(half_.data()));
  }
  // The different values that a region holds.
  std::vector<uint32_t> Values(Region r) const {
    const auto begin = half_.begin() + layout_.offset[r] / sizeof(uint32_t);
    std::vector<uint32_t> values(begin,
                                 begin + layout_.bytes[r] / sizeof(uint32_t));
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
  }
  Layout layout_;
  std::vector<uint32_t> half_;
};

TEST_F(FilledTest, WordsHoldWhatThePrimitiveBeginsWithAndAllElseThePattern) {
  for (const Primitive& p : Primitives()) {
    Fill(Spec(p.name, p.workloads[0], 5, 16));
    if (!p.half_waits) {
      EXPECT_THAT(Values(kWords), ElementsAre(p.word_init)) << p.name;
    }
    for (Region r : {kPayload, kBoard, kReport, kScratch}) {
      // The numbers of the meeting at a lock of loads and stores.
      if (r == kScratch && p.loads_and_stores) continue;
      if (r == kPayload && IsShape(p)) continue;  // seats_test
      EXPECT_THAT(Values(r), ElementsAre(kPattern)) << p.name << r;
    }
  }
}

TEST_F(FilledTest, ADiscoveryBeginsWithAnOpenPoll) {
  LaunchSpec s = Exchange(5, 16);
  s.discover = true;
  Fill(s);
  EXPECT_EQ(half_[layout_.offset[kScratch] / sizeof(uint32_t)], kDiscoverBase);
  EXPECT_THAT(Values(kScratch), ElementsAre(kDiscoverBase, kPattern));
  EXPECT_EQ(kDiscoverBase & KernelNumber(kEntry, "WG_CLOSED_POLL"), 0u);
}

TEST_F(FilledTest, HalfOfTheGroupsWaitsForTheLastOneIfTheLaunchSaysNoOther) {
  static constexpr absl::string_view kFile = "handoff/dependency_distance.cl";
  LaunchSpec s = Spec("handoff.dependency_distance", "message", 7, 16);
  const uint32_t init = s.program.c.primitive->word_init;
  Fill(s);
  const auto word = [this](absl::string_view name) {
    return half_[layout_.offset[kWords] / sizeof(uint32_t) +
                 KernelNumber(kFile, name)];
  };
  EXPECT_EQ(word("WG_DISTANCE_WAITERS"), 3u);
  EXPECT_EQ(word("WG_DISTANCE_WRITER"), 6u);
  EXPECT_THAT(Values(kWords), ElementsAre(3u, 6u, init));
  s.has_distance = true;
  s.waiters = 0;
  s.awaited = 5;
  Fill(s);
  EXPECT_EQ(word("WG_DISTANCE_WAITERS"), 0u);
  EXPECT_EQ(word("WG_DISTANCE_WRITER"), 5u);
}

// --- the twins in kernels/lib
// ----------------------------------------------------

TEST(TwinTest, PatternLinesRolesAndRecordsAreThoseOfTheKernels) {
  EXPECT_EQ(kPattern, KernelNumber(kAccess, "WG_PATTERN"));
  EXPECT_EQ(kLineWords, KernelNumber(kAccess, "WG_LINE"));
  EXPECT_EQ(kRoleWords, KernelNumber(kBoardFile, "WG_ROLE"));
  EXPECT_EQ(kRecordWords, KernelNumber(kWorkload, "WG_RECORD"));
  EXPECT_EQ(kMaxRecords, KernelNumber(kWorkload, "WG_RECORDS"));
}

TEST(TwinTest, BoardReportAndScratchBeginWhereTheKernelsSay) {
  EXPECT_TRUE(
      absl::StrContains(KernelText(kBoardFile),
                        "return (2u * n + WG_LINE - 1u) & ~(WG_LINE - 1u)"));
  EXPECT_TRUE(
      absl::StrContains(KernelText(kWorkload),
                        "c->report + WG_LINE * (1u + c->n) + k * WG_RECORD"));
  EXPECT_TRUE(absl::StrContains(KernelText("lib/run_barrier.cl"),
                                "scratch + WG_LINE * c.n + c.g * c.size"));
}

TEST(TwinTest, TheMeetingAtALockOfLoadsAndStoresBeginsWhereTheKernelSays) {
  constexpr absl::string_view kRunner = "lib/run_mutex.cl";
  EXPECT_EQ(KernelNumber(kRunner, "WG_MEET_APART"), 0u);
  EXPECT_EQ(KernelNumber(kRunner, "WG_MEET_AHEAD"), 1u);
  EXPECT_TRUE(absl::StrContains(KernelText(kRunner),
                                "c->scratch + WG_LINE * max(c->n, 2u)"));
  EXPECT_TRUE(absl::StrContains(KernelText("models/model.cl"),
                                "WG_MODEL_WORDS (4u * WG_LINE)"));
  EXPECT_EQ(kModelWords, 4 * kLineWords);
  LaunchSpec s = Spec("mutex.dekker", "counter", 3, 64);
  s.stress.apart = 511;
  s.stress.ahead = kMeetLines;
  const Layout l = MakeLayout(s);
  std::vector<uint32_t> half(l.total / sizeof(uint32_t));
  FillRegions(s, l, reinterpret_cast<uint8_t*>(half.data()));
  const uint64_t at = l.offset[kScratch] / sizeof(uint32_t) + 3 * kLineWords;
  EXPECT_EQ(half[at], 511u);
  EXPECT_EQ(half[at + 1], kMeetLines);
  // A line for each of the stores.
  EXPECT_EQ(l.used[kScratch],
            (3 + 1 + kMeetLines) * kLineWords * sizeof(uint32_t));
  s = Spec("mutex.spin_exchange", "counter", 3, 64);
  EXPECT_EQ(MakeLayout(s).used[kScratch], 3 * kLineWords * sizeof(uint32_t));
}

// What the kernels should define for a row of names: in upper case, numbered
// from 0 on.
std::map<std::string, uint32_t> Numbered(
    const std::vector<absl::string_view>& names) {
  std::map<std::string, uint32_t> numbers;
  for (absl::string_view name : names) {
    numbers.emplace(absl::AsciiStrToUpper(name), numbers.size());
  }
  return numbers;
}

// The names of an enumeration from its first value to its last.
template <typename Enum>
std::map<std::string, uint32_t> Numbered(Enum last,
                                         absl::string_view (*name)(Enum)) {
  std::vector<absl::string_view> names;
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    names.push_back(name(static_cast<Enum>(i)));
  }
  return Numbered(names);
}

TEST(TwinTest, TheWordsOfAccessHaveTheNumbersOfTheKernels) {
  EXPECT_EQ(KernelNumbers(kAccess, "WG_POLL_"),
            Numbered(Poll::kSeqCst, PollName));
  EXPECT_EQ(KernelNumbers(kAccess, "WG_SIGNAL_"),
            Numbered(Signal::kSeqCst, SignalName));
  EXPECT_EQ(KernelNumbers(kAccess, "WG_FENCE_"),
            Numbered(Fence::kNative, FenceName));
  EXPECT_EQ(KernelNumbers(kAccess, "WG_PAYLOAD_"),
            Numbered(Payload::kAtomic, PayloadName));
}

uint32_t Number(BoardMode mode) { return static_cast<uint32_t>(mode); }
uint32_t Number(WaitMode mode) { return static_cast<uint32_t>(mode); }
uint32_t Number(WaitEnd end) { return static_cast<uint32_t>(end); }
uint32_t Number(Comparison c) { return static_cast<uint32_t>(c); }

TEST(TwinTest, BoardsAndWaitsHaveTheNumbersOfTheKernels) {
  EXPECT_THAT(
      KernelNumbers(kAccess, "WG_BOARD_"),
      UnorderedElementsAre(Pair("OFF", Number(BoardMode::kOff)),
                           Pair("RELAXED", Number(BoardMode::kRelaxed)),
                           Pair("ORDERED", Number(BoardMode::kOrdered))));
  EXPECT_THAT(
      KernelNumbers(kAccess, "WG_WAITS_"),
      UnorderedElementsAre(Pair("REMOVED", Number(WaitMode::kRemoved)),
                           Pair("UNBOUNDED", Number(WaitMode::kUnbounded)),
                           Pair("BOUNDED", Number(WaitMode::kBounded))));
}

TEST(TwinTest, EndsOfWaitsAndComparisonsHaveTheNumbersOfTheKernels) {
  EXPECT_EQ(KernelNumber(kBoardFile, "WG_MET"), Number(WaitEnd::kMet));
  EXPECT_EQ(KernelNumber(kBoardFile, "WG_UNMET"), Number(WaitEnd::kUnmet));
  EXPECT_EQ(KernelNumber(kBoardFile, "WG_GAVE_UP"), Number(WaitEnd::kGaveUp));
  EXPECT_EQ(KernelNumber(kBoardFile, "WG_REACHES"),
            Number(Comparison::kReaches));
  EXPECT_EQ(KernelNumber(kBoardFile, "WG_EQUALS"), Number(Comparison::kEquals));
  EXPECT_EQ(KernelNumber(kBoardFile, "WG_HIGH_BIT"),
            Number(Comparison::kHighBit));
  EXPECT_EQ(KernelNumber(kBoardFile, "WG_HIGH_HALF"),
            Number(Comparison::kHighHalf));
  EXPECT_EQ(KernelNumber(kBoardFile, "WG_MULTIPLE"),
            Number(Comparison::kMultiple));
}

}  // namespace
}  // namespace wgsync
