// Planted schedulers: device models whose progress is known, on PoCL, must be
// classified as what they are, by name.
//
// A model runs where the device holds its groups at once: PoCL with four
// threads. Without a model and within that number PoCL is fair: its threads are
// the system's, which have time slices.

#include <cstdlib>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reports/words/evidence_text.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/next/known.h"
#include "suite/core/next/run_case.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/progress_record.h"
#include "suite/core/record/result.h"
#include "suite/core/verdict/rules.h"
#include "suite/engine/device_session.h"
#include "suite/engine/session.h"
#include "suite/proof/planted/test_device.h"

namespace wgsync {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kThreads[] = "4";
constexpr char kMoreThreads[] = "6";

// The id of a shape on so many groups; any other id as it is.
std::string IdOf(const std::string& shape, absl::string_view groups) {
  if (absl::StrContains(shape, "/poll=")) return shape;
  const size_t slash = shape.find('/');
  return absl::StrCat(
      "progress.", shape.substr(0, slash),
      "/poll=rmw/signal=rmw/fence=none/pay=plain/work=copies/wg=64/groups=",
      groups, slash == shape.npos ? "" : shape.substr(slash));
}

// Of each model the shapes that separate its class from its neighbours, in the
// mappings in which they do.
std::vector<CaseResult> RunOn(const std::string& model,
                              absl::string_view groups,
                              const std::vector<std::string>& shapes,
                              const char* threads = kThreads) {
  std::vector<CaseResult> results;
  setenv("POCL_MAX_PTHREAD_COUNT", threads, 1);
  const auto device = FindTestDevice();
  EXPECT_TRUE(device.ok()) << device.status();
  if (!device.ok()) return results;
  RunOptions options;
  options.device = *device;
  static int runs = 0;
  options.folder = absl::StrCat(testing::TempDir(), "/", ++runs);
  if (!model.empty()) options.model = ParseModel(model).value();
  std::vector<std::string> ids;
  for (const std::string& shape : shapes) {
    ids.push_back(IdOf(shape, groups));
  }
  const auto cases = Select(Tier::kSmoke, ids);
  EXPECT_TRUE(cases.ok()) << cases.status();
  if (!cases.ok()) return results;
  options.cases = *cases;
  options.on_result = [&](const CaseResult& r, size_t, size_t) {
    results.push_back(r);
  };
  const auto summary = RunDevice(options);
  EXPECT_TRUE(summary.ok()) << summary.status();
  return results;
}

std::string ClassOf(const std::vector<CaseResult>& results) {
  const progress::Classification c = ProgressOf(results);
  SCOPED_TRACE(absl::StrJoin(progress::ClassSentences(c), "\n"));
  for (const CaseResult& r : results) {
    std::printf("%s: %s, %s of %s\n", r.id.c_str(),
                VerdictText(r.verdict).c_str(), absl::StrCat(r.k).c_str(),
                absl::StrCat(r.n).c_str());
  }
  std::printf("%s\n", absl::StrJoin(progress::ClassSentences(c), "\n").c_str());
  return progress::ClassText(c);
}

const std::vector<std::string> kSeparating = {
    "handoff_up/map=chunk", "holder_high", "up_then_lock/map=shuffle",
    "late_middle/map=shuffle", "handoff_down/map=chunk"};

TEST(SchedulersTest, SlotsInRisingOrderGiveLobe) {
  EXPECT_EQ(ClassOf(RunOn("residency=2", "21", kSeparating)), "at most LOBE");
}

// Of shapes that are data, the judge says the same: a control of their texts.
// Whether a group has to wait is chance where other processes take the cores.
TEST(SchedulersTest, AnInterpretedShapeEndsAndHangsAsItsText) {
  const std::vector<CaseResult> results =
      RunOn("residency=2", "21",
            {"handoff_up/map=chunk/form=interpreted",
             "late_middle/map=shuffle/form=interpreted",
             "handoff_down/map=chunk/form=interpreted"});
  ASSERT_EQ(results.size(), 3u);
  for (size_t i : {0, 1}) {
    const VerdictKind kind = results[i].verdict.kind;
    EXPECT_TRUE(kind == VerdictKind::kPass || kind == VerdictKind::kUnproven)
        << results[i].id << ": " << VerdictText(results[i].verdict);
    EXPECT_GT(results[i].shape.ended, 0u) << results[i].id;
  }
  EXPECT_EQ(VerdictText(results[2].verdict), "hang (not started)");
  EXPECT_EQ(results[2].shape.role, 1u);
  EXPECT_EQ(ClassOf(results), "at most LOBE");
}

TEST(NightlySchedulersTest, SlotsInFallingOrderGiveObe) {
  EXPECT_EQ(ClassOf(RunOn("reverse=2", "21", kSeparating)), "at most OBE");
}

TEST(NightlySchedulersTest, OneSlotHangsOnlyWhatWaitsForAHigherGroup) {
  EXPECT_EQ(ClassOf(RunOn("residency=1", "21", kSeparating)), "at most LOBE");
}

// Which worker takes which batch is chance, and with it whether a shape hangs:
// late_middle runs in two mappings, of which one hang is enough.
TEST(NightlySchedulersTest,
     GroupsThatAreDealtInBatchesHaveHsaAndObeAndNotLobe) {
  std::vector<std::string> shapes = kSeparating;
  shapes.push_back("late_middle");
  EXPECT_EQ(ClassOf(RunOn("dealt=2", "21", shapes)), "at most HSA+OBE");
}

// All groups are on the device.
TEST(SchedulersTest, WhereOnlyTheLowestGroupIsRunThereIsHsaAlone) {
  EXPECT_EQ(
      ClassOf(RunOn("lowest", "6", {"handoff_up", "holder_high", "ticket_lock"},
                    kMoreThreads)),
      "at most HSA");
}

TEST(SchedulersTest, WhereAllAreResidentAndHaveTimeSlicesItIsFair) {
  EXPECT_EQ(ClassOf(RunOn("", "4", {"handoff_down", "late_top", "meet_3"})),
            "at most FAIR");
}

// A wait that ends by itself proves nothing of the scheduler.
TEST(SchedulersTest, LoopsThatAreCutSayNothingOfProgress) {
  const std::vector<CaseResult> results =
      RunOn("cut_loops=1000", "21", {"handoff_down/map=chunk"});
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(VerdictText(results[0].verdict), "broken (wait cut short)");
  const progress::Classification c = ProgressOf(results);
  for (const progress::Standing& s : c.standings) {
    EXPECT_EQ(s.state, progress::Standing::State::kNotSeen)
        << progress::ConfigName(s.config);
  }
}

// What a shape has shown decides whether the hang of another case counts.
TEST(NightlySchedulersTest, ALockThatHangsIsNoFailureWhereAShapeRefutesObe) {
  const std::string lock =
      "mutex.spin_exchange/poll=rmw/signal=rmw/fence=device/pay=plain/"
      "work=counter/wg=64/groups=6";
  const auto alone = RunOn("lowest", "6", {lock}, kMoreThreads);
  ASSERT_EQ(alone.size(), 1u);
  EXPECT_EQ(alone[0].verdict.kind, VerdictKind::kHang);
  EXPECT_EQ(alone[0].binds, Binding::kProgress);
  EXPECT_THAT(EvidenceWords(alone[0], {}),
              Contains(StartsWith("a hang is a failure here: it needs that "
                                  "started groups go on (OBE)")));
  const auto after = RunOn("lowest", "6", {lock, "holder_high"}, kMoreThreads);
  ASSERT_EQ(after.size(), 2u);
  EXPECT_EQ(after[1].id, lock) << "shapes come first";
  EXPECT_EQ(after[1].verdict.kind, VerdictKind::kHang);
  EXPECT_EQ(after[1].binds, Binding::kNothing);
  EXPECT_THAT(
      EvidenceWords(after[1], {}),
      Contains(StartsWith("a hang is not a failure here: the device does "
                          "not give OBE: OBE is refuted by "
                          "holder_high, round-robin, ")));
}

// The shapes that decide HSA, as they end on a device that gives it.
std::vector<CaseResult> ShapesThatHoldHsa() {
  std::vector<CaseResult> results;
  for (const char* shape : {"holder_low", "handoff_up", "chain_up_3"}) {
    CaseResult r;
    r.id = IdOf(absl::StrCat(shape, "/map=chunk"), "21");
    r.Decide(Rule::kWaitsMet);
    r.residency = 2;
    r.shape.groups = 21;
    r.shape.ended = r.shape.waited = 6;
    results.push_back(r);
  }
  return results;
}

// After them the device hands out its groups in falling order.
TEST(SchedulersTest, ALookBackThatHangsIsAFailureWhereHsaWasHeld) {
  setenv("POCL_MAX_PTHREAD_COUNT", kThreads, 1);
  const auto device = FindTestDevice();
  ASSERT_TRUE(device.ok()) << device.status();
  DeviceSession session(*device, absl::StrCat(testing::TempDir(), "/scratch"));
  ASSERT_EQ(session.EnsureWorker(), absl::OkStatus());
  Known known;
  known.model = ParseModel("reverse=2").value();
  const Case look_back =
      ParseCaseId(
          "handoff.lookback_by_group_id/poll=rmw/signal=rmw/fence=device/"
          "pay=plain/work=scan/wg=64/groups=21")
          .value();
  const CaseResult before =
      RunCase(look_back, WaitMode::kUnbounded, &session, &known);
  EXPECT_EQ(VerdictText(before.verdict), "hang (not started)");
  EXPECT_EQ(before.binds, Binding::kNothing);
  EXPECT_THAT(EvidenceWords(before, {}),
              Contains(StartsWith("a hang is not a failure here: it needs that "
                                  "lower ids go on (HSA progress), and its "
                                  "grid is larger than the residency")));
  for (const CaseResult& r : ShapesThatHoldHsa()) AddShape(r, &known.seen);
  const CaseResult after =
      RunCase(look_back, WaitMode::kUnbounded, &session, &known);
  EXPECT_EQ(VerdictText(after.verdict), "hang (not started)");
  EXPECT_EQ(after.binds, Binding::kProgress);
  EXPECT_THAT(EvidenceWords(after, {}),
              Contains(AllOf(StartsWith("a hang is a failure here: the device "
                                        "gave HSA to the shapes"),
                             HasSubstr("contradicts it"))));
}

}  // namespace
}  // namespace wgsync
