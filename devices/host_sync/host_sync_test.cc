#include "devices/host_sync/host_sync.h"

#include <memory>
#include <set>
#include <string>

#include "gtest/gtest.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {
namespace {

TEST(HostSyncTest, EachCheckOfTheCatalogHasItsCodeAndNoOtherHas) {
  std::multiset<std::string> coded, listed;
  for (const HostCheckRow& row : HostCheckRows()) coded.insert(row.name);
  for (const HostCheck& c : HostChecks()) listed.insert(c.name);
  EXPECT_EQ(coded, listed);
}

TEST(HostSyncTest, EachFaultIsTheNameOfACause) {
  for (const char* fault : {kHostUnordered, kHostEarly, kHostAnswer, kHostTimes,
                            kHostNotSignalled}) {
    Cause cause = Cause::kNone;
    EXPECT_TRUE(ReadName(fault, &cause)) << fault;
    EXPECT_NE(cause, Cause::kNone) << fault;
  }
}

TEST(HostSyncTest, WhatIsHeldBackIsLookedAtForLongerThanItTakesFree) {
  for (const double free : {0.0, 1e-5, 1e-3, 0.05, 3.0}) {
    EXPECT_GE(HoldSeconds(free), 2 * free);
    EXPECT_GT(HoldSeconds(free), 0);
  }
}

TEST(HostSyncTest, WhatIsSlowByItselfStandsForNothing) {
  EXPECT_EQ(FreeSeconds(0.1, 3), 0.1);
  EXPECT_EQ(FreeSeconds(1, 3), 0);
  EXPECT_LT(HoldSeconds(FreeSeconds(0.7, 3)), 3);
}

TEST(HostSyncTest, MemoryThatIsWrongIsCounted) {
  HostMemory memory = HostBench::Filled(7);
  EXPECT_EQ(HostBench::Wrong(memory, 7), "");
  memory[3] = 6;
  EXPECT_EQ(HostBench::Wrong(memory, 7),
            "1 of 64 words are not 7; the first of them is 6");
}

TEST(HostSyncTest, ACheckWithoutCodeIsASetUpThatFailed) {
  std::unique_ptr<HostBench> bench;
  HostCheckSpec spec;
  spec.name = "host_sync.none";
  const HostFacts f = RunHostCheck(
      cl::Device(), spec, [](const std::string&) {}, &bench);
  EXPECT_TRUE(f.set_up);
  EXPECT_EQ(f.failed, "host_sync.none: no code for this check");
}

}  // namespace
}  // namespace wgsync
