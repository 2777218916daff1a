// Runs broken primitives on a real device, by the engine itself, and scores
// what comes out.

#ifndef WGSYNC_SUITE_PROOF_PLANTED_BROKEN_RUN_H_
#define WGSYNC_SUITE_PROOF_PLANTED_BROKEN_RUN_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "suite/core/plan/plan.h"
#include "suite/engine/session.h"
#include "suite/proof/planted/broken/broken.h"

namespace wgsync {

// The case of a planted primitive with 16 work-items a group.
PlannedCase PlantedCase(const Primitive& planted, AccessKind access,
                        Groups groups, uint32_t groups_number);

// One run of many: what was planted, and with which access on which grid.
struct PlantedRun {
  const Broken* broken;
  PlannedCase planned;
};

// PoCL with so many threads, or the device that $WGSYNC_TEST_DEVICE selects.
// Ends the test program where there is none.
DeviceInfo PlantedDevice(uint32_t groups);

// A row's grids: that of its setting; or two groups, as many as are resident,
// and one more.
std::vector<PlantedRun> OnThreeGrids(const Broken& broken, AccessKind access);

enum class RunMode { kUnbounded, kBounded, kWithoutWaits };

// Runs all of them in one run for each device and adds each to the score. What
// must come out is the row's, by whether the grid was resident; bounded, see
// WantBounded(); without waits, anything but a pass. Returns how many were
// unproven.
size_t RunAndScore(const std::vector<PlantedRun>& runs, RunMode mode);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROOF_PLANTED_BROKEN_RUN_H_
