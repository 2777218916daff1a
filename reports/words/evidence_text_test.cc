// Which sentences a verdict's evidence is told in, and in which order.

#include "reports/words/evidence_text.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reports/words/finding_text.h"
#include "suite/core/plan/case.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string Words(const std::string& primitive, const std::string& workload,
                  const PayloadFacts& payload) {
  LaunchSpec spec;
  spec.program.c = *ParseKernelCaseId(
      primitive + "/poll=rmw/signal=rmw/fence=device/pay=plain/work=" +
      workload + "/wg=64/groups=8");
  spec.groups = 8;
  Observation o;
  o.payload = payload;
  o.payload.judged = true;
  o.ending = Ending::kFinished;
  const std::vector<std::string> words =
      EvidenceWords({}, {RecordOf(LaunchPurpose::kJudged, spec, o)});
  return words.empty() ? "" : words[0];
}

TEST(EvidenceWordsTest, NoWrongReadIsNoneThatIsTold) {
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

TEST(FindingTextTest, ARateHasItsBound) {
  EXPECT_EQ(FindingText(Found(FindingKind::kWrongRate, {2, 30, 1, 195})),
            "2 of 30 launches came out wrong: at 95 % fewer than 19.5 % of "
            "them do");
  EXPECT_EQ(FindingText(Found(FindingKind::kWrongRate, {4, 4, 0, 0})),
            "4 of 4 launches came out wrong");
  EXPECT_EQ(FindingText(Found(FindingKind::kWrongRate, {0, 4, 1, 527})),
            "all 4 launches were right; a fault of fewer than 52.7 % of "
            "launches may not have shown");
  EXPECT_EQ(FindingText(Found(FindingKind::kWrongRate, {0, 1, 1, 950})),
            "the launch was right; a fault of fewer than 95.0 % of launches "
            "may not have shown");
}

TEST(FindingTextTest, GroupsAreNamedAsAReaderWould) {
  const auto said = [](const std::vector<uint32_t>& groups) {
    return FindingText(FoundIn(FindingKind::kNotStarted, groups, {40}));
  };
  EXPECT_EQ(said({3}), "group 3 of 40 has not started");
  EXPECT_EQ(said({3, 4}), "groups 3 and 4 of 40 have not started");
  EXPECT_EQ(said({3, 5, 7}), "groups 3, 5 and 7 of 40 have not started");
  EXPECT_EQ(said({2, 3, 4}), "groups 2 to 4 of 40 have not started");
  EXPECT_EQ(said({1, 3, 5, 7, 9, 11, 13, 15}),
            "groups 1, 3, 5, 7, 9, 11, 13 and 15 of 40 have not started");
  EXPECT_EQ(said({1, 3, 5, 7, 9, 11, 13, 15, 17}),
            "groups 1, 3, 5, 7, 9, 11, 13 and 2 more of 40 have not started");
  EXPECT_EQ(said({2, 3, 4, 5, 6, 7, 8, 9, 10, 11}),
            "groups 2 to 11 of 40 have not started");
}

TEST(FindingTextTest, PlacesAreChosenByTheirNumber) {
  Finding wait =
      FoundIn(FindingKind::kWaitsForWord, {3}, {1, 4, 7, 1, 8, 1, 6});
  EXPECT_EQ(FindingText(wait),
            "a watcher in group 3 waits for the sum of 4 counters to be 8; "
            "memory holds 6");
  wait.numbers = {0, 1, 7, 0, 8, 0, 0};
  EXPECT_EQ(FindingText(wait),
            "group 3 waits for word 7 to reach 8; memory holds no such word");
  wait.numbers = {0, 1, 0, 0, 4294967281, 1, 16, 1, 31};
  EXPECT_EQ(FindingText(wait),
            "group 3 waits for word 0 to reach 4294967281; memory holds 16, 31 "
            "beyond it modulo 2^32");
  EXPECT_EQ(FindingText(FoundIn(FindingKind::kRoleSteps, {2},
                                {1, 0, 1007, 1, 0, 0, 1, 1, 1000})),
            "copy 1, role 0 (group 2) polls word 0, which holds 0, for 1; 1007 "
            "steps, 1000 of them between the two looks");
  EXPECT_EQ(
      FindingText(FoundIn(FindingKind::kRoleSteps, {2}, {1, 0, 7, 0, 0, 0, 0})),
      "copy 1, role 0 (group 2) in no single wait; 7 steps");
}

// A damaged log may lack what the sentence names.
TEST(FindingTextTest, EachKindHasASentenceWithoutPlacesLeft) {
  for (const FindingInfo& info : FindingKinds()) {
    const std::string text = FindingText(Found(info.kind));
    EXPECT_EQ(text.find_first_of("{}|"), std::string::npos) << text;
    EXPECT_FALSE(info.name.empty());
  }
}

TEST(EvidenceWordsTest, WrongReadsAreCounted) {
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

TEST(EvidenceWordsTest, LostWorkItemsAndReadsAreCounted) {
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

TEST(EvidenceWordsTest, ASemaphoresPermitsAreCounted) {
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
TEST(EvidenceWordsTest, WhatDecidesComesFirst) {
  LaunchSpec spec;
  spec.program.c = *ParseKernelCaseId(
      "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
      "work=exchange/wg=64/groups=2");
  spec.groups = 2;
  spec.rounds = 4;
  Observation o;
  o.ending = Ending::kFinished;
  o.payload.judged = true;
  const LaunchRecord right = RecordOf(LaunchPurpose::kWatched, spec, o);
  o.last.roles.resize(1);
  o.last.roles[0].early = 3;
  const LaunchRecord early = RecordOf(LaunchPurpose::kOrdered, spec, o);
  o.last.roles.clear();
  o.payload.wrong = 1;
  o.payload.records.resize(1);
  const LaunchRecord wrong = RecordOf(LaunchPurpose::kJudged, spec, o);
  spec.program.waits = WaitMode::kRemoved;
  const LaunchRecord control = RecordOf(LaunchPurpose::kControl, spec, o);
  const std::vector<std::string> words =
      EvidenceWords({}, {control, right, wrong, early});
  ASSERT_EQ(words.size(), 6u);
  EXPECT_THAT(words[0], HasSubstr("judged launch"));
  EXPECT_THAT(words[1], HasSubstr("  group 0 item 0"));
  EXPECT_THAT(words[2], HasSubstr("3 early departures"));
  EXPECT_THAT(words[3], HasSubstr("ordered board"));
  EXPECT_THAT(words[4], HasSubstr("relaxed board"));
  EXPECT_THAT(words[5], HasSubstr("control without waits"));
}

// A pass would rest on these; a failure is explained by its launches.
TEST(EvidenceWordsTest, WhatAPassRestsOnFollowsTheLaunchesOfAFailure) {
  LaunchSpec spec;
  spec.program.c = *ParseKernelCaseId(
      "progress.handoff_up/poll=rmw/signal=rmw/fence=none/pay=plain/"
      "work=copies/wg=64/groups=res_x10");
  LaunchRecord launch = RecordOf(LaunchPurpose::kWatched, spec, Observation());
  // Of a log before the count of a shape's arrivals was known to mean nothing.
  launch.findings = {FoundIn(FindingKind::kExtraArrivals, {0}, {37, 1})};
  CaseResult r;
  r.findings = {Found(FindingKind::kCopiesEnded, {17, 10, 20, 0}),
                FoundText("group 27 polls")};
  r.twins.resize(1);
  r.twins[0].state = TwinState::kNotObservable;
  r.verdict.kind = VerdictKind::kBroken;
  std::vector<std::string> words = EvidenceWords(r, {launch});
  ASSERT_EQ(words.size(), 4u);
  EXPECT_EQ(words[0], "group 27 polls");
  EXPECT_THAT(words[1], HasSubstr("relaxed board"));
  EXPECT_THAT(words[2], HasSubstr("orderings are not observable"));
  EXPECT_THAT(words[3], HasSubstr("17 launches of 10 copies"));
  r.verdict.kind = VerdictKind::kPass;
  words = EvidenceWords(r, {launch});
  EXPECT_THAT(words[0], HasSubstr("; only the waits are shown to matter"));
  r.judged.evidence.negative = Trial::kRight;
  EXPECT_THAT(EvidenceWords(r, {launch})[0], Not(HasSubstr("matter")));
  EXPECT_THAT(words[3], HasSubstr("relaxed board"));
}

TEST(EvidenceWordsTest, ALostGuardComesBeforeWhereTheLaunchFroze) {
  LaunchSpec spec;
  spec.program.c = *ParseKernelCaseId(
      "barrier.counter_per_group/poll=plain/signal=rmw/fence=device/pay=plain/"
      "work=exchange/wg=64/groups=2");
  spec.groups = 2;
  spec.rounds = 64;
  Observation o;
  o.ending = Ending::kFrozen;
  o.last.roles.resize(1);
  o.last.roles[0].arrived = 4096;
  CaseResult r;
  r.judged.evidence.guard_lost = true;
  r.findings = {FoundText("group 1 is waiting")};
  const std::vector<std::string> words =
      EvidenceWords(r, {RecordOf(LaunchPurpose::kWatched, spec, o)});
  ASSERT_GE(words.size(), 3u);
  EXPECT_THAT(words[0], HasSubstr("counted 4096 arrivals and there are 64"));
  EXPECT_EQ(words[1], "group 1 is waiting");
  EXPECT_THAT(words[2], HasSubstr("relaxed board"));
}

TEST(LaunchPurposeTest, EachHasANameAndALabel) {
  LaunchSpec spec;
  spec.program.c = *ParseKernelCaseId(
      "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
      "work=exchange/wg=64/groups=2");
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

TEST(EvidenceWordsTest, TheHardestTwinIsNamed) {
  const auto twin = [](const char* name, TwinState state, uint64_t failed = 0,
                       uint64_t launches = 0) {
    TwinResult t;
    t.name = name;
    t.state = state;
    t.failed = failed;
    t.launches = launches;
    return t;
  };
  CaseResult r;
  r.twins = {twin("a", TwinState::kNotRun)};
  EXPECT_TRUE(EvidenceWords(r, {}).empty());
  r.twins = {
      twin("a", TwinState::kKilled, 3, 3), twin("b", TwinState::kKilled, 1, 12),
      twin("c", TwinState::kMissed, 0, 12), twin("d", TwinState::kEquivalent),
      twin("e", TwinState::kEquivalent)};
  r.twins.back().why = "the memory model lets the case hold without it";
  EXPECT_EQ(EvidenceWords(r, {})[0],
            "the same stress failed 2 of 3 weakened twins, the hardest (b) in "
            "1 of 12 launches; missed: c; the same program: d; the memory "
            "model lets the case hold without it: e");
}

TEST(EvidenceWordsTest, AnOlderLogsSentencesAreTakenAsTheyAre) {
  CaseResult r;
  r.words = {"group 1 waits"};
  r.findings = {FoundText("not said")};
  EXPECT_EQ(EvidenceWords(r, {}), r.words);
}

}  // namespace
}  // namespace wgsync
