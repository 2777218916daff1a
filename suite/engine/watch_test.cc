// This binary is its own worker, which answers a launch as a test needs it.

#include "suite/engine/watch.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/launch/launch_memory.h"
#include "suite/worker/worker_main.h"
#include "suite/worker/worker_process.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr int kLaunch = 7;

void Emit(const json& event) {
  const std::string line = event.dump() + "\n";
  if (write(kEventFd, line.data(), line.size()) < 0) _exit(1);
}

// Begins a launch, answers a question that was asked in the one before, and
// never comes back.
[[noreturn]] void Work() {
  char c;
  if (read(kCommandFd, &c, 1) != 1) _exit(1);
  Emit({{"event", "PHASE"}, {"phase", "enqueue"}});
  Emit({{"event", "SNAPSHOT"}, {"id", kLaunch - 1}, {"ok", true}});
  while (read(kCommandFd, &c, 1) > 0) {
  }
  _exit(0);
}

TEST(WatchTest, ASnapshotOfTheLaunchBeforeIsNotLookedAt) {
  std::string scratch = absl::StrCat(testing::TempDir(), "/worker_XXXXXX");
  ASSERT_NE(mkdtemp(&scratch[0]), nullptr);
  auto worker = WorkerProcess::Start(scratch, -1);
  ASSERT_TRUE(worker.ok()) << worker.status();
  // The launch before has the same layout, and all of its groups have ended.
  LaunchMemory before(
      LaunchMemory::Spec("barrier.counter_per_group", "exchange"));
  for (uint32_t word = 0; word < 2 * before.spec().groups; ++word) {
    before.At(kBoard, word) = kPattern + 1;
  }
  memcpy((*worker)->snapshots(), before.half(), before.layout().total);
  WatchOptions options;
  options.channel_proven = true;
  options.limits.start = options.limits.report = 0.1;
  const WatchResult r =
      Watch(worker->get(), {{"cmd", "launch"}, {"id", kLaunch}}, before.spec(),
            before.layout(), options);
  EXPECT_EQ(r.o.ending, Ending::kNeverStarted)
      << "by the old snapshot, the driver does not report the end";
}

}  // namespace
}  // namespace wgsync

int main(int argc, char** argv) {
  if (argc == 3 && strcmp(argv[1], wgsync::kWorkerFlag) == 0) wgsync::Work();
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
