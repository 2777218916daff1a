// What the work-items of a launch count of themselves.

#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/decode.h"
#include "suite/core/launch/launch_memory_testing.h"
#include "suite/core/launch/program_spec.h"

namespace wgsync {
namespace {

TEST(AccountTest, WorkItemsAndReadsAreThoseThatTheDeviceCounted) {
  LaunchMemory m(LaunchMemory::Spec("barrier.counter_per_group", "exchange"));
  PayloadFacts f = m.Payload();
  EXPECT_EQ(f.reads, 0u);
  EXPECT_EQ(f.reads_due, 3u * 4 * 5);
  EXPECT_EQ(f.items_ended, 0u);
  EXPECT_EQ(f.items_due, 3u * 4);
  m.Report(0, "WG_REPORT_ENDED") += 3;
  m.Report(1, "WG_REPORT_ENDED") += 4;
  // One too many makes up for nothing.
  m.Report(2, "WG_REPORT_ENDED") += 5;
  m.Report(0, "WG_REPORT_READS") += 15;
  m.Report(2, "WG_REPORT_READS") += 20;
  f = m.Payload();
  EXPECT_EQ(f.items_ended, 3u + 4 + 4);
  EXPECT_EQ(f.reads, 35u);
}

TEST(AccountTest, EachKernelOfALaunchHasItsWorkItems) {
  const LaunchMemory m(
      LaunchMemory::Spec("barrier.kernel_boundary", "exchange"));
  EXPECT_EQ(m.Payload().items_due, 3u * 4 * KernelsOf(m.spec()));
  EXPECT_EQ(KernelsOf(m.spec()), 6u);
}

TEST(AccountTest, AProgramWhoseTimeCountsCountsNothing) {
  LaunchSpec spec = LaunchMemory::Spec("barrier.counter_per_group", "exchange");
  spec.program.timed = true;
  const PayloadFacts f = LaunchMemory(spec).Payload();
  EXPECT_EQ(f.reads, 3u * 4 * 5) << "by the plan";
  EXPECT_EQ(f.reads_due, 0u);
  EXPECT_EQ(f.items_due, 0u);
}

TEST(AccountTest, ReadsAreDueWhereTheirNumberIsNotTheRuns) {
  const auto due = [](absl::string_view primitive, absl::string_view workload) {
    LaunchSpec spec = LaunchMemory::Spec(primitive, workload);
    if (spec.program.c.workload->elements != 0) spec.elements = 70;
    return LaunchMemory(spec).Payload().reads_due;
  };
  EXPECT_EQ(due("mutex.spin_exchange", "counter"), 3u * 5);
  EXPECT_EQ(due("handoff.host_finish", "sum"), 70u * 5);
  // A place looks back at one other at least.
  EXPECT_EQ(due("handoff.lookback_by_ticket", "scan"), 2u * 5);
  EXPECT_EQ(due("mutex.seqlock", "snapshot"), 0u);
  EXPECT_EQ(due("handoff.work_steal_queue", "tasks"), 0u);
  EXPECT_EQ(due("barrier.counter_per_item_limited", "arrivals"), 0u);
}

TEST(AccountTest, EachKernelOfARunnerCountsItsWorkItems) {
  for (const Primitive& p : Primitives()) {
    ProgramSpec spec;
    spec.c.primitive = &p;
    spec.c.workload = FindWorkload(p.workloads.front());
    const auto parts = SourceParts(spec);
    ASSERT_TRUE(parts.ok()) << parts.status();
    const SourcePart& runner = parts->back();
    const auto times = [&runner](absl::string_view part) {
      const std::vector<absl::string_view> between =
          absl::StrSplit(runner.text, part);
      return between.size() - 1;
    };
    EXPECT_GE(times("__kernel void "), 1u) << runner.path;
    EXPECT_EQ(times("__kernel void "),
              times("  WG_END(c, ") + times("  WG_COUNT_END(c)\n"))
        << runner.path;
  }
}

}  // namespace
}  // namespace wgsync
