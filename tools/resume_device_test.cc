// Runs that are cut short, on PoCL: which process may resume them, and which
// verdicts they keep.

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/record/run_log.h"
#include "suite/core/record/test_runs.h"
#include "tools/wgsync_program_testing.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr char kBarrier[] =
    "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
    "work=exchange/wg=64/groups=2";
constexpr char kBoundary[] =
    "barrier.kernel_boundary/poll=plain/signal=plain/fence=none/pay=plain/"
    "work=exchange/wg=64/groups=2";
constexpr char kHoisted[] =
    "handoff.message_passing/poll=plain/signal=rmw/fence=device/pay=plain/"
    "work=message/wg=64/groups=res";
constexpr std::chrono::seconds kLong(100);  // nothing here takes that long

class ResumeDeviceTest : public ProgramTest {
 protected:
  static std::string Text(const std::string& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  LoggedRun ReadOne(const std::string& run) {
    absl::StatusOr<std::vector<LoggedRun>> runs = ReadRuns(run);
    EXPECT_TRUE(runs.ok() && runs->size() == 1u) << runs.status();
    return runs.ok() && !runs->empty() ? runs->front() : LoggedRun();
  }

  // The only folder in that of the run.
  static std::string DeviceFolder(const std::string& run) {
    std::error_code ignored;
    for (const auto& entry :
         std::filesystem::directory_iterator(run, ignored)) {
      if (entry.is_directory()) return entry.path().string();
    }
    return "";
  }
};

TEST_F(ResumeDeviceTest, ARunThatGoesOnIsLeftAlone) {
  const std::string run = folder_ + "/run", ended = folder_ + "/ended";
  RunShell(absl::StrCat("{ ", WgsyncProgram(),
                        " run --device Portable --cases "
                        "'barrier.counter_per_group/*groups=2' --tier default "
                        "--out ",
                        run, " > ", folder_, "/said 2>&1; echo $? > ", ended,
                        "; } > /dev/null 2>&1 &"));
  // Until it has a verdict and is at work on the next one.
  const auto until = std::chrono::steady_clock::now() + kLong;
  const auto log = [&] { return DeviceFolder(run) + "/log.jsonl"; };
  while (Text(log()).find("\"kind\":\"verdict\"") == std::string::npos) {
    ASSERT_LT(std::chrono::steady_clock::now(), until)
        << Text(folder_ + "/said");
    usleep(10000);
  }
  const ProgramOutcome second = Wgsync("run --resume " + run);
  EXPECT_EQ(second.exit_code, kBadInput) << second.text;
  EXPECT_THAT(second.text, HasSubstr("another wgsync is writing this run"));
  while (Text(ended).empty()) {
    ASSERT_LT(std::chrono::steady_clock::now(), until);
    usleep(10000);
  }
  const LoggedRun whole = ReadOne(run);
  EXPECT_TRUE(whole.finished && whole.intact);
  EXPECT_FALSE(whole.results.empty());
  for (const CaseResult& r : whole.results) {
    EXPECT_NE(r.verdict.kind, VerdictKind::kBuildFailed) << r.id;
    EXPECT_NE(r.verdict.kind, VerdictKind::kInfra) << r.id;
  }
  EXPECT_THAT(Text(log()), Not(HasSubstr("\"kind\":\"resumed\"")));
}

// The load is over when the run goes on.
TEST_F(ResumeDeviceTest, WhatOtherProcessesLeftUnprovenIsTriedAgain) {
  const std::string run = folder_ + "/run";
  Wgsync(absl::StrCat("run --device Portable --out ", run, " --cases ",
                      kBarrier, " --cases ", kBoundary));
  const LoggedRun made = ReadOne(run);
  ASSERT_THAT(made.results, SizeIs(2));
  std::filesystem::remove(made.folder + "/log.jsonl");
  {
    auto log = RunLogWriter::Create(made.folder, made.header);
    ASSERT_TRUE(log.ok()) << log.status();
    CaseResult r = made.results[0];
    r.verdict = {VerdictKind::kUnproven, Cause::kNone};
    r.other_cores = 1.5;
    r.launches.clear();
    ASSERT_TRUE((*log)->Append(r).ok());
  }
  const ProgramOutcome resumed = Wgsync("run --resume " + run);
  const std::string log = Text(made.folder + "/log.jsonl");
  // By the log, since it may be busy again: started and judged once more, after
  // the other case.
  const size_t other = log.find(made.results[1].id, log.find("\"resumed\""));
  ASSERT_NE(other, std::string::npos) << resumed.text;
  EXPECT_NE(log.find(made.results[0].id, other), std::string::npos)
      << resumed.text;
  EXPECT_THAT(ReadOne(run).results, SizeIs(2));
}

TEST_F(ResumeDeviceTest, WhatTheSuiteFailedAtRunsAgain) {
  const std::string run = folder_ + "/run";
  ASSERT_EQ(Wgsync(absl::StrCat("run --device Portable --out ", run,
                                " --cases ", kBarrier, " --cases ", kBoundary))
                .exit_code,
            kAsExpected);
  const LoggedRun made = ReadOne(run);
  ASSERT_THAT(made.results, SizeIs(2));
  // The same run, cut short after the worker could not be started for the one,
  // and the other was not run.
  std::filesystem::remove(made.folder + "/log.jsonl");
  {
    auto log = RunLogWriter::Create(made.folder, made.header);
    ASSERT_TRUE(log.ok()) << log.status();
    for (const auto& [at, rule] : {std::make_pair(0, Rule::kHarness),
                                   std::make_pair(1, Rule::kWedged)}) {
      CaseResult r;
      r.id = made.results[at].id;
      r.Decide(rule);
      ASSERT_TRUE((*log)->Append(r).ok());
    }
  }
  // What a process that was killed has left.
  std::filesystem::create_directories(made.folder + "/scratch.abcdef/pocl");
  std::filesystem::create_directories(made.folder + "/scratchpad");
  const ProgramOutcome resumed = Wgsync("run --resume " + run);
  EXPECT_EQ(resumed.exit_code, kAsExpected) << resumed.text;
  const LoggedRun after = ReadOne(run);
  ASSERT_THAT(after.results, SizeIs(2));
  for (const CaseResult& r : after.results) {
    EXPECT_EQ(r.verdict.kind, VerdictKind::kPass) << r.id;
  }
  EXPECT_FALSE(std::filesystem::exists(made.folder + "/scratch.abcdef"));
  EXPECT_TRUE(std::filesystem::exists(made.folder + "/scratchpad"));
}

TEST_F(ResumeDeviceTest, AFullDiskEndsTheRunAndIsNoVerdict) {
  // A separate file system, gone with the shell.
  const std::string disk = folder_ + "/disk";
  std::filesystem::create_directory(disk);
  const ProgramOutcome mounted =
      RunShell("unshare -m mount -t tmpfs -o size=64k tmpfs " + disk + " 2>&1");
  if (mounted.exit_code != 0) GTEST_SKIP() << mounted.text;
  // Too little for a case, for the kernel that opens the device, and for the
  // controls without which a case hangs.
  for (const auto& [size, id] : std::map<std::string, std::string>{
           {"1200k", kBarrier}, {"500k", kBarrier}, {"1500k", kHoisted}}) {
    const ProgramOutcome o = RunShell(absl::StrCat(
        "unshare -m sh -c 'unset POCL_CACHE_DIR; mount -t tmpfs -o size=", size,
        " tmpfs ", disk, " && ",
        std::filesystem::absolute(WgsyncProgram()).string(),
        " run --device Portable --out ", disk, "/run --cases ", id,
        "; echo code $?; cat ", disk, "/run/*/log.jsonl' 2>&1"));
    EXPECT_THAT(o.text, HasSubstr("code 3")) << size << o.text;
    EXPECT_THAT(o.text, HasSubstr("make room")) << size << o.text;
    EXPECT_THAT(o.text, Not(HasSubstr("\"kind\":\"verdict\"")))
        << size << o.text;
  }
}

TEST_F(ResumeDeviceTest, AScratchFolderThatIsGoneEndsTheRunAndIsNoVerdict) {
  const std::string run = folder_ + "/run";
  // Removed after the first verdict, and as often as it is made again.
  const ProgramOutcome o = RunShell(
      absl::StrCat("cd ", folder_, "; unset POCL_CACHE_DIR; ",
                   "(until grep -qs verdict run/*/log.jsonl; do :; done; ",
                   "until [ -e over ]; do rm -rf run/*/scratch*; done) & ",
                   std::filesystem::absolute(WgsyncProgram()).string(),
                   " run --device Portable --out run --cases ", kBarrier,
                   " 'mutex.*' 2>&1; echo code $?; touch over; wait"));
  EXPECT_THAT(o.text, HasSubstr("code 3")) << o.text;
  const LoggedRun logged = ReadOne(folder_ + "/run");
  EXPECT_THAT(logged.results, Not(IsEmpty()));
  for (const CaseResult& r : logged.results) {
    EXPECT_NE(r.verdict.kind, VerdictKind::kBuildFailed) << r.id;
  }
}

TEST_F(ResumeDeviceTest, AWaitForTheDeviceIsBoundedAndNamesItsHolder) {
  const ProgramOutcome o =
      RunShell(absl::StrCat("export WGSYNC_LOCK_DIR=", folder_, "; flock ",
                            folder_, "/wgsync-cpu.lock ", WgsyncProgram(),
                            " run --device Portable --wait 0.2 --out ", folder_,
                            "/run --cases ", kBarrier, " 2>&1"));
  EXPECT_EQ(o.exit_code, kInfrastructure) << o.text;
  EXPECT_THAT(o.text, HasSubstr("another wgsync has had the device for 0.2 s"));
  EXPECT_THAT(o.text, HasSubstr("waiting for it; --no-wait ends at once"));
  EXPECT_THAT(o.text, HasSubstr("wgsync-cpu.lock; held by pid "));
  EXPECT_THAT(o.text, HasSubstr(", `flock "));
}

TEST_F(ResumeDeviceTest, WithoutAWaitEveryCommandEndsAtOnceAndNamesTheHolder) {
  for (const char* command :
       {"run --device Portable", "bench --device Portable",
        "device Portable --residency", "device Portable --power",
        "can --device Portable", "can --device Portable --time"}) {
    const ProgramOutcome o = RunShell(
        absl::StrCat("cd ", folder_, "; export WGSYNC_LOCK_DIR=", folder_,
                     "; flock ", folder_, "/wgsync-cpu.lock ",
                     std::filesystem::absolute(WgsyncProgram()).string(), " ",
                     command, " --no-wait 2>&1"));
    EXPECT_EQ(o.exit_code, kInfrastructure) << command << o.text;
    EXPECT_THAT(o.text, HasSubstr("another wgsync has the device ("))
        << command;
    EXPECT_THAT(o.text, HasSubstr("; held by pid ")) << command;
    EXPECT_THAT(o.text, Not(HasSubstr("waiting"))) << command;
  }
}

TEST_F(ResumeDeviceTest, ContainersWithOneLockFolderWaitForEachOther) {
  // Namespaces of processes and files, and a /dev/shm for each, as containers
  // have.
  const std::string container =
      "unshare --mount --pid --fork --mount-proc sh -c 'mount -t tmpfs tmpfs "
      "/dev/shm && ";
  const ProgramOutcome possible = RunShell(container + "true' 2>&1");
  if (possible.exit_code != 0) GTEST_SKIP() << possible.text;
  const ProgramOutcome o =
      RunShell(absl::StrCat("export WGSYNC_LOCK_DIR=", folder_, "; flock ",
                            folder_, "/wgsync-cpu.lock ", container,
                            std::filesystem::absolute(WgsyncProgram()).string(),
                            " run --device Portable --wait 0.2 --out ", folder_,
                            "/run --cases ", kBarrier, "' 2>&1"));
  EXPECT_EQ(o.exit_code, kInfrastructure) << o.text;
  EXPECT_THAT(o.text, HasSubstr("another wgsync has had the device for 0.2 s"));
  EXPECT_THAT(o.text, HasSubstr(folder_ + "/wgsync-cpu.lock"));
}

TEST_F(ResumeDeviceTest, ALockThatIsAPipeIsAnErrorAndNotWaitedFor) {
  const ProgramOutcome o =
      RunShell(absl::StrCat("export WGSYNC_LOCK_DIR=", folder_, "; mkfifo ",
                            folder_, "/wgsync-cpu.lock; timeout 60 ",
                            WgsyncProgram(), " run --device Portable --out ",
                            folder_, "/run --cases ", kBarrier, " 2>&1"));
  EXPECT_EQ(o.exit_code, kInfrastructure) << o.text;
  EXPECT_THAT(o.text, HasSubstr("it is not a regular file"));
}

TEST_F(ResumeDeviceTest, AFolderWhoseNameNoCommandCanHaveIsRefused) {
  for (const char* name : {"/x\xff", "/x\x1b[2J"}) {
    ExpectRefused(
        Wgsync(absl::StrCat("run --device Portable --cases ", kBarrier,
                            " --out '", folder_, name, "'")),
        "name another folder");
  }
}

}  // namespace
}  // namespace wgsync
