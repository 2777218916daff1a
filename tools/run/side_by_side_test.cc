#include "tools/run/side_by_side.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

constexpr std::chrono::seconds kLong(20);  // nothing here takes that long

DeviceInfo Device(const std::string& type, const std::string& uuid) {
  DeviceInfo d;
  d.type = type;
  d.uuid = uuid;
  d.slug = "slug";
  return d;
}

// Which jobs run, and which have run.
class Jobs {
 public:
  // Runs `i`; returns once `together` jobs run at the same time, or not at all.
  void Run(size_t i, size_t together) {
    std::unique_lock<std::mutex> lock(mutex_);
    begun_.push_back(i);
    most_ = std::max(most_, ++now_);
    changed_.notify_all();
    EXPECT_TRUE(
        changed_.wait_for(lock, kLong, [&] { return most_ >= together; }))
        << "job " << i;
    --now_;
  }
  const std::vector<size_t>& begun() const { return begun_; }
  size_t most() const { return most_; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<size_t> begun_;
  size_t now_ = 0, most_ = 0;
};

TEST(SideBySideTest, GpusRunTogetherAndCpuDevicesAfterThem) {
  Jobs jobs;
  RunSideBySide({Device("cpu", ""), Device("gpu", "a"), Device("gpu", "b"),
                 Device("gpu", "c"), Device("accelerator", "")},
                3, [&](size_t i) { jobs.Run(i, i == 0 || i == 4 ? 1 : 3); });
  ASSERT_EQ(jobs.begun().size(), 5u);
  EXPECT_EQ(jobs.most(), 3u);
  EXPECT_THAT(
      std::vector<size_t>(jobs.begun().begin(), jobs.begun().begin() + 3),
      UnorderedElementsAre(1, 2, 3));
  EXPECT_THAT(std::vector<size_t>(jobs.begun().begin() + 3, jobs.begun().end()),
              ElementsAre(0, 4));
}

TEST(SideBySideTest, OneGpuUnderTwoPlatformsRunsOneAfterTheOther) {
  std::mutex mutex;
  std::map<std::string, int> now;
  std::vector<size_t> of_a;
  const std::vector<DeviceInfo> devices = {
      Device("gpu", "a"), Device("gpu", "b"), Device("gpu", "a"),
      Device("gpu", "b"), Device("gpu", "a")};
  RunSideBySide(devices, 5, [&](size_t i) {
    const std::string& uuid = devices[i].uuid;
    {
      const std::lock_guard<std::mutex> lock(mutex);
      EXPECT_EQ(++now[uuid], 1) << i;
      if (uuid == "a") of_a.push_back(i);
    }
    const std::lock_guard<std::mutex> lock(mutex);
    --now[uuid];
  });
  EXPECT_THAT(of_a, ElementsAre(0, 2, 4));
}

TEST(SideBySideTest, OneJobKeepsTheOrder) {
  for (const size_t jobs : {0, 1}) {
    std::vector<size_t> order;
    RunSideBySide({Device("cpu", ""), Device("gpu", "a"), Device("gpu", "b")},
                  jobs, [&](size_t i) { order.push_back(i); });
    EXPECT_THAT(order, ElementsAre(0, 1, 2));
  }
}

TEST(SideBySideTest, FewerJobsThanGpusRunAllOfThem) {
  Jobs jobs;
  RunSideBySide({Device("gpu", "a"), Device("gpu", "b"), Device("gpu", "c"),
                 Device("gpu", "d")},
                2, [&](size_t i) { jobs.Run(i, 2); });
  EXPECT_EQ(jobs.most(), 2u);
  EXPECT_THAT(jobs.begun(), UnorderedElementsAre(0, 1, 2, 3));
}

}  // namespace
}  // namespace wgsync
