// DeviceSession::BinaryDigest() on each device of this machine.

#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "gtest/gtest.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/device_info.h"
#include "suite/engine/device_session.h"
#include "suite/engine/session.h"
#include "suite/worker/scratch_folder.h"

namespace wgsync {
namespace {

constexpr char kCase[] =
    "handoff.message_passing/poll=volatile/signal=volatile/fence=mem/pay=plain/"
    "work=message/wg=64/groups=2";

ProgramSpec Sound() {
  ProgramSpec s;
  s.c = *ParseKernelCaseId(kCase);
  return s;
}

ProgramSpec WithoutFence() {
  ProgramSpec s = Sound();
  s.c.access.fence = Fence::kNone;
  return s;
}

// The digests of both programs, from a worker that has built nothing else.
std::vector<std::string> Digests(const DeviceInfo& device) {
  const ScratchFolder scratch = ScratchFolder::Temporary();
  DeviceSession session(device, scratch.path());
  return {session.BinaryDigest(Sound()), session.BinaryDigest(WithoutFence())};
}

TEST(BinaryDigestTest, IsThatOfTheCodeInEachWorker) {
  const absl::StatusOr<std::vector<DeviceInfo>> all = EnumerateDevices();
  ASSERT_TRUE(all.ok()) << all.status();
  const std::set<std::string> silent = {"Portable Computing Language",
                                        "Oclgrind"};
  const std::set<std::string> telling = {"Intel(R) OpenCL", "NVIDIA CUDA",
                                         "rusticl"};
  int checked = 0;
  for (const DeviceInfo& device : *all) {
    if (!device.problem.empty()) continue;
    const std::string platform =
        device.full_name.substr(0, device.full_name.find('/'));
    const std::vector<std::string> digests = Digests(device);
    if (silent.count(platform) > 0) {
      EXPECT_EQ(digests, std::vector<std::string>(2)) << device.full_name;
    } else if (telling.count(platform) > 0) {
      EXPECT_EQ(digests[0].size(), 64) << device.full_name;
      EXPECT_NE(digests[0], digests[1]) << device.full_name;
      EXPECT_EQ(digests, Digests(device)) << device.full_name;
    } else {
      continue;
    }
    ++checked;
  }
  if (checked == 0) GTEST_SKIP() << "no device of a driver that was measured";
}

}  // namespace
}  // namespace wgsync

int main(int argc, char** argv) {
  wgsync::MaybeWorkerMain(argc, argv);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
