#include "suite/core/next/residency.h"

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/next/budget.h"
#include "suite/core/next/known.h"
#include "suite/core/next/question.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/launch_record.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;

constexpr double kLook = 1e-6;

// What a discovery comes to.
struct Came {
  uint32_t found = 0;
  double seconds = 1;  // longer than any window
  Ending ending = Ending::kFinished;
};

// A device whose discoveries come to what a list says; after its end, to what
// the last one came to.
class ListedDevice : public Answers {
 public:
  explicit ListedDevice(bool gpu) {
    profile_.claims.is_gpu = gpu;
    profile_.device.compute_units = 4;
    profile_.calibration.rmw_poll_seconds = kLook;
  }

  Answer To(const Question& q) override {
    asked.push_back(q);
    const Came came = list.front();
    if (list.size() > 1) list.pop_front();
    Answer a;
    a.launch.found = came.found;
    a.launch.seconds = came.seconds;
    a.launch.ending = came.ending;
    a.launch.number = asked.size();
    return a;
  }
  const DeviceProfile& profile() const override { return profile_; }

  // The groups, and the windows in seconds, of all launches since the last
  // call.
  std::vector<uint32_t> TakeGroups() {
    std::vector<uint32_t> groups;
    for (const Question& q : asked) groups.push_back(q.spec.groups);
    asked.clear();
    return groups;
  }
  std::vector<double> TakeWindows() {
    std::vector<double> windows;
    for (const Question& q : asked) {
      windows.push_back(q.spec.delay * 16 * kLook);
    }
    asked.clear();
    return windows;
  }

  std::deque<Came> list;
  std::vector<Question> asked;
  DeviceProfile profile_;
};

LaunchSpec Kernel(const std::string& work = "exchange") {
  LaunchSpec s;
  s.program.c = *ParseKernelCaseId(
      "barrier.counter_per_group/poll=rmw/signal=rmw/"
      "fence=device/pay=plain/work=" +
      work + "/wg=64/groups=2");
  s.group_size = 64;
  s.rounds = 100;
  return s;
}

class ResidencyTest : public testing::Test {
 protected:
  // The residency, where the next discoveries come to these.
  uint32_t Find(ListedDevice* device, std::deque<Came> list,
                const LaunchSpec& like = Kernel()) {
    device->list = std::move(list);
    device->asked.clear();
    Attempt a(like.program.c, WaitMode::kUnbounded, device, &known_);
    const uint32_t found = ResidencyOf(&a, like);
    last_ = a.last;
    return found;
  }

  Known known_;
  LaunchRecord last_;
  ListedDevice cpu_{false};
  ListedDevice gpu_{true};
};

TEST_F(ResidencyTest, ADiscoveryIsALaunchOfTheKernelWithMoreGroupsThanItHolds) {
  EXPECT_EQ(Find(&gpu_, {{20}}), 20u);
  const Question& q = gpu_.asked[0];
  EXPECT_EQ(q.kind, QuestionKind::kLaunch);
  EXPECT_EQ(q.purpose, LaunchPurpose::kDiscovery);
  EXPECT_EQ(q.time_of, Purpose::kDiscovery);
  EXPECT_TRUE(q.spec.discover);
  EXPECT_EQ(q.spec.groups, 4 * 40 + 2u);
  EXPECT_EQ(q.spec.group_size, 64u);
  EXPECT_EQ(q.spec.rounds, 1u);
  EXPECT_EQ(q.spec.delay, static_cast<uint32_t>(0.0005 / (16 * kLook)));
  EXPECT_EQ(q.spec.budget, LoopBudget(50 * 0.0005 / (16 * kLook)));
  EXPECT_EQ(q.deadline_seconds, 30);
  EXPECT_EQ(q.patience_seconds, 30);
}

TEST_F(ResidencyTest, TheFewestOfThreeDiscoveriesCounts) {
  EXPECT_EQ(Find(&cpu_, {{6}, {5}, {7}}), 5u);
  EXPECT_EQ(cpu_.asked.size(), 3u);
  EXPECT_EQ(Find(&gpu_, {{30}, {28}, {29}}), 28u);
  EXPECT_EQ(gpu_.asked.size(), 3u);
}

TEST_F(ResidencyTest, OnAGpuASecondThatAgreesIsTheLast) {
  EXPECT_EQ(Find(&gpu_, {{30}, {30}, {29}}), 30u);
  EXPECT_EQ(gpu_.asked.size(), 2u);
}

TEST_F(ResidencyTest, OnACpuAThirdIsMadeAllTheSame) {
  EXPECT_EQ(Find(&cpu_, {{6}, {6}, {5}}), 5u);
}

TEST_F(ResidencyTest, AKernelIsAskedOnce) {
  Find(&gpu_, {{30}});
  EXPECT_EQ(Find(&gpu_, {{20}}), 30u);
  EXPECT_TRUE(gpu_.asked.empty());
}

TEST_F(ResidencyTest, OnAGpuACountThatAnotherKernelHadNeedsNoSecond) {
  Find(&gpu_, {{30}});
  EXPECT_EQ(Find(&gpu_, {{30}}, Kernel("phase_check")), 30u);
  EXPECT_EQ(gpu_.asked.size(), 1u);
  EXPECT_EQ(Find(&gpu_, {{28}}, Kernel("scatter")), 28u);
  EXPECT_EQ(gpu_.asked.size(), 2u) << "no other kernel had 28";
  LaunchSpec larger = Kernel("scatter");
  larger.group_size = 128;
  EXPECT_EQ(Find(&gpu_, {{28}}, larger), 28u);
  EXPECT_EQ(gpu_.asked.size(), 2u) << "they were other groups";
}

TEST_F(ResidencyTest, OnACpuAnotherKernelWithSuchGroupsNeedsOneThatAgrees) {
  Find(&cpu_, {{6}});
  EXPECT_EQ(Find(&cpu_, {{6}}, Kernel("phase_check")), 6u);
  EXPECT_EQ(cpu_.asked.size(), 1u);
  EXPECT_EQ(Find(&cpu_, {{7}}, Kernel("scatter")), 7u);
  EXPECT_EQ(cpu_.asked.size(), 4u) << "one that differs does not count";
  LaunchSpec larger = Kernel("phase_check");
  larger.program.c = *ParseKernelCaseId(
      "barrier.tree_2/poll=rmw/signal=rmw/fence=device/pay=plain/"
      "work=exchange/wg=128/groups=2");
  larger.group_size = 128;
  EXPECT_EQ(Find(&cpu_, {{6}}, larger), 6u);
  EXPECT_GE(cpu_.asked.size(), 3u) << "no such groups were counted";
}

TEST_F(ResidencyTest, AWindowThatWasOverTooSoonIsWidened) {
  // A look takes a tenth of the time that was measured.
  EXPECT_EQ(Find(&cpu_, {{3, 0.006}, {6, 0.06}}), 6u);
  const std::vector<double> windows = cpu_.TakeWindows();
  ASSERT_EQ(windows.size(), 4u) << "the first does not count";
  EXPECT_NEAR(windows[0], 0.06, 1e-4);
  EXPECT_NEAR(windows[1], 0.6, 1e-4);
  EXPECT_NEAR(windows[3], 0.6, 1e-4);
  Find(&cpu_, {{6}}, Kernel("phase_check"));
  EXPECT_NEAR(cpu_.TakeWindows()[0], 0.6, 1e-4) << "what a look takes is kept";
}

TEST_F(ResidencyTest, AWindowIsWidenedEightTimesAndByTenThousandAtMost) {
  EXPECT_EQ(Find(&gpu_, {{30, 0.0002}}), 30u);
  EXPECT_EQ(gpu_.asked.size(), 9u + 9u);
  known_ = {};
  Find(&gpu_, {{30, 0}, {30, 0.0005}}, Kernel("scatter"));
  const std::vector<double> windows = gpu_.TakeWindows();
  EXPECT_NEAR(windows[1] / windows[0], 1e4, 200);
}

TEST_F(ResidencyTest, WhereLoopsAreCutTheWindowLeavesTurnsToLateGroups) {
  cpu_.profile_.loops_cut = true;
  cpu_.profile_.calibration.rmw_poll_seconds = 1e-9;
  EXPECT_EQ(Find(&cpu_, {{6, 0}}), 6u) << "it cannot be wider";
  EXPECT_EQ(cpu_.asked.size(), 3u);
  EXPECT_EQ(cpu_.asked[0].spec.delay, kCutLoop * kCutLoop * 8 / 10);
  EXPECT_EQ(cpu_.asked[0].spec.budget, kCutLoop);
}

TEST_F(ResidencyTest, GroupsAreDoubledWhileAllAreFound) {
  EXPECT_EQ(Find(&cpu_, {{10}, {20}, {21}}), 21u);
  EXPECT_THAT(cpu_.TakeGroups(),
              ElementsAre(10, 20, 40, 10, 20, 40, 10, 20, 40));
}

TEST_F(ResidencyTest, ALaunchThatDoesNotFinishGivesNoneAndIsTheLast) {
  EXPECT_EQ(Find(&cpu_, {{6}, {6, 1, Ending::kFrozen}, {6}}), 0u);
  EXPECT_EQ(cpu_.asked.size(), 2u);
  EXPECT_EQ(last_.number, 2u);
  EXPECT_EQ(last_.ending, Ending::kFrozen);
  EXPECT_EQ(last_.purpose, LaunchPurpose::kDiscovery);
  EXPECT_TRUE(last_.spec.discover);
  EXPECT_EQ(Find(&cpu_, {{6}}), 6u) << "nothing is kept of it";
  EXPECT_EQ(cpu_.asked.size(), 3u);
}

TEST_F(ResidencyTest, OnACpuFewerThanHopedAreLookedAtPatiently) {
  EXPECT_EQ(Find(&cpu_, {{3}, {4}, {4}, {5}}), 5u) << "4 compute units";
  EXPECT_THAT(cpu_.TakeWindows(),
              ElementsAre(testing::DoubleNear(0.06, 1e-4), testing::_,
                          testing::DoubleNear(0.06, 1e-4),
                          testing::DoubleNear(0.4, 1e-4), testing::_,
                          testing::DoubleNear(0.4, 1e-4)));
  EXPECT_EQ(Find(&cpu_, {{4}}, Kernel("phase_check")), 4u)
      << "the last result counts";
  EXPECT_EQ(cpu_.asked.size(), 1 + 3 + 3u) << "5 were found before";
  EXPECT_EQ(Find(&gpu_, {{3}}), 3u) << "a GPU's groups come at once";
  EXPECT_EQ(gpu_.asked.size(), 2u);
}

}  // namespace
}  // namespace wgsync
