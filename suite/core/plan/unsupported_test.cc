#include "absl/strings/match.h"
#include "gtest/gtest.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/soundness.h"

namespace wgsync {
namespace {

TEST(UnsupportedTest, AMemoryAndWideAtomicsAreClaimed) {
  Claims claims;
  claims.max_group_size = 64;
  claims.highest_c11 = 300;
  KernelCase c = *ParseKernelCaseId(
      "barrier.counter_per_group/poll=volatile/signal=rmw/fence=device/"
      "pay=plain/work=exchange/wg=64/groups=res");
  c.grid.memory = Memory::kHost;
  EXPECT_EQ(Unsupported(c, claims),
            "memory=host is not claimed (CL_DEVICE_TYPE; all memory of a CPU "
            "is the host's)");
  claims.memories = {"host"};
  EXPECT_EQ(Unsupported(c, claims), "");
  c.primitive = FindPrimitive("handoff.value_in_word");
  EXPECT_TRUE(absl::StrContains(Unsupported(c, claims), "no 64-bit atomics"));
  c.access.signal = Signal::kVolatile;  // and the poll is
  EXPECT_EQ(Unsupported(c, claims), "");
}

}  // namespace
}  // namespace wgsync
