#include "suite/core/launch/access_calls.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/catalog/catalog.h"

namespace wgsync {
namespace {

std::string Calls(const std::string& id) {
  const absl::StatusOr<KernelCase> c = ParseKernelCaseId(id);
  EXPECT_TRUE(c.ok()) << c.status();
  return c.ok()
             ? absl::StrJoin(AccessCalls(*c), "\n", absl::PairFormatter(": "))
             : "";
}

TEST(AccessCallsTest, ACounterIsAddedTo) {
  EXPECT_EQ(Calls("barrier.counter_per_group/poll=acquire/signal=release/"
                  "fence=none/pay=plain/work=exchange/wg=64/groups=2"),
            "payload: payload[i]\n"
            "payload: payload[i] = value\n"
            "group: barrier(CLK_GLOBAL_MEM_FENCE), then by work-item 0:\n"
            "signal: atomic_fetch_add_explicit(word, value, "
            "memory_order_release, "
            "memory_scope_device)\n"
            "poll: atomic_load_explicit(word, memory_order_acquire, "
            "memory_scope_device)\n"
            "group: barrier(CLK_GLOBAL_MEM_FENCE)");
}

TEST(AccessCallsTest, ALockIsExchangedAndStored) {
  EXPECT_EQ(Calls("mutex.spin_exchange/poll=rmw/signal=rmw/fence=rw_mem/"
                  "pay=volatile/work=counter/wg=64/groups=2"),
            "payload: *(volatile __global uint*)(payload + i)\n"
            "payload: *(volatile __global uint*)(payload + i) = value\n"
            "group: by work-item 0:\n"
            "poll: atomic_xchg(word, value)\n"
            "fence: read_mem_fence(CLK_GLOBAL_MEM_FENCE)\n"
            "group: barrier(CLK_GLOBAL_MEM_FENCE)\n"
            "inside: the critical section\n"
            "group: barrier(CLK_GLOBAL_MEM_FENCE), then by work-item 0:\n"
            "fence: write_mem_fence(CLK_GLOBAL_MEM_FENCE)\n"
            "signal: atomic_xchg(word, value)");
}

// A queue's lock hands over its node before it waits, and may wait when it is
// released.
TEST(AccessCallsTest, AQueueLockHasItsFencesOnBothSides) {
  EXPECT_THAT(
      Calls("mutex.mcs/poll=rmw/signal=rmw/fence=rw_mem/pay=plain/work=counter/"
            "wg=64/groups=2"),
      testing::HasSubstr("group: by work-item 0:\n"
                         "fence: write_mem_fence(CLK_GLOBAL_MEM_FENCE)\n"
                         "signal: atomic_xchg(word, value)\n"
                         "poll: atomic_or(word, 0u)\n"
                         "fence: read_mem_fence(CLK_GLOBAL_MEM_FENCE)\n"));
}

TEST(AccessCallsTest, ALockOfEveryWorkItemHasNoBarrier) {
  EXPECT_THAT(Calls("mutex.spin_cas_per_item/poll=acquire/signal=release/"
                    "fence=none/pay=plain/work=counter/wg=64/groups=2"),
              testing::AllOf(testing::HasSubstr("group: by every work-item:\n"),
                             testing::Not(testing::HasSubstr("barrier("))));
}

TEST(AccessCallsTest, AWideObjectIsStoredWithItsValue) {
  const std::string id = "fence=none/pay=plain/work=in_word/wg=64/groups=res";
  EXPECT_THAT(
      Calls("handoff.value_in_word/poll=acquire/signal=release/" + id),
      testing::HasSubstr(
          "signal: const ulong all = ((ulong)(value) | (ulong)(rest) << 32); "
          "atomic_store_explicit(word, all, memory_order_release, "
          "memory_scope_device)\n"
          "poll: const ulong seen = atomic_load_explicit(word, "
          "memory_order_acquire, memory_scope_device)\n"));
  EXPECT_THAT(
      Calls("handoff.value_in_word/poll=rmw/signal=rmw/" + id),
      testing::HasSubstr("atom_xchg(word, all)\n"
                         "poll: const ulong seen = atom_add(word, 0ul)\n"));
}

TEST(AccessCallsTest, ASwapNamesBothItsOrders) {
  EXPECT_THAT(
      Calls("mutex.spin_cas/poll=acquire/signal=release/fence=none/"
            "pay=atomic/work=counter/wg=64/groups=2"),
      testing::AllOf(
          testing::HasSubstr("payload: atomic_load_explicit(payload + i, "
                             "memory_order_relaxed, memory_scope_device)\n"),
          testing::HasSubstr("signal: atomic_store_explicit(word, value, "
                             "memory_order_release, memory_scope_device)"),
          testing::HasSubstr(
              "poll: atomic_compare_exchange_strong_explicit(word, "
              "&expected, value, memory_order_acquire, "
              "memory_order_acquire, memory_scope_device)\n")));
}

TEST(AccessCallsTest, TheNativeFenceIsInTheAccess) {
  EXPECT_THAT(Calls("barrier.counter_per_group/poll=acquire/signal=release/"
                    "fence=native/pay=plain/work=exchange/wg=64/groups=2"),
              testing::AllOf(
                  testing::HasSubstr("signal: asm volatile(\"red.release.gpu."
                                     "global.add.u32 [%0], %1;\""),
                  testing::HasSubstr("poll: asm volatile(\"ld.acquire.gpu."
                                     "global.u32 %0, [%1];\"")));
}

TEST(AccessCallsTest, TheEndOfAKernelIsTheHosts) {
  EXPECT_THAT(Calls("barrier.kernel_boundary/poll=plain/signal=plain/fence=none"
                    "/pay=plain/work=exchange/wg=64/groups=2"),
              testing::HasSubstr("clEnqueueNDRangeKernel()"));
}

TEST(AccessCallsTest, ABarrierOfTheDriverIsOneCall) {
  KernelCase c;
  c.primitive = FindPrimitive("barrier.intel_device_barrier");
  const std::vector<AccessCall> calls = AccessCalls(c);
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(calls[0].second, "intel_device_barrier(), by all work-items");
}

TEST(AccessCallsTest, EveryPrimitiveSaysHowItSignals) {
  for (const Primitive& p : Primitives()) {
    if (p.host_boundary || p.host_finishes || p.limited) continue;
    if (p.device_barrier) continue;  // a call alone
    // One word, the payload's, is all there is.
    if (p.one_word) continue;
    // A test and no recipe: its steps are those of kernels/lib/progress.cl.
    if (IsShape(p)) continue;
    KernelCase c;
    c.primitive = &p;
    c.workload = FindWorkload(p.workloads.front());
    std::string labels;
    for (const AccessCall& call : AccessCalls(c)) {
      absl::StrAppend(&labels, call.first, " ");
    }
    EXPECT_THAT(labels, testing::HasSubstr("signal")) << p.name;
    // Sums alone are handed over, in the word itself.
    if (p.name != "handoff.atomic_reduction") {
      c.access.fence = Fence::kDevice;
      EXPECT_THAT(AccessCalls(c), testing::Contains(testing::Key("fence")))
          << p.name;
    }
    if (p.need == ProgressNeed::kNone) continue;  // nobody waits
    EXPECT_THAT(labels, testing::HasSubstr("poll")) << p.name;
  }
}

}  // namespace
}  // namespace wgsync
