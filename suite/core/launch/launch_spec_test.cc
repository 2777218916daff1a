#include "suite/core/launch/launch_spec.h"

#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "kernels/embedded.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/preprocess.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/plan/axes.h"

namespace wgsync {
namespace {

LaunchSpec Spec(absl::string_view id) {
  LaunchSpec s;
  s.program.c = *ParseKernelCaseId(id);
  s.groups = 4;
  s.rounds = 10;
  return s;
}

LaunchSpec Counter() {
  return Spec(
      "barrier.counter_per_group/poll=volatile/signal=rmw/fence=device"
      "/pay=plain/work=exchange/wg=64/groups=res");
}

LaunchSpec Boundary(absl::string_view workload) {
  return Spec(
      absl::StrCat("barrier.kernel_boundary/poll=plain/signal=plain/fence=none"
                   "/pay=plain/work=",
                   workload, "/wg=64/groups=res"));
}

TEST(BuildOptionsTest, NumberTheWordsOfAccessTheBoardAndTheWaits) {
  EXPECT_EQ(BuildOptions(Counter().program),
            "-cl-std=CL1.2 -DWG_POLL=2 -DWG_SIGNAL=2 -DWG_FENCE=3 "
            "-DWG_PAYLOAD=0 -DWG_BOARD=1 -DWG_WAITS=1");
}

TEST(CanRefreshTest, NeedsAnIdleWorkItemOfAnotherSubGroup) {
  LaunchSpec s = Counter();
  s.group_size = 64;
  EXPECT_TRUE(CanRefresh(s, 32));
  EXPECT_FALSE(CanRefresh(s, 64));
  EXPECT_FALSE(CanRefresh(s, 0)) << "not known";
  // Some other work-item than the first one waits: all, or watchers.
  for (const char* name :
       {"barrier.counter_per_item", "barrier.flags_master_group",
        "barrier.flags_all_to_all"}) {
    s.program.c.primitive = FindPrimitive(name);
    EXPECT_FALSE(CanRefresh(s, 32)) << name;
  }
}

TEST(BuildOptionsTest, ATimedLaunchIsAnotherProgram) {
  LaunchSpec s = Counter();
  const std::string key = ProgramKey(s.program);
  s.program.timed = true;
  EXPECT_TRUE(absl::StrContains(BuildOptions(s.program), " -DWG_TIMED"));
  EXPECT_NE(ProgramKey(s.program), key);
}

TEST(ComposeSourceTest, AWorkloadMayBringItsOwnRunner) {
  Workload contest = *FindWorkload("counter");
  contest.file = "workloads/contest.cl";
  contest.runner = "lib/run_contest.cl";
  LaunchSpec s = Counter();
  s.program.c.primitive = FindPrimitive("mutex.spin_exchange");
  s.program.c.workload = &contest;
  const absl::StatusOr<std::string> source = ComposeSource(s.program);
  ASSERT_TRUE(source.ok()) << source.status();
  EXPECT_TRUE(absl::StrContains(*source, "wg_contend(&c)"));
  EXPECT_FALSE(absl::StrContains(*source, "wg_inside(&c, r)"));
}

TEST(BuildOptionsTest, EveryWorkItemTakesTheLockOfThatRegime) {
  LaunchSpec s = Counter();
  s.program.c.primitive = FindPrimitive("mutex.spin_exchange_per_item");
  EXPECT_TRUE(absl::StrContains(BuildOptions(s.program), " -DWG_BY_ITEM"));
  s.groups = 3;
  s.group_size = 16;
  EXPECT_EQ(WaitersOf(s), 48u);
  s.program.c.primitive = FindPrimitive("mutex.spin_exchange");
  EXPECT_EQ(WaitersOf(s), 3u);
}

TEST(BuildOptionsTest, AnEntryOfTheCatalogMayChangeItsFile) {
  LaunchSpec s = Counter();
  s.program.c.primitive = FindPrimitive("barrier.counter_per_group_unopened");
  EXPECT_TRUE(absl::StrContains(BuildOptions(s.program), " -DWG_UNOPENED"));
  s.program.c.primitive = FindPrimitive("barrier.counters_one_hop_4_returned");
  EXPECT_TRUE(absl::StrContains(
      BuildOptions(s.program),
      " -DWG_COUNTERS=4u -DWG_STRIDE=256u -DWG_FIRST_POLL=2"));
}

TEST(KernelsTest, ABarrierMayOutliveAKernel) {
  LaunchSpec s = Counter();
  EXPECT_EQ(KernelsOf(s), 1u);
  EXPECT_EQ(ArrivalsDue(s), 10u);
  s.program.c.primitive =
      FindPrimitive("barrier.counter_per_group_two_kernels");
  EXPECT_EQ(KernelsOf(s), 2u);
  EXPECT_EQ(ArrivalsDue(s), 9u) << "the end of the first kernel is no arrival";
  EXPECT_TRUE(absl::StrContains(BuildOptions(s.program), " -DWG_KERNELS=2u"));
  s.discover = true;
  EXPECT_EQ(KernelsOf(s), 1u);
  EXPECT_EQ(KernelsOf(Boundary("exchange")), 11u);
}

TEST(BuildOptionsTest, EntriesOverOneFileAreOtherPrograms) {
  LaunchSpec s = Counter();
  std::set<std::string> keys, digests;
  size_t entries = 0;
  for (const Primitive& p : Primitives()) {
    if (p.limited || p.family != Family::kBarrier) continue;
    s.program.c.primitive = &p;
    ++entries;
    keys.insert(ProgramKey(s.program));
    digests.insert(
        KernelDigest(*ComposeSource(s.program), BuildOptions(s.program)));
  }
  EXPECT_EQ(keys.size(), entries);
  EXPECT_EQ(digests.size(), entries);
}

TEST(BuildOptionsTest, ASemaphoreHasItsCapacity) {
  LaunchSpec s = Counter();
  EXPECT_FALSE(absl::StrContains(BuildOptions(s.program), "WG_CAPACITY"));
  s.program.c.primitive = FindPrimitive("semaphore.back_off_120");
  EXPECT_TRUE(
      absl::StrContains(BuildOptions(s.program), " -DWG_CAPACITY=120u"));
}

TEST(PermitsTest, AreAsManyThatTheGroupsWantMoreThanThereAre) {
  LaunchSpec s = Counter();
  EXPECT_EQ(PermitsOf(s), 0u);
  for (const Primitive& p : Primitives()) {
    if (p.capacity == 0) continue;
    s.program.c.primitive = &p;
    for (s.groups = 2; s.groups < 200; ++s.groups) {
      const uint32_t permits = PermitsOf(s);
      ASSERT_GT(permits, 0u);
      EXPECT_EQ(p.capacity % permits, 0u);
      EXPECT_GT(permits * s.groups, p.capacity);
      EXPECT_EQ(permits == 1, s.groups > p.capacity);
    }
  }
  s.program.c.primitive = FindPrimitive("semaphore.spin_10");
  s.groups = 4;
  EXPECT_EQ(PermitsOf(s), 5u);
  s.groups = 1;
  EXPECT_EQ(PermitsOf(s), 10u);
}

TEST(BuildOptionsTest, From20OnTheProgramHasTheAtomicsOfC11) {
  LaunchSpec s = Counter();
  for (uint32_t language : {200u, 300u}) {
    s.program.language = language;
    EXPECT_TRUE(absl::StrContains(BuildOptions(s.program), " -DWG_C11 "))
        << language;
  }
  EXPECT_TRUE(absl::StartsWith(BuildOptions(s.program), "-cl-std=CL3.0 "));
}

TEST(BuildOptionsTest, TheNumbersOfALaunchNeedNoOtherBuild) {
  LaunchSpec s = Counter();
  s.groups = 7;
  s.group_size = 32;
  s.rounds = 99;
  s.delay = 5;
  s.budget = 6;
  s.late_every = 7;
  s.discover = true;
  EXPECT_EQ(ProgramKey(s.program), ProgramKey(Counter().program));
}

TEST(ProgramKeyTest, AnyOtherWordNeedsAnotherBuild) {
  const std::string key = ProgramKey(Counter().program);
  LaunchSpec s = Counter();
  s.program.c.access.poll = Poll::kPlain;
  EXPECT_NE(ProgramKey(s.program), key);
  s = Counter();
  s.program.c.access.signal = Signal::kRelaxed;
  EXPECT_NE(ProgramKey(s.program), key);
  s = Counter();
  s.program.c.access.fence = Fence::kNone;
  EXPECT_NE(ProgramKey(s.program), key);
  s = Counter();
  s.program.c.access.payload = Payload::kAtomic;
  EXPECT_NE(ProgramKey(s.program), key);
  s = Counter();
  s.program.board = BoardMode::kOff;
  EXPECT_NE(ProgramKey(s.program), key);
  s = Counter();
  s.program.waits = WaitMode::kBounded;
  EXPECT_NE(ProgramKey(s.program), key);
  s = Counter();
  s.program.language = 200;
  EXPECT_NE(ProgramKey(s.program), key);
  s = Counter();
  s.program.c.workload = FindWorkload("scatter");
  EXPECT_NE(ProgramKey(s.program), key);
  s = Counter();
  s.program.c.primitive = FindPrimitive("barrier.counter_per_group_reset");
  EXPECT_NE(ProgramKey(s.program), key);
}

// The usual shape adds nothing: BuildOptionsTest has the whole text.
TEST(ShapeTest, EachPartOfItIsAnOptionAndAnotherProgram) {
  const LaunchSpec usual = Counter();
  EXPECT_FALSE(IsShaped(usual.program));
  EXPECT_FALSE(
      absl::StrContains(*ComposeSource(usual.program), "WG_SHAPE_DIMS"));
  LaunchSpec dims = usual;
  dims.program.c.grid.dims = 3;
  LaunchSpec ballast = usual;
  ballast.program.ballast = 8192;
  LaunchSpec registers = usual;
  registers.program.c.grid.registers = Registers::kHigh;
  EXPECT_TRUE(absl::StrContains(BuildOptions(dims.program), " -DWG_DIMS=3"));
  EXPECT_TRUE(
      absl::StrContains(BuildOptions(ballast.program), " -DWG_BALLAST=8192u"));
  EXPECT_TRUE(absl::StrContains(BuildOptions(registers.program),
                                " -DWG_HOLDS_REGISTERS"));
  for (const LaunchSpec& s : {dims, ballast, registers}) {
    EXPECT_TRUE(IsShaped(s.program));
    EXPECT_NE(ProgramKey(s.program), ProgramKey(usual.program));
    const std::string source = *ComposeSource(s.program);
    EXPECT_LT(source.find("#define WG_SHAPE(c)"),
              source.find("wg_barrier(wg_ctx* c"));
    EXPECT_NE(KernelDigest(source, BuildOptions(s.program)),
              KernelDigest(*ComposeSource(usual.program),
                           BuildOptions(usual.program)));
  }
}

TEST(ShapeTest, EveryValueOfAnAxisIsAnotherProgram) {
  const LaunchSpec usual = Counter();
  std::set<std::string> keys = {ProgramKey(usual.program)};
  size_t values = 1;
  for (const AxisRow& axis : Axes()) {
    // How the host launches it and waits is not in the program.
    if (axis.usual == kNoUsual || axis.key == "host") continue;
    if (axis.key == "dispatch" || axis.key == "memory") continue;
    // Nor are the seats of a shape's groups.
    if (axis.key == "map" || axis.key == "load") continue;
    for (uint32_t value = 0; value < axis.names.size(); ++value) {
      if (static_cast<int>(value) == axis.usual) continue;
      LaunchSpec s = usual;
      axis.set({value, 8}, &s.program.c);
      s.program.ballast =
          static_cast<uint32_t>(ResolveBallast(s.program.c, 49152));
      EXPECT_TRUE(keys.insert(ProgramKey(s.program)).second)
          << CaseId(s.program.c);
      ++values;
    }
  }
  EXPECT_GE(values, 7u);
}

TEST(BuildOptionsTest, ARegimeOfAFileIsAWordOfItsOwn) {
  LaunchSpec s = Counter();
  s.program.c.primitive = FindPrimitive("handoff.message_passing");
  s.program.c.workload = FindWorkload("message");
  const std::string first = BuildOptions(s.program);
  EXPECT_FALSE(absl::StrContains(first, "WG_WRITER"));
  EXPECT_FALSE(absl::StrContains(first, "WG_COLD"));
  EXPECT_FALSE(absl::StrContains(first, "WG_LOCAL_WORDS"));
  s.program.c.primitive = FindPrimitive("handoff.message_passing_middle");
  EXPECT_EQ(BuildOptions(s.program), first + " -DWG_WRITER_MIDDLE");
  s.program.c.primitive = FindPrimitive("handoff.message_passing_last");
  s.program.c.workload = FindWorkload("message_cold");
  EXPECT_EQ(BuildOptions(s.program), first + " -DWG_WRITER_LAST -DWG_COLD");
  s = Counter();
  s.program.c.workload = FindWorkload("transpose_pingpong");
  EXPECT_TRUE(
      absl::StrContains(BuildOptions(s.program), " -DWG_LOCAL_WORDS=1056u"));
}

// 8,388,608 elements.
LaunchSpec Chained(uint32_t group_size) {
  LaunchSpec s = Counter();
  s.program.c.primitive = FindPrimitive("handoff.chained_reduction");
  s.program.c.workload = FindWorkload("sum");
  s.elements = s.program.c.workload->elements;
  s.group_size = group_size;
  return s;
}

TEST(PartialSumsTest, LevelsEndWhereLessThanOneGroupsWorthRemains) {
  using Sums = std::vector<uint64_t>;
  EXPECT_EQ(PartialSums(Chained(64)), (Sums{131072, 2048, 32}));
  EXPECT_EQ(PartialSums(Chained(128)), (Sums{65536, 512, 4}));
  EXPECT_EQ(PartialSums(Chained(256)), (Sums{32768, 128}));
  EXPECT_EQ(PartialSums(Chained(1024)), (Sums{8192, 8}));
  EXPECT_EQ(PartialSums(Chained(4096)), (Sums{2048}));
  EXPECT_EQ(ReductionWaits(Chained(64)), 10 * (2048u + 32u));
  EXPECT_EQ(ReductionWaits(Chained(4096)), 0u);
}

TEST(PartialSumsTest, WhereNobodyWouldWaitThereAreNoLeastElements) {
  EXPECT_EQ(LeastElements(Chained(64)), 4096u);
  EXPECT_EQ(LeastElements(Chained(256)), 65536u);
  EXPECT_EQ(LeastElements(Chained(4096)), 0u);
  EXPECT_EQ(LeastElements(Chained(1)), 0u);
  for (uint32_t size : {2u, 16u, 64u, 96u, 128u, 256u, 1000u, 1024u, 2048u}) {
    LaunchSpec s = Chained(size);
    s.elements = LeastElements(s);
    EXPECT_GT(ReductionWaits(s), 0u) << size;
  }
  LaunchSpec atomic = Chained(4096);
  atomic.program.c.primitive = FindPrimitive("handoff.atomic_reduction");
  EXPECT_EQ(LeastElements(atomic), 4096u);
  EXPECT_TRUE(PartialSums(atomic).empty());
}

// The order of its fence is optional in OpenCL C 3.0: no other program may
// name it.
TEST(BuildOptionsTest, WhatOrdersStoresSaysSo) {
  size_t found = 0;
  for (const Primitive& p : Primitives()) {
    LaunchSpec s = Counter();
    s.program.c.primitive = &p;
    s.program.c.workload = FindWorkload(p.workloads.front());
    const bool fences =
        absl::StrContains(FindKernelFile(p.file)->text, "wg_fence_seq_cst(");
    EXPECT_EQ(absl::StrContains(BuildOptions(s.program), " -DWG_ORDERS_STORES"),
              fences)
        << p.name;
    found += fences ? 1 : 0;
    s.program.c.access.fence = Fence::kDevice;
    EXPECT_EQ(absl::StrContains(Preprocess(*ComposeSource(s.program),
                                           BuildOptions(s.program)),
                                "memory_order_seq_cst"),
              fences)
        << p.name;
  }
  EXPECT_EQ(found, 3u);
}

TEST(WordInitTest, IsThePrimitivesUnlessTheWorkloadHasOne) {
  LaunchSpec s = Counter();
  EXPECT_EQ(WordInit(s.program.c), 0xFFFFFFF0u);
  s.program.c.workload = FindWorkload("wrap_31");
  EXPECT_EQ(WordInit(s.program.c), 0x7FFFFFFEu);
}

TEST(LanguageNameTest, IsWhatCompilersTake) {
  EXPECT_EQ(LanguageName(120), "CL1.2");
  EXPECT_EQ(LanguageName(200), "CL2.0");
  EXPECT_EQ(LanguageName(300), "CL3.0");
}

TEST(ComposeSourceTest, EveryPrimitiveComposesWithItsWorkloads) {
  for (const Primitive& p : Primitives()) {
    for (const std::string& workload : p.workloads) {
      LaunchSpec s = Counter();
      s.program.c.primitive = &p;
      s.program.c.workload = FindWorkload(workload);
      const absl::StatusOr<std::string> source = ComposeSource(s.program);
      ASSERT_TRUE(source.ok()) << source.status();
      EXPECT_TRUE(absl::StrContains(*source, "__kernel void wgsync_case("))
          << p.name;
      EXPECT_EQ(absl::StrContains(*source, "#define WG_HOST_BOUNDARY"),
                p.host_boundary)
          << p.name;
    }
  }
}

TEST(ComposeSourceTest, WhatAFileUsesStandsBeforeIt) {
  const std::string source = *ComposeSource(Counter().program);
  const size_t access = source.find("#define WG_LINE ");
  const size_t board = source.find("#define WG_ROLE ");
  const size_t wait = source.find("#define WG_WAIT_STAYS(");
  const size_t barrier = source.find("wg_barrier(wg_ctx* c");
  const size_t kernel = source.find("__kernel void wgsync_case(");
  EXPECT_LT(access, board);
  EXPECT_LT(board, wait);
  EXPECT_LT(wait, barrier);
  EXPECT_LT(barrier, kernel);
  EXPECT_NE(kernel, std::string::npos);
}

TEST(ComposeSourceTest, AFileThatIsNotEmbeddedIsNamed) {
  Primitive p = *FindPrimitive("barrier.counter_per_group");
  p.file = "barriers/none.cl";
  LaunchSpec s = Counter();
  s.program.c.primitive = &p;
  const absl::StatusOr<std::string> source = ComposeSource(s.program);
  ASSERT_FALSE(source.ok());
  EXPECT_TRUE(
      absl::StrContains(source.status().message(), "kernels/barriers/none.cl"));
}

TEST(HostBoundaryTest, TheHostEndsTheKernelOfKernelBoundaryAlone) {
  EXPECT_TRUE(IsHostBoundary(Boundary("exchange")));
  EXPECT_FALSE(IsHostBoundary(Counter()));
}

TEST(HostBoundaryTest, NotWithoutItsWaitsNorInADiscovery) {
  LaunchSpec s = Boundary("exchange");
  s.program.waits = WaitMode::kRemoved;
  EXPECT_FALSE(IsHostBoundary(s));
  s = Boundary("exchange");
  s.discover = true;
  EXPECT_FALSE(IsHostBoundary(s));
}

TEST(StepsTest, AreTheRoundsAndWhatTheWorkloadAdds) {
  EXPECT_EQ(StepsOf(Boundary("exchange")), 11u);
  EXPECT_EQ(StepsOf(Boundary("rotate_sum")), 20u);
}

TEST(KernelDigestTest, IsThatOfTheProgramAndNotOfItsText) {
  const LaunchSpec s = Counter();
  const std::string source = *ComposeSource(s.program);
  const std::string digest = KernelDigest(source, BuildOptions(s.program));
  EXPECT_EQ(digest.size(), 64u);
  EXPECT_EQ(KernelDigest("// a word\n\n" + source, BuildOptions(s.program)),
            digest);
  // A branch that the options leave out.
  const std::string other_ptx =
      absl::StrReplaceAll(source, {{"asm volatile(\"ld", "asm(\"ld"}});
  EXPECT_NE(other_ptx, source);
  EXPECT_EQ(KernelDigest(other_ptx, BuildOptions(s.program)), digest);
  // The device fence, which they take in.
  EXPECT_NE(KernelDigest(
                absl::StrReplaceAll(
                    source, {{"memory_order_acq_rel", "memory_order_seq_cst"}}),
                BuildOptions(s.program)),
            digest);
  LaunchSpec plain = s;
  plain.program.c.access.poll = Poll::kPlain;
  EXPECT_NE(KernelDigest(source, BuildOptions(plain.program)), digest);
}

}  // namespace
}  // namespace wgsync
