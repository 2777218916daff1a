#include "suite/worker/kernel_lines.h"

#include <unistd.h>

#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr KernelSubjects kGpu = {true, false};
constexpr KernelSubjects kProcess = {false, true};
constexpr KernelSubjects kBoth = {true, true};

// As devices/vendors.md has them.
constexpr const char* kGpuLines[] = {
    "NVRM: Xid (PCI:0000:01:00): 31, pid=12, name=wgsync, MMU Fault",
    "nvidia-modeset: ERROR: GPU:0: Idling display engine timed out",
    "nvidia_uvm: fatal error",
    "[drm:amdgpu_job_timedout [amdgpu]] *ERROR* ring comp_1.0.0 timeout",
    "amdgpu 0000:03:00.0: amdgpu: GPU reset begin!",
    "amdgpu: Failed to evict queue",
    "kfd kfd: amdgpu: skipped device",
    "i915 0000:00:02.0: [drm] GPU HANG: ecode 12:1:85dffffb, in wgsync [7]",
    "xe 0000:03:00.0: [drm] GT0: Engine reset: engine_class=ccs",
    "mali ff9a0000.gpu: Job hard-stopped",
    "panfrost ff9a0000.gpu: gpu sched timeout, js=1",
    "panthor fb000000.gpu: [drm] job timeout",
    "msm 5000000.gpu: [drm:hangcheck_handler] hangcheck detected gpu lockup",
    "kgsl kgsl-3d0: gpu fault ctx 12",
};
constexpr const char* kProcessLines[] = {
    "rusticl queue w[30850]: segfault at 0 ip 00007ff7199bc068 sp "
    "00007ff70adf6da0 error 4 in libRusticlOpenCL.so.1.0.0[bbc068,0+1b70000]",
    "traps: wgsync[12] general protection fault ip:1 sp:2 error:0",
    "wgsync[12]: unhandled level 2 translation fault (11) at 0x0, esr 0x9",
};
constexpr const char* kOthers[] = {
    "usb 1-1: Product: NVIDIA stick",
    "xen: balloon",
    "drama: none",
    "wlan0: deauthenticated from 00:11:22:33:44:55",
    "nvme nvme0: I/O timeout, aborting",
    "Out of memory: Killed process 7 (a.user's), UID:1000",
    "nvidia",
    "",
};

TEST(IsAboutTest, GpuDriversAndProcessesThatDied) {
  for (const char* line : kGpuLines) {
    EXPECT_TRUE(IsAbout(kGpu, line)) << line;
    EXPECT_FALSE(IsAbout(kProcess, line)) << line;
  }
  for (const char* line : kProcessLines) {
    EXPECT_TRUE(IsAbout(kProcess, line)) << line;
    EXPECT_FALSE(IsAbout(kGpu, line)) << line;
  }
  for (const char* line : kOthers) {
    EXPECT_FALSE(IsAbout(kBoth, line)) << line;
  }
}

TEST(SubjectsOfTest, OnlyWhereALaunchOrTheProcessWentWrong) {
  EXPECT_TRUE(SubjectsOf(VerdictKind::kHang, false).gpu);
  EXPECT_TRUE(SubjectsOf(VerdictKind::kError, false).gpu);
  EXPECT_TRUE(SubjectsOf(VerdictKind::kLost, false).gpu);
  EXPECT_TRUE(SubjectsOf(VerdictKind::kCrash, false).process);
  EXPECT_FALSE(SubjectsOf(VerdictKind::kHang, false).process);
  // A GPU of the machine is not the device.
  EXPECT_FALSE(SubjectsOf(VerdictKind::kCrash, true).gpu);
  EXPECT_FALSE(SubjectsOf(VerdictKind::kHang, true).any());
  for (const VerdictKind kind :
       {VerdictKind::kPass, VerdictKind::kBroken, VerdictKind::kInfra,
        VerdictKind::kUnproven, VerdictKind::kNotRun}) {
    EXPECT_FALSE(SubjectsOf(kind, false).any());
  }
}

class TellKernelLinesTest : public testing::Test {
 protected:
  TellKernelLinesTest() { unlink(path_.c_str()); }
  // Of the kernel itself, unless another priority is given.
  void Log(const std::string& text, int priority = 3, const char* flags = "-") {
    std::ofstream(path_, std::ios::app)
        << priority << ",1,5000007," << flags << ";" << text << "\n";
  }

  const std::string path_ =
      absl::StrCat(testing::TempDir(), "/lines.", getpid());
};

TEST_F(TellKernelLinesTest, OthersAreCountedAndNotTold) {
  Log("NVRM: Xid of the case before");
  KernelLog log(path_);
  Log("NVRM: Xid 31");
  Log("wlan0: private");
  Log("NVRM: Xid that a user wrote", 14);
  EXPECT_THAT(TellKernelLines(kGpu, &log),
              ElementsAre("kernel log: [5.000007] NVRM: Xid 31",
                          "kernel log: 2 lines about something else left out"));
}

TEST_F(TellKernelLinesTest, NoneIsSaidToo) {
  Log("x");
  KernelLog log(path_);
  EXPECT_THAT(
      TellKernelLines(kBoth, &log),
      ElementsAre(
          "kernel log: no line of a GPU's driver or of a process that died"));
  Log("wlan0: private");
  EXPECT_THAT(
      TellKernelLines(kProcess, &log),
      ElementsAre("kernel log: no line of a process that died: 1 line about "
                  "something else left out"));
}

// A part of a line may be of any process that printed in between.
TEST_F(TellKernelLinesTest, APartOfALineIsJudgedAlone) {
  Log("x");
  KernelLog log(path_);
  Log("i915 0000:00:02.0: engines:");
  Log("private", 3, "c");
  EXPECT_THAT(TellKernelLines(kGpu, &log),
              ElementsAre(HasSubstr("engines:"),
                          HasSubstr("1 line about something else")));
}

TEST_F(TellKernelLinesTest, TellsFortyLinesAtMost) {
  Log("x");
  KernelLog log(path_);
  for (int i = 0; i < 60; ++i) Log(absl::StrCat("NVRM: ", i));
  const std::vector<std::string> told = TellKernelLines(kGpu, &log);
  ASSERT_THAT(told, SizeIs(41));
  EXPECT_THAT(told[0], HasSubstr("NVRM: 0"));
  EXPECT_THAT(told[39], HasSubstr("NVRM: 39"));
  EXPECT_EQ(told[40], "kernel log: 20 more lines left out");
}

TEST_F(TellKernelLinesTest, TellsEightKibibytesAtMost) {
  Log("x");
  KernelLog log(path_);
  for (int i = 0; i < 20; ++i) Log("NVRM: " + std::string(900, 'x'));
  Log("NVRM: short");  // it is not told before those left out
  Log("wlan0: private");
  const std::vector<std::string> told = TellKernelLines(kGpu, &log);
  size_t bytes = 0;
  for (const std::string& line : told) bytes += line.size();
  EXPECT_LE(bytes, 8192u + told.back().size());
  ASSERT_THAT(told, SizeIs(9));
  EXPECT_EQ(told.back(),
            "kernel log: 13 more lines and 1 line about something else left "
            "out");
}

TEST_F(TellKernelLinesTest, SaysNoMoreIfTheLogCannotBeRead) {
  KernelLog log(path_);
  EXPECT_THAT(TellKernelLines(kBoth, &log),
              ElementsAre("kernel log: not readable"));
}

}  // namespace
}  // namespace wgsync
