// Shapes of forward progress: which grids are launched, when the late role is
// late, and what a launch that does not end says.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/launch/device_model.h"
#include "suite/engine/played/test_session.h"

namespace wgsync {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// Two roles; the second one waits for the first. 12 copies, all of which are
// resident on 24 groups, and 8 of which are on 16.
std::string Shape(const std::string& grid) {
  return "progress.handoff_up/poll=rmw/signal=rmw/fence=none/pay=plain/"
         "work=copies/wg=64/groups=" +
         grid;
}

// A wait is left without its condition, as where waits are removed.
LaunchAnswer LeavesAWait() {
  return [](const AskedLaunch&, WatchResult* r) {
    r->o.last.roles[1].bad = 1;
    r->o.last.roles[1].bad_end = WaitEnd::kUnmet;
  };
}

// Group 0 has started, or not, and takes no step; the others take many. In the
// grid of `Shape("16")` it is the first role of copy 0.
LaunchAnswer FirstGroupIsNotRun(bool started) {
  return [=](const AskedLaunch& a, WatchResult* r) {
    Freezes([=](Snapshot* s) {
      s->started[0] = started;
      for (RoleFacts& role : s->roles) role.steps = role.group == 0 ? 0 : 500;
    })(a, r);
    for (RoleFacts& role : r->o.earlier.roles) role.steps = 0;
  };
}

class ShapeCaseTest : public ::testing::Test {
 protected:
  ShapeCaseTest() {
    for (TestSession* s : {&gpu_, &cpu_}) {
      s->When(For(LaunchPurpose::kControl), LeavesAWait());
      s->residency = [](const LaunchSpec&) { return 16; };
    }
  }
  CaseResult Run(const std::string& grid,
                 WaitMode mode = WaitMode::kUnbounded) {
    return RunCase(&gpu_, Shape(grid), mode);
  }

  TestSession gpu_ = TestSession::Gpu();
  TestSession cpu_ = TestSession::Cpu();
};

std::vector<uint32_t> GroupsOf(const std::vector<AskedLaunch>& launches) {
  std::vector<uint32_t> groups;
  for (const AskedLaunch& a : launches) groups.push_back(a.spec.groups);
  return groups;
}

TEST_F(ShapeCaseTest,
       AResidentGridKeepsItsSizeAndEveryOtherLaunchHasALateRole) {
  const CaseResult r = Run("16");
  EXPECT_EQ(RuleOf(r), "waits_met") << WordsOf(r);
  const std::vector<AskedLaunch> launches = gpu_.Asked(LaunchPurpose::kWatched);
  EXPECT_THAT(GroupsOf(launches), ElementsAre(16, 16, 16, 16, 16, 16, 16, 16));
  for (size_t i = 0; i < launches.size(); ++i) {
    const LaunchSpec& s = launches[i].spec;
    EXPECT_EQ(s.shuffle, i);
    // 1 ms, of accesses that take 100 ns.
    EXPECT_EQ(s.delay, i % 2 == 0 ? 0u : 10000u);
    EXPECT_EQ(s.program.board, BoardMode::kRelaxed);
  }
  ASSERT_EQ(r.launches.size(), 2u) << "the control and the last one";
  EXPECT_EQ(r.launches[1], gpu_.asked.size());
  EXPECT_EQ(r.shape.ended, 8u);
  EXPECT_EQ(r.shape.waited, 8u);
  EXPECT_EQ(r.shape.copies, 8u);
  EXPECT_TRUE(r.shape.late);
  EXPECT_THAT(
      WordsOf(r),
      HasSubstr("8 launches of 8 copies in 16 groups and more ended "
                "with each wait met; in 8 of them a group had to poll"));
}

TEST_F(ShapeCaseTest, AGridBeyondTheResidencyGrowsWithEachPairOfLaunches) {
  const CaseResult r = Run("21");
  EXPECT_THAT(GroupsOf(gpu_.Asked(LaunchPurpose::kWatched)),
              ElementsAre(21, 21, 22, 22, 23, 23, 24, 24));
  EXPECT_EQ(r.groups, 24u) << "of the last one";
}

TEST_F(ShapeCaseTest, ACpuHasMoreLaunchesAndALongerDelay) {
  RunCase(&cpu_, Shape("21"));
  const std::vector<AskedLaunch> launches = cpu_.Asked(LaunchPurpose::kWatched);
  ASSERT_EQ(launches.size(), 24u);
  EXPECT_EQ(launches.back().spec.groups, 32u);
  EXPECT_EQ(launches.back().spec.delay, 50000u) << "5 ms";
}

TEST_F(ShapeCaseTest, ADelayIsBoundedWhereAccessesTakeNoTime) {
  gpu_.described.calibration.delay_seconds = 0;
  Run("16");
  EXPECT_EQ(gpu_.Asked(LaunchPurpose::kWatched)[1].spec.delay, 1'000'000u)
      << "of 1 ns each";
  TestSession cpu = TestSession::Cpu();
  cpu.described.calibration.delay_seconds = 0;
  RunCase(&cpu, Shape("16"));
  EXPECT_EQ(cpu.Asked(LaunchPurpose::kWatched)[1].spec.delay, 4'000'000u);
}

TEST_F(ShapeCaseTest, WhereLoopsAreCutTheDelayLeavesTurnsToTheWaits) {
  gpu_.described.loops_cut = true;
  Run("16");
  EXPECT_EQ(gpu_.Asked(LaunchPurpose::kWatched)[1].spec.delay, 2000u);
}

TEST_F(ShapeCaseTest, TheControlIsALaunchWithALateRoleUntilAWaitIsLeft) {
  EXPECT_EQ(Run("16").judged.evidence.negative, Trial::kWrong);
  const std::vector<AskedLaunch> controls = gpu_.Asked(LaunchPurpose::kControl);
  ASSERT_EQ(controls.size(), 1u);
  EXPECT_EQ(controls[0].spec.program.waits, WaitMode::kRemoved);
  EXPECT_NE(controls[0].spec.delay, 0u);
}

TEST_F(ShapeCaseTest, AControlThatLeavesNoWaitIsMadeOnEachGrid) {
  TestSession gpu = TestSession::Gpu();
  const CaseResult r = RunCase(&gpu, Shape("21"));
  EXPECT_THAT(GroupsOf(gpu.Asked(LaunchPurpose::kControl)),
              ElementsAre(21, 22, 23, 24));
  EXPECT_EQ(RuleOf(r), "no_wait_unmet") << WordsOf(r);
}

TEST_F(ShapeCaseTest, AControlThatHangsEndsTheCase) {
  TestSession gpu = TestSession::Gpu();
  gpu.When(For(LaunchPurpose::kControl), Freezes());
  const CaseResult r = RunCase(&gpu, Shape("16"));
  EXPECT_EQ(RuleOf(r), "control_failed") << WordsOf(r);
  EXPECT_EQ(gpu.Count(LaunchPurpose::kWatched), 0);
}

TEST_F(ShapeCaseTest, WithoutWaitsTheCaseProvesNothing) {
  const CaseResult r = Run("16", WaitMode::kRemoved);
  EXPECT_NE(r.verdict.kind, VerdictKind::kPass) << WordsOf(r);
  EXPECT_EQ(r.judged.evidence.negative, Trial::kNotRun);
}

TEST_F(ShapeCaseTest, TheDeadlineIsOfTheSlowestControlAndOfLateGroupsOnACpu) {
  gpu_.seconds = [](const AskedLaunch&) { return 0.02; };
  Run("16");
  EXPECT_DOUBLE_EQ(gpu_.Asked(LaunchPurpose::kWatched)[0].deadline_seconds,
                   0.4);
  EXPECT_DOUBLE_EQ(gpu_.Asked(LaunchPurpose::kWatched)[0].patience_seconds,
                   0.4);
  cpu_.seconds = [](const AskedLaunch&) { return 0.02; };
  RunCase(&cpu_, Shape("16"));
  // 8 groups, each 5 ms late.
  EXPECT_DOUBLE_EQ(cpu_.Asked(LaunchPurpose::kWatched)[0].deadline_seconds,
                   0.4 + 8 * 0.005);
}

TEST_F(ShapeCaseTest, TheDeadlineOfAQuickLaunchIsAQuarterOfASecond) {
  Run("16");
  EXPECT_DOUBLE_EQ(gpu_.Asked(LaunchPurpose::kWatched)[0].deadline_seconds,
                   0.25);
}

TEST_F(ShapeCaseTest, WhereNoGroupHasToWaitItIsUnproven) {
  gpu_.When(For(LaunchPurpose::kWatched), NoneWaits());
  const CaseResult r = Run("16");
  EXPECT_EQ(RuleOf(r), "no_group_waited") << WordsOf(r);
  EXPECT_EQ(r.shape.ended, 8u);
  EXPECT_EQ(r.shape.waited, 0u);
}

TEST_F(ShapeCaseTest, OneLaunchInWhichAGroupWaitsProvesIt) {
  gpu_.When(For(LaunchPurpose::kWatched), NoneWaits(), 7);
  const CaseResult r = Run("16");
  EXPECT_EQ(RuleOf(r), "waits_met") << WordsOf(r);
  EXPECT_EQ(r.shape.waited, 1u);
}

TEST_F(ShapeCaseTest, AGroupThatHasNotStartedIsNamedWithItsRole) {
  const auto third = [n = 0](const AskedLaunch& a) mutable {
    return a.purpose == LaunchPurpose::kWatched && ++n > 2;
  };
  gpu_.When(third, FirstGroupIsNotRun(/*started=*/false));
  const CaseResult r = Run("16");
  EXPECT_EQ(VerdictText(r.verdict), "hang (not started)") << WordsOf(r);
  EXPECT_EQ(r.shape.group, 0);
  EXPECT_EQ(r.shape.role, 0u);
  EXPECT_FALSE(r.shape.started);
  EXPECT_EQ(r.shape.stuck_copies, 8u);
  EXPECT_FALSE(r.shape.late) << "the third launch of a try";
}

TEST_F(ShapeCaseTest, AGroupThatHasStartedAndIsNotRunIsNamedSo) {
  gpu_.When(For(LaunchPurpose::kWatched), FirstGroupIsNotRun(/*started=*/true));
  const CaseResult r = Run("16");
  EXPECT_EQ(r.verdict.kind, VerdictKind::kHang) << WordsOf(r);
  EXPECT_TRUE(r.shape.started);
  EXPECT_EQ(r.shape.group, 0);
  EXPECT_EQ(r.shape.ended, 0u);
  EXPECT_THAT(WordsOf(r), HasSubstr("has started and is not run"));
  EXPECT_THAT(WordsOf(r), Not(HasSubstr("ended with each wait met")));
}

// A word that changes elsewhere is not why a group is not run.
TEST_F(ShapeCaseTest, ARetryingLaunchWithAGroupThatIsNotRunIsFrozen) {
  gpu_.When(For(LaunchPurpose::kWatched),
            [](const AskedLaunch& a, WatchResult* r) {
              FirstGroupIsNotRun(/*started=*/false)(a, r);
              r->o.ending = Ending::kRetrying;
              for (Snapshot* s : {&r->o.earlier, &r->o.frozen, &r->o.last}) {
                std::fill(s->ended.begin() + 2, s->ended.end(), true);
              }
            });
  const CaseResult r = Run("16");
  EXPECT_EQ(r.judged.evidence.ending, Ending::kFrozen);
  EXPECT_EQ(VerdictText(r.verdict), "hang (not started)") << WordsOf(r);
}

TEST_F(ShapeCaseTest, GroupsThatTakeTurnsAtWordsThatChangeAreALivelock) {
  gpu_.When(For(LaunchPurpose::kWatched),
            [](const AskedLaunch& a, WatchResult* r) {
              FirstGroupIsNotRun(/*started=*/false)(a, r);
              r->o.ending = Ending::kRetrying;
            });
  const CaseResult r = Run("16");
  EXPECT_EQ(VerdictText(r.verdict), "hang (livelock)") << "of copies 1 to 7";
  EXPECT_EQ(r.shape.group, -1);
}

TEST_F(ShapeCaseTest, WithoutAProvenChannelNoGroupIsNamed) {
  gpu_.When(For(LaunchPurpose::kWatched),
            [](const AskedLaunch& a, WatchResult* r) {
              FirstGroupIsNotRun(/*started=*/false)(a, r);
              r->o.channel_proven = false;
            });
  const CaseResult r = Run("16");
  EXPECT_EQ(r.shape.group, -1);
  EXPECT_EQ(r.shape.stuck_copies, 0u);
}

TEST_F(ShapeCaseTest, OneLookNamesAGroupThatHasNotStartedToo) {
  gpu_.When(For(LaunchPurpose::kWatched),
            [](const AskedLaunch& a, WatchResult* r) {
              FirstGroupIsNotRun(/*started=*/false)(a, r);
              r->o.has_pair = false;
            });
  EXPECT_EQ(Run("16").shape.group, 0);
}

// A bounded wait that gave up has changed the memory of the launch's end.
TEST_F(ShapeCaseTest, WhereAWaitGaveUpTheLooksBeforeItNameTheGroup) {
  for (bool pair : {true, false}) {
    TestSession gpu = TestSession::Gpu();
    gpu.When(For(LaunchPurpose::kControl), LeavesAWait());
    gpu.When(For(LaunchPurpose::kWatched),
             [=](const AskedLaunch& a, WatchResult* r) {
               FirstGroupIsNotRun(/*started=*/false)(a, r);
               r->o.ending = Ending::kFinished;
               r->o.has_pair = pair;
               r->o.last = SoundLaunch(a.spec, /*cpu=*/false).last;
               r->o.last.roles[1].bad = 1;
               r->o.last.roles[1].bad_end = WaitEnd::kGaveUp;
             });
    const CaseResult r = RunCase(&gpu, Shape("16"), WaitMode::kBounded);
    EXPECT_EQ(r.judged.evidence.waits, Waits::kGaveUp);
    EXPECT_EQ(r.shape.group, pair ? 0 : -1);
  }
}

TEST_F(ShapeCaseTest, AProgramThatDoesNotBuildIsNotJudged) {
  gpu_.When(For(LaunchPurpose::kWatched), BuildFails("no such builtin"));
  const CaseResult r = Run("16");
  EXPECT_EQ(r.verdict.kind, VerdictKind::kBuildFailed) << WordsOf(r);
  EXPECT_EQ(gpu_.Count(LaunchPurpose::kWatched), 1);
}

}  // namespace
}  // namespace wgsync
