// Every entry point that a worker links, with every fault that the layer has
// for it.

#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "suite/proof/planted/faults/fault_bench.h"

namespace wgsync {
namespace {

class FaultsTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(FaultBench::The().ready()); }
  static bool Reached(FaultPhase phase, uint32_t entry) {
    return FaultBench::The().reached(phase).count(entry) != 0;
  }
  static void Run(FaultPhase phase, const std::set<uint32_t>& entries,
                  const std::vector<Fault>& faults) {
    std::vector<FaultRow> rows;
    for (const uint32_t e : entries) {
      for (const Fault f : faults) rows.push_back(RuleFor(phase, e, f));
    }
    FaultBench::The().Run(rows);
  }
  static const std::vector<Fault>& All() {
    static const auto* const all =
        new std::vector<Fault>(kAnywhere.begin(), kAnywhere.end());
    return *all;
  }
};

TEST_F(FaultsTest, WhatNoCaseReachesIsListed) {
  std::set<std::string> unreached, listed;
  for (uint32_t e = 0; e < kEntryPoints; ++e) {
    if (!Reached(FaultPhase::kFirst, e) && !Reached(FaultPhase::kOpen, e) &&
        !Reached(FaultPhase::kBoard, e)) {
      unreached.insert(std::string(EntryPointName(e)));
    }
  }
  for (const Unreached& u : UnreachedEntries()) listed.insert(u.entry);
  EXPECT_EQ(unreached, listed);
}

TEST_F(FaultsTest, InACase) {
  Run(FaultPhase::kBoard, FaultBench::The().reached(FaultPhase::kBoard), All());
}

TEST_F(FaultsTest, InAControl) {
  Run(FaultPhase::kControl,
      {k_clCreateBuffer, k_clSetKernelArg, k_clEnqueueNDRangeKernel, k_clFinish,
       k_clEnqueueMapBuffer},
      {Fault::kError, Fault::kHang, Fault::kAbort});
}

TEST_F(FaultsTest, WhileAFreshWorkerOpens) {
  const std::set<uint32_t>& open = FaultBench::The().reached(FaultPhase::kOpen);
  std::set<uint32_t> only, both;
  for (const uint32_t e : open) {
    (Reached(FaultPhase::kBoard, e) ? both : only).insert(e);
  }
  Run(FaultPhase::kOpen, only, All());
  Run(FaultPhase::kOpen, both, {Fault::kError});
}

TEST_F(FaultsTest, WhileTheFirstWorkerOpens) {
  std::set<uint32_t> only;
  for (const uint32_t e : FaultBench::The().reached(FaultPhase::kFirst)) {
    if (!Reached(FaultPhase::kOpen, e) && !Reached(FaultPhase::kBoard, e)) {
      only.insert(e);
    }
  }
  Run(FaultPhase::kFirst, only, All());
}

}  // namespace
}  // namespace wgsync
