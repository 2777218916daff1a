#include "reports/advice/can.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/test_shapes.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/record/test_runs.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

using ::testing::ContainsRegex, ::testing::HasSubstr;
using ::testing::ElementsAre;
using ::testing::Not;

constexpr char kSure[] =
    "barrier.counter_per_group/poll=acquire/signal=release/fence=none/"
    "pay=plain";
constexpr char kUsed[] =
    "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain";
constexpr char kRacy[] =
    "barrier.counter_per_group/poll=plain/signal=rmw/fence=device/pay=plain";
constexpr char kLock[] =
    "mutex.spin_exchange/poll=rmw/signal=rmw/fence=device/pay=plain";

CaseResult OnGrid(const std::string& form, Soundness soundness, uint64_t groups,
                  VerdictKind kind, Cause cause = Cause::kNone) {
  CaseResult r = TestResult(
      absl::StrCat(form, "/work=exchange/wg=64/groups=", groups), kind, cause);
  r.soundness = soundness;
  r.groups = groups;
  r.residency = 4;
  r.case_launches = 8;
  r.reads = 100;
  if (form == kLock) r.need = ProgressNeed::kObe;
  if (IsFault(kind) && groups <= r.residency) r.binds = Binding::kProgress;
  return r;
}

CaseResult Sure(uint64_t groups, VerdictKind kind, Cause cause = Cause::kNone) {
  return OnGrid(kSure, Soundness::kGuaranteed, groups, kind, cause);
}
CaseResult Used(uint64_t groups, VerdictKind kind, Cause cause = Cause::kNone) {
  return OnGrid(kUsed, Soundness::kCustomary, groups, kind, cause);
}

CaseResult Host(const std::string& id, VerdictKind kind,
                Cause cause = Cause::kNone) {
  CaseResult r =
      TestResult(absl::StrCat("host_sync.", id), kind, cause,
                 IsFault(kind) ? Binding::kViolation : Binding::kNothing);
  r.groups = r.residency = 0;
  return r;
}

CanAnswer AnswerOf(const LoggedRun& run, const char* text) {
  return MakeAnswer(run, nullptr, *WhatIsMeant(text));
}

std::string TextOf(const LoggedRun& run, const char* text) {
  return AnswerText(run, AnswerOf(run, text), 200);
}

TEST(CanTest, RecommendsTheGuaranteedFormUpToTheLargestGridThatWasRight) {
  const LoggedRun run =
      TestRun("P/D", {Used(4, VerdictKind::kPass), Sure(2, VerdictKind::kPass),
                      Sure(4, VerdictKind::kPass),
                      Sure(5, VerdictKind::kHang, Cause::kNotStarted)});
  const CanAnswer answer = AnswerOf(run, "grid barrier");
  EXPECT_EQ(answer.answer, Answer::kYesUpTo);
  EXPECT_EQ(answer.best.form, kSure);
  EXPECT_EQ(answer.best.passes, 2u);
  ASSERT_EQ(answer.best.reach.size(), 1u);
  EXPECT_EQ(answer.best.reach[0].groups, 4u);
  const std::string text = TextOf(run, "grid barrier");
  EXPECT_THAT(text, HasSubstr("grid barrier: yes, up to 4 work-groups of 64"));
  EXPECT_THAT(text, HasSubstr("2 cases passed in 16 launches, 200 reads"));
  EXPECT_THAT(text, HasSubstr("memory_order_acquire"));
  EXPECT_THAT(text, HasSubstr("by more groups than are resident"));
}

TEST(CanTest, AFormThatFailedAnywhereOnAResidentGridIsNotRecommended) {
  const LoggedRun run =
      TestRun("P/D", {Sure(2, VerdictKind::kPass), Sure(4, VerdictKind::kHang),
                      Used(4, VerdictKind::kPass)});
  EXPECT_EQ(AnswerOf(run, "barrier").best.form, kUsed);
}

// Nothing orders it, so that only its faults can answer.
TEST(CanTest, AWayOfAccessIsANoIfItFailedAndOtherFormsDoNotSpeakForIt) {
  const std::string mem =
      "barrier.counter_per_group/poll=rmw/signal=rmw/fence=mem/pay=plain";
  const auto run = [&](VerdictKind kind) {
    CaseResult r = OnGrid(mem, Soundness::kRacy, 4, kind);
    r.binds = Binding::kNothing;
    return TestRun("P/D", {Used(4, VerdictKind::kPass), r});
  };
  const LoggedRun old = run(VerdictKind::kStalePayload);
  EXPECT_EQ(AnswerOf(old, "mem_fence").answer, Answer::kNo);
  EXPECT_THAT(TextOf(old, "mem_fence"), HasSubstr("fence=mem/pay=plain"));
  EXPECT_EQ(AnswerOf(old, "barrier").answer, Answer::kYesUpTo);
  const LoggedRun right = run(VerdictKind::kPass);
  EXPECT_EQ(AnswerOf(right, "mem_fence").answer, Answer::kUnknown);
  EXPECT_THAT(TextOf(right, "mem_fence"), Not(HasSubstr("  run ")));
}

// Teams are small grids: a form that is wrong there is wrong on a whole one.
TEST(CanTest, AFormThatFailedInTeamsIsNotRecommended) {
  CaseResult team = Used(4, VerdictKind::kStalePayload);
  team.id += "/team=2";
  const LoggedRun run = TestRun("P/D", {Used(4, VerdictKind::kPass), team});
  EXPECT_EQ(AnswerOf(run, "barrier").answer, Answer::kNo);
  team.verdict.kind = VerdictKind::kPass;
  EXPECT_THAT(TextOf(TestRun("P/D", {team}), "barrier"),
              HasSubstr("because   no sound form of it has run on a whole"));
}

TEST(CanTest, AFaultInOneOfManyRunsCounts) {
  CaseResult r = Sure(4, VerdictKind::kPass);
  r.runs = {{"pass", 9}, {"hang (missed)", 1}};
  const LoggedRun run = TestRun("P/D", {r});
  EXPECT_EQ(AnswerOf(run, "barrier").answer, Answer::kNo);
  EXPECT_THAT(TextOf(run, "barrier"), ContainsRegex("missed. in 1 run[^s]"));
}

TEST(CanTest, PassesOfRacyFormsOrOneGroupAnswerNothing) {
  CaseResult perturbed = Sure(4, VerdictKind::kPass);
  perturbed.perturbed = true;
  CaseResult unfair = Used(4, VerdictKind::kPass);
  unfair.need = ProgressNeed::kGroupLockstep;
  const LoggedRun run =
      TestRun("P/D", {OnGrid(kRacy, Soundness::kRacy, 4, VerdictKind::kPass),
                      Sure(1, VerdictKind::kPass),
                      Sure(3, VerdictKind::kUnproven), perturbed, unfair});
  EXPECT_EQ(AnswerOf(run, "barrier").answer, Answer::kUnknown);
  EXPECT_THAT(TextOf(run, "barrier"),
              HasSubstr("because   2 of 2 cases unproven\n  such as   unp"));
}

TEST(CanTest, AFormThatNeedsMoreThanGroupsThatAreThereIsNotRecommended) {
  for (ProgressNeed need : {ProgressNeed::kFair, ProgressNeed::kNoPromise,
                            ProgressNeed::kGroupLockstep}) {
    CaseResult r = Sure(4, VerdictKind::kPass);
    r.need = need;
    EXPECT_EQ(AnswerOf(TestRun("P/D", {r}), "barrier").answer, Answer::kUnknown)
        << NameOf(need);
  }
}

TEST(CanTest, AnAtomicPayloadThatNothingOrdersIsNotRecommended) {
  const std::string form =
      "barrier.counter_per_group/poll=rmw/signal=rmw/fence=none/pay=atomic";
  const LoggedRun run = TestRun(
      "P/D", {OnGrid(form, Soundness::kCustomary, 4, VerdictKind::kPass)});
  EXPECT_EQ(AnswerOf(run, "barrier").answer, Answer::kUnknown);
}

TEST(CanTest, BoundedPassesAskForTheHangTest) {
  CaseResult r = Sure(4, VerdictKind::kPass);
  r.bounded = true;
  const LoggedRun run = TestRun("P/D", {r});
  EXPECT_EQ(AnswerOf(run, "barrier").answer, Answer::kUnknown);
  EXPECT_THAT(TextOf(run, "barrier"), HasSubstr("--hang-test"));
}

TEST(CanTest, SaysNoWithTheReasonOfTheRule) {
  CaseResult r = Sure(4, VerdictKind::kHang);
  r.Decide(Rule::kPollCached);
  const LoggedRun run = TestRun("P/D", {r});
  const CanAnswer answer = AnswerOf(run, "barrier");
  EXPECT_EQ(answer.answer, Answer::kNo);
  EXPECT_EQ(answer.why, &run.results[0]);
  EXPECT_THAT(TextOf(run, "barrier"),
              HasSubstr("reason    stale-cache (cache), because the same "
                        "kernel ends with a poll by rmw"));
  EXPECT_THAT(TextOf(run, "barrier"), HasSubstr("instead   end the kernel"));
}

// Where a driver ends loops by itself, a wait that was short passes by luck.
TEST(CanTest, NoWaitIsAdvisedWhereOneOfThemWasCut) {
  CaseResult cut = Used(4, VerdictKind::kBroken);
  cut.Decide(Rule::kWaitCut);
  LoggedRun run = TestRun(
      "P/D",
      {OnGrid(kLock, Soundness::kCustomary, 4, VerdictKind::kPass), cut});
  EXPECT_EQ(AnswerOf(run, "lock").answer, Answer::kYesTried)
      << "of another form, on a device that ends no loop by itself";
  DeviceProfile cuts;
  cuts.loops_cut = true;
  run.header.devices = {cuts};
  EXPECT_EQ(AnswerOf(run, "lock").answer, Answer::kNo);
  CaseResult lock =
      OnGrid(kLock, Soundness::kCustomary, 4, VerdictKind::kBroken);
  lock.Decide(Rule::kWaitCut);
  LoggedRun both = TestRun("P/D", {cut, lock});
  both.header.devices = {cuts};
  EXPECT_EQ(AnswerOf(both, "lock").why, &both.results[1]);
  cut.soundness = Soundness::kRacy;
  LoggedRun racy = TestRun(
      "P/D",
      {OnGrid(kLock, Soundness::kCustomary, 4, VerdictKind::kPass), cut});
  racy.header.devices = {cuts};
  EXPECT_EQ(AnswerOf(racy, "lock").answer, Answer::kYesTried);
  // A form without a wait fails for its own reason.
  both.results[1].id = "handoff.once/poll=rmw/signal=rmw/fence=device";
  both.results[1].Decide(Rule::kItemsLost);
  both.results[1].need = ProgressNeed::kNone;
  EXPECT_EQ(AnswerOf(both, "once").why, &both.results[1]);
}

TEST(CanTest, ADriverThatDiesOfMostFormsIsAdvisedForNone) {
  CaseResult dies = Sure(4, VerdictKind::kCrash);
  CaseResult too =
      OnGrid("barrier.arrive_wait/poll=rmw/signal=rmw/fence=device/pay=plain",
             Soundness::kCustomary, 4, VerdictKind::kCrash);
  const auto right = Used(4, VerdictKind::kPass);
  const LoggedRun most = TestRun("P/D", {right, too, dies});
  const CanAnswer answer = AnswerOf(most, "barrier");
  EXPECT_EQ(answer.answer, Answer::kNo);
  EXPECT_EQ(answer.why, &most.results[2]);
  const LoggedRun half = TestRun("P/D", {right, too});
  EXPECT_EQ(AnswerOf(half, "barrier").answer, Answer::kYesUpTo);
}

TEST(CanTest, AGridBeyondTheResidencyThatWasRightNeedsNoLimit) {
  std::vector<CaseResult> results = {
      OnGrid(kLock, Soundness::kCustomary, 4, VerdictKind::kPass),
      OnGrid(kLock, Soundness::kCustomary, 8, VerdictKind::kPass)};
  // The residency may have been found too small.
  const LoggedRun alone = TestRun("P/D", results);
  EXPECT_EQ(AnswerOf(alone, "spin lock").answer, Answer::kYesTried);
  EXPECT_THAT(TextOf(alone, "spin lock"), Not(HasSubstr("are resident")));
  results.push_back(Used(5, VerdictKind::kHang, Cause::kNotStarted));
  const LoggedRun run = TestRun("P/D", results);
  EXPECT_EQ(AnswerOf(run, "spin lock").answer, Answer::kYes);
  EXPECT_THAT(TextOf(run, "spin lock"),
              HasSubstr("with 8 groups, where 4 are resident"));
  results[0].need = results[1].need = ProgressNeed::kCoResident;
  const LoggedRun lucky = TestRun("P/D", results);
  EXPECT_EQ(AnswerOf(lucky, "lock").answer, Answer::kYesTried);
  EXPECT_THAT(TextOf(lucky, "lock"), HasSubstr("resident, were right by luck"));
}

TEST(CanTest, TheClassAddsItsReason) {
  std::vector<CaseResult> results = ShapeCases(progress::Model::kHsaObe);
  results.push_back(Sure(4, VerdictKind::kPass));
  const LoggedRun run = TestRun("P/D", results);
  EXPECT_EQ(AnswerOf(run, "barrier").answer, Answer::kYesUpTo);
  EXPECT_THAT(
      TextOf(run, "barrier"),
      HasSubstr("  class     grid barrier (all groups of the grid meet) "
                "needs all its groups"));
  // It is held, and a primitive's own cases decide.
  EXPECT_EQ(AnswerOf(run, "lock").answer, Answer::kUnknown);
  EXPECT_THAT(TextOf(run, "lock"), HasSubstr("lock: not known\n"));
}

TEST(CanTest, AClassThatRefutesTheNeedLimitsWhatIsNotKnown) {
  const LoggedRun run = TestRun("P/D", ShapeCases(progress::Model::kHsa));
  EXPECT_EQ(AnswerOf(run, "lock").answer, Answer::kUnknown);
  EXPECT_THAT(TextOf(run, "lock"),
              HasSubstr("lock: not with more work-groups than are resident, "
                        "for OBE is refuted by "));
}

TEST(CanTest, GroupsWhatFailsByVerdict) {
  CaseResult plain =
      OnGrid(kRacy, Soundness::kRacy, 4, VerdictKind::kStaleHoisted);
  CaseResult reset = OnGrid(
      "barrier.counter_per_group_reset/poll=rmw/signal=rmw/fence=device/"
      "pay=plain",
      Soundness::kRacy, 4, VerdictKind::kStaleHoisted);
  // Right with another access, and no grid is at fault in a stale one.
  const std::string two = "barrier.arrive_wait/signal=rmw/fence=device/";
  const LoggedRun run = TestRun(
      "P/D",
      {Used(4, VerdictKind::kPass),
       OnGrid(two + "poll=rmw", Soundness::kCustomary, 4, VerdictKind::kPass),
       plain, reset,
       OnGrid(two + "poll=plain", Soundness::kRacy, 8,
              VerdictKind::kStaleHoisted)});
  const CanAnswer answer = AnswerOf(run, "barrier");
  ASSERT_EQ(answer.fails.size(), 1u);
  EXPECT_EQ(answer.fails[0].cases, 3u);
  EXPECT_THAT(answer.fails[0].what,
              ElementsAre("poll=plain", "barrier.counter_per_group_reset",
                          "barrier.arrive_wait poll=plain"));
}

// Loads of a busy machine make passes unproven; one form's hang says nothing of
// the forms that were right.
TEST(CanTest, AFormThatFailedSaysNothingOfOneThatIsNotProven) {
  CaseResult unproven = Sure(4, VerdictKind::kUnproven);
  unproven.other_cores = 1.8;
  const LoggedRun run = TestRun("P/D", {unproven, Used(4, VerdictKind::kHang)});
  EXPECT_EQ(AnswerOf(run, "barrier").answer, Answer::kUnknown);
  EXPECT_THAT(
      TextOf(run, "barrier"),
      HasSubstr("because   1 of 1 cases unproven: the machine was busy; "
                "failures of other forms decide nothing"));
  const LoggedRun all = TestRun("P/D", {run.results[1]});
  EXPECT_EQ(AnswerOf(all, "barrier").answer, Answer::kNo);
}

TEST(CanTest, AFailureThatIsNotCountedIsNotNo) {
  CaseResult hang = Used(4, VerdictKind::kHang);
  hang.binds = Binding::kNothing;
  const CanAnswer answer = AnswerOf(TestRun("P/D", {hang}), "barrier");
  EXPECT_EQ(answer.answer, Answer::kUnknown);
  EXPECT_EQ(answer.basis, Basis::kNotCounted);
}

TEST(CanTest, FormsThatCannotRunHereAreNoReasonAgainstNo) {
  const LoggedRun run = TestRun(
      "P/D", {Sure(4, VerdictKind::kUnsupported), Used(4, VerdictKind::kHang)});
  EXPECT_EQ(AnswerOf(run, "barrier").answer, Answer::kNo);
  EXPECT_THAT(TextOf(TestRun("P/D", {run.results[0]}), "barrier"),
              HasSubstr("its sound forms are unsupported here"));
}

TEST(CanTest, TheLargestGridThatWasTriedIsNoLimitOfTheDevice) {
  std::vector<CaseResult> results = {
      OnGrid(kLock, Soundness::kCustomary, 2, VerdictKind::kPass)};
  const LoggedRun small = TestRun("P/D", results);
  EXPECT_EQ(AnswerOf(small, "lock").answer, Answer::kYesTried);
  EXPECT_THAT(TextOf(small, "lock"),
              HasSubstr("lock: yes; right with up to 2 work-groups of 64 "
                        "work-items, the largest tried\n"));
  results.push_back(
      OnGrid(kLock, Soundness::kCustomary, 8, VerdictKind::kUnproven));
  const LoggedRun open = TestRun("P/D", results);
  EXPECT_THAT(TextOf(open, "lock"), HasSubstr("; it is not proven with 8\n"));
  results[1] = OnGrid(kLock, Soundness::kCustomary, 8, VerdictKind::kHang);
  EXPECT_EQ(AnswerOf(TestRun("P/D", results), "lock").answer, Answer::kYesUpTo);
}

TEST(CanTest, AYesOfARunThatWasCutShortIsNotKnown) {
  LoggedRun run = TestRun("P/D", {Used(4, VerdictKind::kPass)});
  run.header.plan.push_back(absl::StrCat(kLock, "/groups=4"));
  EXPECT_EQ(AnswerOf(run, "barrier").answer, Answer::kUnknown);
  EXPECT_THAT(TextOf(run, "barrier"),
              HasSubstr("because   the run was cut short\n"
                        "  run       wgsync run --resume 'runs/P/D'\n"));
  run.results[0] = Used(4, VerdictKind::kHang);
  EXPECT_EQ(AnswerOf(run, "barrier").basis, Basis::kCutShort)
      << "the forms that are missing may be right";
}

TEST(CanTest, AKindThatTheRunDidNotPlanWasNotAsked) {
  LoggedRun run =
      TestRun("P/D", {Used(4, VerdictKind::kPass),
                      Host("finish/queue=in_order", VerdictKind::kPass)});
  run.finished = false;
  EXPECT_THAT(TextOf(run, "barrier"), HasSubstr("the run was cut short"));
  for (const std::string kind : {"lock", "host-sync"}) {
    EXPECT_THAT(TextOf(run, kind.c_str()),
                HasSubstr(absl::StrCat("because   not asked in this run\n"
                                       "  run       wgsync can '",
                                       kind, "' --device 'P/D'\n")));
  }
}

TEST(CanTest, OneThreadCannotAnswer) {
  CaseResult one = Used(1, VerdictKind::kUnproven);
  one.residency = 1;
  CaseResult turns = Sure(4, VerdictKind::kUnproven);
  turns.verdict.rule = Rule::kOneCore;
  const LoggedRun run = TestRun("P/D", {one, turns});
  EXPECT_THAT(TextOf(run, "barrier"), HasSubstr("two threads at least"));
  EXPECT_THAT(TextOf(run, "barrier"), Not(HasSubstr("wgsync can")));
}

TEST(CanTest, HostSyncNeedsAPassOfWhatIsNamed) {
  std::vector<CaseResult> results = {
      Host("blocking_read/queue=in_order", VerdictKind::kPass),
      Host("marker/form=1_2", VerdictKind::kPass)};
  const LoggedRun without = TestRun("P/D", results);
  EXPECT_EQ(AnswerOf(without, "host-sync").answer, Answer::kUnknown);
  EXPECT_THAT(TextOf(without, "host-sync"),
              HasSubstr("because   host_sync.finish has not passed here"));
  results.push_back(Host("finish/queue=in_order", VerdictKind::kUnproven));
  EXPECT_EQ(AnswerOf(TestRun("P/D", results), "host-sync").basis,
            Basis::kNotProven);
  results[2] = Host("finish/queue=in_order", VerdictKind::kPass);
  // A driver that runs all in order shows nothing of an order that is asked.
  results.push_back(Host("barrier/queue=out_of_order", VerdictKind::kPass));
  results.back().Decide(Rule::kHostCouldNotFail);
  EXPECT_THAT(TextOf(TestRun("P/D", results), "host-sync"),
              HasSubstr("host-sync: yes: 3 of 3 checks passed; 1 of 4 cases "
                        "unproven\n"));
  results[2].Decide(Rule::kHostCouldNotFail);
  EXPECT_THAT(TextOf(TestRun("P/D", results), "host-sync"),
              HasSubstr("because   host_sync.finish has not passed here: 2 of "
                        "4 cases unproven\n"));
}

TEST(CanTest, AHostViolationIsNoAndNamesWhatIsRight) {
  std::vector<CaseResult> results = {
      Host("blocking_read/queue=in_order", VerdictKind::kPass),
      Host("finish/queue=in_order", VerdictKind::kBroken,
           Cause::kCompletedEarly),
      Used(4, VerdictKind::kHang)};
  const LoggedRun run = TestRun("P/D", results);
  EXPECT_EQ(AnswerOf(run, "host-sync").answer, Answer::kNo);
  EXPECT_THAT(TextOf(run, "host-sync"),
              HasSubstr("right     host_sync.blocking_read\n"));
  // The end of a kernel does not help then.
  EXPECT_THAT(TextOf(run, "barrier"), Not(HasSubstr("start another one")));
  EXPECT_THAT(TextOf(run, "barrier"), HasSubstr("host_sync.finish/queue"));
  // What the specification leaves open fails nothing.
  results[1].binds = Binding::kNothing;
  EXPECT_NE(AnswerOf(TestRun("P/D", results), "host-sync").answer, Answer::kNo);
}

// A command that waits for a user event hangs; calls that only ask do not.
TEST(CanTest, AnotherCheckIsNoAnswerForTheOneThatIsAsked) {
  const LoggedRun run = TestRun(
      "P/D", {Host("user_event/queue=in_order/command=kernel",
                   VerdictKind::kHang, Cause::kNotReturned),
              Host("user_event_status/first=complete", VerdictKind::kPass)});
  EXPECT_EQ(AnswerOf(run, "user event").answer, Answer::kNo);
  const LoggedRun other = TestRun("P/D", {run.results[1]});
  EXPECT_EQ(AnswerOf(other, "user event").answer, Answer::kUnknown);
}

TEST(CanTest, AWrongValueAloneIsListedUnderTheYes) {
  std::vector<CaseResult> results = {
      Host("user_event/queue=in_order/command=kernel", VerdictKind::kPass),
      Host("user_event_status/first=complete", VerdictKind::kBroken,
           Cause::kWrongAnswer)};
  const LoggedRun run = TestRun("P/D", results);
  EXPECT_EQ(AnswerOf(run, "user event").answer, Answer::kYes);
  const std::string text = TextOf(run, "user event");
  EXPECT_THAT(text, HasSubstr("yes: 1 of 2 checks passed; in the others a call "
                              "gives a wrong value\n"));
  EXPECT_THAT(text, HasSubstr("fails     broken (wrong answer)"));
  EXPECT_THAT(text, Not(HasSubstr(" by host_sync")));
  EXPECT_EQ(AnswerOf(run, "user_event_status").answer, Answer::kNo)
      << "nothing else is asked";
}

TEST(CanTest, JsonHasTheReason) {
  const LoggedRun run = TestRun(
      "P/D", {Sure(4, VerdictKind::kUnproven),
              Host("blocking_read/queue=in_order", VerdictKind::kPass)});
  const nlohmann::json json = CanJson(
      run, {AnswerOf(run, "barrier"), AnswerOf(run, "host-sync")})["answers"];
  EXPECT_EQ(json[0]["because"], "not proven");
  EXPECT_EQ(json[0]["unproven"], 1);
  EXPECT_EQ(json[1]["lacks"][0], "host_sync.finish");
  EXPECT_EQ(json[1]["right"][0], "host_sync.blocking_read");
}

TEST(CanTest, AddsTheCostFromABench) {
  const LoggedRun run = TestRun("P/D", {Used(4, VerdictKind::kPass)});
  Bench bench;
  BenchLine line;
  line.id = absl::StrCat(kUsed, "/work=rotate_sum/wg=64/groups=4");
  line.groups = 4;
  line.group_size = 64;
  line.operations = 1000;
  line.seconds = {1e-3};
  bench.lines = {line};
  line.id = absl::StrCat(kSure, "/work=rotate_sum/wg=64/groups=4");
  bench.lines.push_back(line);
  const CanAnswer answer = MakeAnswer(run, &bench, *WhatIsMeant("barrier"));
  ASSERT_EQ(answer.times.size(), 1u);
  EXPECT_THAT(AnswerText(run, answer, 200),
              HasSubstr("cost      1000 ns with 4 groups of 64"));
}

TEST(CanTest, ARunThatWasCutShortIsSaid) {
  LoggedRun run = TestRun("P/D", {Used(4, VerdictKind::kPass)});
  const auto text = [&run] {
    return CanText(run, {AnswerOf(run, "barrier")}, 200);
  };
  const auto json = [&run] { return CanJson(run, {})["cut_short"]; };
  EXPECT_THAT(text(), Not(HasSubstr("cut short")));
  EXPECT_EQ(json(), "");
  run.finished = false;
  run.header.plan.push_back(absl::StrCat(kLock, "/groups=4"));
  constexpr char kSays[] =
      "the run was cut short, 1 planned case has no verdict; `wgsync run "
      "--resume 'runs/P/D'` goes on";
  EXPECT_THAT(text(), HasSubstr(kSays));
  EXPECT_EQ(json(), kSays);
}

}  // namespace
}  // namespace wgsync
