#include "suite/core/record/progress_record.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

CaseResult ResultOf(absl::string_view shape, absl::string_view parts,
                    Rule rule) {
  CaseResult r;
  r.id = absl::StrCat("progress.", shape,
                      "/poll=rmw/signal=rmw/fence=none/pay=plain/work=copies/"
                      "wg=64/groups=res_x10",
                      parts);
  r.verdict = VerdictOf(rule);
  r.k = r.n = 3;
  r.shape.groups = 39;
  r.shape.copies = 13;
  r.shape.ended = r.shape.waited = 24;
  return r;
}

std::string Text(const std::vector<CaseResult>& results) {
  return absl::StrJoin(progress::ClassSentences(ProgressOf(results)), "\n");
}

TEST(ProgressRecordTest, AHangIsToldWithItsMappingAndItsGroup) {
  CaseResult r = ResultOf("late_middle", "/map=shuffle", Rule::kNotStarted);
  r.shape.late = true;
  r.shape.group = 4;
  r.shape.role = 1;
  EXPECT_THAT(
      Text({r}),
      HasSubstr(
          "LOBE is refuted by late_middle, shuffled, 13 copies in "
          "39 groups, role 0 late: group 4 (role 1) never started (3 of 3)"));
  r.shape.started = true;
  r.verdict = VerdictOf(Rule::kSuspended);
  EXPECT_THAT(Text({r}), HasSubstr("had started and was not run again"));
}

TEST(ProgressRecordTest, AHangThatIsNotConfirmedOrHasNoCauseRefutesNothing) {
  for (Rule rule : {Rule::kFrozenUnexplained, Rule::kGaveUp,
                    Rule::kFrozenUnseen, Rule::kWaitCut, Rule::kWorkerDied}) {
    EXPECT_THAT(Text({ResultOf("late_middle", "", rule)}),
                Not(HasSubstr("refuted by")));
  }
  CaseResult once = ResultOf("late_middle", "", Rule::kNotStarted);
  once.k = 1;
  EXPECT_THAT(Text({once}), Not(HasSubstr("refuted by")));
  EXPECT_THAT(
      Text({ResultOf("duel", "", Rule::kLivelock)}),
      HasSubstr("refuted by duel, round-robin, 13 copies in 39 groups: a "
                "livelock"));
}

TEST(ProgressRecordTest, AFailureThatRefutesNothingIsNoEnd) {
  std::vector<CaseResult> results;
  for (const char* shape : {"holder_low", "holder_high", "lock_3",
                            "ticket_lock", "lookback_ticket"}) {
    results.push_back(ResultOf(shape, "", Rule::kWaitsMet));
  }
  EXPECT_THAT(Text(results), HasSubstr("held in 120 launches: OBE"));
  // Other launches of the case ended; one failed.
  for (Rule rule :
       {Rule::kFrozenUnexplained, Rule::kWaitCut, Rule::kWorkerDied}) {
    results[2].verdict = VerdictOf(rule);
    EXPECT_THAT(Text(results), Not(HasSubstr("held in")));
    EXPECT_THAT(Text(results),
                HasSubstr(absl::StrCat(
                    "OBE, HSA+OBE, LOBE, FAIR: lock_3, round-robin: ",
                    VerdictText(VerdictOf(rule)))));
  }
}

TEST(ProgressRecordTest, WhatEndedWithinTheResidencyIsNotHeldBeyondIt) {
  using progress::Fairness;
  using progress::Model;
  std::vector<CaseResult> results;
  for (const char* shape : {"holder_low", "handoff_up", "chain_up_3"}) {
    results.push_back(ResultOf(shape, "", Rule::kWaitsMet));
    results.back().residency = 39;
  }
  const auto beyond = [&] {
    DeviceSeen seen;
    for (const CaseResult& r : results) AddShape(r, &seen);
    EXPECT_TRUE(seen.space.all.empty());
    EXPECT_EQ(seen.line.all.Of({Model::kHsa, Fairness::kWeak}).state,
              progress::Standing::State::kHeld);
    return seen.line.beyond.empty()
               ? progress::Standing::State::kNotSeen
               : seen.line.beyond.Of({Model::kHsa, Fairness::kWeak}).state;
  };
  EXPECT_EQ(beyond(), progress::Standing::State::kNotSeen);
  for (CaseResult& r : results) r.residency = 38;
  EXPECT_EQ(beyond(), progress::Standing::State::kHeld);
}

TEST(ProgressRecordTest, AGridOfSeveralDimensionsHasAClassOfItsOwn) {
  std::vector<CaseResult> results = {
      ResultOf("handoff_up", "/dims=2/map=shuffle", Rule::kNotStarted)};
  results[0].shape.groups = 48;
  EXPECT_TRUE(ProgressOf(results).empty());
  EXPECT_THAT(
      absl::StrJoin(progress::ClassSentences(ProgressInSpace(results)), "\n"),
      HasSubstr("HSA is refuted by handoff_up, shuffled, 13 copies in 8x6 "
                "groups"));
  DeviceSeen seen;
  AddShape(results[0], &seen);
  EXPECT_TRUE(seen.line.all.empty());
  EXPECT_FALSE(seen.In(3).all.empty());
  EXPECT_EQ(ClassNote(results, {}, {}), "");
}

TEST(ProgressRecordTest, AnotherQueueHasAClassOfItsOwn) {
  const std::vector<CaseResult> results = {ResultOf(
      "handoff_up", "/map=shuffle/queue=thread_local", Rule::kNotStarted)};
  EXPECT_TRUE(ProgressOf(results).empty());
  EXPECT_FALSE(ProgressOf(results, Queue::kThreadLocal).empty());
  EXPECT_TRUE(ProgressOf(results, Queue::kPartEqual).empty());
  DeviceSeen seen;
  AddShape(results[0], &seen);
  EXPECT_TRUE(seen.line.all.empty());
}

TEST(ProgressRecordTest, OtherFamiliesAndCasesThatDidNotRunSayNothing) {
  CaseResult not_run = ResultOf("late_middle", "", Rule::kDeviceLacks);
  not_run.shape = {};
  CaseResult barrier;
  barrier.id =
      "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
      "work=exchange/wg=64/groups=2";
  barrier.shape.groups = 2;
  EXPECT_TRUE(ProgressOf({not_run, barrier}).empty());
}

TEST(ProgressRecordTest, ARunOfTheFamilyEndsWithANoteOfItsClass) {
  const std::vector<CaseResult> results = {
      ResultOf("late_middle", "", Rule::kNotStarted)};
  const std::string note = ClassNote(results, {}, {"canary passed"});
  EXPECT_EQ(note, "progress: at most HSA+OBE");
  // A run that is resumed has it already, and a part has too few cases.
  EXPECT_EQ(ClassNote(results, {}, {"canary passed", note}), "");
  Part part;
  part.of = 3;
  EXPECT_EQ(ClassNote(results, part, {}), "");
  EXPECT_EQ(ClassNote({}, {}, {}), "");
}

}  // namespace
}  // namespace wgsync
