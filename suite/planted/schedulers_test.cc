// Planted schedulers: device models whose progress is known, on PoCL, must be
// classified as what they are, by name.
//
// A model runs where the device holds its groups at once: PoCL with four
// threads. Without a model and within that number PoCL is fair: its threads are
// the system's, which have time slices.

#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/model.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/progress_record.h"
#include "suite/core/record/result.h"
#include "suite/engine/session.h"
#include "suite/planted/test_device.h"

namespace wgsync {
namespace {

constexpr char kThreads[] = "4";
constexpr char kMoreThreads[] = "6";

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
  options.folder = absl::StrCat(testing::TempDir(), "/", model, groups);
  if (!model.empty()) options.model = ParseModel(model).value();
  std::vector<std::string> ids;
  for (const std::string& shape : shapes) {
    const size_t slash = shape.find('/');
    ids.push_back(absl::StrCat(
        "progress.", shape.substr(0, slash),
        "/poll=rmw/signal=rmw/fence=none/pay=plain/work=copies/wg=64/groups=",
        groups, slash == shape.npos ? "" : shape.substr(slash)));
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

TEST(SchedulersTest, SlotsInFallingOrderGiveObe) {
  EXPECT_EQ(ClassOf(RunOn("reverse=2", "21", kSeparating)), "at most OBE");
}

TEST(SchedulersTest, OneSlotHangsOnlyWhatWaitsForAHigherGroup) {
  EXPECT_EQ(ClassOf(RunOn("residency=1", "21", kSeparating)), "at most LOBE");
}

// Which worker takes which batch is chance, and with it whether a shape hangs:
// late_middle runs in two mappings, of which one hang is enough.
TEST(SchedulersTest, GroupsThatAreDealtInBatchesHaveHsaAndObeAndNotLobe) {
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

}  // namespace
}  // namespace wgsync

int main(int argc, char** argv) {
  wgsync::MaybeWorkerMain(argc, argv);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
