// Broken primitives on a real device: each must get the verdict that is written
// beside it.

#include "suite/proof/planted/broken/broken.h"

#include <stdlib.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "gtest/gtest.h"
#include "suite/proof/planted/broken/broken_run.h"

namespace wgsync {
namespace {

// $WGSYNC_PLANTED: "rows", every row on two grids; "all", every access on
// three; else the quick rows on their first grid.
std::string Wanted() {
  const char* wanted = getenv("WGSYNC_PLANTED");
  return wanted != nullptr ? wanted : "";
}

// All, or for a look at one of them those that $WGSYNC_PLANTED_ONLY names a
// part of.
std::vector<const Broken*> Chosen() {
  const char* only = getenv("WGSYNC_PLANTED_ONLY");
  std::vector<const Broken*> chosen;
  for (const Broken& b : AllBroken()) {
    if (only == nullptr || absl::StrContains(b.base + " " + b.name, only)) {
      chosen.push_back(&b);
    }
  }
  EXPECT_FALSE(chosen.empty())
      << "no planted primitive is named *" << only << "*";
  return chosen;
}

std::vector<AccessKind> Accesses() {
  if (Wanted() != "all") return {AccessKind::kRmw};
  return {AccessKind::kRmw, AccessKind::kRmwDevice, AccessKind::kVolatileDevice,
          AccessKind::kAcquireRelease};
}

TEST(BrokenPrimitiveTest, GetsTheVerdictThatWasWrittenDown) {
  std::vector<PlantedRun> runs;
  for (const Broken* b : Chosen()) {
    if (Wanted().empty() && !b->quick) continue;
    for (AccessKind access : Accesses()) {
      std::vector<PlantedRun> grids = OnThreeGrids(*b, access);
      // With two threads, as many as are resident are two.
      if (Wanted() != "all" && grids.size() > 1) grids.erase(grids.begin() + 1);
      if (Wanted().empty() && grids.size() > 1) grids.resize(1);
      for (PlantedRun& run : grids) runs.push_back(std::move(run));
      if (b->in) break;  // its access is its own
    }
  }
  // Some locks whose groups did not meet are the machine's; many, the engine's.
  EXPECT_LE(RunAndScore(runs, RunMode::kUnbounded), runs.size() / 8 + 1);
}

TEST(BrokenPrimitiveTest, IsCalledNothingElseWhereItsWaitsAreBounded) {
  std::vector<PlantedRun> runs;
  for (const Broken* b : Chosen()) {
    if (b->in) continue;
    runs.push_back(OnThreeGrids(*b, AccessKind::kRmw).front());
  }
  RunAndScore(runs, RunMode::kBounded);
}

TEST(BrokenPrimitiveTest, NeverPassesWithoutItsWaits) {
  std::vector<PlantedRun> runs;
  for (const Broken* b : Chosen()) {
    if (b->in) continue;
    runs.push_back(OnThreeGrids(*b, AccessKind::kRmw).front());
  }
  RunAndScore(runs, RunMode::kWithoutWaits);
}

}  // namespace
}  // namespace wgsync
