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

// The H200's run was recorded before launches had `found`. Its discoveries have
// found the residency of their case, but for these: the launches that followed
// show that they found more.
void FoundMore(LaunchRecord* launch) {
  switch (launch->number) {
    case 1681:  // it did not agree with the two after it
      launch->found = 2773;
      break;
    case 2591:  // with the board; without it fewer were found, twice
      launch->found = 4224;
      break;
    case 6071:  // without the board; with it fewer were found, twice
    case 6072:
      launch->found = 2640;
      break;
  }
}

// The CPUs' runs were made when their groups read ahead as a GPU's do.
void NoReadsAhead(LaunchRecord* launch) { launch->spec.stress.warm = 0; }

// PoCL's run was made when a hand-off that is looked at again, since no group
// had to wait, was late for no longer.
void LateForLonger(LaunchRecord* launch) {
  NoReadsAhead(launch);
  if (launch->number == 884 || launch->number == 911) launch->spec.delay *= 2;
}

// The H200 ran it when groups that do not wait had to see something new 1.5
// times per group; two looks a launch are enough, so that 12 launches are.
constexpr char kFewerLaunches[] =
    "handoff.coherence_one_word/poll=relaxed/signal=relaxed/fence=none/"
    "pay=plain/work=rising/wg=64/groups=res/team=2: launches of the run that "
    "are not asked for: 20";

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
    testing::Values(RecordedRun{"h200", 1035, FoundMore, kFewerLaunches},
                    RecordedRun{"pocl_smoke", 123, LateForLonger, ""},
                    RecordedRun{"rusticl_smoke", 123, NoReadsAhead, ""}),
    [](const auto& run) { return run.param.name; });

TEST(ReplayChangedTest, ALaunchThatComesOutOtherwiseIsADifference) {
  bool changed = false;
  std::string changed_case;
  const absl::StatusOr<Replayed> r =
      Replay(absl::StrCat(kRuns, "h200"), [&](LaunchRecord* launch) {
        FoundMore(launch);
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
  ASSERT_EQ(r->differences.size(), 2u) << absl::StrJoin(r->differences, "\n");
  EXPECT_EQ(r->differences[1], kFewerLaunches);
  EXPECT_EQ(r->differences[0].substr(0, changed_case.size()), changed_case);
}

}  // namespace
}  // namespace wgsync
