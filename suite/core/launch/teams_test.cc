// Launches of a grid of teams: the place of each team's memory, and the facts
// of all teams together.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "gtest/gtest.h"
#include "suite/core/launch/decode.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/launch/layout.h"
#include "suite/core/plan/case.h"

namespace wgsync {
namespace {

constexpr uint32_t kTeams = 5;
constexpr size_t kLine = 128;

LaunchSpec Spec() {
  LaunchSpec s;
  s.program.c = *ParseKernelCaseId(
      "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
      "work=lanes/wg=16/groups=res/team=2");
  s.groups = 2 * kTeams;
  s.group_size = 16;
  s.rounds = 3;
  return s;
}

class TeamsTest : public testing::Test {
 protected:
  TeamsTest() : layout_(MakeLayout(spec_)), half_(layout_.total) {
    FillRegions(spec_, layout_, half_.data());
  }

  uint32_t* At(const Layout& l, Region r, size_t word = 0) {
    return reinterpret_cast<uint32_t*>(half_.data() + l.offset[r]) + word;
  }
  Layout Team(uint32_t t) {
    return LayoutOfTeam(MakeLayout(OneTeam(spec_)), layout_, t);
  }
  // Each group of each team has started and ended.
  void EndAll() {
    for (uint32_t t = 0; t < kTeams; ++t) {
      for (uint32_t word = 0; word < 4; ++word) {
        *At(Team(t), kBoard, word) = kPattern + 1;
      }
    }
  }

  LaunchSpec spec_ = Spec();
  Layout layout_;
  std::vector<uint8_t> half_;
};

TEST_F(TeamsTest, NoTwoTeamsShareALine) {
  for (int r = 0; r < kRegions; ++r) {
    size_t end = layout_.offset[r];
    for (uint32_t t = 0; t < kTeams; ++t) {
      const Layout l = Team(t);
      EXPECT_EQ(l.offset[r] % kLine, 0u);
      EXPECT_GE(l.offset[r], end) << "region " << r << ", team " << t;
      end = l.offset[r] + l.used[r];
    }
    EXPECT_LE(end, layout_.offset[r] + layout_.bytes[r] - sizeof(uint32_t))
        << "the guard of region " << r;
  }
}

TEST_F(TeamsTest, TheKernelFindsItsNumbersAheadOfTheScratch) {
  spec_.teams = {67, 3};
  spec_.stress = {16, 8, 32, 2000, 300, 4};
  FillRegions(spec_, layout_, half_.data());
  // By kernels/lib/teams.cl.
  const uint32_t* numbers = At(layout_, kScratch);
  EXPECT_EQ(numbers[0], 67u);
  EXPECT_EQ(numbers[1], 3u);
  EXPECT_EQ(numbers[3] * sizeof(uint32_t),
            Team(1).offset[kPayload] - Team(0).offset[kPayload]);
  EXPECT_EQ(numbers[7], 16u);
  EXPECT_EQ(numbers[8], 7u) << "a mask";
  EXPECT_EQ(numbers[9], 31u * kLineWords) << "the first words of 32 lines";
  EXPECT_EQ(numbers[10], 2000u);
  EXPECT_EQ(numbers[11], 4u);
  EXPECT_EQ(numbers[12], 300u);
}

TEST_F(TeamsTest, AWrongReadIsItsTeams) {
  const Layout third = Team(3);
  ++*At(third, kReport, kLineWords * 2 + kReportWrong);  // of its group 1
  ++*At(third, kReport);
  uint32_t* record = At(third, kReport, third.records_at);
  const uint32_t fields[] = {1, 7, 2, 40, kPattern, 0x05000001, 0, 9};
  std::memcpy(record, fields, sizeof(fields));
  const PayloadFacts f = DecodePayload(spec_, layout_, half_.data());
  EXPECT_EQ(f.wrong, 1u);
  ASSERT_EQ(f.records.size(), 1u);
  EXPECT_EQ(f.records[0].group, 7u) << "team 3, its second group";
  EXPECT_EQ(f.records[0].item, 7u);
  EXPECT_EQ(f.items_due, spec_.groups * spec_.group_size);
}

TEST_F(TeamsTest, TornReadsOfAllTeamsAreCounted) {
  *At(Team(1), kReport, kLineWords + kReportTorn) += 2;
  *At(Team(4), kReport, kLineWords * 2 + kReportTorn) += 3;
  EXPECT_EQ(DecodePayload(spec_, layout_, half_.data()).torn, 5u);
}

TEST_F(TeamsTest, TheFirstTeamWhoseMemoryIsWrongSaysHow) {
  // No team has stored anything.
  const PayloadFacts f = DecodePayload(spec_, layout_, half_.data());
  EXPECT_NE(f.final_wrong, 0u);
  EXPECT_EQ(f.final_text.rfind("team 0: ", 0), 0u) << f.final_text;
}

TEST_F(TeamsTest, TheTeamThatWaitsOnIsKept) {
  EndAll();
  const Layout fourth = Team(4);
  *At(fourth, kBoard, 2 + 1) = kPattern;  // group 1 has no end word
  *At(fourth, kWords) = 77;
  Observation o;
  o.last = DecodeSnapshot(spec_, layout_, half_.data());
  EXPECT_EQ(o.last.ended.size(), spec_.groups);
  EXPECT_TRUE(SameWords(layout_, half_.data(), o.last));
  KeepOneTeam(spec_, layout_, &o);
  EXPECT_EQ(o.teams, kTeams);
  EXPECT_EQ(o.team, 4u);
  EXPECT_EQ(o.groups, 2u);
  EXPECT_EQ(o.last.ended, std::vector<bool>({true, false}));
  ASSERT_EQ(o.last.words.size(), 1u);
  EXPECT_EQ(o.last.words[0], 77u);
  EXPECT_EQ(o.last.roles.size(), 2u);
}

TEST_F(TeamsTest, AWordThatChangesInAnyTeamIsSeen) {
  const Snapshot s = DecodeSnapshot(spec_, layout_, half_.data());
  ++*At(Team(3), kWords);
  EXPECT_FALSE(SameWords(layout_, half_.data(), s));
}

TEST(TeamsOfTest, ADiscoveryIsOfTheWholeGrid) {
  LaunchSpec s = Spec();
  EXPECT_EQ(TeamsOf(s), kTeams);
  s.discover = true;
  EXPECT_EQ(TeamsOf(s), 1u);
  EXPECT_EQ(MakeLayout(s).groups, 2 * kTeams);
}

}  // namespace
}  // namespace wgsync
