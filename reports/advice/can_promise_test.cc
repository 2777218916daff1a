// Tests of `can` on what a driver or OpenCL promises: groups that run at the
// same time, and host checks.

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "reports/advice/can.h"
#include "suite/core/record/test_runs.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kSure[] =
    "barrier.counter_per_group/poll=acquire/signal=release/fence=none/"
    "pay=plain";
constexpr char kUsed[] =
    "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain";
constexpr char kOwn[] =
    "barrier.intel_device_barrier/poll=plain/signal=plain/fence=none/pay=plain";

// On a device with two resident groups, whose driver promises four.
CaseResult OnGrid(const char* form, Soundness soundness, uint64_t groups,
                  VerdictKind kind, const char* dispatch) {
  CaseResult r = TestResult(
      absl::StrCat(form, "/work=exchange/wg=64/groups=", groups, dispatch),
      kind);
  r.soundness = soundness;
  r.groups = groups;
  if (*dispatch != 0) r.promised = 4;
  if (IsFault(kind)) r.binds = Binding::kViolation;
  return r;
}

CaseResult Usual(const char* form, Soundness soundness) {
  return OnGrid(form, soundness, 2, VerdictKind::kPass, "");
}

CaseResult Concurrent(const char* form, Soundness soundness, uint64_t groups,
                      VerdictKind kind = VerdictKind::kPass) {
  return OnGrid(form, soundness, groups, kind, "/dispatch=concurrent");
}

std::string TextOf(const LoggedRun& run) {
  return CanText(run, {MakeAnswer(run, nullptr, *WhatIsMeant("barrier"))}, 400);
}

std::string BestOf(const LoggedRun& run) {
  return MakeAnswer(run, nullptr, *WhatIsMeant("barrier")).best.form;
}

// Intel's CPU runtime runs groups on the thread that waits in clFinish: of a
// host that polls the event one group alone is resident.
TEST(CanPromiseTest, ABarrierThatHangsIfTheHostPollsSaysHowToWait) {
  CaseResult polled =
      OnGrid(kUsed, Soundness::kCustomary, 2, VerdictKind::kHang, "/host=poll");
  polled.verdict.cause = Cause::kNotStarted;
  polled.residency = 1;
  polled.promised = 0;
  polled.binds = Binding::kNothing;
  const CaseResult sure = Usual(kSure, Soundness::kGuaranteed);
  EXPECT_THAT(TextOf(TestRun("P/D", {sure, polled})),
              HasSubstr("host      wait in clFinish or clWaitForEvents: if the "
                        "host polls the event's status, it hangs with 2 groups "
                        "(barrier.counter_per_group/poll=rmw/"));
  EXPECT_THAT(TextOf(TestRun("P/D", {sure})), Not(HasSubstr("clFinish")));
  polled.groups = 3;
  EXPECT_THAT(TextOf(TestRun("P/D", {sure, polled})),
              Not(HasSubstr("clFinish")))
      << "with more groups than the answer has";
}

TEST(CanPromiseTest, OneGroupAtATimeIsOfAHostThatPolls) {
  CaseResult one = OnGrid(kUsed, Soundness::kCustomary, 2,
                          VerdictKind::kUnproven, "/host=poll");
  one.residency = 1;
  const std::string text = TextOf(TestRun("P/D", {one}));
  EXPECT_THAT(text, HasSubstr("while the host polled (host=poll), and no case "
                              "in which it waits was run\n"));
  EXPECT_THAT(text, HasSubstr("wgsync can 'barrier' --device 'P/D'\n"));
  EXPECT_THAT(text, Not(HasSubstr("two threads")));
  CaseResult waits = Usual(kSure, Soundness::kGuaranteed);
  waits.Decide(Rule::kOneCore);
  EXPECT_THAT(TextOf(TestRun("P/D", {one, waits})), HasSubstr("two threads"));
}

TEST(CanPromiseTest, AKeptOneIsPreferredAndSaysHowToUseIt) {
  const LoggedRun run =
      TestRun("P/D", {Usual(kUsed, Soundness::kCustomary),
                      Usual(kSure, Soundness::kGuaranteed),
                      Concurrent(kUsed, Soundness::kCustomary, 4),
                      Concurrent(kSure, Soundness::kGuaranteed, 4)});
  EXPECT_EQ(BestOf(run), absl::StrCat(kSure, "/dispatch=concurrent"));
  const std::string text = TextOf(run);
  EXPECT_THAT(text, HasSubstr("barrier: yes, up to 4 work-groups of 64"));
  EXPECT_THAT(text, HasSubstr("clGetKernelMaxConcurrentWorkGroupCountINTEL("));
  EXPECT_THAT(text, HasSubstr("clSetKernelExecInfo(kernel, "));
  EXPECT_THAT(text, HasSubstr("barrier: promised up to 4 groups of 64 by "
                              "cl_intel_concurrent_dispatch; 2 resident; "
                              "counter barrier seen up to 4\n"));
}

TEST(CanPromiseTest, OfCustomaryFormsTheOneThatIsPromisedIsPreferred) {
  const LoggedRun run =
      TestRun("P/D", {Usual(kUsed, Soundness::kCustomary),
                      Usual(kUsed, Soundness::kCustomary),
                      Concurrent(kUsed, Soundness::kCustomary, 4)});
  EXPECT_EQ(BestOf(run), absl::StrCat(kUsed, "/dispatch=concurrent"));
}

TEST(CanPromiseTest, ABrokenOneIsNotRecommendedInAnyForm) {
  const LoggedRun run = TestRun(
      "P/D", {Usual(kUsed, Soundness::kCustomary),
              Concurrent(kSure, Soundness::kGuaranteed, 4),
              Concurrent(kOwn, Soundness::kGuaranteed, 3, VerdictKind::kHang)});
  EXPECT_EQ(BestOf(run), kUsed);
  const std::string text = TextOf(run);
  EXPECT_THAT(text, HasSubstr("barrier: yes, up to 2 work-groups of 64"));
  EXPECT_THAT(text, HasSubstr("seen up to 4; device barrier hangs at 3: "
                              "violation; do not rely on the promise"));
  EXPECT_THAT(text, Not(HasSubstr("clSetKernelExecInfo")));
}

TEST(CanPromiseTest, WhereNothingElseHasRunABrokenOneIsANo) {
  const LoggedRun run = TestRun(
      "P/D",
      {Concurrent(kSure, Soundness::kGuaranteed, 2),
       Concurrent(kSure, Soundness::kGuaranteed, 4, VerdictKind::kHang)});
  const CanAnswer answer =
      MakeAnswer(run, nullptr, *WhatIsMeant("grid barrier"));
  EXPECT_EQ(answer.answer, Answer::kNo);
  ASSERT_NE(answer.why, nullptr);
  EXPECT_EQ(answer.why->groups, 4u);
}

TEST(CanPromiseTest, JsonHasBothNumbersAndTheFirstThatFails) {
  const LoggedRun run = TestRun(
      "P/D", {Usual(kUsed, Soundness::kCustomary),
              Concurrent(kSure, Soundness::kGuaranteed, 4),
              Concurrent(kOwn, Soundness::kGuaranteed, 3, VerdictKind::kHang)});
  const nlohmann::json promise = CanJson(run, {})["promise"];
  EXPECT_EQ(promise["promised"], 4);
  EXPECT_EQ(promise["residency"], 2);
  EXPECT_EQ(promise["kept"], false);
  EXPECT_EQ(promise["counter"]["most"], 4);
  EXPECT_TRUE(promise["counter"]["fails"].is_null());
  EXPECT_EQ(promise["device"]["fails"]["groups"], 3);
  const LoggedRun usual = TestRun("P/D", {Usual(kUsed, Soundness::kCustomary)});
  EXPECT_TRUE(CanJson(usual, {})["promise"].is_null());
}

// They ask for what users' code does not have.
TEST(CanPromiseTest, SpirvAndOtherQueuesDecideNothing) {
  for (const char* entry : {"/via=spirv", "/queue=part_equal"}) {
    const LoggedRun run = TestRun(
        "P/D",
        {OnGrid(kSure, Soundness::kGuaranteed, 2, VerdictKind::kBroken, entry),
         Usual(kSure, Soundness::kGuaranteed)});
    EXPECT_EQ(MakeAnswer(run, nullptr, *WhatIsMeant("barrier")).answer,
              Answer::kYesUpTo)
        << entry;
    const LoggedRun alone = TestRun(
        "P/D",
        {OnGrid(kSure, Soundness::kGuaranteed, 2, VerdictKind::kPass, entry)});
    EXPECT_EQ(MakeAnswer(alone, nullptr, *WhatIsMeant("barrier")).answer,
              Answer::kUnknown)
        << entry;
  }
}

TEST(CanPromiseTest, HostChecksOfItDecideOnlyIfTheyAreNamed) {
  CaseResult finish =
      TestResult("host_sync.finish/queue=in_order", VerdictKind::kPass);
  CaseResult next =
      TestResult("host_sync.concurrent_next_to/other=usual", VerdictKind::kHang,
                 Cause::kNone, Binding::kViolation);
  CaseResult read =
      TestResult("host_sync.blocking_read/queue=in_order", VerdictKind::kPass);
  for (CaseResult* r : {&finish, &next, &read}) r->groups = r->residency = 0;
  const LoggedRun run = TestRun("P/D", {finish, next, read});
  const auto answer = [&](const char* name) {
    return MakeAnswer(run, nullptr, *WhatIsMeant(name)).answer;
  };
  EXPECT_EQ(answer("host-sync"), Answer::kYes);
  EXPECT_EQ(answer("concurrent_next_to"), Answer::kNo);
}

TEST(CanPromiseTest, OneThatIsNotTriedInFullIsNotRecommended) {
  const LoggedRun run =
      TestRun("P/D", {Concurrent(kSure, Soundness::kGuaranteed, 2),
                      Usual(kUsed, Soundness::kCustomary)});
  EXPECT_EQ(BestOf(run), kUsed);
  EXPECT_THAT(TextOf(run), HasSubstr("counter barrier seen up to 2\n"));
}

TEST(CanPromiseTest, ACheckNamesACaseThatFailsWhereOpenClLeavesItOpen) {
  const auto host = [](const char* id, VerdictKind kind) {
    CaseResult r = TestResult(absl::StrCat("host_sync.", id), kind,
                              Cause::kNone, Binding::kNothing);
    r.groups = r.residency = 0;
    return r;
  };
  const LoggedRun run =
      TestRun("P/D", {host("finish/queue=in_order", VerdictKind::kPass),
                      host("blocking_read/queue=in_order", VerdictKind::kPass),
                      host("marker/form=1_0", VerdictKind::kPass),
                      host("marker/form=1_2", VerdictKind::kHang)});
  EXPECT_THAT(
      CanText(run, {MakeAnswer(run, nullptr, *WhatIsMeant("host-sync"))}, 400),
      HasSubstr("host_sync.marker (but for host_sync.marker/form=1_2)\n"));
}

}  // namespace
}  // namespace wgsync
