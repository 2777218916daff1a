#include "suite/proof/replay/replay.h"

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

constexpr char kRuns[] = "suite/proof/replay/runs/";

// The CPUs' runs were made when their groups read ahead as a GPU's do.
void NoReadsAhead(LaunchRecord* launch) { launch->spec.stress.warm = 0; }

// PoCL's run was made when a hand-off that is looked at again, since no group
// had to wait, was late for no longer.
void LateForLonger(LaunchRecord* launch) {
  NoReadsAhead(launch);
  if (launch->number == 884 || launch->number == 911) launch->spec.delay *= 2;
}

// A run, and how many cases it ran; those that were tried again count twice.
struct RecordedRun {
  const char* name;
  size_t cases;
  void (*change)(LaunchRecord*);
  const char* differs;  // by a rule that was changed on purpose
};

class ReplayTest : public testing::TestWithParam<RecordedRun> {};

TEST_P(ReplayTest, TheRulesAskForWhatTheRunLaunched) {
  const absl::StatusOr<Replayed> r =
      Replay(absl::StrCat(kRuns, GetParam().name), GetParam().change);
  ASSERT_TRUE(r.ok()) << r.status();
  EXPECT_EQ(r->cases, GetParam().cases);
  EXPECT_EQ(absl::StrJoin(r->differences, "\n"), GetParam().differs);
}

INSTANTIATE_TEST_SUITE_P(
    All, ReplayTest,
    testing::Values(RecordedRun{"h200", 1297, nullptr, ""},
                    RecordedRun{"pocl_smoke", 123, LateForLonger, ""},
                    RecordedRun{"rusticl_smoke", 123, NoReadsAhead, ""}),
    [](const auto& run) { return run.param.name; });

TEST(ReplayChangedTest, ALaunchThatComesOutOtherwiseIsADifference) {
  bool changed = false;
  std::string changed_case;
  const absl::StatusOr<Replayed> r =
      Replay(absl::StrCat(kRuns, "h200"), [&](LaunchRecord* launch) {
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
