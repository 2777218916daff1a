// Broken primitives on a real device: each must get the verdict that is written
// beside it.

#include "suite/planted/broken.h"

#include <stdlib.h>

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "gtest/gtest.h"
#include "suite/planted/broken_run.h"

namespace wgsync {
namespace {

// With $WGSYNC_PLANTED=all every access on every grid; else one of them.
bool All() {
  const char* wanted = getenv("WGSYNC_PLANTED");
  return wanted != nullptr && std::string(wanted) == "all";
}

// What $WGSYNC_PLANTED_ONLY names a part of, for a look at one of them.
bool Chosen(const Broken& b) {
  const char* only = getenv("WGSYNC_PLANTED_ONLY");
  return only == nullptr || absl::StrContains(b.base + " " + b.name, only);
}

std::vector<Access> Accesses() {
  if (!All()) return {Access::kRmw};
  return {Access::kRmw, Access::kRmwDevice, Access::kVolatileDevice,
          Access::kAcquireRelease};
}

TEST(BrokenPrimitiveTest, GetsTheVerdictThatWasWrittenDown) {
  std::vector<PlantedRun> runs;
  for (const Broken& b : AllBroken()) {
    if (!Chosen(b)) continue;
    for (Access access : Accesses()) {
      std::vector<PlantedRun> grids = OnThreeGrids(b, access);
      // With two threads, as many as are resident are two.
      if (!All() && grids.size() > 1) grids.erase(grids.begin() + 1);
      for (PlantedRun& run : grids) runs.push_back(std::move(run));
    }
  }
  RunAndScore(runs, RunMode::kUnbounded);
}

TEST(BrokenPrimitiveTest, IsCalledNothingElseWhereItsWaitsAreBounded) {
  std::vector<PlantedRun> runs;
  for (const Broken& b : AllBroken()) {
    if (Chosen(b)) runs.push_back(OnThreeGrids(b, Access::kRmw).front());
  }
  RunAndScore(runs, RunMode::kBounded);
}

TEST(BrokenPrimitiveTest, NeverPassesWithoutItsWaits) {
  std::vector<PlantedRun> runs;
  for (const Broken& b : AllBroken()) {
    if (Chosen(b)) runs.push_back(OnThreeGrids(b, Access::kRmw).front());
  }
  RunAndScore(runs, RunMode::kWithoutWaits);
}

}  // namespace
}  // namespace wgsync
