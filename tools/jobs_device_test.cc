// Two GPUs run side by side. They are two devices of PoCL that a layer makes
// call themselves GPUs (devices/faults), each with its own lock.

#include <filesystem>
#include <string>
#include <utility>
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

using ::testing::AnyOf;
using ::testing::Eq;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class JobsDeviceTest : public ProgramTest {
 protected:
  std::vector<LoggedRun> RunBoth(const std::string& out,
                                 const std::string& work,
                                 const std::string& more) {
    const ProgramOutcome o = Wgsync(
        absl::StrCat("run --device Portable --tier smoke --cases "
                     "'barrier.counter_per_group/poll=rmw/signal=rmw/"
                     "fence=device/pay=plain/work=",
                     work, "/*' --out ", out, " ", more),
        absl::StrCat("WGSYNC_SANDBOX=off OPENCL_LAYERS=", layer_,
                     " WGSYNC_FAULT_STATE=", folder_,
                     "/state WGSYNC_FAULT='clGetDeviceInfo(0x1000):answer=4@1+'"
                     " POCL_DEVICES='pthread basic' WGSYNC_STATE_DIR=",
                     folder_, "/known"));
    EXPECT_THAT(o.exit_code, AnyOf(Eq(kAsExpected), Eq(kNothingBinds)))
        << o.text;
    EXPECT_THAT(o.text, HasSubstr("first contact with this GPU"));
    absl::StatusOr<std::vector<LoggedRun>> runs = ReadRuns(out);
    EXPECT_TRUE(runs.ok()) << runs.status();
    return runs.ok() ? *std::move(runs) : std::vector<LoggedRun>();
  }

  static int64_t Begin(const LoggedRun& run) {
    return run.results.front().started_unix_ns;
  }
  static int64_t End(const LoggedRun& run) {
    return run.results.back().finished_unix_ns;
  }

 private:
  const std::string layer_ =
      std::filesystem::absolute("devices/faults/libwgsync_faults.so");
};

TEST_F(JobsDeviceTest, BothLogsAreWholeAndTheirTimesOverlap) {
  // So many cases that no device is through before the other one has opened;
  // PoCL 7.1 loses a store in those left out.
  const std::vector<LoggedRun> runs = RunBoth(
      folder_ + "/two", "*", "--jobs 2 --skip '*/work=transpose_pingpong/*'");
  ASSERT_THAT(runs, SizeIs(2));
  for (const LoggedRun& run : runs) {
    EXPECT_TRUE(run.finished && run.sealed && run.intact) << run.folder;
    EXPECT_THAT(run.unfinished, SizeIs(0));
    ASSERT_THAT(run.results, SizeIs(runs[0].results.size()));
    ASSERT_FALSE(run.results.empty());
  }
  EXPECT_LT(Begin(runs[0]), End(runs[1]));
  EXPECT_LT(Begin(runs[1]), End(runs[0]));
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/two/junit.xml"));
}

TEST_F(JobsDeviceTest, WithoutJobsTheyRunOneAfterTheOther) {
  const std::vector<LoggedRun> runs = RunBoth(folder_ + "/one", "exchange", "");
  ASSERT_THAT(runs, SizeIs(2));
  EXPECT_TRUE(End(runs[0]) < Begin(runs[1]) || End(runs[1]) < Begin(runs[0]));
}

}  // namespace
}  // namespace wgsync
