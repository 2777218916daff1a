// Drivers that lie, and faults that stay.

#include <vector>

#include "gtest/gtest.h"
#include "suite/proof/planted/faults/fault_bench.h"

namespace wgsync {
namespace {

class FaultLiesTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(FaultBench::The().ready()); }
  static void Run(FaultPhase phase) {
    std::vector<FaultRow> rows;
    for (const FaultRow& row : PlantedLies()) {
      if (row.phase == phase) rows.push_back(row);
    }
    ASSERT_FALSE(rows.empty());
    FaultBench::The().Run(rows);
  }
  static void RunLasting(bool quick) {
    for (const LastingFault& lasting : LastingFaults()) {
      if (lasting.quick == quick) FaultBench::The().Run(lasting);
    }
  }
};

TEST_F(FaultLiesTest, InACase) { Run(FaultPhase::kBoard); }

TEST_F(FaultLiesTest, InALongCase) { Run(FaultPhase::kLong); }

TEST_F(FaultLiesTest, InAControl) { Run(FaultPhase::kControl); }

TEST_F(FaultLiesTest, InAControlOfAFreshWorker) {
  Run(FaultPhase::kFreshControl);
}

TEST_F(FaultLiesTest, WhileTheFirstWorkerOpens) { Run(FaultPhase::kFirst); }

TEST_F(FaultLiesTest, WhileAFreshWorkerOpens) { Run(FaultPhase::kOpen); }

TEST_F(FaultLiesTest, QuickFaultsThatStay) { RunLasting(/*quick=*/true); }

TEST_F(FaultLiesTest, FaultsThatStay) { RunLasting(/*quick=*/false); }

}  // namespace
}  // namespace wgsync
