// The gate on a real device, PoCL: what changed is run again before it speaks.

#include <cstdlib>
#include <filesystem>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/record/bench_data.h"
#include "suite/core/record/run_log.h"
#include "suite/core/record/test_runs.h"
#include "tools/wgsync_program_testing.h"

namespace wgsync {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// One passes; the other waits for a group that is never there. Neither grid
// rests on a residency that is measured, which may fail on a busy machine.
constexpr char kPasses[] =
    "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
    "work=exchange/wg=64/groups=2";
constexpr char kHangs[] =
    "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
    "work=exchange/wg=64/groups=3";

class GateDeviceTest : public ProgramTest {
 protected:
  // The same run, by which one case ended otherwise.
  void Forge(const std::string& from, const std::string& to,
             const std::string& id, const Verdict& verdict) {
    absl::StatusOr<LoggedRun> run = ReadRun(from);
    ASSERT_TRUE(run.ok()) << run.status();
    auto log = RunLogWriter::Create(to, run->header);
    ASSERT_TRUE(log.ok()) << log.status();
    for (CaseResult r : run->results) {
      if (r.id == id) r.verdict = verdict;
      ASSERT_TRUE((*log)->Append(r).ok());
    }
    ASSERT_TRUE((*log)->Finished(0).ok());
  }
  // Runs both cases.
  void MakeBase() {
    const ProgramOutcome made =
        Here("run --device Portable --out " + base_ + " --cases " + kPasses +
             " --cases " + kHangs);
    ASSERT_EQ(made.exit_code, kAsExpected) << made.text;
    absl::StatusOr<std::vector<LoggedRun>> runs = ReadRuns(base_);
    ASSERT_TRUE(runs.ok()) << runs.status();
    base_run_ = (*runs)[0];
  }
  ProgramOutcome Here(const std::string& args) { return Wgsync(args, Pocl()); }

  const std::string base_ = folder_ + "/base";
  LoggedRun base_run_;
};

TEST_F(GateDeviceTest, WhatChangedIsRunAgain) {
  ASSERT_NO_FATAL_FAILURE(MakeBase());
  const std::string run = base_run_.folder;
  ASSERT_EQ(base_run_.results[1].verdict.kind, VerdictKind::kHang);

  // The same driver, judged anew.
  ProgramOutcome same = Here("gate --baseline " + base_ +
                             " --device Portable --out " + folder_ + "/same");
  EXPECT_EQ(same.exit_code, kAsExpected) << same.text;
  EXPECT_THAT(same.text, HasSubstr("A/A"));
  EXPECT_THAT(same.text, HasSubstr("2 as expected"));

  // A baseline that passed where the device really hangs: it hangs again.
  Forge(run, folder_ + "/passed", kHangs, {VerdictKind::kPass, Cause::kNone});
  ProgramOutcome hangs = Here("gate --baseline " + folder_ + "/passed " + run +
                              " --out " + folder_ + "/hangs");
  EXPECT_EQ(hangs.exit_code, kFailures) << hangs.text;
  EXPECT_THAT(hangs.text, HasSubstr("3 hang (not started) in 3 lone runs"));
  EXPECT_THAT(hangs.text, HasSubstr("\nregression\n"));

  // A new run that hung where the device really passes: it does not again.
  Forge(run, folder_ + "/hung", kPasses,
        {VerdictKind::kHang, Cause::kNotStarted});
  ProgramOutcome noise = Here("gate --baseline " + base_ + " " + folder_ +
                              "/hung --confirm 1 --out " + folder_ + "/noise");
  EXPECT_EQ(noise.exit_code, kAsExpected) << noise.text;
  EXPECT_THAT(noise.text, HasSubstr("in 0 of 1 lone run"));
}

TEST_F(GateDeviceTest, APartIsJudgedAndWhatTimeCutGoesOn) {
  ASSERT_NO_FATAL_FAILURE(MakeBase());
  const std::string file = folder_ + "/base.gz";
  ASSERT_EQ(Wgsync("export " + base_ + " -o " + file).exit_code, kAsExpected);
  const std::string gate = "gate --baseline " + file + " ";
  const std::string device = "--device Portable --out " + folder_;

  ProgramOutcome dry = Here(gate + "--dry-run --cases 'groups=2'");
  EXPECT_EQ(dry.exit_code, kAsExpected) << dry.text;
  EXPECT_THAT(dry.text, HasSubstr(kPasses));
  EXPECT_THAT(dry.text, HasSubstr("1 case would be run; the baseline took "));

  ProgramOutcome part = Here(gate + device + "/part --skip " + kHangs);
  EXPECT_EQ(part.exit_code, kAsExpected) << part.text;
  EXPECT_THAT(part.text, HasSubstr("part: 1 of 2 cases of the baseline"));
  EXPECT_THAT(part.text, HasSubstr("1 of 1 compared (exit 0)"));

  ProgramOutcome cut = Here(gate + device + "/cut --max-minutes 0 --junit " +
                            folder_ + "/gate.xml");
  EXPECT_EQ(cut.exit_code, kNothingBinds) << cut.text;
  EXPECT_THAT(cut.text, HasSubstr("stopped by --max-minutes after 0 of 2"));
  EXPECT_THAT(cut.text, HasSubstr("--resume '" + folder_ + "/cut'` goes on"));
  ProgramOutcome rest =
      Here("gate --out " + folder_ + "/cut --resume " + folder_ + "/cut");
  EXPECT_EQ(rest.exit_code, kAsExpected) << rest.text;
  EXPECT_THAT(rest.text, HasSubstr("2 of 2 compared (exit 0)"));
  ExpectRefused(Here(gate + device + "/f --failed " + folder_ + "/cut"),
                "no case failed there");
}

TEST_F(GateDeviceTest, WhatBarsIsFoundBeforeTheFirstCase) {
  ASSERT_NO_FATAL_FAILURE(MakeBase());
  const std::string gate = "gate --baseline " + base_ + " --device Portable ";
  const std::string elsewhere = Pocl() + " POCL_AFFINITY=1";
  const ProgramOutcome barred =
      Wgsync(gate + "--out " + folder_ + "/barred", elsewhere);
  EXPECT_EQ(barred.exit_code, kInfrastructure) << barred.text;
  EXPECT_THAT(barred.text, HasSubstr("POCL_AFFINITY: nothing -> '1' (bars)"));
  EXPECT_THAT(barred.text, HasSubstr("nothing was compared"));
  const absl::StatusOr<std::vector<LoggedRun>> runs =
      ReadRuns(folder_ + "/barred");
  ASSERT_TRUE(runs.ok()) << runs.status();
  EXPECT_THAT((*runs)[0].results, IsEmpty());
  const ProgramOutcome old =
      Here(gate + "--new-driver --out " + folder_ + "/o");
  EXPECT_EQ(old.exit_code, kNothingBinds) << old.text;
  EXPECT_THAT(old.text, HasSubstr("no case was judged\ngate: the driver is"));
  EXPECT_THAT(ReadRuns(folder_ + "/o")->at(0).results, IsEmpty());
  const ProgramOutcome across =
      Wgsync(gate + "--across --resume " + folder_ + "/barred", elsewhere);
  EXPECT_EQ(across.exit_code, kAsExpected) << across.text;
}

TEST_F(GateDeviceTest, ABaselineThatTimeCutGoesOn) {
  const std::string run = folder_ + "/run", file = folder_ + "/made.gz";
  ASSERT_EQ(Here("run --device Portable --baseline --max-minutes 0 --out " +
                 run + " --cases " + kPasses)
                .exit_code,
            kNothingBinds);
  const std::string make = "baseline make -o " + file + " --resume " + run;
  const ProgramOutcome cut = Here(make + " --max-minutes 0");
  EXPECT_EQ(cut.exit_code, kNothingBinds) << cut.text;
  EXPECT_THAT(cut.text, HasSubstr("to resume: wgsync baseline make --resume"));
  EXPECT_FALSE(std::filesystem::exists(file));
  const ProgramOutcome made = Here(make);
  EXPECT_EQ(made.exit_code, kAsExpected) << made.text;
  EXPECT_THAT(made.text, HasSubstr("1 of 1 case can be, 1 of them count"));
  EXPECT_TRUE(std::filesystem::exists(file));
  ExpectRefused(Here(make + "2.gz " + run), "name either a RUN");
}

TEST_F(GateDeviceTest, OnlyWhatFailedIsJudgedAgain) {
  ASSERT_NO_FATAL_FAILURE(MakeBase());
  Forge(base_run_.folder, folder_ + "/passed", kHangs,
        {VerdictKind::kPass, Cause::kNone});
  const std::string gate = "gate --confirm 1 --device Portable --baseline " +
                           folder_ + "/passed --out " + folder_;
  ProgramOutcome fails = Here(gate + "/fails");
  EXPECT_EQ(fails.exit_code, kFailures) << fails.text;
  ProgramOutcome again = Here(gate + "/again --failed " + folder_ + "/fails");
  EXPECT_EQ(again.exit_code, kFailures) << again.text;
  EXPECT_THAT(again.text, HasSubstr("1 of 1 compared (exit 1)"));
  EXPECT_THAT(Here("run --dry-run --failed " + folder_ + "/fails").text,
              HasSubstr(std::string(kHangs) + "\n1 case would be run\n"));
}

TEST_F(GateDeviceTest, WhatLooksSlowerIsTimedAgain) {
  const std::string base = folder_ + "/base", file = folder_ + "/bench.json";
  ProgramOutcome made =
      Here("run --device Portable --out " + base + " --cases " + kPasses);
  ASSERT_EQ(made.exit_code, kAsExpected) << made.text;
  // One group alone: no thread waits for another one.
  made = Here("bench --device Portable --grid 1x64 --json " + file +
              " --cases 'mutex.spin_cas/poll=rmw/signal=rmw/fence=device/"
              "pay=plain/*'");
  ASSERT_EQ(made.exit_code, kAsExpected) << made.text;
  absl::StatusOr<Bench> bench = ReadBench(file);
  ASSERT_TRUE(bench.ok()) << bench.status();
  ASSERT_EQ(bench->lines.size(), 1u);
  if (bench->lines[0].other_cores > 0) GTEST_SKIP() << "the machine is busy";

  // As if the trusted driver had been about four times as fast, five times.
  std::string files;
  bench->lines[0].operations *= 4;
  for (int i = 0; i < 5; ++i) {
    for (double& s : bench->lines[0].seconds) s *= 1.001;
    const std::string name = absl::StrCat(folder_, "/fast", i, ".json");
    ASSERT_TRUE(WriteBench(*bench, name).ok());
    absl::StrAppend(&files, " ", name);
  }
  const ProgramOutcome slower =
      Here("gate --device Portable --baseline " + base + " " + base +
           " --slower 2 --times" + files);
  if (absl::StrContains(slower.text, "no time: other processes")) {
    GTEST_SKIP() << "the machine is busy";
  }
  EXPECT_THAT(slower.text, HasSubstr("ns by the device's clock"));
  EXPECT_THAT(slower.text, ContainsRegex("\\(5 and [0-9]+ benchmarks\\)"));
  if (slower.exit_code == kFailures) {
    EXPECT_THAT(slower.text, HasSubstr("\ntimes     1 slower\n"));
  } else {
    // Other processes have come meanwhile.
    EXPECT_THAT(slower.text, HasSubstr("; time it again on an idle machine"));
  }
}

}  // namespace
}  // namespace wgsync
