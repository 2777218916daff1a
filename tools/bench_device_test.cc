// Benchmarks on a real device, PoCL, of a few rounds: what is right has a time,
// what is not has a reason. No time is looked at.

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/bench_data.h"
#include "tools/wgsync_program_testing.h"

namespace wgsync {
namespace {

using ::testing::AnyOf;
using ::testing::Eq;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

class BenchDeviceTest : public ProgramTest {
 protected:
  Bench Timed(const std::string& args) {
    const std::string file = folder_ + "/bench.json";
    const ProgramOutcome o =
        Wgsync("bench --device Portable --json " + file + " " + args, Pocl());
    exit_code_ = o.exit_code;
    text_ = o.text;
    absl::StatusOr<Bench> bench = ReadBench(file);
    EXPECT_TRUE(bench.ok()) << bench.status() << "\n" << text_;
    return bench.ok() ? *bench : Bench();
  }

  int exit_code_ = -1;
  std::string text_;
};

TEST_F(BenchDeviceTest, ABarrierThatIsRightHasATime) {
  const Bench b = Timed(
      "--grid 2x64 --rounds 100 --launches 6 --cases "
      "'barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
      "*'");
  ASSERT_EQ(b.lines.size(), 1u) << text_;
  const BenchLine& l = b.lines[0];
  // Right by luck without synchronization, where the machine is busy.
  ASSERT_THAT(l.outcome, AnyOf(Eq(""), Eq("unproven"), Eq("noise"))) << text_;
  if (l.outcome.empty()) {
    EXPECT_EQ(exit_code_, kAsExpected);
    EXPECT_EQ(l.seconds.size(), 6u);
    EXPECT_EQ(l.rounds, 100u);
    EXPECT_EQ(l.operations, 199u);  // two barriers a round, one between two
    EXPECT_GE(l.judged, 6u);
    EXPECT_EQ(l.failed, 0u);
    EXPECT_GT(l.checked_reads, 0u);
    EXPECT_GT(l.base_seconds, 0);
    EXPECT_EQ(l.soundness, Soundness::kCustomary);
  }
  ASSERT_EQ(b.bases.size(), 1u);
  EXPECT_EQ(b.bases[0].seconds.size(), 6u);
}

TEST_F(BenchDeviceTest, MoreGroupsThanAreResidentAreNotLaunched) {
  const Bench b = Timed(
      "--grid 3x64 --rounds 100 --cases 'barrier.counter_per_group/poll=rmw/"
      "signal=rmw/fence=device/pay=plain/*'");
  ASSERT_EQ(b.lines.size(), 1u) << text_;
  EXPECT_EQ(b.lines[0].outcome, "beyond");
  EXPECT_EQ(b.lines[0].judged, 0u);
  EXPECT_EQ(exit_code_, kNothingBinds);
  EXPECT_THAT(text_, HasSubstr("2 of its groups are resident at once"));
}

TEST_F(BenchDeviceTest, WithoutAFileTheDocumentIsAloneOnStdout) {
  const auto ask = [this](const std::string& args) {
    const ProgramOutcome o =
        Wgsync(args + " --json 2> " + folder_ + "/words; :", Pocl());
    return nlohmann::json::parse(o.text, nullptr, /*allow_exceptions=*/false);
  };
  const nlohmann::json bench =
      ask("bench --device Portable --grid 3x64 --rounds 100 --cases "
          "'barrier.counter_per_group/"
          "poll=rmw/signal=rmw/fence=device/pay=plain/*'");
  ASSERT_TRUE(bench.is_object());
  EXPECT_EQ(bench["kind"], "bench");
  EXPECT_EQ(bench["lines"].size(), 1u);
  const nlohmann::json probe = ask("device Portable --hang-test");
  ASSERT_TRUE(probe.is_object());
  EXPECT_EQ(probe["kind"], "probe");
  EXPECT_EQ(probe["devices"][0]["needed"], false) << "a CPU device";
  const ProgramOutcome o = Wgsync("device --json");
  const nlohmann::json devices = nlohmann::json::parse(o.text, nullptr, false);
  ASSERT_TRUE(devices.is_object()) << o.text;
  EXPECT_EQ(devices["kind"], "devices");
  EXPECT_THAT(devices["devices"], Not(SizeIs(0)));
}

TEST_F(BenchDeviceTest, AHangIsALineAndNotTheEnd) {
  const Bench b = Timed(
      "--grid 2x64 --rounds 100 --cases 'barrier.counter_per_group/poll=plain/"
      "signal=rmw/fence=device/pay=plain/*' --cases "
      "'barrier.kernel_boundary/*'");
  ASSERT_EQ(b.lines.size(), 2u) << text_;
  // On a busy machine alone nothing is proven.
  const BenchLine& hung = b.lines[0];
  EXPECT_EQ(hung.outcome, hung.other_cores > 0 && hung.outcome == "unproven"
                              ? "unproven"
                              : "hang")
      << text_;
  EXPECT_THAT(b.lines[1].outcome, AnyOf(Eq(""), Eq("unproven"), Eq("noise")))
      << text_;
}

TEST_F(BenchDeviceTest, ALocksTurnsAddUp) {
  const Bench b = Timed(
      "--grid 1x64,2x64 --rounds 1000 --cases 'mutex.fetch_and_add/poll=rmw/"
      "signal=rmw/fence=device/pay=plain/*'");
  ASSERT_EQ(b.lines.size(), 2u) << text_;
  EXPECT_EQ(b.lines[0].outcome, "") << text_;
  EXPECT_EQ(b.lines[0].operations, 1001u);
  ASSERT_EQ(b.lines[0].shares.size(), 5u);
  EXPECT_EQ(b.lines[0].shares[0].least, 1000u);
  ASSERT_THAT(b.lines[1].outcome, AnyOf(Eq(""), Eq("unproven"))) << text_;
  if (!b.lines[1].outcome.empty()) return;
  EXPECT_EQ(b.lines[1].operations, 1002u);
  for (const Shares& s : b.lines[1].shares) {
    EXPECT_EQ(s.least + s.most, 1000u);
    EXPECT_EQ(s.median, 500);
  }
}

}  // namespace
}  // namespace wgsync
