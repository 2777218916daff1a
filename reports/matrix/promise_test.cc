#include "reports/matrix/promise.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reports/matrix/matrix_model.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using ::testing::Contains;

CaseResult Grid(const std::string& primitive, uint64_t groups,
                VerdictKind kind) {
  CaseResult r = TestResult(
      absl::StrCat("barrier.", primitive, "/groups=", groups,
                   "/dispatch=concurrent"),
      kind, Cause::kNone,
      kind == VerdictKind::kPass ? Binding::kNothing : Binding::kViolation);
  r.groups = groups;
  r.promised = 32;
  return r;
}

TEST(PromiseTest, ThreeNumbersStandNextToEachOther) {
  const LoggedRun run =
      TestRun("d", {Grid("counter_per_group", 2, VerdictKind::kPass),
                    Grid("counter_per_group", 32, VerdictKind::kHang),
                    Grid("counter_per_group", 3, VerdictKind::kHang),
                    Grid("intel_device_barrier", 8, VerdictKind::kPass),
                    Grid("intel_device_barrier", 16, VerdictKind::kBroken)});
  const Promise p = PromiseOf(run);
  EXPECT_TRUE(p.broken());
  EXPECT_FALSE(p.kept());
  const std::string line =
      "barrier: promised up to 32 groups of 64 by cl_intel_concurrent_dispatch;"
      " 2 resident; counter barrier seen up to 2, hangs at 3: violation; "
      "device barrier seen up to 8, broken at 16: violation";
  EXPECT_EQ(PromiseLine(p), line);
  EXPECT_THAT(ColumnRemarks(run), Contains(line));
}

TEST(PromiseTest, IsKeptIfAllGroupsHaveMet) {
  LoggedRun run =
      TestRun("d", {Grid("counter_per_group", 16, VerdictKind::kPass)});
  EXPECT_FALSE(PromiseOf(run).kept()) << "half of them say nothing";
  EXPECT_FALSE(PromiseOf(run).broken());
  run.results.push_back(Grid("counter_per_group", 32, VerdictKind::kPass));
  EXPECT_TRUE(PromiseOf(run).kept());
  EXPECT_EQ(PromiseLine(PromiseOf(run)),
            "barrier: promised up to 32 groups of 64 by "
            "cl_intel_concurrent_dispatch; 2 resident; counter barrier seen up "
            "to 32");
  run.results[1].group_size = 256;
  EXPECT_FALSE(PromiseOf(run).kept()) << "the first size alone";
}

TEST(PromiseTest, TheFewestOfItsKernelsArePromised) {
  LoggedRun run =
      TestRun("d", {Grid("counter_per_group", 32, VerdictKind::kPass),
                    Grid("tree_2", 8, VerdictKind::kPass)});
  run.results[1].promised = 8;
  EXPECT_EQ(PromiseOf(run).promised, 8u);
}

TEST(PromiseTest, WithoutOneNothingIsSaid) {
  CaseResult usual = TestResult("barrier.tree_2/groups=3", VerdictKind::kPass);
  CaseResult lock = Grid("x", 3, VerdictKind::kPass);
  lock.id = "mutex.clh/groups=3/dispatch=concurrent";
  const LoggedRun run = TestRun("d", {usual, lock});
  EXPECT_EQ(PromiseLine(PromiseOf(run)), "");
  EXPECT_FALSE(PromiseOf(run).kept());
}

}  // namespace
}  // namespace wgsync
