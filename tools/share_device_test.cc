// Equal devices share a run. They are two devices of PoCL; in some tests a
// layer (devices/faults) spoils one of them. Both run on the same cores, and
// take turns: nothing here depends on which one is faster.

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/run_log.h"
#include "suite/core/record/test_runs.h"
#include "suite/core/share/shared_run.h"
#include "tools/wgsync_program_testing.h"

namespace wgsync {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

// Of several hang classes; quick ones that pass.
constexpr char kOne[] =
    "--cases barrier.kernel_boundary/poll=plain/signal=plain/fence=none/"
    "pay=plain/work=exchange/wg=64/groups=2 ";
constexpr char kThree[] =
    "--cases barrier.kernel_boundary/poll=plain/signal=plain/fence=none/"
    "pay=plain/work=exchange/wg=64/groups=2 --cases "
    "barrier.kernel_boundary/poll=plain/signal=plain/fence=none/pay=plain/"
    "work=exchange/wg=64/groups=16 --cases "
    "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
    "work=exchange/wg=64/groups=2 ";

class ShareDeviceTest : public ProgramTest {
 protected:
  ProgramOutcome Run(const std::string& args, const std::string& fault = "") {
    // Its lock is not that of other programs, for which it would wait.
    std::string environment = absl::StrCat(
        Pocl(), " POCL_DEVICES='pthread pthread' WGSYNC_LOCK_DIR=", folder_,
        " ");
    if (!fault.empty()) {
      absl::StrAppend(&environment, "WGSYNC_SANDBOX=off OPENCL_LAYERS=", layer_,
                      " WGSYNC_FAULT_DEVICE=1 WGSYNC_FAULT_STATE=", folder_,
                      "/state WGSYNC_FAULT_LOG=", folder_, "/faults",
                      " WGSYNC_FAULT='", fault, "'");
    }
    return Wgsync("run " + args, environment);
  }
  ProgramOutcome Share(const std::string& args, const std::string& fault = "") {
    return Run(
        absl::StrCat("--device Portable --share --out ", out_, " ", args),
        fault);
  }

  LoggedRun TheRun() {
    absl::StatusOr<std::vector<LoggedRun>> runs = ReadRuns(out_);
    EXPECT_TRUE(runs.ok()) << runs.status();
    if (!runs.ok()) return {};
    EXPECT_THAT(*runs, SizeIs(1));
    return runs->front();
  }

  // One verdict for each planned case.
  static void ExpectWhole(const LoggedRun& run) {
    EXPECT_TRUE(run.finished && run.sealed && run.intact);
    std::set<std::string> ids;
    for (const CaseResult& r : run.results) ids.insert(r.id);
    EXPECT_THAT(ids, SizeIs(run.results.size()));
    EXPECT_EQ(TallyRun(run).missing, 0u);
    EXPECT_EQ(run.results.size(), run.header.plan.size());
  }

  bool Struck() const { return std::filesystem::exists(folder_ + "/faults"); }

  const std::string layer_ =
      std::filesystem::absolute("devices/faults/libwgsync_faults.so");
  const std::string out_ = folder_ + "/run";
};

TEST_F(ShareDeviceTest, EachCaseHasAVerdictAndBothDevicesRanSome) {
  const ProgramOutcome o = Share(kThree);
  EXPECT_EQ(o.exit_code, kAsExpected) << o.text;
  EXPECT_THAT(o.text, HasSubstr("Devices that shared the run"));
  EXPECT_THAT(o.text, HasSubstr("device 0:0: "));
  EXPECT_THAT(o.text, HasSubstr("device 0:1: "));
  const LoggedRun run = TheRun();
  ExpectWhole(run);
  const std::vector<DeviceShare> shares = SharesOf(run);
  ASSERT_THAT(shares, SizeIs(2));
  for (const DeviceShare& share : shares) {
    EXPECT_GT(share.cases, 0u);
    EXPECT_GT(share.compared, 0u);
    EXPECT_THAT(share.differs, IsEmpty());
  }
  // The reports tell the devices apart.
  const ProgramOutcome show = Wgsync("show " + out_);
  EXPECT_THAT(show.text, HasSubstr("device 0:1: "));
  const ProgramOutcome one =
      Wgsync(absl::StrCat("show ", out_, " ", run.elsewhere.front().id));
  EXPECT_THAT(one.text, HasSubstr("ran on"));
  EXPECT_THAT(one.text, HasSubstr("on the device 0:"));
}

// A device that ran the shapes of the sample alone has seen too little.
TEST_F(ShareDeviceTest, TheClassIsOfTheRunAndNotOfADevice) {
  const ProgramOutcome o =
      Share(absl::StrCat(kThree,
                         "--tier default --cases progress.handoff_up/poll=rmw/"
                         "signal=rmw/fence=none/pay=plain/work=copies/wg=64/"
                         "groups=res_x10"));
  EXPECT_EQ(o.exit_code, kAsExpected) << o.text;
  EXPECT_THAT(o.text, HasSubstr("    progress: at most FAIR\n"));
  EXPECT_THAT(TheRun().notes, Not(Contains(HasSubstr("progress: "))));
}

TEST_F(ShareDeviceTest, ASickDeviceIsNamed) {
  // It refuses all programs but those that open it.
  const std::string refuses = "clBuildProgram:fail@3+";
  const ProgramOutcome o = Share(kOne, refuses);
  EXPECT_TRUE(Struck());
  EXPECT_EQ(o.exit_code, kInfrastructure) << o.text;
  EXPECT_THAT(o.text, HasSubstr("device 0:1: it is sick")) << o.text;
  const LoggedRun run = TheRun();
  ExpectWhole(run);
  const std::vector<DeviceShare> shares = SharesOf(run);
  EXPECT_FALSE(shares[0].sick());
  EXPECT_TRUE(shares[1].sick());
  for (const char* command : {"show ", "matrix "}) {
    EXPECT_THAT(Wgsync(command + out_).text, HasSubstr("it is sick"));
  }
  // No lone run begins after the limit; then the run has no end.
  std::filesystem::remove(folder_ + "/state");
  const ProgramOutcome cut =
      Run(absl::StrCat("--resume ", out_, " --max-minutes 0.00001"), refuses);
  EXPECT_THAT(cut.text, HasSubstr("the time is over"));
  EXPECT_FALSE(TheRun().finished);
  EXPECT_THAT(TheRun().results, SizeIs(1));
}

TEST_F(ShareDeviceTest, ACaseThatIsSkippedRunsOnNoDevice) {
  const ProgramOutcome o =
      Share(absl::StrCat(kThree, "--skip '*counter_per_group*'"));
  EXPECT_EQ(o.exit_code, kAsExpected) << o.text;
  const LoggedRun run = TheRun();
  ExpectWhole(run);
  EXPECT_THAT(run.results, SizeIs(3));
  size_t skipped = 0;
  for (const auto* results : {&run.results, &run.elsewhere}) {
    for (const CaseResult& r : *results) {
      if (r.id.find("counter_per_group") == std::string::npos) continue;
      ++skipped;
      EXPECT_EQ(r.verdict.kind, VerdictKind::kNotRun);
      EXPECT_THAT(r.launches, IsEmpty());
    }
  }
  EXPECT_EQ(skipped, 1u);
}

TEST_F(ShareDeviceTest, ADeviceThatDiesLosesNoCase) {
  // At some launch in the middle.
  const ProgramOutcome o = Share(kThree, "clEnqueueNDRangeKernel:lost@50");
  EXPECT_TRUE(Struck());
  EXPECT_EQ(o.exit_code, kInfrastructure) << o.text;
  EXPECT_THAT(o.text, HasSubstr("the device 0:1")) << o.text;
  const LoggedRun run = TheRun();
  ExpectWhole(run);
  size_t lost = 0;
  for (const CaseResult& r : run.results) {
    if (r.verdict.kind == VerdictKind::kLost) ++lost;
    EXPECT_NE(r.verdict.kind, VerdictKind::kNotRun) << r.id;
  }
  EXPECT_LE(lost, 1u);
}

TEST_F(ShareDeviceTest, ARunThatWasStoppedGoesOn) {
  const ProgramOutcome stopped =
      Share(absl::StrCat(kOne, "--max-minutes 0.00001"));
  EXPECT_EQ(stopped.exit_code, kNothingBinds) << stopped.text;
  EXPECT_THAT(stopped.text, HasSubstr("wgsync run --resume"));
  const LoggedRun nothing = TheRun();
  EXPECT_FALSE(nothing.finished);
  EXPECT_THAT(nothing.results, IsEmpty());
  ExpectRefused(Run("--resume " + nothing.folder), "that has run.json");
  const ProgramOutcome resumed = Run("--resume " + out_);
  EXPECT_EQ(resumed.exit_code, kAsExpected) << resumed.text;
  ExpectWhole(TheRun());
}

// Leaves the log as it is when its process is killed after the first verdict.
void CutShort(const std::string& path) {
  std::ifstream in(path);
  std::string text;
  for (std::string line; std::getline(in, line);) {
    absl::StrAppend(&text, line, "\n");
    if (line.find("\"kind\":\"verdict\"") != std::string::npos) break;
  }
  in.close();
  std::ofstream(path) << text;
}

TEST_F(ShareDeviceTest, ARunThatWasKilledKeepsTheVerdictsOfBothDevices) {
  ASSERT_EQ(Share(kThree).exit_code, kAsExpected);
  const std::string folder = TheRun().folder;
  std::filesystem::remove(folder + "/log.jsonl");
  for (const char* part : {"/1/log.jsonl", "/2/log.jsonl"}) {
    CutShort(folder + part);
  }
  absl::StatusOr<std::vector<LoggedRun>> parts = ReadRuns(out_);
  ASSERT_TRUE(parts.ok()) << parts.status();
  ASSERT_THAT(*parts, SizeIs(2));
  const ProgramOutcome resumed = Run("--resume " + out_);
  EXPECT_EQ(resumed.exit_code, kAsExpected) << resumed.text;
  const LoggedRun whole = TheRun();
  ExpectWhole(whole);
  std::set<int64_t> begun;
  for (const auto* results : {&whole.results, &whole.elsewhere}) {
    for (const CaseResult& r : *results) begun.insert(r.started_unix_ns);
  }
  for (const LoggedRun& part : *parts) {
    ASSERT_THAT(part.results, SizeIs(1));
    EXPECT_EQ(begun.count(part.results[0].started_unix_ns), 1u);
  }
}

TEST_F(ShareDeviceTest, WhatCannotBeSharedIsRefused) {
  const unsigned cores = std::thread::hardware_concurrency();
  const std::string share = "run --device Portable --share --out " + out_;
  ExpectRefused(Wgsync(share, "POCL_DEVICES=pthread"),
                "there is one device alone, 0:0");
  ExpectRefused(
      Wgsync(share, "POCL_DEVICES='basic pthread'"),
      absl::StrCat(" differ in ", cores > 1 ? "compute_units" : "full_name"));
  ExpectRefused(Share("--jobs 2"), "--jobs does not go with --share");
}

}  // namespace
}  // namespace wgsync
