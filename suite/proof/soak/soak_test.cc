// Thousands of launches that pass, on a machine without a processor to spare:
// no other verdict, and nothing that grows. README.md says how to run it.

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "gtest/gtest.h"
#include "reports/words/evidence_text.h"
#include "suite/core/next/known.h"
#include "suite/core/next/run_case.h"
#include "suite/core/plan/case.h"
#include "suite/engine/device_session.h"
#include "suite/engine/session.h"
#include "suite/proof/planted/test_device.h"
#include "suite/proof/soak/load.h"
#include "suite/proof/soak/usage.h"
#include "suite/worker/device_lock.h"

namespace wgsync {
namespace {

struct Settings {
  uint32_t launches = 10000;
  uint32_t warm = 1000;  // launches after which memory must not grow any more
  std::string leak;      // planted; README.md has their names
  bool load = true;
};
Settings settings;

const char* const kCases[] = {
    "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain"
    "/work=exchange/wg=64/groups=2",
    "barrier.counter_per_group/poll=acquire/signal=release/fence=none/pay=plain"
    "/work=scatter/wg=64/groups=2",
    "barrier.flags_master_group/poll=volatile/signal=volatile/fence=device"
    "/pay=plain/work=phase_check/wg=64/groups=2",
    "mutex.spin_exchange/poll=rmw/signal=rmw/fence=device/pay=plain"
    "/work=counter/wg=64/groups=2",
    "mutex.fetch_and_add/poll=acquire/signal=release/fence=none/pay=plain"
    "/work=counter/wg=64/groups=2",
    "handoff.message_passing/poll=rmw/signal=rmw/fence=device/pay=plain"
    "/work=message/wg=64/groups=2",
};

// Holds a little more of one thing each time it is called.
class Leak {
 public:
  explicit Leak(std::string folder) : folder_(std::move(folder)) {}
  ~Leak() {
    stop_ = true;
    for (std::thread& t : threads_) t.join();
    if (!shm_.empty()) shm_unlink(shm_.c_str());
  }

  void Some(DeviceSession* device, KernelCase* c) {
    ++turn_;
    const std::string& leak = settings.leak;
    if (leak == "memory") kept_.emplace_back(size_t{1} << 18, 'x');
    if (leak == "fd") (void)open("/dev/null", O_RDONLY);
    if (leak == "file") {
      std::ofstream(absl::StrCat(folder_, "/", turn_)) << "x";
    }
    if (leak == "worker") device->EndWorker().IgnoreError();
    if (leak == "programs") Rename(c);
    if (turn_ != 30) return;
    if (leak == "thread") {
      threads_.emplace_back([this] {
        while (!stop_) usleep(1000);
      });
    }
    if (leak == "process") processes_.Start();
    if (leak == "shm") {
      shm_ = absl::StrCat("/wgsync-soak-", getpid());
      const int fd = shm_open(shm_.c_str(), O_CREAT | O_RDWR, 0600);
      if (fd >= 0) close(fd);
    }
    if (leak == "verdict") c->grid.groups = Groups::kResPlus1;
  }

 private:
  // A worker keeps its programs, and each name is another program.
  void Rename(KernelCase* c) {
    renamed_.push_back(std::make_unique<Primitive>(*c->primitive));
    renamed_.back()->name = absl::StrCat(c->primitive->name, "_", turn_);
    c->primitive = renamed_.back().get();
  }

  std::string folder_;
  int turn_ = 0;
  volatile bool stop_ = false;
  std::vector<std::string> kept_;
  std::vector<std::thread> threads_;
  std::vector<std::unique_ptr<Primitive>> renamed_;
  Load processes_;
  std::string shm_;
};

std::string Folder() {
  const std::string folder =
      absl::StrCat(testing::TempDir(), "/soak-", getpid());
  std::filesystem::create_directories(folder);
  return folder;
}

// Pass; or right, where on a busy machine the control was right as well.
bool Expected(const CaseResult& r) {
  return r.verdict.kind == VerdictKind::kPass ||
         r.verdict.kind == VerdictKind::kUnproven;
}

// Runs the cases in turn until there were so many launches.
class Soak {
 public:
  Soak(const DeviceInfo& info, std::string folder)
      : device_(info, folder + "/scratch"),
        folder_(std::move(folder)),
        leak_(folder_) {}

  void Until(uint32_t launches, DeviceLock* lock) {
    while (device_.launches() < static_cast<int>(launches) &&
           !testing::Test::HasFailure()) {
      KernelCase c = *ParseKernelCaseId(kCases[runs_++ % std::size(kCases)]);
      leak_.Some(&device_, &c);
      ASSERT_TRUE(lock->Acquire().ok());
      const CaseResult r = RunCase(c, WaitMode::kUnbounded, &device_, &known_);
      lock->Release();
      ++verdicts_[VerdictText(r.verdict)];
      ASSERT_TRUE(Expected(r)) << r.id << ": " << VerdictText(r.verdict) << "\n"
                               << absl::StrJoin(EvidenceWords(r, {}), "\n");
      ASSERT_TRUE(r.also.empty()) << r.id << ": " << r.also.front();
    }
  }

  Usage Look() const { return ReadUsage(device_.worker_pid(), folder_); }
  void Print(const std::string& when) const {
    std::printf("%s: %d launches, %u cases: %s\n", when.c_str(),
                device_.launches(), runs_, UsageText(Look()).c_str());
    std::fflush(stdout);
  }
  void PrintVerdicts() const {
    for (const auto& [text, n] : verdicts_) {
      std::printf("%u of %u cases: %s\n", n, runs_, text.c_str());
    }
  }
  DeviceSession& device() { return device_; }

 private:
  DeviceSession device_;
  Known known_;
  std::string folder_;
  Leak leak_;
  uint32_t runs_ = 0;
  std::map<std::string, uint32_t> verdicts_;
};

void ExpectNoLeak(const Usage& before, const Usage& now) {
  for (const std::string& leak : Leaks(before, now)) ADD_FAILURE() << leak;
}

TEST(SoakTest, ThousandsOfLaunchesLeaveNothingBehind) {
  const std::string folder = Folder();
  Load load;
  const absl::StatusOr<DeviceInfo> info = FindTestDevice();
  ASSERT_TRUE(info.ok()) << info.status();
  auto lock = DeviceLock::Open(info->type, info->uuid, info->slug);
  ASSERT_TRUE(lock.ok()) << lock.status();
  const Usage idle = ReadUsage(-1, folder + "/none");
  ASSERT_TRUE(!settings.load || load.Start());
  std::printf("%s; %zu processes of load\n", info->full_name.c_str(),
              load.pids().size());
  {
    Soak soak(*info, folder);
    soak.device().ShareLock(lock->fd());
    soak.Until(std::min(settings.warm, settings.launches), &*lock);
    const Usage warm = soak.Look();
    soak.Print("warm");
    for (uint32_t n = settings.warm; n < settings.launches;) {
      n = std::min(n + settings.warm, settings.launches);
      soak.Until(n, &*lock);
      if (HasFailure()) break;
      soak.Print("on");
    }
    soak.PrintVerdicts();
    ExpectNoLeak(warm, soak.Look());
    ASSERT_TRUE(soak.device().EndWorker().ok());
  }
  load.Stop();
  // The controller's memory has been compared; all else is as before.
  Usage after = ReadUsage(-1, folder + "/none");
  after.controller.resident_bytes = idle.controller.resident_bytes;
  ExpectNoLeak(idle, after);
  std::filesystem::remove_all(folder);
}

// "--launches=1000" and the like; false where it is not understood.
bool Read(absl::string_view arg) {
  if (absl::ConsumePrefix(&arg, "--launches=")) {
    return absl::SimpleAtoi(arg, &settings.launches);
  }
  if (absl::ConsumePrefix(&arg, "--warm=")) {
    return absl::SimpleAtoi(arg, &settings.warm) && settings.warm > 0;
  }
  if (absl::ConsumePrefix(&arg, "--leak=")) {
    settings.leak = std::string(arg);
    const std::set<std::string> known = {"memory",   "fd",     "file",
                                         "worker",   "thread", "process",
                                         "programs", "shm",    "verdict"};
    return known.count(settings.leak) > 0;
  }
  if (arg == "--no-load") settings.load = false;
  return arg == "--no-load";
}

}  // namespace
}  // namespace wgsync

int main(int argc, char** argv) {
  wgsync::MaybeWorkerMain(argc, argv);
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    if (wgsync::Read(argv[i])) continue;
    std::fprintf(stderr,
                 "soak: %s is not understood; see suite/proof/README.md\n",
                 argv[i]);
    return 2;
  }
  return RUN_ALL_TESTS();
}
