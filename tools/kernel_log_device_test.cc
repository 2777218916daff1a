// What the kernel logs about a planted fault is in the evidence of its case: in
// the run's log, in `wgsync show` and in JUnit. On PoCL below the layer of
// faults, which writes the kernel's lines into a file.

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reports/words/finding_text.h"
#include "suite/core/record/run_log.h"
#include "tools/wgsync_program_testing.h"

namespace wgsync {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

// Inside of a TEST, Run is a function of testing::Test.
using LoggedRun = Run;

// Only the case makes the call that fails.
constexpr char kCase[] =
    "host_sync.marker/queue=in_order/form=1_2/list=without";
constexpr char kOther[] =
    "host_sync.marker/queue=out_of_order/form=1_2/list=without";
// It calls clEnqueueMarker.
constexpr char kRight[] =
    "host_sync.marker/queue=in_order/form=1_0/list=without";
constexpr char kDies[] = "clEnqueueMarkerWithWaitList:segv+";
constexpr char kSegfault[] =
    "wgsync[7]: segfault at 0 ip 1 sp 2 error 4 in libpocl.so";
// The device says that it is a GPU.
constexpr char kGpuFails[] =
    "clGetDeviceInfo(0x1000):answer=4+,clEnqueueMarkerWithWaitList:error=-36+";
constexpr char kXid[] = "NVRM: Xid (PCI:0000:01:00): 31, name=wgsync";

size_t LinesOf(const CaseResult& r) {
  size_t lines = 0;
  for (const Finding& finding : r.findings) {
    const std::string sentence = FindingText(finding);
    if (absl::StrContains(sentence, "kernel log")) ++lines;
  }
  return lines;
}

class KernelLogDeviceTest : public ProgramTest {
 protected:
  KernelLogDeviceTest() { Log("3,1,1,-;NVRM: Xid of before"); }

  void Log(const std::string& line) {
    std::ofstream(kmsg_, std::ios::app) << line << "\n";
  }

  // A run of the cases in which the layer does this, and logs that.
  ProgramOutcome RunWith(const std::string& fault, const std::string& line,
                         const std::string& cases) {
    return Wgsync(
        absl::StrCat("run --device Portable --out ", out_, " --cases ", cases),
        absl::StrCat("WGSYNC_SANDBOX=off OPENCL_LAYERS=", layer_,
                     " WGSYNC_FAULT='", fault, "' WGSYNC_FAULT_KMSG='", line,
                     "' WGSYNC_KMSG=", kmsg_, " WGSYNC_STATE_DIR=", folder_,
                     " POCL_CACHE_DIR=", folder_, "/cache"));
  }

  LoggedRun Logged() const {
    absl::StatusOr<std::vector<LoggedRun>> runs = ReadRuns(out_);
    EXPECT_TRUE(runs.ok()) << runs.status();
    return runs.ok() ? runs->front() : LoggedRun();
  }

  std::string Junit() const {
    std::ifstream file(out_ + "/junit.xml");
    return std::string(std::istreambuf_iterator<char>(file), {});
  }

  // Where a reader looks for it.
  void ExpectTold(VerdictKind verdict, const std::string& sentence) {
    const LoggedRun run = Logged();
    ASSERT_EQ(run.results.size(), 1u);
    EXPECT_EQ(run.results[0].verdict.kind, verdict);
    EXPECT_EQ(FindingText(run.results[0].findings.back()), sentence);
    const ProgramOutcome show =
        Wgsync(absl::StrCat("show ", out_, " ", kCase), "COLUMNS=200");
    EXPECT_THAT(show.text, HasSubstr("  - " + sentence + "\n"));
    EXPECT_THAT(show.text, Not(HasSubstr("of before")));
    EXPECT_THAT(Junit(), HasSubstr("- " + sentence + "\n"));
  }

  std::string kmsg_ = folder_ + "/kmsg";
  const std::string out_ = folder_ + "/run";

 private:
  const std::string layer_ =
      std::filesystem::absolute("devices/faults/libwgsync_faults.so");
};

TEST_F(KernelLogDeviceTest, ACrashHasTheKernelsLineAboutItsProcess) {
  const ProgramOutcome run = RunWith(kDies, kSegfault, kCase);
  EXPECT_EQ(run.exit_code, kFailures) << run.text;
  ExpectTold(VerdictKind::kCrash,
             absl::StrCat("kernel log: [1.000000] ", kSegfault));
}

// PoCL does not run on a GPU, though the machine may have one.
TEST_F(KernelLogDeviceTest, ACpusCrashHasNoLineOfAGpu) {
  RunWith(kDies, kXid, kCase);
  ExpectTold(VerdictKind::kCrash,
             "kernel log: no line of a process that died: 2 lines about "
             "something else left out");
}

TEST_F(KernelLogDeviceTest, AnErrorOfAGpuHasItsDriversLine) {
  RunWith(kGpuFails, kXid, kCase);
  ExpectTold(VerdictKind::kError,
             absl::StrCat("kernel log: [1.000000] ", kXid));
}

TEST_F(KernelLogDeviceTest, ThatItCannotBeReadIsExplainedOnce) {
  kmsg_ = folder_ + "/none/kmsg";
  const ProgramOutcome run =
      RunWith(kDies, kSegfault, absl::StrCat(kCase, " --cases ", kOther));
  const std::string why = kmsg_ + ": No such file or directory: ";
  const LoggedRun logged = Logged();
  size_t notes = 0;
  for (const std::string& note : logged.notes) {
    if (absl::StrContains(note, why)) ++notes;
  }
  EXPECT_EQ(notes, 1u);
  EXPECT_THAT(run.text, HasSubstr("note: kernel log: " + why));
  ASSERT_EQ(logged.results.size(), 2u);
  for (const CaseResult& r : logged.results) {
    EXPECT_EQ(r.verdict.kind, VerdictKind::kCrash);
    EXPECT_EQ(FindingText(r.findings.back()), "kernel log: not readable");
  }
}

TEST_F(KernelLogDeviceTest, ACaseThatIsRightHasNoLineAndLeavesNone) {
  RunWith(absl::StrCat("clEnqueueMarker:slow=1+,", kDies), kSegfault,
          absl::StrCat(kRight, " --cases ", kCase));
  const LoggedRun logged = Logged();
  ASSERT_EQ(logged.results.size(), 2u);
  ASSERT_EQ(logged.results[0].id, kRight);
  EXPECT_EQ(logged.results[0].verdict.kind, VerdictKind::kPass);
  EXPECT_EQ(LinesOf(logged.results[0]), 0u);
  // One of each of the two tries.
  EXPECT_EQ(logged.results[1].verdict.kind, VerdictKind::kCrash);
  EXPECT_EQ(LinesOf(logged.results[1]), 2u);
}

}  // namespace
}  // namespace wgsync
