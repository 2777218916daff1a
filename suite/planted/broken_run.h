// Runs broken primitives on a real device, by the engine itself, and scores
// what comes out.

#ifndef WGSYNC_SUITE_PLANTED_BROKEN_RUN_H_
#define WGSYNC_SUITE_PLANTED_BROKEN_RUN_H_

#include <string>
#include <utility>
#include <vector>

#include "suite/core/plan/plan.h"
#include "suite/engine/session.h"
#include "suite/planted/broken.h"

namespace wgsync {

// How the words are accessed, whatever the primitive: one of its polls and
// signals is taken.
enum class AccessKind {
  kRmw,             // OpenCL 1.2 atomics without a fence: racy, binds nothing
  kRmwDevice,       // the same with the device fence: customary
  kVolatileDevice,  // volatile where that is allowed, else relaxed atomics
  kAcquireRelease,  // C11 atomics without a fence: guaranteed
};

// The case of a planted primitive with 16 work-items a group.
PlannedCase PlantedCase(const Primitive& planted, AccessKind access,
                        Groups groups, uint32_t groups_number);

// One run of many: what was planted, and with which access on which grid.
struct PlantedRun {
  const Broken* broken;
  PlannedCase planned;
};

// PoCL with two threads, or the device that $WGSYNC_TEST_DEVICE selects. Ends
// the test program where there is none.
const DeviceInfo& PlantedDevice();

// A row's grids: two groups, as many as are resident, and one more.
std::vector<PlantedRun> OnThreeGrids(const Broken& broken, AccessKind access);

enum class RunMode { kUnbounded, kBounded, kWithoutWaits };

// Runs all of them in one run of the device and adds each to the score. What
// must come out is the row's, by whether the grid was resident; bounded, see
// WantBounded(); without waits, anything but a pass. Returns how many were
// unproven.
size_t RunAndScore(const std::vector<PlantedRun>& runs, RunMode mode);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_PLANTED_BROKEN_RUN_H_
