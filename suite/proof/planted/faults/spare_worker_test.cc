// The worker that opens the device ahead. The device is a CPU that the layer of
// faults lets say that it is a GPU.

#include <signal.h>
#include <stdlib.h>

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "devices/faults/fault_state.h"
#include "gtest/gtest.h"
#include "suite/core/record/device_info.h"
#include "suite/engine/device_session.h"
#include "suite/engine/session.h"
#include "suite/proof/planted/test_device.h"

namespace wgsync {
namespace {

class SpareWorkerTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::string layer =
        std::filesystem::absolute("devices/faults/libwgsync_faults.so");
    ASSERT_TRUE(std::filesystem::exists(layer)) << layer;
    ChoosePocl();
    const absl::StatusOr<std::vector<DeviceInfo>> all = EnumerateDevices();
    ASSERT_TRUE(all.ok()) << all.status();
    ASSERT_FALSE(all->empty());
    device_ = all->front();
    layer_ = layer;
  }
  // From now on the device says that it is a GPU.
  void BeGpu() {
    setenv("OPENCL_LAYERS", layer_.c_str(), 1);
    setenv(kFaultVariable, "clGetDeviceInfo(0x1000):answer=4+", 1);
  }
  void TearDown() override {
    unsetenv("OPENCL_LAYERS");
    unsetenv(kFaultVariable);
  }

  std::string layer_;
  DeviceInfo device_;
  const std::string scratch_ = absl::StrCat(testing::TempDir(), "/scratch");
};

TEST_F(SpareWorkerTest, TakesThePlaceOfTheWorkerThatEnds) {
  BeGpu();
  DeviceSession session(device_, scratch_);
  ASSERT_EQ(session.EnsureWorker(), absl::OkStatus());
  ASSERT_FALSE(session.cpu()) << "the loader has not loaded the layer";
  for (int i = 0; i < 2; ++i) {
    const pid_t spare = session.spare_pid();
    ASSERT_NE(spare, -1);
    ASSERT_EQ(session.EndWorker(), absl::OkStatus());
    ASSERT_EQ(session.EnsureWorker(), absl::OkStatus());
    EXPECT_EQ(session.worker_pid(), spare);
  }
  EXPECT_EQ(session.TakeNotes(), std::vector<std::string>());
}

TEST_F(SpareWorkerTest, ThatIsDeadIsReplacedAndNoOtherIsOpenedAhead) {
  BeGpu();
  DeviceSession session(device_, scratch_);
  ASSERT_EQ(session.EnsureWorker(), absl::OkStatus());
  const pid_t spare = session.spare_pid();
  ASSERT_NE(spare, -1);
  ASSERT_EQ(kill(spare, SIGKILL), 0);
  ASSERT_EQ(session.EndWorker(), absl::OkStatus());
  ASSERT_EQ(session.EnsureWorker(), absl::OkStatus());
  EXPECT_NE(session.worker_pid(), spare);
  EXPECT_EQ(session.spare_pid(), -1);
  EXPECT_EQ(session.TakeNotes().size(), 1u);
}

// How many programs PoCL's cache has after one more session that opens the
// device.
size_t ProgramsAfterASession(const DeviceInfo& device,
                             const std::string& scratch,
                             const std::string& cache) {
  DeviceSession session(device, scratch);
  EXPECT_EQ(session.EnsureWorker(), absl::OkStatus());
  size_t programs = 0;
  for (const auto& file :
       std::filesystem::recursive_directory_iterator(cache)) {
    programs += file.path().filename() == "program.bc" ? 1 : 0;
  }
  return programs;
}

// Only a program that the cache does not have makes a driver load its compiler,
// which is a part of the driver's identity.
TEST_F(SpareWorkerTest, AGpusFingerprintIsReadAfterABuildThatNoCacheHas) {
  const std::string cache = absl::StrCat(testing::TempDir(), "/pocl_cache");
  std::filesystem::create_directories(cache);
  setenv("POCL_CACHE_DIR", cache.c_str(), 1);
  const size_t as_cpu = ProgramsAfterASession(device_, scratch_, cache);
  ASSERT_GT(as_cpu, 0u);
  EXPECT_EQ(ProgramsAfterASession(device_, scratch_, cache), as_cpu);

  BeGpu();
  const size_t first = ProgramsAfterASession(device_, scratch_, cache);
  EXPECT_GT(first, as_cpu);
  EXPECT_GT(ProgramsAfterASession(device_, scratch_, cache), first);
}

TEST_F(SpareWorkerTest, ACpuHasNone) {
  DeviceSession session(device_, scratch_);
  ASSERT_EQ(session.EnsureWorker(), absl::OkStatus());
  EXPECT_EQ(session.spare_pid(), -1);
}

}  // namespace
}  // namespace wgsync
