// The words of a lock's wrong launch, for who reads them first.

#include <cstdint>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/plan/case.h"
#include "suite/engine/case_runner.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::string Words(const std::string& primitive, const std::string& workload,
                  const PayloadFacts& payload) {
  Exhibit x;
  x.spec.program.c = *ParseKernelCaseId(
      primitive + "/poll=rmw/signal=rmw/fence=device/pay=plain/work=" +
      workload + "/wg=64/groups=8");
  x.spec.groups = 8;
  x.o.payload = payload;
  x.o.payload.judged = true;
  x.o.ending = Ending::kFinished;
  const std::vector<std::string> words = DescribeCase({}, {}, {x});
  return words.empty() ? "" : words[0];
}

TEST(DescribeCaseTest, NoWrongReadIsNoneThatIsTold) {
  PayloadFacts p;
  p.reads = 8192;
  p.final_wrong = 1;
  p.final_text = "the count is 8191 instead of 8192";
  p.owner_changed = 1;
  EXPECT_THAT(Words("mutex.spin_exchange", "counter", p),
              HasSubstr("; payload wrong: the count is 8191 instead of 8192; "
                        "the owner changed under 1 holder"));
  p.owner_changed = 2;
  EXPECT_THAT(Words("mutex.spin_exchange", "counter", p),
              HasSubstr("under 2 holders"));
  p.owner_changed = 0;
  EXPECT_THAT(Words("mutex.spin_exchange", "counter", p),
              HasSubstr("8192; the owner word never changed under a holder"));
}

TEST(RateTextTest, ARateHasItsBound) {
  EXPECT_EQ(RateText(0, 16),
            "0 of 16 launches came out wrong: at 95 % fewer than 17.1 % of "
            "them do");
  EXPECT_EQ(RateText(2, 30),
            "2 of 30 launches came out wrong: at 95 % fewer than 19.5 % of "
            "them do");
  EXPECT_EQ(RateText(4, 4), "4 of 4 launches came out wrong");
}

TEST(DescribeCaseTest, WrongReadsAreCounted) {
  PayloadFacts p;
  p.reads = 100;
  p.wrong = 7;
  p.again_new = 5;
  p.torn = 1;
  EXPECT_THAT(
      Words("barrier.counter_per_group", "exchange", p),
      HasSubstr("payload wrong: 7 of 100 reads (5 of them new when read "
                "again on the spot, 1 of no earlier round)"));
}

TEST(DescribeCaseTest, LostWorkItemsAndReadsAreCounted) {
  PayloadFacts p;
  p.items_due = 512;
  p.items_ended = 504;
  p.reads = 112;
  p.reads_due = 128;
  EXPECT_THAT(Words("barrier.counter_per_group", "exchange", p),
              HasSubstr("; 504 of 512 work-items reached the kernel's end; "
                        "payload right in the 112 reads that were made of "
                        "128"));
  p.items_ended = 512;
  EXPECT_THAT(Words("barrier.counter_per_group", "exchange", p),
              Not(HasSubstr("kernel's end")));
}

TEST(DescribeCaseTest, ASemaphoresPermitsAreCounted) {
  PayloadFacts p;
  p.reads = 100;
  p.most_out = 11;
  p.owner_changed = 1;
  EXPECT_THAT(Words("semaphore.spin_10", "holders", p),
              HasSubstr("payload wrong: at most 11 of 10 permits were out at "
                        "once, 2 to a group; more than there are under 1 "
                        "holder"));
}

// The launch that came out wrong decides; controls come last, one line each.
TEST(DescribeCaseTest, WhatDecidesComesFirst) {
  Exhibit right;
  right.purpose = LaunchPurpose::kWatched;
  right.spec.program.c = *ParseKernelCaseId(
      "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
      "work=exchange/wg=64/groups=2");
  right.spec.groups = 2;
  right.spec.rounds = 4;
  right.o.ending = Ending::kFinished;
  right.o.payload.judged = true;
  Exhibit wrong = right;
  wrong.purpose = LaunchPurpose::kJudged;
  wrong.o.payload.wrong = 1;
  wrong.o.payload.records.resize(1);
  Exhibit control = wrong;
  control.purpose = LaunchPurpose::kControl;
  control.o.removed = true;
  Exhibit early = right;
  early.purpose = LaunchPurpose::kOrdered;
  early.o.last.roles.resize(1);
  early.o.last.roles[0].early = 3;
  const std::vector<std::string> words =
      DescribeCase({}, {}, {control, right, wrong, early});
  ASSERT_EQ(words.size(), 6u);
  EXPECT_THAT(words[0], HasSubstr("judged launch"));
  EXPECT_THAT(words[1], HasSubstr("  group 0 item 0"));
  EXPECT_THAT(words[2], HasSubstr("3 early departures"));
  EXPECT_THAT(words[3], HasSubstr("ordered board"));
  EXPECT_THAT(words[4], HasSubstr("relaxed board"));
  EXPECT_THAT(words[5], HasSubstr("control without waits"));
}

TEST(DescribeCaseTest, ALostGuardComesBeforeWhereTheLaunchFroze) {
  Exhibit x;
  x.purpose = LaunchPurpose::kWatched;
  x.spec.program.c = *ParseKernelCaseId(
      "barrier.counter_per_group/poll=plain/signal=rmw/fence=device/pay=plain/"
      "work=exchange/wg=64/groups=2");
  x.spec.groups = 2;
  x.spec.rounds = 64;
  x.o.ending = Ending::kFrozen;
  x.o.last.roles.resize(1);
  x.o.last.roles[0].arrived = 4096;
  Evidence e;
  e.guard_lost = true;
  LadderResult ladder;
  ladder.words = {"group 1 is waiting"};
  const std::vector<std::string> words = DescribeCase(e, ladder, {x});
  ASSERT_GE(words.size(), 3u);
  EXPECT_THAT(words[0], HasSubstr("counted 4096 arrivals and there are 64"));
  EXPECT_EQ(words[1], "group 1 is waiting");
  EXPECT_THAT(words[2], HasSubstr("relaxed board"));
}

// A launch of many copies of late_middle, round-robin, in which all groups but
// those of copy 33 have ended: there group 100 has not started, and group 99
// polls for ever.
Exhibit StuckInCopy33() {
  Exhibit x;
  x.purpose = LaunchPurpose::kWatched;
  x.spec.program.c = *ParseKernelCaseId(
      "progress.late_middle/poll=rmw/signal=rmw/fence=none/pay=plain/"
      "work=copies/wg=64/groups=120");
  x.spec.groups = x.o.groups = 120;
  Snapshot s;
  s.words.resize(10000);
  s.roles.resize(120);
  for (uint32_t g = 0; g < 120; ++g) s.roles[g].group = g;
  s.started.assign(120, true);
  s.ended.assign(120, true);
  s.started[100] = s.ended[100] = s.ended[99] = false;
  x.o.ending = Ending::kFrozen;
  x.o.channel_proven = x.o.has_pair = x.o.has_board = true;
  x.o.earlier = s;
  s.roles[99].steps = 1000;
  x.o.last = x.o.frozen = s;
  return x;
}

TEST(EvidenceJsonTest, TheGroupsOfTheStuckCopyComeFirst) {
  Exhibit x = StuckInCopy33();
  for (uint32_t g = 50; g < 90; ++g) x.o.last.started[g] = false;
  const nlohmann::json launch = EvidenceJson({}, {x})["launches"][0];
  std::vector<int> groups;
  for (const auto& role : launch["roles"]) groups.push_back(role["group"]);
  ASSERT_EQ(groups.size(), 32u);
  EXPECT_THAT(std::vector<int>(groups.begin(), groups.begin() + 5),
              ElementsAre(99, 100, 101, 0, 1));
  EXPECT_EQ(launch["not_started"][0], 100);
  EXPECT_EQ(launch["not_started"][1], 50);
  EXPECT_EQ(launch["not_started"].size(), 32u);
}

}  // namespace
}  // namespace wgsync
