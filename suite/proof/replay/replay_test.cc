#include "suite/proof/replay/replay.h"

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

constexpr char kH200[] = "reports/published/logs/h200";

// The CPUs' runs were made when their groups read ahead as a GPU's do.
void NoReadsAhead(LaunchRecord* launch) { launch->spec.stress.warm = 0; }

// PoCL's run was made when a hand-off that is looked at again, since no group
// had to wait, was late for no longer.
void LateForLonger(LaunchRecord* launch) {
  NoReadsAhead(launch);
  if (launch->number == 884 || launch->number == 911) launch->spec.delay *= 2;
}

struct RecordedRun {
  const char* name;
  const char* folder;
  size_t least;  // of cases; those that were tried again count twice
  void (*change)(LaunchRecord*) = nullptr;
  // Cases that a rule changes on purpose: how many, and of which primitives.
  size_t changed = 0;
  const char* changed_in = "";  // between blanks
};

class ReplayTest : public testing::TestWithParam<RecordedRun> {};

TEST_P(ReplayTest, TheRulesAskForWhatTheRunLaunched) {
  const RecordedRun& run = GetParam();
  const absl::StatusOr<Replayed> r = Replay(run.folder, run.change);
  ASSERT_TRUE(r.ok()) << r.status();
  EXPECT_GE(r->cases, run.least);
  EXPECT_EQ(r->differences.size(), run.changed);
  for (const std::string& difference : r->differences) {
    const std::string primitive =
        absl::StrCat(" ", difference.substr(0, difference.find('/')), " ");
    EXPECT_TRUE(absl::StrContains(run.changed_in, primitive)) << difference;
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, ReplayTest,
    testing::Values(
        // It was made when barriers of thousands of groups had more rounds
        // than 10 ms of control hold.
        RecordedRun{
            "h100", "reports/published/logs/h100", 1000, nullptr, 41,
            " barrier.counter_per_group barrier.counter_per_group_equality "
            "barrier.counter_per_group_reset barrier.counter_per_item_reset "
            "barrier.kernel_boundary barrier.modulo "
            "handoff.coherence_one_word handoff.last_arriver "},
        RecordedRun{"h200", kH200, 1000},
        RecordedRun{"intel", "reports/published/logs/intel", 1000},
        RecordedRun{"pocl_smoke", "suite/proof/replay/runs/pocl_smoke", 123,
                    LateForLonger},
        RecordedRun{"rusticl_smoke", "suite/proof/replay/runs/rusticl_smoke",
                    123, NoReadsAhead}),
    [](const auto& run) { return run.param.name; });

TEST(ReplayChangedTest, ALaunchThatComesOutOtherwiseIsADifference) {
  bool changed = false;
  std::string changed_case;
  const absl::StatusOr<Replayed> r = Replay(kH200, [&](LaunchRecord* launch) {
    if (changed || launch->purpose != LaunchPurpose::kJudged ||
        !EndedRight(*launch)) {
      return;
    }
    changed = true;
    changed_case = launch->case_id;
    launch->payload = PayloadState::kWrong;
    launch->facts.wrong = 1;
  });
  ASSERT_TRUE(r.ok()) << r.status();
  ASSERT_EQ(r->differences.size(), 1u) << absl::StrJoin(r->differences, "\n");
  EXPECT_EQ(r->differences[0].substr(0, changed_case.size()), changed_case);
}

}  // namespace
}  // namespace wgsync
